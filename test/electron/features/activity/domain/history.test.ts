import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_HISTORY_MS } from '../../../../../electron/shared/activity.ts'
import {
  pruned,
  emptied,
  createEntry,
  MAX_ENDED_SESSIONS,
  MAX_ENTRIES,
} from '../../../../../electron/features/activity/domain/history.ts'
import {
  createRecordedSession,
  type RecordedSession,
} from '../../../../../electron/features/sessions/domain/record.ts'
import { historyOf, row } from '../activity-harness.ts'

const NOW = 1_800_000_000_000
const session = (id: number, endedAt: number | null): RecordedSession => ({
  ...createRecordedSession(row(id), id + 2, NOW - 2 * MAX_HISTORY_MS),
  endedAt,
})

describe('the limits of a history', () => {
  const age = fc.oneof(
    fc.integer({ min: 0, max: MAX_HISTORY_MS * 2 }),
    fc.constantFrom(MAX_HISTORY_MS, MAX_HISTORY_MS + 1),
  )

  it('remove the oldest entries, and never a listed session', () => {
    fc.assert(
      fc.property(fc.array(age, { maxLength: 40 }), fc.array(fc.option(age)), (lines, ends) => {
        const history = historyOf({
          sessions: ends.map((ended, index) => session(index, ended === null ? null : NOW - ended)),
          entries: lines
            .toSorted((a, b) => b - a)
            .map((ago) => createEntry('signedIn', 'thisApp', NOW - ago)),
        })
        const after = pruned(history, NOW)
        expect(after.entries).toEqual(history.entries.filter(({ at }) => NOW - at <= MAX_HISTORY_MS))
        expect(after.sessions).toEqual(
          history.sessions.filter(({ endedAt }) => endedAt === null || NOW - endedAt <= MAX_HISTORY_MS),
        )
        expect(pruned(after, NOW)).toBe(after)
      }),
    )
  })

  it('hold for any number of changes, and keep the latest', () => {
    const ids = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
    const history = historyOf({
      sessions: [
        session(-1, null),
        ...ids(MAX_ENDED_SESSIONS + 20).map((id) => session(id, NOW - 5_000 + id)),
      ],
      entries: ids(MAX_ENTRIES + 20).map((id) => createEntry('ended', 'thisApp', NOW, { id, name: '' })),
    })
    const after = pruned(history, NOW)
    expect(after.sessions).toEqual([history.sessions[0], ...history.sessions.slice(21)])
    expect(after.entries).toEqual(history.entries.slice(20))
  })
})

describe('a cleared history', () => {
  it('begins now, and keeps the listed sessions and their alerts', () => {
    const open = { ...session(1, null), alert: 'open' as const }
    const entries = [createEntry('signedIn', 'thisApp', 2)]
    const history = historyOf({ since: 1, sessions: [open, session(2, NOW - 1)], entries })
    expect(emptied(history, NOW)).toEqual(
      // No key is used again.
      { ...historyOf({ since: NOW, sessions: [{ ...open, firstSeenAt: NOW }] }), nextKey: 5 },
    )
  })
})
