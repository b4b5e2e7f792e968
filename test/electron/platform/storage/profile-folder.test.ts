import fs, { mkdirSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PROFILE_FORMAT, type ProfileFormat } from '../../../../electron/core/profile-format.ts'
import { isCurrentProfile, openProfile } from '../../../../electron/platform/storage/profile-folder.ts'
import { isPosix, temporaryFolder } from '../temporary-folder.ts'

const { path, names, read, write, modeOf } = temporaryFolder()
const folder = (): string => path('accounts')
const contents = (): string[] => names('accounts').map((name) => `${name} ${read(`accounts/${name}`)}`)
const CURRENT = JSON.stringify({ format: PROFILE_FORMAT.number })

/** Makes a rename throw, in every module, after as many that do not. */
function breakRename(after = 0): void {
  const { renameSync } = fs
  let calls = 0
  vi.spyOn(fs, 'renameSync').mockImplementation((...paths) => {
    if (calls++ === after) throw new Error('EIO')
    renameSync(...paths)
  })
  syncBuiltinESMExports()
}
function repairFs(): void {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
}
afterEach(repairFs)

describe('a folder of a profile', () => {
  it.each<[string, () => unknown]>([
    ['is missing', () => null],
    ['is empty', () => mkdirSync(folder())],
    ['a killed start left', () => write('accounts/profile.json.tmp-17', '{"form')],
  ])('that %s gets the current format, and opens again', (_case, prepare) => {
    prepare()
    expect([isCurrentProfile(folder()), openProfile(folder())]).toEqual([false, true])
    expect([isCurrentProfile(folder()), read('accounts/profile.json')]).toEqual([true, CURRENT])
    if (isPosix) expect(modeOf('accounts/profile.json')).toBe(0o600)
    write('accounts/vault.json', '{"value":{}}')
    const before = contents()
    expect([openProfile(folder()), contents()]).toEqual([true, before])
  })

  it.runIf(isPosix)('is private when it is new', () => {
    openProfile(folder())
    expect(modeOf('accounts')).toBe(0o700)
  })

  it.each([
    ['of a later format', JSON.stringify({ format: PROFILE_FORMAT.number + 1 })],
    ['of an earlier format', JSON.stringify({ format: PROFILE_FORMAT.number - 1 })],
    ['whose format is no number', '{"format":"100"}'],
    ['whose format is damaged', '{"form'],
    ['whose format is empty', ''],
    ['without a format', null],
  ])('%s is not touched', (_case, format) => {
    write('accounts/vault.json', '{"value":{}}')
    if (format !== null) write('accounts/profile.json', format)
    const before = contents()
    expect([openProfile(folder()), isCurrentProfile(folder())]).toEqual([false, false])
    expect(contents()).toEqual(before)
  })

  it('is not touched either if it has nothing but another format', () => {
    write('accounts/profile.json', '{"format":99}')
    expect([openProfile(folder()), contents()]).toEqual([false, ['profile.json {"format":99}']])
  })

  it('throws if the disk refuses the format, and is new at the next start', () => {
    breakRename()
    expect(() => openProfile(folder())).toThrow('EIO')
    repairFs()
    expect([names('accounts'), openProfile(folder())]).toEqual([[], true])
  })
})

describe('a folder of an earlier format', () => {
  /** The made-up format after 7, in which the rows of a history, which were `list`, are `rows`. */
  const next: ProfileFormat = {
    number: 8,
    steps: [
      (name, content) => (name === 'history' ? { rows: (content as { list: unknown }).list } : content),
    ],
  }
  const before = {
    'history-a1.json': '{"list":[1]}',
    'history-b2.json': '{"list":[2]}',
    'history-c3.json': '{"list":',
    'profile.json': '{"format":7}',
    'rules.json': '{"value":{"list":[3]}}',
    'vault.unreadable-7.json': '{}',
  }
  const after = {
    ...before,
    'history-a1.json': '{"rows":[1]}',
    'history-b2.json': '{"rows":[2]}',
    'profile.json': '{"format":8}',
  }
  const linesOf = (files: object) => Object.entries(files).map(([name, text]) => `${name} ${text}`)
  const put = (): void => {
    for (const [name, text] of Object.entries(before)) write(`accounts/${name}`, text)
  }

  it('is migrated whole; what is damaged or set aside stays as it is', () => {
    put()
    // Of a killed start; since then an earlier version of the app has deleted the file.
    write('accounts/history-d4.json.migrated', '{}')
    expect(openProfile(folder(), next)).toBe(true)
    expect(contents()).toEqual(linesOf(after))
  })

  // Three files and the format are written, and then the files take the names of those before.
  it.each([0, 1, 2, 3, 4, 5, 6])('is complete after another start if one ended at its rename %i', (call) => {
    put()
    breakRename(call)
    expect(() => openProfile(folder(), next)).toThrow('EIO')
    repairFs()
    expect(contents()).toEqual(expect.arrayContaining(call <= 3 ? linesOf(before) : []))
    expect(openProfile(folder(), next)).toBe(true)
    expect(contents()).toEqual(linesOf(after))
  })

  it('is not touched if its format is older than the first that is read', () => {
    put()
    expect(openProfile(folder(), { ...next, number: 9 })).toBe(false)
    expect(contents()).toEqual(linesOf(before))
  })
})
