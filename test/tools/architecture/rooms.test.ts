import { describe, expect, it } from 'vitest'
import { importsIn, placeOf, readArrows, type Arrow } from './rooms.ts'

type Rules = Record<string, { imports: readonly string[] }>
const RULES = new URL('../../../eslint.config.js', import.meta.url).href
const { ROOMS, PAGE_ROOMS } = (await import(RULES)) as {
  ROOMS: Rules
  PAGE_ROOMS: Record<string, readonly string[]>
}
const ARROWS = readArrows()

/** The arrows that lead up, or to another room of the same box. */
const wrongIn = (arrows: readonly Arrow[]): Arrow[] =>
  arrows.filter(({ from, to }) => {
    const [above, below] = [placeOf(from), placeOf(to)]
    return above.room !== below.room && above.row >= below.row
  })

/** The folders of a circle of arrows; empty if there is none. */
function circleIn(arrows: readonly Arrow[]): string[] {
  const done = new Set<string>()
  function follow(folder: string, way: readonly string[]): string[] {
    if (way.includes(folder)) return [...way.slice(way.indexOf(folder)), folder]
    if (done.has(folder)) return []
    const found = arrows
      .filter(({ from }) => from === folder)
      .map(({ to }) => follow(to, [...way, folder]))
      .find((circle) => circle.length > 0)
    done.add(folder)
    return found ?? []
  }
  return arrows.map(({ from }) => follow(from, [])).find((circle) => circle.length > 0) ?? []
}

describe('the rooms', () => {
  it('import only what is drawn below them', () => {
    expect(ARROWS.length).toBeGreaterThan(100)
    expect(wrongIn(ARROWS)).toEqual([])
  })

  it('are in no circle, nor are their folders', () => {
    expect(circleIn(ARROWS)).toEqual([])
  })

  it('are opened by the linter only to what is drawn above them', () => {
    const opened = [
      ...Object.entries(ROOMS).map(([room, { imports }]) => ['electron', room, imports] as const),
      ...Object.entries(PAGE_ROOMS).map(([room, imports]) => ['renderer', room, imports] as const),
    ].flatMap(([top, room, imports]) => imports.map((to) => ({ from: `${top}/${room}`, to: `${top}/${to}` })))
    expect(opened.length).toBeGreaterThan(100)
    expect(wrongIn(opened)).toEqual([])
  })
})

describe('the check of the rooms', () => {
  const arrow = (from: string, to: string): Arrow => ({ from, to })

  it('reads the imports of a file, whatever their kind', () => {
    const script = `import { a } from './a.ts'
import type { B } from '../../domain/b.ts'
export { c } from '../../shared/c.ts'
type D = import('../../api/d.ts').D
const load = () => import('../../core/e.ts')
import { join } from 'node:path'
import en from '../../../resources/locales/en.json'`
    expect(importsIn('electron/features/rules/x.ts', script)).toEqual([
      'electron/features/rules/a.ts',
      'electron/domain/b.ts',
      'electron/shared/c.ts',
      'electron/api/d.ts',
      'electron/core/e.ts',
    ])
    const component = `<script setup lang="ts">\nimport X from '../ui/X.vue'\n</script>\n<template>import './y.ts'</template>`
    expect(importsIn('renderer/app/Y.vue', component)).toEqual(['renderer/ui/X.vue'])
  })

  it('finds an arrow up, one beside, a circle, and a folder that is nowhere', () => {
    const up = arrow('electron/core', 'electron/features/rules')
    const beside = arrow('renderer/features/auth', 'renderer/features/sessions')
    expect(wrongIn([up, beside, arrow('electron/ipc', 'electron/core')])).toEqual([up, beside])
    const around = [arrow('a', 'b'), arrow('b', 'c'), arrow('c', 'b')]
    expect([circleIn(around), circleIn(around.slice(0, 2))]).toEqual([['b', 'c', 'b'], []])
    expect(() => placeOf('electron/attic')).toThrow('electron/attic is in no box')
  })
})
