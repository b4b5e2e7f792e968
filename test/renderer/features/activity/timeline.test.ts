import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_HISTORY_MS, type Activity, type ObservedSession } from '../../../../electron/shared/activity.ts'
import { barAt, barsOf, daysOf, sample, ticksOf } from '../../../../renderer/features/activity/timeline.ts'
import { keyOf, observedSession } from '../../../support/builders.ts'

const DAY = 86_400_000
const NOW = Date.parse('2026-03-20T15:00:00Z')
const traced = (over: Partial<ObservedSession> = {}): ObservedSession =>
  observedSession({ createdAt: NOW - 5 * DAY, lastUsedAt: NOW, firstSeenAt: NOW - 4 * DAY, ...over })
const activity = (...sessions: ObservedSession[]): Activity => ({
  accountId: 'a1',
  since: NOW - 4 * DAY,
  now: NOW,
  sessions,
  entries: [],
})

describe('the bars of the sessions', () => {
  it('go from sign-in to the end, or to now, the newest first, and tell which were new', () => {
    const gone = traced({ id: 2, createdAt: NOW - 9 * DAY, endedAt: NOW - DAY, endedBy: 'thisApp' })
    const alarm = { at: NOW - 4 * DAY, type: 'newSignIn', actor: 'elsewhere', name: 'x' } as const
    const entries = [
      { ...alarm, sessionId: 1, key: keyOf({ id: 1 }) },
      // Of another session that had this id.
      { ...alarm, sessionId: 2, key: 7 },
    ]
    expect(barsOf({ ...activity(gone, traced({ id: 1 })), entries }, NOW - 30 * DAY)).toEqual([
      { session: traced({ id: 1 }), start: NOW - 5 * DAY, end: NOW, isNew: true },
      { session: gone, start: NOW - 9 * DAY, end: NOW - DAY, isNew: false },
    ])
  })

  it('exclude sessions that ended before, and stay within the days and the present', () => {
    const time = fc.integer({ min: -90, max: 5 }).map((days) => NOW + days * DAY)
    fc.assert(
      fc.property(time, time, fc.option(time), time, (createdAt, firstSeenAt, endedAt, from) => {
        const start = Math.min(from, NOW)
        const bars = barsOf(activity(traced({ createdAt, firstSeenAt, endedAt })), start)
        expect(bars).toHaveLength((endedAt ?? NOW) >= start ? 1 : 0)
        for (const bar of bars) {
          expect(bar.start).toBeGreaterThanOrEqual(start)
          expect(bar.end).toBeGreaterThanOrEqual(bar.start)
          expect(bar.end).toBeLessThanOrEqual(NOW)
        }
      }),
    )
  })

  it('are found at a point, also those that are thinner than the pointer is exact', () => {
    const bars = barsOf(
      activity(...[1, 3, 5, 7].map((days) => traced({ id: days, createdAt: NOW - days * DAY }))),
      NOW - 30 * DAY,
    )
    const near = { ms: DAY / 2, bars: 0.4 }
    const at = (days: number, height: number, over = near): number =>
      barAt(bars, NOW - days * DAY, height, over)
    expect([at(0, 0.5), at(6, 3.5), at(6, 2.5), at(5.4, 2.5), at(2, 1.95)]).toEqual([0, 3, -1, 2, -1])
    // The second bar is nearer, and does not reach so far back.
    expect([at(4, 1.6, { ms: 0, bars: 2 }), at(0, 9), at(0, -5), barAt([], NOW, 0, near)]).toEqual([
      2, -1, -1, -1,
    ])
  })

  it('are over the days since the first sign-in, within the limit of the history', () => {
    const count = (at: number | null): number => daysOf(activity(traced({ createdAt: at })), 'UTC').length
    expect([count(NOW - 20 * DAY), count(0), count(null)]).toEqual([21, MAX_HISTORY_MS / DAY + 1, 5])
    expect(daysOf(activity(), 'UTC')).toHaveLength(5)
    const days = daysOf(activity(traced()), 'America/Sao_Paulo')
    expect(new Date(days.at(-1) ?? 0).toISOString()).toBe('2026-03-20T03:00:00.000Z')
  })
})

describe('the labelled days', () => {
  const labels = (count: number, max: number): string[] =>
    ticksOf(daysOf({ ...activity(), since: NOW - (count - 1) * DAY }, 'UTC'), max, 'UTC').map(
      ({ at, isMonth }) => new Date(at).toISOString().slice(0, isMonth ? 7 : 10),
    )
  it.each<[days: number, max: number, expected: string[]]>([
    [1, 7, ['2026-03-20']],
    [7, 4, ['2026-03-14', '2026-03-16', '2026-03-18', '2026-03-20']],
    [45, 4, ['2026-02-12', '2026-02-24', '2026-03-08', '2026-03-20']],
    [46, 4, ['2026-03']],
    [100, 7, ['2026-01', '2026-02', '2026-03']],
    [401, 4, ['2025-03', '2025-07', '2025-11', '2026-03']],
  ])('of %i days are at most %i', (count, max, expected) => {
    expect(labels(count, max)).toEqual(expected)
  })

  it('are evenly spaced, including the last', () => {
    expect(sample([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([1, 4, 7])
    expect(sample([1, 2], 6)).toEqual([1, 2])
    expect(sample([], 6)).toEqual([])
  })
})
