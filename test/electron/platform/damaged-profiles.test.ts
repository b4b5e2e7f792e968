import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { migrate } from '../../../electron/domain/file-version.ts'
import { FILE_FORMATS, type FileFormat } from '../../../electron/core/file-formats.ts'
import type { FileLoss } from '../../../electron/core/ports.ts'
import { accountFilesIn, type OpenAccountFiles } from '../../../electron/platform/storage/account-files.ts'
import { openAppFiles } from '../../../electron/platform/storage/app-files.ts'
import { openStores, type OpenJsonStore } from '../../../electron/platform/storage/json-store.ts'
import { findSetAside } from '../../../electron/platform/storage/set-aside.ts'
import { projectRoot } from '../../support/project-root.ts'
import { fakeLog } from '../fakes.ts'
import { temporaryFolder } from './temporary-folder.ts'

vi.hoisted(() => {
  process.env['ELECTRON_OVERRIDE_DIST_PATH'] = '/nowhere'
  // Thousands of small files: that the disk has them when a write returns is tested elsewhere, and takes half a minute here.
  process.getBuiltinModule('node:fs').fsyncSync = () => undefined
  process.getBuiltinModule('node:module').syncBuiltinESMExports()
})

// Every file of the released profiles, with a part taken away or made something else.
const PROFILES = join(projectRoot(), 'test/fixtures/profiles')
const FILES = readdirSync(PROFILES).flatMap((folder) =>
  readdirSync(join(PROFILES, folder)).map((name) => ({
    name,
    text: readFileSync(join(PROFILES, folder, name), 'utf8'),
  })),
)
/** A last known list without its time is of no use, and the service has it still. */
const CACHES: readonly string[] = [FILE_FORMATS.list.name, FILE_FORMATS.sessions.name]
const ODD: readonly unknown[] = [null, 5, -1, 1.5, '', 'odd', true, [], {}, [null], { odd: 1 }]

type Path = readonly (string | number)[]
const { path } = temporaryFolder()
let runs = 0

/** Opens a folder with these files as the app does. */
function open(files: readonly { name: string; text: string }[]) {
  const folder = path(`run-${++runs}`)
  mkdirSync(folder, { recursive: true })
  for (const { name, text } of files) writeFileSync(join(folder, name), text)
  const [log, losses] = [fakeLog(), [] as FileLoss[]]
  const loaded = new Map<string, unknown>()
  const lost = (loss: FileLoss): void => void losses.push(loss)
  const [stores, accountFiles] = [openStores(folder, log, lost), accountFilesIn(folder, log, lost)]
  const openStore: OpenJsonStore = (format, initial) => {
    const store = stores(format, initial)
    loaded.set(`${format.name}.json`, store.read())
    return store
  }
  const openOfAccounts: OpenAccountFiles = (format) => {
    const opened = accountFiles(format)
    for (const [id, value] of Object.entries(opened.read())) loaded.set(`${format.name}-${id}.json`, value)
    return opened
  }
  openAppFiles(openStore, openOfAccounts)
  return { folder, loaded, losses }
}

function pathsIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at]
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [at, ...entries.flatMap(([key, part]) => pathsIn(part, [...at, key]))]
}

/** The content of a file, without where it stands and its version. */
function contentOf(name: string, text: string): unknown {
  const { version: _, ...fields } = JSON.parse(text) as { version?: number; value?: unknown }
  return name.includes('-') ? fields : fields.value
}

const versionOf = (text: string): number => (JSON.parse(text) as { version?: number }).version ?? 1

function textOf(name: string, text: string, content: unknown): string {
  const { version } = JSON.parse(text) as { version?: number }
  const head = version === undefined ? {} : { version }
  return JSON.stringify(
    name.includes('-') ? { ...head, ...(content as object) } : { ...head, value: content },
  )
}

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

/** A row without its key, which a migration finds in the record: it may be in the damaged part. */
const textOfRow = (row: unknown): string =>
  JSON.stringify(row, (name, part) => (name === 'key' ? null : (part as unknown)))

/**
 * The elements of all lists in `whole` that the damage at `at` did not touch, and that `rest` does not have any more. An object
 * that the damage is in may be no row without that part; the lists around it stay.
 */
function lostRows(whole: unknown, rest: unknown, at: Path | null): unknown[] {
  if (typeof whole !== 'object' || whole === null) return []
  const inside = (key: string | number): Path | null => (at !== null && at[0] === key ? at.slice(1) : null)
  if (Array.isArray(whole)) {
    if (isOfBatches(whole) && at === null) return []
    const left = new Set((Array.isArray(rest) ? rest : []).map(textOfRow))
    const lost = whole.filter((row, index) => inside(index) === null && !left.has(textOfRow(row)))
    // In an earlier version the rows had names.
    return typeof at?.[0] === 'string' ? lost.slice(1) : lost
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
  const format = Object.values<FileFormat<object>>(FILE_FORMATS).find((each) => each.name === kind)
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

/** What the app reads of an undamaged file. */
function readWhole({ name, text }: { name: string; text: string }): unknown {
  const known = wholes.get(text)
  if (known !== undefined) return known
  const whole = open([{ name, text }]).loaded.get(name)
  wholes.set(text, whole)
  return whole
}
const wholes = new Map<string, unknown>()

it('of 1,000 random old profiles nothing is lost that can be read, and nothing in silence', () => {
  const damages = fc.uniqueArray(damage, { minLength: 1, maxLength: 4, selector: ({ name }) => name })
  fc.assert(
    fc.property(damages, (files) => {
      const texts = files.map(({ name, text, content }) => ({ name, text: textOf(name, text, content) }))
      const { folder, loaded, losses } = open(texts)
      for (const [index, { name, at, text: before }] of files.entries()) {
        const { format, accountId } = kindOf(name)
        const what = `${name} at ${at.join('.')}`
        if (!CACHES.includes(format.name))
          expect(lostRows(readWhole({ name, text: before }), loaded.get(name), at), what).toEqual([])
        const text = texts[index]?.text ?? ''
        const loss = losses.find((each) => each.name === format.name && each.accountId === accountId)
        if (loss) {
          const copy = `${name.replace(/json$/, '')}unreadable-${loss.at}.json`
          expect(readFileSync(join(folder, copy), 'utf8'), what).toBe(text)
        } else {
          const migrated = migrate(
            { version: versionOf(text), content: contentOf(name, text) },
            format.migrations,
          )
          expect(migrated.kind === 'current' && standsIn(migrated.content, loaded.get(name)), what).toBe(true)
        }
      }
      expect(findSetAside(folder)).toHaveLength(losses.length)
    }),
    { numRuns: 1_000 },
  )
}, 120_000)
