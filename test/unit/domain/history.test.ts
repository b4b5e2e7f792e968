import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bounded,
  cleared,
  lineOf,
  LONGEST_KEPT,
  MOST_ENDED,
  MOST_ENTRIES,
  type History,
  type HistorySession,
} from '../../../electron/domain/history.ts'

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
  endedBy: endedAt === null ? null : 'us',
  number: 1,
  alert: 'none',
  mayBeRenewed: false,
})

describe('the bounds of a history', () => {
  const ages = fc.array(fc.integer({ min: 0, max: LONGEST_KEPT * 2 }), { maxLength: 40 })

  it('drop the oldest, and never a session that is listed', () => {
    fc.assert(
      fc.property(ages, fc.array(fc.option(fc.integer({ min: 0, max: LONGEST_KEPT * 2 }))), (lines, ends) => {
        const history: History = {
          since: NOW - 500 * DAY,
          sessions: ends.map((age, index) => session(index, age === null ? null : NOW - age)),
          entries: lines.toSorted((a, b) => b - a).map((age) => lineOf('signedIn', 'us', NOW - age)),
        }
        const after = bounded(history, NOW)
        expect(after.entries).toEqual(history.entries.filter(({ at }) => NOW - at <= LONGEST_KEPT))
        const isKept = ({ endedAt }: HistorySession): boolean =>
          endedAt === null || NOW - endedAt <= LONGEST_KEPT
        expect(after.sessions).toEqual(history.sessions.filter(isKept))
        expect(bounded(after, NOW)).toEqual(after)
      }),
    )
  })

  it('hold however much happens', () => {
    const history: History = {
      since: NOW,
      sessions: [
        session(-1, null),
        ...Array.from({ length: MOST_ENDED + 20 }, (_, id) => session(id, NOW - id)),
      ],
      entries: Array.from({ length: MOST_ENTRIES + 20 }, (_, id) =>
        lineOf('ended', 'us', NOW, { id, name: '' }),
      ),
    }
    const after = bounded(history, NOW)
    expect([after.sessions.length, after.entries.length]).toEqual([MOST_ENDED + 1, MOST_ENTRIES])
    expect([after.sessions[0]?.id, after.sessions.at(-1)?.id]).toEqual([-1, MOST_ENDED - 1])
    expect(after.entries[0]?.sessionId).toBe(20)
  })
})

describe('a history that was cleared', () => {
  it('begins now, and still knows what is listed and what was asked', () => {
    const open = { ...session(1, null), alert: 'open' as const }
    const history: History = {
      since: 1,
      sessions: [open, session(2, NOW - 1)],
      entries: [lineOf('signedIn', 'us', 2)],
    }
    expect(cleared(history, NOW)).toEqual({
      since: NOW,
      sessions: [{ ...open, firstSeenAt: NOW }],
      entries: [],
    })
  })
})
