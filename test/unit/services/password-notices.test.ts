import { describe, expect, it } from 'vitest'
import type { Notice } from '../../../electron/domain/notice.ts'
import { createPasswordNotices } from '../../../electron/services/password-notices.ts'
import { createTranslator } from '../../../electron/shell/words.ts'
import { account, user } from '../../renderer/fake-bridge.ts'

function setUp() {
  const accounts = [account(), account({ id: 'a2', user: user({ name: 'ana@example.com' }) })]
  const state = { isWatched: false, shown: [] as Notice[], closed: [] as string[] }
  const notices = createPasswordNotices({
    notices: {
      tell: (notice) => void state.shown.push(notice),
      takeBack: (id) => void state.closed.push(id),
    },
    accounts: {
      get: (id) => accounts.find((each) => each.id === id) ?? null,
      shown: () => accounts[0] ?? null,
    },
    isWatched: () => state.isWatched,
    t: createTranslator(() => 'en'),
    locale: () => 'en',
  })
  return { state, notices, ids: () => state.shown.map(({ id, title }) => [id, title]) }
}

describe('notices about a password', () => {
  it('tell while nobody looks, and are taken back by what the window says', () => {
    const { state, notices, ids } = setUp()
    notices.settled({ accountId: 'a1', verdict: 'unknown', canFindOut: true, foundAt: null })
    state.isWatched = true
    notices.settled({ accountId: 'a1', verdict: 'changed', canFindOut: false, foundAt: null })
    expect(ids()).toEqual([['password-a1', 'It is not known whether the password was changed']])
    expect(state.closed).toEqual(['password-a1'])
  })

  it('replace what was not known by what was found out', () => {
    const { notices, ids } = setUp()
    notices.settled({ accountId: 'a1', verdict: 'unknown', canFindOut: true, foundAt: null })
    notices.settled({ accountId: 'a1', verdict: 'unchanged', canFindOut: false, foundAt: null })
    expect(ids().map(([id]) => id)).toEqual(['password-a1', 'password-a1'])
  })

  it('say the hour in the zone of the profile', () => {
    const { state, notices } = setUp()
    const foundAt = Date.UTC(2026, 10, 22, 14, 5)
    notices.settled({ accountId: 'a1', verdict: 'unchanged', canFindOut: false, foundAt })
    expect(state.shown[0]?.title.replaceAll('\u202f', ' ')).toBe('The old password worked at 2:05 PM')
  })

  it('tell of an account that the window does not show, without an email', () => {
    const { state, notices, ids } = setUp()
    state.isWatched = true
    notices.settled({ accountId: 'a2', verdict: 'changed', canFindOut: false, foundAt: null })
    expect(ids()).toEqual([['password-a2', 'Password changed']])
    expect(JSON.stringify(state.shown)).not.toContain('@')
  })

  it('say after a start without a window what the last run left, and nothing of a stranger', () => {
    const { state, notices, ids } = setUp()
    const left = { at: 5, verdict: 'unknown', canFindOut: false, wasProbed: false, foundAt: null } as const
    notices.startedHidden([
      { accountId: 'a1', ...left },
      { accountId: 'gone', ...left },
    ])
    expect(ids()).toHaveLength(1)
    expect(state.shown[0]?.body).toBe('Ana Souza, Acme\nTry the new password first when you sign in next.')
    notices.closed('a1')
    expect(state.closed).toEqual(['password-a1'])
  })
})
