import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { ACTIVITY_TYPES, ACTORS, CHANGES, type ActivityType } from '../../../../electron/shared/activity.ts'
import {
  MIN_AWAY_MS,
  awaySince,
  changesSince,
} from '../../../../electron/features/activity/domain/away-summary.ts'
import { createEntry, type History } from '../../../../electron/features/activity/domain/history.ts'
import { createAwaySummaries } from '../../../../electron/features/activity/away-summaries.ts'
import { fakeForgetting } from '../../fakes.ts'
import { historyOf } from './activity-harness.ts'

const NOW = 1_800_000_000_000

function setUp() {
  const state = { now: NOW, isShown: true, history: historyOf() as History | null }
  const changed = vi.fn()
  const forgetting = fakeForgetting()
  const awaySummaries = createAwaySummaries({
    history: {
      of: () => state.history,
      recordTime: (_accountId, part) => void (state.history &&= { ...state.history, ...part }),
    },
    isShown: () => state.isShown,
    now: () => state.now,
    onAccountForgotten: forgetting.on,
    changed,
  })
  const check = (): void => awaySummaries.listChecked('a')
  function add(type: ActivityType): void {
    state.history = historyOf({
      ...state.history,
      entries: [...state.history!.entries, createEntry(type, 'elsewhere', state.now)],
    })
  }
  /** Views the list, then comes back after a night. */
  function goAway(): void {
    check()
    state.now += MIN_AWAY_MS
  }
  return { ...forgetting, state, awaySummaries, changed, check, add, goAway }
}

describe('the last view of a list', () => {
  it('is recorded with each list that the window shows, and with no other', () => {
    const { state, check, changed } = setUp()
    check()
    expect(state.history?.viewedAt).toBe(NOW)
    Object.assign(state, { now: NOW + 60_000, isShown: false })
    check()
    expect(state.history?.viewedAt).toBe(NOW)
    state.history = null
    check()
    expect(changed).not.toHaveBeenCalled()
  })

  it('is followed after time away by a summary of what happened, until the person has read it', () => {
    const { state, awaySummaries, changed, check, add, goAway } = setUp()
    goAway()
    add('ended')
    check()
    check()
    expect(awaySummaries.all()).toEqual([{ accountId: 'a', since: NOW, signedIn: 0, ended: 1, renewed: 0 }])
    expect(changed).toHaveBeenCalledOnce()
    for (const type of ['newSignIn', 'ended', 'renewed'] as const) {
      add(type)
      check()
    }
    expect(awaySummaries.all()).toMatchObject([{ signedIn: 1, ended: 2, renewed: 1 }])
    expect([changed.mock.calls.length, state.history?.viewedAt]).toEqual([4, NOW])
    awaySummaries.acknowledge('a')
    expect([awaySummaries.all(), state.history?.viewedAt]).toEqual([[], state.now])
    awaySummaries.acknowledge('a')
    expect(changed).toHaveBeenCalledTimes(5)
    check()
    expect(awaySummaries.all()).toEqual([])
  })

  it('is followed by no summary if nothing happened, or for a removed account', () => {
    const { state, awaySummaries, check, add, goAway, forget } = setUp()
    goAway()
    check()
    expect([awaySummaries.all(), state.history?.viewedAt]).toEqual([[], state.now])
    goAway()
    add('ended')
    check()
    forget('a')
    expect(awaySummaries.all()).toEqual([])
  })
})

describe('what happened while the person was away', () => {
  it('is what the history lists of each kind of change since then', () => {
    const entry = fc
      .tuple(fc.constantFrom(...ACTIVITY_TYPES), fc.constantFrom(...ACTORS), fc.nat(20))
      .map(([type, actor, age]) => createEntry(type, actor, NOW - age))
    fc.assert(
      fc.property(fc.array(entry), fc.nat(20), (entries, age) => {
        const counts = changesSince(historyOf({ entries }), NOW - age)
        for (const change of ['signedIn', 'ended', 'renewed'] as const) {
          const types: readonly string[] = CHANGES[change]
          const listed = entries.filter(({ at, type }) => at > NOW - age && types.includes(type))
          expect(counts[change]).toBe(listed.length)
        }
      }),
    )
  })

  const ended = createEntry('ended', 'elsewhere', NOW - 5)
  it.each([
    ['after a night', [ended], NOW - MIN_AWAY_MS, NOW - MIN_AWAY_MS],
    ['not before', [ended], NOW - MIN_AWAY_MS + 1, null],
    ['not at the first view', [ended], null, null],
    ['not of what the person did', [createEntry('itWasMe', 'thisApp', NOW)], NOW - MIN_AWAY_MS, null],
    ['not if nothing happened', [], NOW - MIN_AWAY_MS, null],
  ])('is summed up %s', (_when, entries, viewedAt, since) => {
    expect(awaySince(historyOf({ entries, viewedAt }), NOW)).toBe(since)
  })
})
