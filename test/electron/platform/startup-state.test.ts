import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readStartupState } from '../../../electron/platform/startup-state.ts'

const NOTHING = { bounds: null, theme: 'system', language: 'auto', server: '', screen: 'signIn' }
const BOUNDS = { x: 1, y: 2, width: 900, height: 600, maximised: false }

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'desk-look-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const keep = (name: string, value: unknown): void =>
  writeFileSync(join(folder, `${name}.json`), JSON.stringify({ value }))

describe('the startup state', () => {
  it('has defaults without files', () => {
    expect(readStartupState(folder)).toEqual(NOTHING)
    expect(readStartupState(join(folder, 'none'))).toEqual(NOTHING)
  })

  it('contains the settings that the page shows, and the bounds', () => {
    const settings = { theme: 'dark', language: 'es', server: 'https://chat.example.com/api/v1' }
    keep('settings', settings)
    keep('window', { bounds: BOUNDS })
    expect(readStartupState(folder)).toEqual({ ...settings, bounds: BOUNDS, screen: 'signIn' })
  })

  it.each([
    ['without accounts', [], null, [], 'signIn'],
    ['with a signed-in account', [{ id: 'a', status: 'signedIn' }], 'a', [], 'sessions'],
    ['whatever else is known', [{ id: 'a', status: 'signedIn' }], 'a', [{ id: 'x' }], 'sessions'],
    ['with an account that has to sign in again', [{ id: 'a', status: 'signedOut' }], 'a', [], 'other'],
    ['after a sign-out that was not confirmed', [], null, [{ id: 'x' }], 'other'],
    ['with damaged accounts', [null, 7], undefined, 'x', 'signIn'],
  ])('knows the screen %s', (_case, accounts, activeAccountId, unconfirmed, screen) => {
    keep('accounts', { accounts, activeAccountId })
    keep('unconfirmed', unconfirmed)
    expect(readStartupState(folder).screen).toBe(screen)
  })

  it.each([
    '',
    '{',
    'null',
    '[]',
    '7',
    '{"value":null}',
    '{"value":[]}',
    '{"value":{"theme":"red","server":7,"language":"de","accounts":7}}',
  ])('ignores a file with %s', (text) => {
    for (const name of ['settings', 'window', 'accounts', 'unconfirmed'])
      writeFileSync(join(folder, `${name}.json`), text)
    expect(readStartupState(folder)).toEqual(NOTHING)
  })
})
