import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayStart } from '../../../electron/shared/relative-time.ts'
import { dayStarts, startOfDay } from '../../../renderer/lib/days.ts'

/** Zones with and without daylight saving; two skip or repeat an hour at midnight. */
const ZONES = [
  'UTC',
  'Europe/Madrid',
  'America/Sao_Paulo',
  'America/Havana',
  'Asia/Kolkata',
  'Pacific/Apia',
  'Africa/Cairo',
  'America/New_York',
]
const from = Date.UTC(2000, 0, 1)
const to = Date.UTC(2037, 11, 31)

it('agrees with the start of day of the first screen, which has no date library', () => {
  fc.assert(
    fc.property(fc.integer({ min: from, max: to }), fc.constantFrom(...ZONES), (at, zone) => {
      expect(dayStart(at, 0, zone)).toBe(startOfDay(at, zone))
    }),
    { numRuns: 500 },
  )
})

it('has each day once, from that of the first time to that of the last', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: from, max: to }),
      fc.integer({ min: 0, max: 40 }),
      fc.constantFrom(...ZONES),
      (at, days, zone) => {
        const starts = dayStarts(at - days * 86_400_000, at, zone)
        expect(starts.at(-1)).toBe(startOfDay(at, zone))
        for (const start of starts) expect(startOfDay(start, zone)).toBe(start)
        for (const [index, start] of starts.entries())
          expect(start).toBeGreaterThan(starts[index - 1] ?? -Infinity)
      },
    ),
  )
})
