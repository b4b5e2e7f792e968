import { beforeEach, describe, expect, it } from 'vitest'
import { PROFILE_FORMAT } from '../../../../electron/core/profile-format.ts'
import { readStartupState } from '../../../../electron/platform/window/startup-state.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const NOTHING = { bounds: null, zoom: 1, theme: 'system', page: 'sign-in' }
const BOUNDS = { x: 1, y: 2, width: 900, height: 600, maximised: false }
const ACCOUNT = { id: 'a1', status: 'signedIn' }

const { path, write } = temporaryFolder()
const keep = (name: string, value: unknown) => write(`${name}.json`, JSON.stringify({ value }))
const state = (folder = path()) => readStartupState(folder)
beforeEach(() => void write('profile.json', JSON.stringify({ format: PROFILE_FORMAT.number })))

describe('the startup state', () => {
  it('has defaults without files', () => {
    expect(state()).toEqual(NOTHING)
    expect(state(path('none'))).toEqual(NOTHING)
  })

  it('contains the theme and the bounds', () => {
    keep('settings', { theme: 'dark' })
    keep('window', { bounds: BOUNDS, zoom: 1.5 })
    expect(state()).toEqual({ bounds: BOUNDS, zoom: 1.5, theme: 'dark', page: 'sign-in' })
  })

  it.each([
    ['without accounts', [], null, 'sign-in'],
    ['with a signed-in account', [{ id: 'other' }, ACCOUNT], 'a1', 'sessions'],
    ['with an account that has to sign in again', [{ ...ACCOUNT, status: 'signedOut' }], 'a1', 'sign-in'],
    ['with another account signed in', [ACCOUNT, { id: 'other' }], 'other', 'sign-in'],
    ['with damaged accounts', [null, 7], undefined, 'sign-in'],
  ])('knows the page %s', (_case, accounts, activeAccountId, page) => {
    keep('accounts', { accounts, activeAccountId })
    expect(state().page).toBe(page)
  })

  it.each<[string, unknown]>([
    ['of a later format', { format: PROFILE_FORMAT.number + 1 }],
    ['of an earlier format', { format: PROFILE_FORMAT.number - 1 }],
    ['of an unknown format', null],
  ])('ignores all files %s', (_case, format) => {
    keep('settings', { theme: 'dark' })
    keep('window', { bounds: BOUNDS })
    keep('accounts', { accounts: [ACCOUNT], activeAccountId: 'a1' })
    expect(state()).not.toEqual(NOTHING)
    write('profile.json', JSON.stringify(format))
    expect(state()).toEqual(NOTHING)
  })

  const odd = '{"value":{"theme":"red","accounts":7}}'
  it.each(['', '{', 'null', '[]', '7', '{"value":null}', '{"value":[]}', odd])(
    'ignores a file with %s',
    (text) => {
      for (const name of ['settings', 'window', 'accounts']) write(`${name}.json`, text)
      expect(state()).toEqual(NOTHING)
    },
  )
})
