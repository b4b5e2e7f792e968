import { describe, expect, it } from 'vitest'
import type { Notice } from '../../../electron/domain/notice.ts'
import { createRenewalNotices } from '../../../electron/services/renewal-notices.ts'
import { createTranslator } from '../../../electron/shell/words.ts'
import { account, user } from '../../renderer/fake-bridge.ts'

function setUp() {
  const accounts = [account(), account({ id: 'a2', user: user({ name: 'ana@example.com' }) })]
  const state = { isWatched: false, shown: [] as Notice[], closed: [] as string[] }
  const { changed } = createRenewalNotices({
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
  })
  return { state, changed }
}

describe('notices about a renewal', () => {
  it('come once for each token, and are taken back when it is renewed', () => {
    const { state, changed } = setUp()
    const trouble = { accountId: 'a1', endsAt: 5 }
    for (const troubles of [[], [trouble], [trouble], [], [{ ...trouble, endsAt: 9 }]]) changed(troubles)
    expect(state.shown.map(({ id }) => id)).toEqual(['renewal-a1', 'renewal-a1'])
    expect(state.closed).toEqual(['renewal-a1'])
    expect(state.shown[0]).toEqual({
      id: 'renewal-a1',
      title: 'A sign-in could not be renewed yet',
      body: 'Ana Souza, Acme\nIf that does not work soon, it ends and you have to sign in again.',
      place: { page: 'sessions', accountId: 'a1', sessionId: null },
    })
  })

  it('are quiet while the window says it, also when it is left later', () => {
    const { state, changed } = setUp()
    state.isWatched = true
    changed([{ accountId: 'a1', endsAt: 5 }])
    state.isWatched = false
    changed([{ accountId: 'a1', endsAt: 5 }])
    expect(state.shown).toEqual([])
  })

  it('tell of an account that the window does not show, without an email', () => {
    const { state, changed } = setUp()
    state.isWatched = true
    changed([{ accountId: 'a2', endsAt: 5 }])
    expect(state.shown).toHaveLength(1)
    expect(JSON.stringify(state.shown)).not.toContain('@')
  })
})
