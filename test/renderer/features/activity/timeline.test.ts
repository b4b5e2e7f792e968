import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_AGE_MS as MAX_HISTORY_AGE_MS } from '../../../../electron/features/activity/domain/history.ts'
import type { Activity, ObservedSession } from '../../../../electron/shared/activity.ts'
import { dateFormatters } from '../../../../renderer/lib/date-formatters.ts'
import {
  isLongEnough,
  sample,
  shortened,
  barsOf,
  periodStart,
  signInsPerDay,
} from '../../../../renderer/features/activity/timeline.ts'
import { observedSession } from '../../../support/builders.ts'

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
  it('go from sign-in over first seen to the end, or to now', () => {
    const gone = traced({ id: 2, endedAt: NOW - DAY, endedBy: 'thisApp' })
    expect(barsOf(activity(traced(), gone), NOW - 30 * DAY)).toEqual([
      { session: traced(), start: NOW - 5 * DAY, firstSeen: NOW - 4 * DAY, end: NOW },
      { session: gone, start: NOW - 5 * DAY, firstSeen: NOW - 4 * DAY, end: NOW - DAY },
    ])
  })

  it('exclude sessions that ended before, and stay within the period and the present', () => {
    const time = fc.integer({ min: -90, max: 5 }).map((days) => NOW + days * DAY)
    fc.assert(
      fc.property(time, time, fc.option(time), time, (createdAt, firstSeenAt, endedAt, from) => {
        const start = Math.min(from, NOW)
        const bars = barsOf(activity(traced({ createdAt, firstSeenAt, endedAt })), start)
        expect(bars).toHaveLength((endedAt ?? NOW) >= start ? 1 : 0)
        for (const bar of bars)
          for (const at of [bar.start, bar.firstSeen, bar.end]) {
            expect(at).toBeGreaterThanOrEqual(start)
            expect(at).toBeLessThanOrEqual(NOW)
          }
      }),
    )
  })

  it('count every sign-in of the period on its day, also days without one', () => {
    const [unknown, early] = [traced({ id: 3, createdAt: null }), traced({ id: 4, createdAt: 0 })]
    const sessions = [traced(), traced({ id: 2 }), unknown, early]
    const from = periodStart(activity(...sessions), 'week', 'UTC')
    expect(new Date(from).toISOString()).toBe('2026-03-14T00:00:00.000Z')
    const days = signInsPerDay(activity(...sessions), from, 'UTC')
    expect(days.map(({ signIns }) => signIns)).toEqual([0, 2, 1, 0, 0, 0, 0])
  })

  it('start with the first sign-in when all is shown, within the limit of the history', () => {
    const startOf = (at: number): number =>
      (NOW - periodStart(activity(traced({ createdAt: at })), 'all', 'UTC')) / DAY
    const limit = MAX_HISTORY_AGE_MS / DAY
    expect([Math.floor(startOf(NOW - 20 * DAY)), Math.floor(startOf(0))]).toEqual([20, limit])
    expect(Math.floor((NOW - periodStart(activity(), 'all', 'UTC')) / DAY)).toBe(4)
  })

  it('have few marks on their axis, including the last', () => {
    expect(sample([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([1, 4, 7])
    expect(sample([1, 2], 6)).toEqual([1, 2])
    expect(sample([], 6)).toEqual([])
  })
})

describe('the charts', () => {
  it('are worth showing from seven days on', () => {
    const since = (at: number | null): boolean => isLongEnough({ ...activity(), since: at })
    expect([null, NOW - 7 * DAY + 1, NOW - 7 * DAY].map(since)).toEqual([false, false, true])
  })

  it('shorten a name but not its number among equal names', () => {
    expect(shortened('Firefox on Ubuntu', 17)).toBe('Firefox on Ubuntu')
    expect(shortened('Firefox on Ubuntu', 16)).toBe('Firefox on Ubun…')
    expect(shortened('Firefox on Ubuntu (12)', 16)).toBe('Firefox on… (12)')
    expect(shortened('Firefox on Ubuntu (signed in Aug 3)', 16)).toBe('Firefox… Aug 3)')
  })
})

describe('a moment', () => {
  it('is formatted in the zone of the profile, with its year only when it differs', () => {
    const { moment, day } = dateFormatters('en', 'America/Sao_Paulo', NOW)
    expect(moment(NOW).replace(/\s/g, ' ')).toBe('Mar 20, 12:00 PM')
    expect(moment(NOW - 365 * DAY).replace(/\s/g, ' ')).toBe('Mar 20, 2025, 12:00 PM')
    expect(day(NOW)).toBe('Mar 20, 2026')
  })
})
