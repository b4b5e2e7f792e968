import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  pruned,
  emptied,
  createEntry,
  MAX_AGE_MS,
  MAX_ENDED_SESSIONS,
  MAX_ENTRIES,
  type History,
  type HistorySession,
} from '../../../../../electron/features/activity/domain/history.ts'

const NOW = 1_800_000_000_000
const DAY = 86_400_000
const session = (id: number, endedAt: number | null): HistorySession => ({
  id,
  name: `Device ${id}`,
  createdAt: null,
  signedInAt: null,
  lastUsedAt: null,
  isCurrent: false,
  firstSeenAt: NOW - 500 * DAY,
  endedAt,
  endedBy: endedAt === null ? null : 'thisApp',
  number: 1,
  alert: 'none',
  mayBeRenewed: false,
})

describe('the limits of a history', () => {
  const ages = fc.array(fc.integer({ min: 0, max: MAX_AGE_MS * 2 }), { maxLength: 40 })

  it('remove the oldest entries, and never a listed session', () => {
    fc.assert(
      fc.property(ages, fc.array(fc.option(fc.integer({ min: 0, max: MAX_AGE_MS * 2 }))), (lines, ends) => {
        const history: History = {
          since: NOW - 500 * DAY,
          checkedAt: null,
          viewedAt: null,
          sessions: ends.map((age, index) => session(index, age === null ? null : NOW - age)),
          entries: lines
            .toSorted((a, b) => b - a)
            .map((age) => createEntry('signedIn', 'thisApp', NOW - age)),
        }
        const after = pruned(history, NOW)
        expect(after.entries).toEqual(history.entries.filter(({ at }) => NOW - at <= MAX_AGE_MS))
        const isKept = ({ endedAt }: HistorySession): boolean =>
          endedAt === null || NOW - endedAt <= MAX_AGE_MS
        expect(after.sessions).toEqual(history.sessions.filter(isKept))
        expect(pruned(after, NOW)).toEqual(after)
      }),
    )
  })

  it('hold for any number of changes', () => {
    const history: History = {
      since: NOW,
      checkedAt: null,
      viewedAt: null,
      sessions: [
        session(-1, null),
        ...Array.from({ length: MAX_ENDED_SESSIONS + 20 }, (_, id) => session(id, NOW - id)),
      ],
      entries: Array.from({ length: MAX_ENTRIES + 20 }, (_, id) =>
        createEntry('ended', 'thisApp', NOW, { id, name: '' }),
      ),
    }
    const after = pruned(history, NOW)
    expect([after.sessions.length, after.entries.length]).toEqual([MAX_ENDED_SESSIONS + 1, MAX_ENTRIES])
    expect([after.sessions[0]?.id, after.sessions.at(-1)?.id]).toEqual([-1, MAX_ENDED_SESSIONS - 1])
    expect(after.entries[0]?.sessionId).toBe(20)
  })
})

describe('a cleared history', () => {
  it('begins now, and keeps the listed sessions and their alerts', () => {
    const open = { ...session(1, null), alert: 'open' as const }
    const history: History = {
      since: 1,
      checkedAt: null,
      viewedAt: null,
      sessions: [open, session(2, NOW - 1)],
      entries: [createEntry('signedIn', 'thisApp', 2)],
    }
    expect(emptied(history, NOW)).toEqual({
      since: NOW,
      checkedAt: null,
      viewedAt: null,
      sessions: [{ ...open, firstSeenAt: NOW }],
      entries: [],
    })
  })
})
