import { describe, expect, it, vi } from 'vitest'
import { AWAY_MS } from '../../../../electron/features/activity/domain/away-summary.ts'
import { createEntry, type History } from '../../../../electron/features/activity/domain/history.ts'
import { createLooks } from '../../../../electron/features/activity/looks.ts'

function setUp() {
  const state = { now: 1_800_000_000_000, isShown: true }
  let history: History | null = { since: 0, checkedAt: null, lookedAt: null, sessions: [], entries: [] }
  const changed = vi.fn()
  let forget = (_accountId: string): void => undefined
  const looks = createLooks({
    history: {
      of: () => history,
      noteLook: (_accountId, lookedAt) => void (history &&= { ...history, lookedAt }),
    },
    isShown: () => state.isShown,
    now: () => state.now,
    onAccountForgotten: (forgetOne) => void (forget = forgetOne),
    changed,
  })
  function add(type: 'ended' | 'newSignIn'): void {
    if (history)
      history = { ...history, entries: [...history.entries, createEntry(type, 'elsewhere', state.now)] }
  }
  function goAway(): void {
    looks.listChecked('a')
    state.now += AWAY_MS
  }
  return { state, looks, changed, add, goAway, forget: () => forget('a'), lookedAt: () => history?.lookedAt }
}

describe('looking at a list', () => {
  it('is noted with each list that the window shows, and with no other', () => {
    const { state, looks, lookedAt, changed } = setUp()
    looks.listChecked('a')
    expect(lookedAt()).toBe(state.now)
    const before = state.now
    state.now += 60_000
    state.isShown = false
    looks.listChecked('a')
    expect(lookedAt()).toBe(before)
    expect(changed).not.toHaveBeenCalled()
  })

  it('after time away sums up what happened, also later, until the person has read it', () => {
    const { state, looks, changed, add, goAway, lookedAt } = setUp()
    goAway()
    const since = state.now - AWAY_MS
    add('ended')
    looks.listChecked('a')
    expect(looks.away()).toEqual([{ accountId: 'a', since, signedIn: 0, ended: 1, renewed: 0 }])
    looks.listChecked('a')
    expect(changed).toHaveBeenCalledOnce()
    add('newSignIn')
    looks.listChecked('a')
    expect(looks.away()).toMatchObject([{ signedIn: 1, ended: 1 }])
    expect([changed.mock.calls.length, lookedAt()]).toEqual([2, since])
    looks.acknowledge('a')
    expect([looks.away(), lookedAt()]).toEqual([[], state.now])
    looks.listChecked('a')
    expect(looks.away()).toEqual([])
  })

  it('says nothing where nothing happened, or for a removed account', () => {
    const { state, looks, add, goAway, lookedAt, forget } = setUp()
    goAway()
    looks.listChecked('a')
    expect([looks.away(), lookedAt()]).toEqual([[], state.now])
    goAway()
    add('ended')
    looks.listChecked('a')
    forget()
    expect(looks.away()).toEqual([])
  })
})
