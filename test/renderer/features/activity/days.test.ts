import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayStart } from '../../../../electron/shared/relative-time.ts'
import { dayStarts, startOfDay } from '../../../../renderer/features/activity/days.ts'

/** Zones with and without daylight saving; two skip or repeat an hour at midnight. */
const ZONES = [
  'UTC',
  'Europe/Madrid',
  'America/Sao_Paulo',
  'America/Havana',
  'America/New_York',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Africa/Cairo',
  'Australia/Lord_Howe',
]
const zone = fc.constantFrom(...ZONES)
const time = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2037, 11, 31) })

describe('a calendar day', () => {
  it('starts at midnight in the zone, also for the first screen, which has no date library', () => {
    fc.assert(
      fc.property(time, zone, (at, timeZone) => {
        const date = (moment: number): string => new Date(moment).toLocaleDateString('en', { timeZone })
        const start = startOfDay(at, timeZone)
        expect(start).toBeLessThanOrEqual(at)
        expect(date(start)).toBe(date(at))
        expect(date(start - 1)).not.toBe(date(at))
        expect(dayStart(at, 0, timeZone)).toBe(start)
      }),
      { numRuns: 500 },
    )
  })

  // 29 March 2026 is an hour short in Madrid.
  it.each([
    [1, Date.UTC(2026, 2, 28, 23)],
    [0, Date.UTC(2026, 2, 29, 22)],
  ])('of %i days before has its own length', (days, start) => {
    expect(dayStart(Date.UTC(2026, 2, 30, 12), days, 'Europe/Madrid')).toBe(start)
  })

  it('is listed once, from that of the first time to that of the last', () => {
    fc.assert(
      fc.property(time, fc.integer({ min: 0, max: 40 }), zone, (at, days, timeZone) => {
        const starts = dayStarts(at - days * 86_400_000, at, timeZone)
        expect(starts.at(-1)).toBe(startOfDay(at, timeZone))
        for (const [index, start] of starts.entries()) {
          expect(startOfDay(start, timeZone)).toBe(start)
          expect(start).toBeGreaterThan(starts[index - 1] ?? -Infinity)
        }
      }),
      { examples: [[Date.UTC(2011, 11, 30, 10), 1, 'Pacific/Apia']] },
    )
  })

  it('follows another without a gap, whatever their length', () => {
    const [first, last] = [Date.UTC(2026, 2, 27, 12), Date.UTC(2026, 2, 30, 12)]
    const hours = dayStarts(first, last, 'Europe/Berlin').map(
      (day) => (day - Date.UTC(2026, 2, 26, 23)) / 3_600_000,
    )
    expect(hours).toEqual([0, 24, 48, 71])
  })
})
