import Store from 'electron-store'
import fc from 'fast-check'
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { FILE_FORMATS } from '../../../../electron/core/file-formats.ts'
import { openStores } from '../../../../electron/platform/storage/json-store.ts'
import { INITIAL_SETTINGS } from '../../../../electron/shared/initial-settings.ts'
import { fakeLog } from '../../fakes.ts'
import { isPosix, temporaryFolder } from '../temporary-folder.ts'

// In plain Node the electron package is the path of its binary. Without `app` and `ipcMain`, electron-store uses the
// given folder.
vi.hoisted(() => (process.env['ELECTRON_OVERRIDE_DIST_PATH'] = '/nowhere'))

const schema = z.record(z.string(), z.string())
const vault = { name: 'vault', schema }
const { path, names, read, write, modeOf } = temporaryFolder()

const openAll = (log = fakeLog()) => openStores(path('accounts'), log)
const open = (log = fakeLog(), first = {}) => openAll(log)(vault, first)
const put = (content: string | Buffer): string => write('accounts/vault.json', content)
/** The copies of damaged files. */
const setAside = (): string[] => names('accounts').filter((name) => name.includes('unreadable'))

describe('JSON stores', () => {
  it('start with the initial content, create no file before the first write, and keep that across a restart', () => {
    const first = { first: 'x' }
    const store = open(fakeLog(), first)
    expect([store.read(), names('accounts')]).toEqual([first, []])
    store.write({ a: 'x', 'b.c': 'y' })
    expect([open().read(), first]).toEqual([{ a: 'x', 'b.c': 'y' }, { first: 'x' }])
    expect(names('accounts')).toEqual(['vault.json'])
  })

  it.runIf(isPosix)('are private, folder and files, also after each write', () => {
    const store = open()
    for (const content of [{}, { a: 'x' }]) {
      store.write(content)
      expect([modeOf('accounts'), modeOf('accounts/vault.json')]).toEqual([0o700, 0o600])
    }
    expect(names('accounts')).toEqual(['vault.json'])
  })

  it.runIf(isPosix)('make an existing folder and file private', () => {
    chmodSync(put('{"value":{"a":"x"}}'), 0o644)
    chmodSync(path('accounts'), 0o755)
    expect(open().read()).toEqual({ a: 'x' })
    expect([modeOf('accounts'), modeOf('accounts/vault.json')]).toEqual([0o700, 0o600])
  })

  it.each<[string, string | Buffer]>([
    ['is cut off', '{"value":{"a":"x"'],
    ['is empty', ''],
    ['is not text', Buffer.from([0, 255, 254, 128, 10])],
    ['has no value', '{"value":null}'],
    ['is a list', '{"value":[1,2]}'],
    ['has something else', '{"rows":{"a":"x"}}'],
  ])('set a file aside that %s, byte for byte, and start with the initial content', (_case, content) => {
    put(content)
    const log = fakeLog()
    const store = open(log)
    expect(store.read()).toEqual({})
    expect(setAside().map((name) => readFileSync(path('accounts', name)))).toEqual([Buffer.from(content)])
    expect(log.lines).toEqual(['store.setAside {"name":"vault"}'])
    store.write({ a: 'y' })
    expect([open().read(), setAside().length]).toEqual([{ a: 'y' }, 1])
  })

  it('drop only unreadable parts, and keep the damaged file beside the new one', () => {
    const content = '{"value":{"a":{"b":1},"c":"ciphertext","d":null}}'
    put(content)
    const log = fakeLog()
    expect(open(log).read()).toEqual({ c: 'ciphertext' })
    expect(setAside().map((name) => read(`accounts/${name}`))).toEqual([content])
    if (isPosix) expect(modeOf(`accounts/${setAside()[0]}`)).toBe(0o600)
    expect(log.lines).toEqual(['store.rowsSetAside {"name":"vault","dropped":2}'])
    expect([open().read(), setAside().length]).toEqual([{ c: 'ciphertext' }, 1])
  })

  it('repair an unknown setting, and keep the others', () => {
    const kept = { language: 'es', server: 'https://x.example/api/v1' }
    write('accounts/settings.json', JSON.stringify({ value: { ...kept, theme: 'sepia' } }))
    const store = openAll()(FILE_FORMATS.settings, INITIAL_SETTINGS)
    expect([store.read(), setAside().length]).toEqual([{ ...INITIAL_SETTINGS, ...kept }, 1])
  })

  it('open whatever a file contains, and lose no byte of it', () => {
    const anyFile = fc.oneof(
      fc.jsonValue(),
      fc.record({ value: fc.jsonValue() }),
      fc.record({ value: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.jsonValue())) }),
    )
    const text = fc.oneof(
      fc.string(),
      anyFile.map((file) => JSON.stringify(file)),
    )
    const formats = [vault, ...Object.values(FILE_FORMATS)]
    fc.assert(
      fc.property(text, fc.constantFrom(...formats), (content, format) => {
        rmSync(path('accounts'), { recursive: true, force: true })
        mkdirSync(path('accounts'))
        write(`accounts/${format.name}.json`, content)
        const opened = openStores(path('accounts'), fakeLog())(format as typeof vault, {})
        expect(names('accounts').map((name) => read(`accounts/${name}`))).toContain(content)
        const before = opened.read()
        const isWritten = (() => {
          try {
            opened.write(before)
            return true
          } catch {
            return false
          }
        })()
        if (!isWritten) expect(read(`accounts/${format.name}.json`)).toBe(content)
      }),
    )
  })
})

describe('JSON stores on a failing disk', () => {
  it('do not set a valid file aside because the disk is full', () => {
    const content = '{"value":{"a":"ciphertext"}}'
    put(content)
    vi.spyOn(Store.prototype, 'set').mockImplementation(() => {
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
    })
    expect(open().read()).toEqual({ a: 'ciphertext' })
    expect([names('accounts'), read('accounts/vault.json')]).toEqual([['vault.json'], content])
  })

  it('do not overwrite a damaged file that could not be copied', () => {
    const content = '{"value":{"a":"ciphertext","b":5}}'
    put(content)
    vi.spyOn(Date, 'now').mockReturnValue(7)
    write('accounts/vault.unreadable-7.json', 'of another time')
    const store = open()
    expect(store.read()).toEqual({ a: 'ciphertext' })
    expect(() => store.write({})).toThrow()
    expect(read('accounts/vault.json')).toBe(content)
    expect(read('accounts/vault.unreadable-7.json')).toBe('of another time')
  })

  it('delete the temporary file of a killed write, and ignore its content', () => {
    open().write({ a: 'x' })
    // The name that conf's atomic write gives its temporary files (atomically, utils/temp).
    write('accounts/vault.json.tmp-17000000001a2b3c', '{"value":{"a":"half')
    expect([open().read(), names('accounts')]).toEqual([{ a: 'x' }, ['vault.json']])
  })

  it('replace a file and never write into it, in a snap too, which stays one for all others', () => {
    vi.stubEnv('SNAP', '/snap/session-desk/1')
    const store = open()
    const inodeAfter = (content: Record<string, string>) => (
      store.write(content),
      statSync(path('accounts/vault.json')).ino
    )
    expect(inodeAfter({})).not.toBe(inodeAfter({ a: 'x' }))
    expect(process.env['SNAP']).toBe('/snap/session-desk/1')
  })

  it('refuse a write that cannot be verified', () => {
    const store = open()
    store.write({ a: 'x' })
    vi.spyOn(Store.prototype, 'set').mockImplementation(() => undefined)
    expect(() => store.write({ a: 'y' })).toThrow('The disk refused')
    expect(store.read()).toEqual({ a: 'x' })
  })
})
