import { beforeEach, describe, expect, it } from 'vitest'
import { PROFILE_FORMAT } from '../../../../electron/core/profile-format.ts'
import { readStartupState } from '../../../../electron/platform/window/startup-state.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const NOTHING = {
  bounds: null,
  zoom: 1,
  theme: 'system',
  language: 'auto',
  server: '',
  screen: { kind: 'signIn' },
}
const BOUNDS = { x: 1, y: 2, width: 900, height: 600, maximised: false }

const ACCOUNT = {
  id: 'a1',
  baseUrl: 'https://chat.example.com/api/v1',
  status: 'signedIn',
  credential: { kind: 'user' },
  user: { name: 'Ana', email: 'ana@example.com', tenant: { name: 'Acme' }, timezone: 'UTC', locale: 'es' },
}

const { path, write } = temporaryFolder()
const keep = (name: string, value: unknown) => write(`${name}.json`, JSON.stringify({ value }))
const state = (folder = path()) => readStartupState(folder)
beforeEach(() => void write('profile.json', JSON.stringify({ format: PROFILE_FORMAT.number })))

describe('the startup state', () => {
  it('has defaults without files', () => {
    expect(state()).toEqual(NOTHING)
    expect(state(path('none'))).toEqual(NOTHING)
  })

  it('contains the settings that the page shows, and the bounds', () => {
    const settings = { theme: 'dark', language: 'es', server: 'https://chat.example.com/api/v1' }
    keep('settings', settings)
    keep('window', { bounds: BOUNDS, zoom: 1.5 })
    expect(state()).toEqual({ ...settings, bounds: BOUNDS, zoom: 1.5, screen: { kind: 'signIn' } })
  })

  it.each([
    ['without accounts', [], null, [], 'signIn'],
    ['with a signed-in account', [ACCOUNT], 'a1', [], 'sessions'],
    ['whatever else is known', [ACCOUNT], 'a1', [{ id: 'x' }], 'sessions'],
    ['with an account that has to sign in again', [{ ...ACCOUNT, status: 'signedOut' }], 'a1', [], 'other'],
    ['after a sign-out that was not confirmed', [], null, [{ id: 'x' }], 'other'],
    ['with damaged accounts', [null, 7], undefined, 'x', 'signIn'],
  ])('knows the screen %s', (_case, accounts, activeAccountId, unconfirmed, is) => {
    keep('accounts', { accounts, activeAccountId })
    keep('unconfirmed', unconfirmed)
    expect(state().screen.kind).toBe(is)
  })

  it.each<[string, unknown]>([
    ['of a later format', { format: PROFILE_FORMAT.number + 1 }],
    ['of an earlier format', { format: PROFILE_FORMAT.number - 1 }],
    ['of an unknown format', null],
  ])('ignores all files %s', (_case, format) => {
    keep('settings', { theme: 'dark', language: 'es', server: 'https://chat.example.com/api/v1' })
    keep('window', { bounds: BOUNDS })
    keep('accounts', { accounts: [ACCOUNT], activeAccountId: 'a1' })
    keep('unconfirmed', [{ id: 'x' }])
    expect(state()).not.toEqual(NOTHING)
    write('profile.json', JSON.stringify(format))
    expect(state()).toEqual(NOTHING)
  })

  describe('with a signed-in account', () => {
    const LIST = { checkedAt: 5, skew: 0, count: 0, sessions: [] }
    const keepList = (list: unknown) => write('list-a1.json', JSON.stringify(list))
    function screenOf(account: unknown, vault: unknown = { a1: 'djExAA==' }) {
      keep('accounts', { accounts: [{ id: 'other' }, account], activeAccountId: 'a1' })
      keep('vault', vault)
      return state().screen
    }
    const { id, baseUrl } = ACCOUNT
    const { name, email } = ACCOUNT.user
    const PAGE_ACCOUNT = { id, baseUrl, name, email, tenant: 'Acme', timezone: 'UTC', locale: 'es' }

    it.each<[string, object, object | null]>([
      ['a list', LIST, LIST],
      ['no damaged one', { ...LIST, sessions: [7] }, null],
    ])('contains the account, and %s', (_case, stored, list) => {
      keepList(stored)
      expect(screenOf(ACCOUNT)).toEqual({ kind: 'sessions', account: PAGE_ACCOUNT, list })
    })

    it('contains no list that is missing or without a stored token', () => {
      expect(screenOf(ACCOUNT)).toMatchObject({ account: PAGE_ACCOUNT, list: null })
      keepList(LIST)
      expect(screenOf(ACCOUNT, {})).toMatchObject({ list: null })
    })

    const order = { by: 'name', direction: 'up' } as const
    it.each<[string, object, object]>([
      ['another page', { page: 'activity' }, LIST],
      ['another filter', { filter: { kind: 'new' } }, LIST],
      ['a list that is scrolled', { scrollTop: 40 }, LIST],
      ['another order than that of the rows', { order }, LIST],
      ['the first order, and rows of another one', {}, { ...LIST, order }],
      [
        'the first order, and rows of a damaged one',
        {},
        { ...LIST, order: { by: { toString: 7, valueOf: 7 } } },
      ],
      ['another direction', { order }, { ...LIST, order: { ...order, direction: 'down' } }],
    ])('contains no list, which would move, if the person left %s', (_what, view, list) => {
      keepList(list)
      keep('view', view)
      expect(screenOf(ACCOUNT)).toMatchObject({ account: PAGE_ACCOUNT, list: null })
    })

    it.each<[string, object, object]>([
      ['nothing', {}, LIST],
      ['the order of its rows', { order }, { ...LIST, order }],
    ])('contains the list if the person arranged %s', (_what, view, list) => {
      keepList(list)
      keep('view', view)
      expect(screenOf(ACCOUNT)).toMatchObject({ list })
    })

    it('omits what the profile does not contain', () => {
      const user = { name: 'Ana', tenant: null, timezone: null, locale: 'de' }
      const account = { ...PAGE_ACCOUNT, email: '', tenant: null, timezone: null, locale: null }
      expect(screenOf({ ...ACCOUNT, user })).toMatchObject({ account })
    })

    it.each([
      ['of an API token', { credential: { kind: 'instance' } }],
      ['whose id is no name of a file', { id: '../vault' }],
      ['without a user', { user: null }],
      ['without a server', { baseUrl: 7 }],
    ])('contains no account %s', (_case, part) => {
      const account = { ...ACCOUNT, ...part }
      keep('accounts', { accounts: [account], activeAccountId: account.id })
      expect(state().screen).toEqual({ kind: 'sessions', account: null, list: null })
    })
  })

  const odd = '{"value":{"theme":"red","server":7,"language":"de","accounts":7}}'
  it.each(['', '{', 'null', '[]', '7', '{"value":null}', '{"value":[]}', odd])(
    'ignores a file with %s',
    (text) => {
      for (const name of ['settings', 'window', 'accounts', 'unconfirmed']) write(`${name}.json`, text)
      expect(state()).toEqual(NOTHING)
    },
  )
})
