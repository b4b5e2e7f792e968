import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findRuntime } from './runtime/find.ts'
import { overrideRuntime, packageRuntime } from './runtime/installed.ts'
import { withLock } from './runtime/lock.ts'
import { FALLBACK } from './runtime/pinned.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'session-desk-test-'))
})
afterEach(() => rm(folder, { recursive: true }))

// With the executable of every system, whichever the tests run on.
async function makeDist(dist: string, version: string): Promise<void> {
  const bundle = join(dist, 'Electron.app', 'Contents', 'MacOS')
  await mkdir(bundle, { recursive: true })
  for (const file of [join(dist, 'electron'), join(dist, 'electron.exe'), join(bundle, 'Electron')]) {
    await writeFile(file, '')
  }
  await writeFile(join(dist, 'version'), `v${version}\n`)
}

describe('an existing runtime', () => {
  it('is the chosen one first', async () => {
    const [chosen, root] = [join(folder, 'chosen'), join(folder, 'project')]
    await makeDist(chosen, '45.4.1')
    await makeDist(join(root, 'node_modules', 'electron', 'dist'), '45.0.0')
    const runtime = await findRuntime(root, { ELECTRON_OVERRIDE_DIST_PATH: chosen })
    expect(runtime).toMatchObject({ dist: chosen, version: '45.4.1', source: 'override', tryout: false })
  })

  it('is an error when the chosen folder has none', () => {
    expect(() => overrideRuntime(folder, 'linux')).toThrow('ELECTRON_OVERRIDE_DIST_PATH')
  })

  it('counts as the fallback even when it was chosen', async () => {
    await makeDist(folder, FALLBACK.version)
    expect(overrideRuntime(folder, 'linux').tryout).toBe(true)
  })

  it('in node_modules counts only after the installer has written its last file', async () => {
    await makeDist(join(folder, 'dist'), '45.4.1')
    expect(packageRuntime(folder, 'node_modules', 'linux')).toBeNull()
    await writeFile(join(folder, 'path.txt'), 'electron')
    expect(packageRuntime(folder, 'node_modules', 'linux')).toMatchObject({
      version: '45.4.1',
      tryout: false,
    })
  })
})

describe('the lock', () => {
  it('lets one in at a time', async () => {
    const lock = join(folder, 'deep', 'work.lock')
    const log: string[] = []
    let letGo = (): void => undefined
    const first = withLock(lock, async () => {
      log.push('first in')
      await new Promise<void>((resolve) => (letGo = resolve))
      log.push('first out')
    })
    await expect.poll(() => log).toEqual(['first in'])
    const second = withLock(lock, async () => void log.push('second in'))
    letGo()
    await Promise.all([first, second])
    expect(log).toEqual(['first in', 'first out', 'second in'])
    expect(await readdir(join(folder, 'deep'))).toEqual([])
  })

  it('replaces the lock of a dead process, and is released after an error', async () => {
    const lock = join(folder, 'work.lock')
    await writeFile(lock, '999999999')
    await expect(withLock(lock, () => Promise.reject(new Error('oops')))).rejects.toThrow('oops')
    await expect(withLock(lock, () => Promise.resolve('done'))).resolves.toBe('done')
  })
})
