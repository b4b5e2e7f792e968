import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ACTIVITY_TYPES, ACTORS, CHANGES } from '../../../../../electron/shared/activity.ts'
import {
  MIN_AWAY_MS,
  awaySince,
  changesSince,
} from '../../../../../electron/features/activity/domain/away-summary.ts'
import { createEntry, type History } from '../../../../../electron/features/activity/domain/history.ts'

const NOW = 1_800_000_000_000
const historyOf = (entries: History['entries'], viewedAt: number | null = null): History => ({
  since: 0,
  checkedAt: null,
  viewedAt,
  sessions: [],
  entries,
})

describe('what happened while the person was away', () => {
  it('is what the history lists of each kind of change since then', () => {
    const entry = fc
      .tuple(fc.constantFrom(...ACTIVITY_TYPES), fc.constantFrom(...ACTORS), fc.nat(1_000))
      .map(([type, actor, age]) => createEntry(type, actor, NOW - age))
    fc.assert(
      fc.property(fc.array(entry), fc.nat(1_000), (entries, age) => {
        const counts = changesSince(historyOf(entries), NOW - age)
        for (const change of ['signedIn', 'ended', 'renewed'] as const) {
          const types: readonly string[] = CHANGES[change]
          const listed = entries.filter(({ at, type }) => at > NOW - age && types.includes(type))
          expect(counts[change]).toBe(listed.length)
        }
      }),
    )
  })

  it('is summed up after a night, if there is something to say', () => {
    const ended = [createEntry('ended', 'elsewhere', NOW - 5)]
    expect(awaySince(historyOf(ended, NOW - MIN_AWAY_MS), NOW)).toBe(NOW - MIN_AWAY_MS)
    expect(awaySince(historyOf(ended, NOW - MIN_AWAY_MS + 1), NOW)).toBeNull()
    expect(awaySince(historyOf(ended), NOW)).toBeNull()
    expect(awaySince(historyOf([createEntry('itWasMe', 'thisApp', NOW)], NOW - MIN_AWAY_MS), NOW)).toBeNull()
    expect(awaySince(historyOf([], NOW - MIN_AWAY_MS), NOW)).toBeNull()
  })
})
