import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { currentVersion } from '../../../electron/domain/file-version.ts'
import { FILE_FORMATS, type FileFormat } from '../../../electron/core/file-formats.ts'
import { accountFilesIn, type OpenAccountFiles } from '../../../electron/platform/storage/account-files.ts'
import { openAppFiles } from '../../../electron/platform/storage/app-files.ts'
import { openStores, type OpenJsonStore } from '../../../electron/platform/storage/json-store.ts'
import { readStartupState } from '../../../electron/platform/window/startup-state.ts'
import { projectRoot } from '../../support/project-root.ts'
import { formsIn, formsOf } from '../core/schema-forms.ts'
import { fakeLog } from '../fakes.ts'
import { temporaryFolder } from './temporary-folder.ts'

vi.hoisted(() => (process.env['ELECTRON_OVERRIDE_DIST_PATH'] = '/nowhere'))

// Profiles as released versions of the app wrote them: `1` is a whole one, `1-…` has more forms of some files. The next
// folder, `2`, is the same profile once any of its files has a new version.
const PROFILES = join(projectRoot(), 'test/fixtures/profiles')
const folders = readdirSync(PROFILES)
const generationOf = (folder: string): number => Number.parseInt(folder)
const newest = Math.max(...folders.map(generationOf))
const variantOf = (folder: string): string => folder.replace(/^\d+/, '')

interface ProfileFile {
  format: FileFormat<object>
  version: number
  content: unknown
}

/** Reads the files of a profile, by name, as they are. */
function filesOf(folder: string): Map<string, ProfileFile> {
  const names = readdirSync(join(PROFILES, folder))
  return new Map(
    names.map((name) => {
      const format = Object.values<FileFormat<object>>(FILE_FORMATS).find(
        (each) => name.replace(/(-\w+)?\.json$/, '') === each.name,
      )
      if (!format) throw new Error(`Nothing opens ${name} of ${folder} any more`)
      const text = readFileSync(join(PROFILES, folder, name), 'utf8')
      const { version = 1, ...fields } = JSON.parse(text) as { version?: number; value?: unknown }
      return [name, { format, version, content: name.includes('-') ? fields : fields.value }] as const
    }),
  )
}

/** Returns what a file contains once it is migrated: the same file of the newest profile. */
function expectedContent(folder: string, name: string, { format, version, content }: ProfileFile): unknown {
  if (version === currentVersion(format.migrations)) return content
  const now = filesOf(`${newest}${variantOf(folder)}`).get(name)
  if (!now) throw new Error(`${newest}${variantOf(folder)} has no ${name} as it must be after its migration`)
  return now.content
}

const { path, names, read } = temporaryFolder()

/** Copies a profile and opens all of its files as the app does. */
function openProfile(folder: string) {
  cpSync(join(PROFILES, folder), path(folder), { recursive: true })
  const log = fakeLog()
  const [stores, accountFiles] = [openStores(path(folder), log), accountFilesIn(path(folder), log)]
  const loaded = new Map<string, unknown>()
  const rewrites: (() => void)[] = []
  const ofAccounts: FileFormat<object>[] = []
  const open: OpenJsonStore = (format, initial) => {
    const store = stores(format, initial)
    loaded.set(`${format.name}.json`, store.read())
    rewrites.push(() => store.write(store.read()))
    return store
  }
  const openOfAccounts: OpenAccountFiles = (format) => {
    const files = accountFiles(format)
    ofAccounts.push(format)
    for (const [accountId, value] of Object.entries(files.read())) {
      loaded.set(`${format.name}-${accountId}.json`, value)
      rewrites.push(() => files.write(accountId, value))
    }
    return files
  }
  openAppFiles(open, openOfAccounts)
  return { log, loaded, rewrites, ofAccounts }
}

describe('the profiles of all versions', () => {
  it.each(folders)('load with nothing dropped, set aside or written: %s', (folder) => {
    const files = filesOf(folder)
    const { log, loaded } = openProfile(folder)
    for (const [name, file] of files)
      expect(loaded.get(name), `${folder}/${name}`).toEqual(expectedContent(folder, name, file))
    expect([log.lines, names(folder)]).toEqual([[], [...files.keys()].sort()])
    for (const name of files.keys())
      expect(read(join(folder, name))).toBe(readFileSync(join(PROFILES, folder, name), 'utf8'))
  })

  it.each(folders)('carry the current versions once they are written: %s', (folder) => {
    const { rewrites } = openProfile(folder)
    for (const rewrite of rewrites) rewrite()
    for (const [name, file] of filesOf(folder)) {
      const { version, ...fields } = JSON.parse(read(join(folder, name))) as {
        version: unknown
        value?: unknown
      }
      expect(version).toBe(currentVersion(file.format.migrations))
      expect(name.includes('-') ? fields : fields.value).toEqual(expectedContent(folder, name, file))
    }
  })

  it('begin with the sessions of the account that was last active', () => {
    cpSync(join(PROFILES, '1'), path('1'), { recursive: true })
    const { bounds, theme, language, server, screen } = readStartupState(path('1'))
    expect({ bounds, theme, language, server }).toEqual({
      bounds: { x: 60, y: 40, width: 1080, height: 720, maximised: false },
      theme: 'dark',
      language: 'pt-BR',
      server: 'https://chat.example.com/api/v1',
    })
    expect(screen).toMatchObject({ kind: 'sessions', account: { name: 'Ana' }, list: { count: 60 } })
  })
})

describe('the newest profile', () => {
  const files = folders
    .filter((folder) => generationOf(folder) === newest)
    .flatMap((folder) => [...filesOf(folder)].map(([name, file]) => ({ folder, name, ...file })))

  it.each(Object.values<FileFormat<object>>(FILE_FORMATS))(
    'has $name in its current version, with all forms that its content can have',
    ({ name, schema, migrations }) => {
      const version = currentVersion(migrations)
      const own = files.filter((file) => file.format.name === name)
      const whole = own.filter(({ folder }) => folder === String(newest))
      expect(whole.length, `Add ${name} to test/fixtures/profiles/${newest}`).toBeGreaterThan(0)
      expect(
        own.filter((file) => file.version !== version).map((file) => `${file.folder}/${file.name}`),
        `Files of ${name} must be of version ${version}: leave released folders as they are, and add the next one`,
      ).toEqual([])
      const missing = formsOf(schema)
      for (const { content } of own) for (const form of formsIn(schema, content)) missing.delete(form)
      expect(
        [...missing],
        `No file of ${name} has these: add them to a folder test/fixtures/profiles/${newest}-…`,
      ).toEqual([])
    },
  )

  it('holds no content in a field named version', () => {
    const shapes = openProfile('1').ofAccounts.map(({ schema }) => formsOf(schema))
    expect(shapes.length).toBeGreaterThan(0)
    for (const forms of shapes) expect([...forms]).not.toContain('.version')
  })
})
