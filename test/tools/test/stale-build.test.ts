import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { staleBuild } from './stale-build.ts'

const SOURCES = [
  'electron/main.ts',
  'renderer/app/App.vue',
  'resources/locales/en.json',
  'electron.vite.config.ts',
  'package-lock.json',
]
const OUTPUTS = ['out/main/main.cjs', 'out/preload/preload.cjs', 'out/renderer/index.html']
const [SOURCE_TIME, BUILD_TIME, LATER] = [1_000, 2_000, 3_000]
let root = ''

function write(path: string, time: number): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), '')
  utimesSync(join(root, path), time, time)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'session-desk-stale-'))
  for (const path of SOURCES) write(path, SOURCE_TIME)
  for (const path of OUTPUTS) write(path, BUILD_TIME)
  for (const folder of ['electron', 'renderer', 'renderer/app', 'resources', 'resources/locales'])
    utimesSync(join(root, folder), SOURCE_TIME, SOURCE_TIME)
})
afterEach(() => rmSync(root, { recursive: true }))

it('a build that is newer than its sources is used', () => {
  expect(staleBuild(root)).toBeNull()
})

it.each(SOURCES)('a change of %s asks for a build', (path) => {
  write(path, LATER)
  expect(staleBuild(root)).toBe(`${path} is newer than out/`)
})

it('a removed source asks for a build', () => {
  rmSync(join(root, 'renderer/app/App.vue'))
  expect(staleBuild(root)).toBe('renderer/app is newer than out/')
})

it.each(OUTPUTS)('a build without %s is not used', (path) => {
  rmSync(join(root, path))
  expect(staleBuild(root)).toBe(`there is no ${path}`)
})

it('the build of `npm run dev` is not used', () => {
  write('out/main/main.cjs.map', BUILD_TIME)
  expect(staleBuild(root)).toBe('out/ is from `npm run dev`')
})
