import { describe, expect, it } from 'vitest'
import { createSettings, INITIAL_SETTINGS } from '../../../electron/core/settings.ts'
import { fakeLog, fakeStore } from '../fakes.ts'

const SERVER = 'https://chat.example/api/v1'

function setUp(server: string | null = null) {
  const store = fakeStore(INITIAL_SETTINGS)
  const log = fakeLog()
  let changes = 0
  const settings = createSettings(store, server, log, () => changes++)
  return { store, log, settings, changes: () => changes }
}

describe('the settings', () => {
  it('starts with the appearance and the language of the system, and no server', () => {
    expect(setUp().settings.get()).toEqual({
      theme: 'system',
      language: 'auto',
      renewal: 'never',
      pollInterval: '10s',
      keepInTray: true,
      keepWithoutTray: false,
      notifications: true,
      server: '',
    })
  })

  it('change only the given values, and are stored before they are announced', () => {
    const store = fakeStore(INITIAL_SETTINGS)
    const onDisk: string[] = []
    const settings = createSettings(store, null, fakeLog(), () => onDisk.push(store.read().theme))
    settings.update({ theme: 'dark' })
    settings.update({ language: 'es' })
    expect(onDisk).toEqual(['dark', 'dark'])
    expect(createSettings(store, null, fakeLog(), () => undefined).get()).toEqual({
      theme: 'dark',
      language: 'es',
      renewal: 'never',
      pollInterval: '10s',
      keepInTray: true,
      keepWithoutTray: false,
      notifications: true,
      server: '',
    })
  })

  it('prefer the server of the command line to the stored one', () => {
    const { store, settings } = setUp(SERVER)
    expect([settings.get().server, store.writes]).toEqual([SERVER, []])
  })

  it('store the server of a sign-in instead of that of the command line', () => {
    const { store, settings } = setUp(SERVER)
    settings.update({ server: 'https://other.example/api/v1' })
    expect([settings.get().server, store.read().server]).toEqual([
      'https://other.example/api/v1',
      'https://other.example/api/v1',
    ])
  })

  it('do not store the server of the command line', () => {
    const { store, settings } = setUp(SERVER)
    settings.update({ theme: 'dark' })
    expect(store.read().server).toBe('')
  })

  it('do not show a value that could not be stored', () => {
    const { store, settings } = setUp()
    store.broken = true
    expect(() => settings.update({ theme: 'dark' })).toThrow('ENOSPC')
    expect(settings.get().theme).toBe('system')
  })

  it('goes on with a sign-in whose server address the disk refuses, and logs it', () => {
    const { store, log, settings } = setUp()
    store.broken = true
    settings.rememberServer(SERVER)
    expect([settings.get().server, log.lines]).toEqual(['', ['settings.notSaved {}']])
    store.broken = false
    settings.rememberServer(SERVER)
    expect([settings.get().server, store.read().server]).toEqual([SERVER, SERVER])
  })
})
