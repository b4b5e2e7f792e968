import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../../support/project-root.ts'
import english from '../../../resources/locales/en.json' with { type: 'json' }

/** What is seen in other parts only, or not at all. */
const WITHIN = ['FieldMessages', 'LiveRegion', 'PageGuard', 'SelectMenuContent', 'SelectOptions']

const here = join(projectRoot(), 'test/tools/gallery')
const filesIn = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.vue'))
const source = filesIn(here)
  .map((name) => readFileSync(join(here, name), 'utf8'))
  .join('\n')

it('the gallery has each part of renderer/ui', () => {
  const parts = filesIn(join(projectRoot(), 'renderer/ui')).map((name) => name.replace('.vue', ''))
  const missing = parts.filter((name) => !source.includes(`ui/${name}.vue'`))
  expect(missing.toSorted()).toEqual(WITHIN)
})

it('the gallery shows texts that the app has', () => {
  const textOf = (key: string): unknown =>
    key.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], english)
  const keys = [...source.matchAll(/\bt\('([\w.]+)'/g)].map(([, key = '']) => key)
  expect(keys.length).toBeGreaterThan(20)
  expect(keys.filter((key) => typeof textOf(key) !== 'string')).toEqual([])
})
