import { describe, expect, it } from 'vitest'
import { createSettings } from '../../../electron/core/settings.ts'
import { INITIAL_SETTINGS } from '../../../electron/shared/initial-settings.ts'
import { fakeLog, fakeStore } from '../fakes.ts'

const SERVER = 'https://chat.example/api/v1'
const OTHER = 'https://other.example/api/v1'

function setUp(server: string | null = null) {
  const store = fakeStore(INITIAL_SETTINGS)
  const log = fakeLog()
  /** The theme on disk at each announced change. */
  const changes: string[] = []
  const open = () => createSettings(store, server, log, () => changes.push(store.read().theme))
  return { store, log, changes, open, settings: open() }
}

describe('the settings', () => {
  it('change only the given values, and are stored before they are announced', () => {
    const { settings, changes, open } = setUp()
    expect(settings.get()).toEqual(INITIAL_SETTINGS)
    settings.update({ theme: 'dark' })
    settings.update({ language: 'es' })
    expect(changes).toEqual(['dark', 'dark'])
    expect(open().get()).toEqual({ ...INITIAL_SETTINGS, theme: 'dark', language: 'es' })
  })

  it('give a reader its own, with their present values', () => {
    const { settings } = setUp()
    const { pollInterval, ...left } = settings.of('lists')
    settings.update({ pollInterval: '5min' })
    expect([pollInterval(), left]).toEqual(['5min', {}])
  })

  it('prefer the server of the command line until one is stored, and do not store it', () => {
    const { store, settings } = setUp(SERVER)
    settings.update({ theme: 'dark' })
    expect([settings.get().server, store.read().server]).toEqual([SERVER, ''])
    settings.update({ server: OTHER })
    expect([settings.get().server, store.read().server]).toEqual([OTHER, OTHER])
  })

  it('do not show a value that could not be stored', () => {
    const { store, settings } = setUp()
    store.broken = true
    expect(() => settings.update({ theme: 'dark' })).toThrow('ENOSPC')
    expect(settings.get().theme).toBe('system')
  })

  it('go on with a sign-in whose server address the disk refuses, and log it', () => {
    const { store, log, settings } = setUp()
    store.broken = true
    settings.rememberServer(SERVER)
    expect([settings.get().server, log.lines]).toEqual(['', ['settings.notSaved {}']])
    store.broken = false
    settings.rememberServer(SERVER)
    expect([settings.get().server, store.read().server]).toEqual([SERVER, SERVER])
  })
})
