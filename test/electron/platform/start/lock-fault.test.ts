import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { expect, it, vi } from 'vitest'
import { findLockFault, isLocked, lockFaultReason } from '../../../../electron/platform/start/lock-fault.ts'
import { isPosix, temporaryFolder } from '../temporary-folder.ts'

const disk = vi.hoisted(() => ({ hasLinks: true }))
vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>()
  const symlinkSync: typeof fs.symlinkSync = (target, path) => {
    if (!disk.hasLinks) throw Object.assign(new Error('symlink'), { code: 'EPERM' })
    real.symlinkSync(target, path)
  }
  return { ...real, symlinkSync }
})

const folder = temporaryFolder()

/** A profile and a temporary folder. */
function twoFolders(): { profile: string; temporary: string } {
  const [profile, temporary] = [folder.path('profile'), folder.path('tmp')]
  for (const path of [profile, temporary]) fs.mkdirSync(path)
  return { profile, temporary }
}

it.runIf(isPosix)('says that a profile is locked only while the process of its lock runs', () => {
  const { profile } = twoFolders()
  const isLockedBy = (target: string): boolean => {
    fs.rmSync(`${profile}/SingletonLock`, { force: true })
    fs.symlinkSync(target, `${profile}/SingletonLock`)
    return isLocked(profile, 'linux')
  }
  expect(isLocked(profile, 'linux')).toBe(false)
  // The name of the computer may have changed since.
  expect(isLockedBy(`a-host-${process.pid}`)).toBe(true)
  expect(['a-host-0', 'nothing', 'a-host-'].map(isLockedBy)).toEqual([false, false, false])
  // After a crash the number may be another program's.
  const program = spawn('cat')
  if (process.platform === 'linux') expect(isLockedBy(`a-host-${program.pid}`)).toBe(false)
  program.kill()
})

it('says that a profile is locked on Windows while the lock file is there', () => {
  const { profile } = twoFolders()
  expect(isLocked(profile, 'win32')).toBe(false)
  folder.write('profile/lockfile', '')
  expect(isLocked(profile, 'win32')).toBe(true)
})

it.runIf(isPosix)(
  'finds no fault where Chromium could lock, stale links included, and leaves nothing behind',
  () => {
    const { profile, temporary } = twoFolders()
    for (const name of ['SingletonLock', 'SingletonCookie', 'SingletonSocket'])
      fs.symlinkSync('elsewhere-1', `${profile}/${name}`)
    expect(findLockFault(profile, temporary, 'linux')).toBeNull()
    expect(findLockFault(profile, `${temporary}/missing`, 'win32')).toBeNull()
    expect(folder.names('tmp')).toEqual([])
    expect(folder.names('profile')).toHaveLength(3)
  },
)

it.runIf(isPosix).each(['SingletonLock', 'SingletonCookie', 'SingletonSocket'])(
  'finds a folder or file in the place of %s',
  (name) => {
    const { profile, temporary } = twoFolders()
    const path = folder.write(`profile/${name}`, '')
    const fault = { reason: 'inTheWay', path, code: '' }
    expect(findLockFault(profile, temporary, 'linux')).toEqual(fault)
    fs.rmSync(path)
    fs.mkdirSync(path)
    expect(findLockFault(profile, temporary, 'linux')).toEqual(fault)
  },
)

it('finds which folder is missing, or is none', () => {
  const { profile, temporary } = twoFolders()
  const missing = folder.path('missing')
  const file = folder.write('file', '')
  const reason = 'missing'
  expect(findLockFault(profile, missing, 'linux')).toEqual({ reason, path: missing, code: 'ENOENT' })
  expect(findLockFault(missing, temporary, 'linux')).toMatchObject({ reason, path: missing })
  expect(findLockFault(missing, temporary, 'win32')).toMatchObject({ reason, path: missing })
  if (isPosix) expect(findLockFault(profile, file, 'linux')).toMatchObject({ reason, path: file })
})

it.runIf(isPosix)('finds a file system without links, where Chromium needs them', () => {
  const { profile, temporary } = twoFolders()
  disk.hasLinks = false
  const fault = findLockFault(profile, temporary, 'linux')
  disk.hasLinks = true
  expect(fault).toEqual({ reason: 'unsupported', path: profile, code: 'EPERM' })
  expect(folder.names('profile')).toEqual([])
})

it.each([
  ['ENOSPC', false, 'full'],
  ['EDQUOT', true, 'full'],
  ['EACCES', false, 'denied'],
  ['EROFS', false, 'denied'],
  ['EPERM', false, 'denied'],
  // A file system without links.
  ['EPERM', true, 'unsupported'],
  ['EOPNOTSUPP', true, 'unsupported'],
  ['ENOTDIR', false, 'missing'],
  ['EIO', false, 'unsupported'],
  ['', false, 'unsupported'],
])('calls %s (in a new folder: %s) %s', (code, isInside, reason) => {
  expect(lockFaultReason(code, isInside)).toBe(reason)
})
