import { describe, expect, it, vi } from 'vitest'
import { MIN_AWAY_MS } from '../../../../electron/features/activity/domain/away-summary.ts'
import { createEntry, type History } from '../../../../electron/features/activity/domain/history.ts'
import { createAwaySummaries } from '../../../../electron/features/activity/away-summaries.ts'

function setUp() {
  const state = { now: 1_800_000_000_000, isShown: true }
  let history: History | null = { since: 0, checkedAt: null, viewedAt: null, sessions: [], entries: [] }
  const changed = vi.fn()
  let forget = (_accountId: string): void => undefined
  const awaySummaries = createAwaySummaries({
    history: {
      of: () => history,
      recordView: (_accountId, viewedAt) => void (history &&= { ...history, viewedAt }),
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
    awaySummaries.listChecked('a')
    state.now += MIN_AWAY_MS
  }
  return {
    state,
    awaySummaries,
    changed,
    add,
    goAway,
    forget: () => forget('a'),
    viewedAt: () => history?.viewedAt,
  }
}

describe('the last view of a list', () => {
  it('is recorded with each list that the window shows, and with no other', () => {
    const { state, awaySummaries, viewedAt, changed } = setUp()
    awaySummaries.listChecked('a')
    expect(viewedAt()).toBe(state.now)
    const before = state.now
    state.now += 60_000
    state.isShown = false
    awaySummaries.listChecked('a')
    expect(viewedAt()).toBe(before)
    expect(changed).not.toHaveBeenCalled()
  })

  it('is followed after time away by a summary of what happened, until the person has read it', () => {
    const { state, awaySummaries, changed, add, goAway, viewedAt } = setUp()
    goAway()
    const since = state.now - MIN_AWAY_MS
    add('ended')
    awaySummaries.listChecked('a')
    expect(awaySummaries.all()).toEqual([{ accountId: 'a', since, signedIn: 0, ended: 1, renewed: 0 }])
    awaySummaries.listChecked('a')
    expect(changed).toHaveBeenCalledOnce()
    add('newSignIn')
    awaySummaries.listChecked('a')
    expect(awaySummaries.all()).toMatchObject([{ signedIn: 1, ended: 1 }])
    expect([changed.mock.calls.length, viewedAt()]).toEqual([2, since])
    awaySummaries.acknowledge('a')
    expect([awaySummaries.all(), viewedAt()]).toEqual([[], state.now])
    awaySummaries.listChecked('a')
    expect(awaySummaries.all()).toEqual([])
  })

  it('is followed by no summary if nothing happened, or for a removed account', () => {
    const { state, awaySummaries, add, goAway, viewedAt, forget } = setUp()
    goAway()
    awaySummaries.listChecked('a')
    expect([awaySummaries.all(), viewedAt()]).toEqual([[], state.now])
    goAway()
    add('ended')
    awaySummaries.listChecked('a')
    forget()
    expect(awaySummaries.all()).toEqual([])
  })
})
