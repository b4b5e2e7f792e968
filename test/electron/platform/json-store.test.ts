import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { INITIAL_SETTINGS } from '../../../electron/core/settings.ts'
import { settingsSchema } from '../../../electron/core/file-schemas.ts'
import { openStores } from '../../../electron/platform/json-store.ts'
import { fakeLog } from '../fakes.ts'

// In plain Node the electron package is the path of its binary. Without `app` and `ipcMain`, electron-store uses the
// given folder.
vi.hoisted(() => (process.env['ELECTRON_OVERRIDE_DIST_PATH'] = '/nowhere'))

const shape = z.record(z.string(), z.string())
let home = ''
let folder = ''

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'desk-stores-'))
  folder = join(home, 'accounts')
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(home, { recursive: true })
})

const modeOf = (path: string): number => statSync(path).mode & 0o777
const file = (name: string): string => join(folder, name)
const setAside = (): string[] => readdirSync(folder).filter((name) => name.includes('unreadable'))
const isPosix = process.platform !== 'win32'

function put(name: string, content: string | Buffer): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(file(name), content)
}

describe('JSON stores', () => {
  it('start with the initial content, and keep writes across a restart', () => {
    const store = openStores(folder, fakeLog())('vault', shape, {})
    expect(store.read()).toEqual({})
    store.write({ a: 'x', 'b.c': 'y' })
    expect(openStores(folder, fakeLog())('vault', shape, {}).read()).toEqual({ a: 'x', 'b.c': 'y' })
  })

  it('create no file before the first write', () => {
    const store = openStores(folder, fakeLog())('vault', shape, {})
    expect(readdirSync(folder)).toEqual([])
    store.write({ a: 'x' })
    expect(readdirSync(folder)).toEqual(['vault.json'])
  })

  it('do not mix files', () => {
    const open = openStores(folder, fakeLog())
    const [first, second] = [open('first', shape, {}), open('second', shape, {})]
    first.write({ a: '1' })
    second.write({ a: '2' })
    expect([first.read(), second.read()]).toEqual([{ a: '1' }, { a: '2' }])
  })

  it('do not change the initial content for the next', () => {
    const first = { a: 'x' }
    openStores(folder, fakeLog())('vault', shape, first).write({ b: 'y' })
    expect(first).toEqual({ a: 'x' })
  })

  it.runIf(isPosix)('are private, folder and files, also after each write', () => {
    const store = openStores(folder, fakeLog())('vault', shape, {})
    store.write({})
    expect([modeOf(folder), modeOf(file('vault.json'))]).toEqual([0o700, 0o600])
    store.write({ a: 'x' })
    expect(modeOf(file('vault.json'))).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['vault.json'])
  })

  it.runIf(isPosix)('make an existing folder and file private', () => {
    put('vault.json', '{"value":{"a":"x"}}')
    chmodSync(folder, 0o755)
    chmodSync(file('vault.json'), 0o644)
    const store = openStores(folder, fakeLog())('vault', shape, {})
    expect([modeOf(folder), modeOf(file('vault.json')), store.read()]).toEqual([0o700, 0o600, { a: 'x' }])
  })

  it.each<[string, string | Buffer]>([
    ['is cut off', '{"value":{"a":"x"'],
    ['is empty', ''],
    ['is not text', Buffer.from([0, 255, 254, 128, 10])],
    ['has no value', '{"value":null}'],
    ['is a list', '{"value":[1,2]}'],
  ])('set a file aside that %s, byte for byte, and start with the initial content', (_case, content) => {
    put('vault.json', content)
    const log = fakeLog()
    const store = openStores(folder, log)('vault', shape, {})
    expect(store.read()).toEqual({})
    expect(setAside()).toHaveLength(1)
    expect(readFileSync(file(setAside()[0]!))).toEqual(Buffer.from(content))
    expect(log.lines).toEqual(['store.setAside {"name":"vault"}'])
    store.write({ a: 'y' })
    expect(openStores(folder, fakeLog())('vault', shape, {}).read()).toEqual({ a: 'y' })
    expect(setAside()).toHaveLength(1)
  })

  it('drop only unreadable parts, and keep the damaged file beside the new one', () => {
    const content = '{"value":{"a":{"b":1},"c":"ciphertext","d":null}}'
    put('vault.json', content)
    const log = fakeLog()
    const store = openStores(folder, log)('vault', shape, {})
    expect(store.read()).toEqual({ c: 'ciphertext' })
    expect(readFileSync(file(setAside()[0]!), 'utf8')).toBe(content)
    if (isPosix) expect(modeOf(file(setAside()[0]!))).toBe(0o600)
    expect(log.lines).toEqual(['store.rowsSetAside {"name":"vault","dropped":2}'])
    expect(openStores(folder, fakeLog())('vault', shape, {}).read()).toEqual({ c: 'ciphertext' })
    expect(setAside()).toHaveLength(1)
  })

  it('repair an unknown setting, and keep the others', () => {
    put('settings.json', '{"value":{"theme":"sepia","language":"es","server":"https://x.example/api/v1"}}')
    const store = openStores(folder, fakeLog())('settings', settingsSchema, INITIAL_SETTINGS)
    expect(store.read()).toEqual({
      theme: 'system',
      language: 'es',
      renewal: 'never',
      pollInterval: '10s',
      keepInTray: true,
      keepWithoutTray: false,
      notifications: true,
      server: 'https://x.example/api/v1',
    })
    expect(setAside()).toEqual([])
  })

  it('throw if a write is refused, and keep the content', () => {
    const store = openStores(folder, fakeLog())('vault', shape, {})
    store.write({ a: 'x' })
    expect(() => store.write({ a: 1n as unknown as string })).toThrow(TypeError)
    expect(store.read()).toEqual({ a: 'x' })
  })
})
