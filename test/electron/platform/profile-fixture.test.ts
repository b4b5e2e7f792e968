import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { FILE_FORMATS, type FileFormat } from '../../../electron/core/file-formats.ts'
import type { FileLoss } from '../../../electron/core/ports.ts'
import { accountFilesIn, type OpenAccountFiles } from '../../../electron/platform/storage/account-files.ts'
import { openAppFiles } from '../../../electron/platform/storage/app-files.ts'
import { openStores, type OpenJsonStore } from '../../../electron/platform/storage/json-store.ts'
import { openProfile } from '../../../electron/platform/storage/profile-folder.ts'
import { findSetAside } from '../../../electron/platform/storage/set-aside.ts'
import { readStartupState } from '../../../electron/platform/window/startup-state.ts'
import { projectRoot } from '../../support/project-root.ts'
import { fakeLog } from '../fakes.ts'
import { temporaryFolder } from './temporary-folder.ts'

vi.hoisted(() => {
  process.env['ELECTRON_OVERRIDE_DIST_PATH'] = '/nowhere'
  // Thousands of small files: that the disk has them when a write returns is tested elsewhere, and takes half a minute here.
  process.getBuiltinModule('node:fs').fsyncSync = () => undefined
  process.getBuiltinModule('node:module').syncBuiltinESMExports()
})

// A profile as the app writes it, made up, with what each of its files can contain.
const PROFILE = join(projectRoot(), 'test/fixtures/profile')
const FILES = readdirSync(PROFILE)
  .filter((name) => name !== 'profile.json')
  .map((name) => ({ name, text: readFileSync(join(PROFILE, name), 'utf8') }))
const FORMATS = Object.values<FileFormat<object>>(FILE_FORMATS)
const ODD: readonly unknown[] = [null, 5, -1, 1.5, '', 'odd', true, [], {}, [null], { odd: 1 }]

type Path = readonly (string | number)[]
const { path } = temporaryFolder()
let runs = 0

/** Opens a folder with these files as the app does; `rewrites` write what was read. */
function open(files: readonly { name: string; text: string }[]) {
  const folder = path(`run-${++runs}`)
  mkdirSync(folder, { recursive: true })
  for (const { name, text } of files) writeFileSync(join(folder, name), text)
  const [log, losses] = [fakeLog(), [] as FileLoss[]]
  const loaded = new Map<string, unknown>()
  const rewrites: (() => void)[] = []
  const lost = (loss: FileLoss): void => void losses.push(loss)
  const [stores, accountFiles] = [openStores(folder, log, lost), accountFilesIn(folder, log, lost)]
  const openStore: OpenJsonStore = (format, initial) => {
    const store = stores(format, initial)
    loaded.set(`${format.name}.json`, store.read())
    rewrites.push(() => store.write(store.read()))
    return store
  }
  const openOfAccounts: OpenAccountFiles = (format) => {
    const opened = accountFiles(format)
    for (const [id, value] of Object.entries(opened.read())) {
      loaded.set(`${format.name}-${id}.json`, value)
      rewrites.push(() => opened.write(id, value))
    }
    return opened
  }
  openAppFiles(openStore, openOfAccounts)
  return { folder, log, loaded, losses, rewrites }
}

it('is of the current format, and opens with the sessions of the account that was last active', () => {
  cpSync(PROFILE, path('profile'), { recursive: true })
  expect(openProfile(path('profile'))).toBe(true)
  const { bounds, theme, page } = readStartupState(path('profile'))
  const rectangle = { x: 60, y: 40, width: 1080, height: 720, maximised: false }
  expect({ bounds, theme, page }).toEqual({ bounds: rectangle, theme: 'dark', page: 'sessions' })
})

it('has each file of the app, which loads with nothing dropped, and is written as it was', () => {
  expect(new Set(FILES.map(({ name }) => kindOf(name).format))).toEqual(new Set(FORMATS))
  const { folder, log, loaded, losses, rewrites } = open(FILES)
  for (const { name, text } of FILES) expect(loaded.get(name), name).toEqual(contentOf(name, text))
  expect([log.lines, losses]).toEqual([[], []])
  for (const rewrite of rewrites) rewrite()
  for (const { name, text } of FILES) expect(readFileSync(join(folder, name), 'utf8'), name).toBe(text)
})

function pathsIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at]
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [at, ...entries.flatMap(([key, part]) => pathsIn(part, [...at, key]))]
}

/** The content of a file, without where it stands. */
function contentOf(name: string, text: string): unknown {
  const file = JSON.parse(text) as { value?: unknown }
  return name.includes('-') ? file : file.value
}

const textOf = (name: string, content: unknown): string =>
  JSON.stringify(name.includes('-') ? content : { value: content })

/** Takes a part away, or makes it something else. */
function damaged(content: unknown, at: Path, by: unknown): unknown {
  const copy = structuredClone(content)
  let parent = copy
  for (const key of at.slice(0, -1)) parent = Reflect.get(parent as object, key)
  const key = at.at(-1) ?? ''
  if (by !== undefined) Reflect.set(parent as object, key, by)
  else if (Array.isArray(parent)) parent.splice(Number(key), 1)
  else Reflect.deleteProperty(parent as object, key)
  return copy
}

const damage = fc
  .record({
    file: fc.constantFrom(...FILES),
    place: fc.nat(),
    by: fc.option(fc.constantFrom(...ODD), { nil: undefined }),
  })
  .map(({ file: { name, text }, place, by }) => {
    const content = contentOf(name, text)
    const places = pathsIn(content).filter(({ length }) => length > 0)
    const at = places[place % places.length] ?? []
    return at.length === 0 ? null : { name, text, at, by, content: damaged(content, at, by) }
  })
  .filter((each) => each !== null)

/**
 * The elements of all lists in `whole` that the damage at `at` did not touch, and that `rest` does not have any more. An object
 * that the damage is in may be no row without that part; the lists around it stay.
 */
function lostRows(whole: unknown, rest: unknown, at: Path | null): unknown[] {
  if (typeof whole !== 'object' || whole === null) return []
  const inside = (key: string | number): Path | null => (at !== null && at[0] === key ? at.slice(1) : null)
  if (Array.isArray(whole)) {
    if (isOfBatches(whole) && at === null) return []
    const left = new Set((Array.isArray(rest) ? rest : []).map((row) => JSON.stringify(row)))
    return whole.filter((row, index) => inside(index) === null && !left.has(JSON.stringify(row)))
  }
  return Object.entries(whole).flatMap(([key, part]) => {
    const touched = inside(key)
    if (touched !== null && (touched.length === 0 || !Array.isArray(part))) return []
    return lostRows(part, Reflect.get(Object(rest) as object, key), touched)
  })
}

/** A batch stays as long as one of its ends does. */
const isOfBatches = (rows: readonly unknown[]): boolean =>
  rows.every((row) => typeof row === 'object' && row !== null && 'askedAt' in row && 'phase' in row)

/** The format of a file, and the account that it is of. */
function kindOf(name: string): { format: FileFormat<object>; accountId: string | null } {
  const [, kind = '', accountId = null] = /^(\w+?)(?:-(\w+))?\.json$/.exec(name) ?? []
  const format = FORMATS.find((each) => each.name === kind)
  if (!format) throw new Error(`Nothing opens ${name}`)
  return { format, accountId }
}

/** Whether all that was read stands in the file; what the file lacks may have any value. */
function standsIn(content: unknown, read: unknown): boolean {
  if (typeof read !== 'object' || read === null) return content === read
  if (typeof content !== 'object' || content === null) return false
  if (Array.isArray(read) && Array.isArray(content) && read.length !== content.length) return false
  return Object.entries(read).every(
    ([key, part]) => !Object.hasOwn(content, key) || standsIn(Reflect.get(content, key), part),
  )
}

it('of 1,000 damaged ones nothing is lost that can be read, and nothing in silence', () => {
  const damages = fc.uniqueArray(damage, { minLength: 1, maxLength: 4, selector: ({ name }) => name })
  fc.assert(
    fc.property(damages, (files) => {
      const texts = files.map(({ name, content }) => ({ name, text: textOf(name, content) }))
      const { folder, loaded, losses } = open(texts)
      for (const [index, { name, at, text: before }] of files.entries()) {
        const { format, accountId } = kindOf(name)
        const what = `${name} at ${at.join('.')}`
        expect(lostRows(contentOf(name, before), loaded.get(name), at), what).toEqual([])
        const text = texts[index]?.text ?? ''
        const loss = losses.find((each) => each.name === format.name && each.accountId === accountId)
        if (loss) {
          const copy = `${name.replace(/json$/, '')}unreadable-${loss.at}.json`
          expect(readFileSync(join(folder, copy), 'utf8'), what).toBe(text)
        } else {
          expect(standsIn(contentOf(name, text), loaded.get(name)), what).toBe(true)
        }
      }
      expect(findSetAside(folder)).toHaveLength(losses.length)
    }),
    { numRuns: 1_000 },
  )
}, 120_000)
