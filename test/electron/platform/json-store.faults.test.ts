import Store from 'electron-store'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { openStores } from '../../../electron/platform/json-store.ts'
import { fakeLog } from '../fakes.ts'

// In plain Node the electron package is the path of its binary. Without `app` and `ipcMain`, electron-store uses the
// given folder.
vi.hoisted(() => (process.env['ELECTRON_OVERRIDE_DIST_PATH'] = '/nowhere'))

const shape = z.record(z.string(), z.string())
let folder = ''

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'desk-stores-'))))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

describe('JSON stores on a failing disk', () => {
  it('do not set a valid file aside because the disk is full', () => {
    const content = '{"value":{"a":"ciphertext"}}'
    writeFileSync(join(folder, 'vault.json'), content)
    vi.spyOn(Store.prototype, 'set').mockImplementation(() => {
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
    })
    try {
      expect(openStores(folder, fakeLog())('vault', shape, {}).read()).toEqual({ a: 'ciphertext' })
    } finally {
      expect(readdirSync(folder)).toEqual(['vault.json'])
      expect(readFileSync(join(folder, 'vault.json'), 'utf8')).toBe(content)
    }
  })

  it('do not overwrite a damaged file that could not be copied', () => {
    const content = '{"value":{"a":"ciphertext","b":5}}'
    writeFileSync(join(folder, 'vault.json'), content)
    vi.spyOn(Date, 'now').mockReturnValue(7)
    writeFileSync(join(folder, 'vault.unreadable-7.json'), 'of another time')
    const store = openStores(folder, fakeLog())('vault', shape, {})
    expect(store.read()).toEqual({ a: 'ciphertext' })
    expect(() => store.write({})).toThrow()
    expect(readFileSync(join(folder, 'vault.json'), 'utf8')).toBe(content)
    expect(readFileSync(join(folder, 'vault.unreadable-7.json'), 'utf8')).toBe('of another time')
  })

  it('treat a file that was deleted while the app runs as new', () => {
    const store = openStores(folder, fakeLog())('vault', shape, {})
    store.write({ a: 'x' })
    rmSync(join(folder, 'vault.json'))
    expect(openStores(folder, fakeLog())('vault', shape, {}).read()).toEqual({})
    store.write({ a: 'y' })
    expect(openStores(folder, fakeLog())('vault', shape, {}).read()).toEqual({ a: 'y' })
  })

  it('delete the temporary file of a killed write', () => {
    openStores(folder, fakeLog())('vault', shape, {}).write({ a: 'x' })
    // The name that conf's atomic write gives its temporary files (atomically, utils/temp).
    writeFileSync(join(folder, 'vault.json.tmp-17000000001a2b3c'), '{}', { mode: 0o644 })
    openStores(folder, fakeLog())('vault', shape, {})
    expect(readdirSync(folder)).toEqual(['vault.json'])
  })

  it('work although a temporary file cannot be deleted', () => {
    writeFileSync(join(folder, 'vault.json.tmp-17000000001a2b3c'), '{"value":{"a":"half')
    const store = openStores(folder, fakeLog())('vault', shape, {})
    store.write({ a: 'x' })
    expect(store.read()).toEqual({ a: 'x' })
  })

  it('replace a file and never write into it, in a snap too, which stays one for all others', () => {
    vi.stubEnv('SNAP', '/snap/session-desk/1')
    const store = openStores(folder, fakeLog())('vault', shape, {})
    store.write({})
    const inode = (): number => statSync(join(folder, 'vault.json')).ino
    const before = inode()
    store.write({ a: 'x' })
    expect([inode() === before, process.env['SNAP']]).toEqual([false, '/snap/session-desk/1'])
  })

  it('refuse a write that cannot be verified', () => {
    const store = openStores(folder, fakeLog())('vault', shape, {})
    store.write({ a: 'x' })
    vi.spyOn(Store.prototype, 'set').mockImplementation(() => undefined)
    expect(() => store.write({ a: 'y' })).toThrow('Not what was written')
    expect(store.read()).toEqual({ a: 'x' })
  })
})
