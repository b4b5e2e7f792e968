import { describe, expect, it } from 'vitest'
import type { DeviceSession } from '../../../../../electron/shared/session.ts'
import {
  parseDays,
  matchesFilter,
  type Filter,
} from '../../../../../renderer/features/sessions/list/session-filter.ts'
import { session } from '../../../fake-bridge.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 10, 21, 12)
const kept = (sessions: DeviceSession[], filter: Filter, now = NOW): number[] =>
  sessions.filter((session) => matchesFilter(session, filter, now)).map(({ id }) => id)

describe('the filter by days without use', () => {
  /** How far the clocks of the computer and of the service are off; hours. */
  const clocks = [
    { computer: 0, service: 0 },
    { computer: 3, service: 0 },
    { computer: -3, service: 0 },
    { computer: 0, service: 3 },
    { computer: 0, service: -3 },
  ]

  it.each(clocks)(
    'is right at 89, 90 and 91 days: computer $computer h off, service $service h',
    (offset) => {
      const computerNow = NOW + offset.computer * HOUR
      const serviceClock = NOW + offset.service * HOUR
      const skew = serviceClock - computerNow
      const used = (days: number): DeviceSession =>
        session(days, `${days}`, { lastUsedAt: serviceClock - days * DAY, createdAt: 0 })
      const here = computerNow + skew
      const rows = [used(89), used(90), used(91)]
      expect(kept(rows, { kind: 'inactive', days: 90 }, here)).toEqual([90, 91])
      const close = session(1, 'close', { lastUsedAt: serviceClock - 90 * DAY + 1 })
      expect(kept([close], { kind: 'inactive', days: 90 }, here)).toEqual([])
    },
  )

  it('counts a never used session from its sign-in, and excludes unknown times', () => {
    const filter: Filter = { kind: 'inactive', days: 30 }
    expect(matchesFilter(session(1, 'a', { lastUsedAt: null, createdAt: NOW - 30 * DAY }), filter, NOW)).toBe(
      true,
    )
    expect(matchesFilter(session(1, 'a', { lastUsedAt: null, createdAt: NOW - 29 * DAY }), filter, NOW)).toBe(
      false,
    )
    expect(matchesFilter(session(1, 'a', { lastUsedAt: null, createdAt: null }), filter, NOW)).toBe(false)
    expect(matchesFilter(session(1, 'a', { lastUsedAt: NOW + HOUR }), filter, NOW)).toBe(false)
  })

  it('accepts whole numbers of days from 1', () => {
    expect(['1', ' 45 ', '3650'].map(parseDays)).toEqual([1, 45, 3650])
    expect(['', '0', '-3', '1.5', '3651', '99999999', 'ten', '1e3'].map(parseDays)).toEqual(
      Array(8).fill(null),
    )
  })

  it('treats a session with an unreadable last use neither as inactive nor as never used', () => {
    const rows = [session(1, 'a', { lastUsedAt: 'unknown', createdAt: NOW - 400 * DAY })]
    expect(kept(rows, { kind: 'inactive', days: 30 })).toEqual([])
    expect(kept(rows, { kind: 'neverUsed' })).toEqual([])
    expect(kept(rows, { kind: 'all' })).toEqual([1])
  })

  it('finds the never used and the new sessions', () => {
    const rows = [session(1, 'a', { lastUsedAt: null }), session(2, 'b', { isNew: true })]
    expect(kept(rows, { kind: 'neverUsed' })).toEqual([1])
    expect(kept(rows, { kind: 'new' })).toEqual([2])
  })
})
