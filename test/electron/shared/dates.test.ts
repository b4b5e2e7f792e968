import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  DAY_MS,
  datesIn,
  dayStart,
  dayStarts,
  formatWait,
  freshAge,
  HOUR_MS,
  isoDay,
  MINUTE_MS,
  validTimeZone,
} from '../../../electron/shared/dates.ts'

const NOW = Date.UTC(2026, 2, 15, 12)
/** Zones with and without daylight saving; two skip or repeat an hour at midnight, one skipped a day. */
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
const zones = fc.constantFrom(...ZONES)
const times = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2037, 11, 31) })

describe('the dates of a locale', () => {
  const AT = Date.UTC(2026, 10, 21, 20, 49)

  it.each([
    ['en', 'Nov 21, 8:49 PM', '8:49.PM', 'November 21, 2026 at 8:49.PM UTC'],
    ['en-GB-u-hc-h23', '21 Nov, 20:49', '20:49', '21 November 2026 at 20:49 UTC'],
    ['en-u-hc-h23', 'Nov 21, 20:49', '20:49', 'November 21, 2026 at 20:49 UTC'],
    ['pt-BR', '21 nov, 20:49', '20:49', '21 de novembro de 2026 às 20:49 UTC'],
    ['es', '21 nov, 20:49', '20:49', '21 de noviembre de 2026 a las 20:49 UTC'],
    ['es-MX', '21 nov, 8:49.p.m.', '8:49.p.m.', '21 de noviembre de 2026 a las 8:49.p.m. UTC'],
  ])('%s have its order and its clock', (locale, moment, time, exact) => {
    const dates = datesIn(locale, 'UTC', AT)
    for (const [text, like] of [
      [dates.moment(AT), moment],
      [dates.time(AT), time],
      [dates.exact(AT), exact],
    ] as const)
      expect(text).toMatch(new RegExp(`^${like}$`))
  })

  it.each([
    ['en', 'Nov 21', 'Nov 21, 2025', 'Nov 2025', 'Nov 19 – 21, 2025'],
    ['pt-BR', '21 nov', '21 nov 2025', 'nov 2025', '19 – 21 nov 2025'],
    ['es', '21 nov', '21 nov 2025', 'nov 2025', '19–21 nov 2025'],
  ])('in %s have no year if it is the present one', (locale, day, old, month, span) => {
    const at = AT - 365 * DAY_MS
    const dates = datesIn(locale, 'UTC', AT)
    expect([dates.day(AT), dates.day(at), dates.month(at)]).toEqual([day, old, month])
    expect(dates.day(at - 2 * DAY_MS, at).replaceAll('\u2009', ' ')).toBe(span)
    expect(datesIn(locale, 'UTC').day(at)).toBe(old)
  })

  it('are those of the zone, whose year may be another one', () => {
    const at = Date.UTC(2026, 0, 1, 1, 30)
    const there = (now: number) => datesIn('en', 'America/Sao_Paulo', now)
    expect(there(at).moment(at)).toBe('Dec 31, 10:30 PM')
    expect(there(at + DAY_MS).moment(at)).toBe('Dec 31, 2025, 10:30 PM')
    expect(there(at).full(at)).toBe('Wednesday, December 31, 2025')
    expect(there(at).exact(NOW)).toBe('March 15, 2026 at 9:00 AM GMT−3')
    expect(isoDay(at, 'America/Sao_Paulo')).toBe('2025-12-31')
    expect(there(at)).toBe(there(at - DAY_MS))
  })

  it.each([
    ['America/Sao_Paulo', 'America/Sao_Paulo'],
    ['Mars/Olympus', undefined],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('are in the zone of the profile if that exists: %j', (zone, used) => {
    expect(validTimeZone(zone)).toBe(used)
  })
})

describe('an age', () => {
  const age = (at: number, { now = NOW, locale = 'en', zone = 'UTC' } = {}): string =>
    datesIn(locale, zone).age(at, now, 'just now')

  it.each([
    ['just now', NOW],
    ['just now', NOW + DAY_MS],
    ['just now', NOW - MINUTE_MS + 1],
    ['1 minute ago', NOW - MINUTE_MS],
    ['59 minutes ago', NOW - HOUR_MS + 1],
    ['1 hour ago', NOW - HOUR_MS],
    ['23 hours ago', NOW - DAY_MS + 1],
    ['yesterday', NOW - DAY_MS],
    ['yesterday', NOW - 36 * HOUR_MS],
    ['2 days ago', NOW - 36 * HOUR_MS - 1],
    ['7 days ago', NOW - 7 * DAY_MS],
    ['364 days ago', Date.UTC(2025, 2, 16)],
    ['12 months ago', Date.UTC(2025, 2, 15)],
    ['12 months ago', Date.UTC(2025, 1, 16)],
    ['2 years ago', Date.UTC(2024, 2, 15)],
  ])('is %s', (text, at) => {
    expect(age(at)).toBe(text)
  })

  it('counts the days of the zone', () => {
    expect(age(Date.UTC(2026, 2, 8, 2))).toBe('7 days ago')
    expect(age(Date.UTC(2026, 2, 8, 2), { zone: 'America/Sao_Paulo' })).toBe('8 days ago')
    // 25 hours on the long day that ends daylight saving: still the same date.
    const [before, now] = [Date.UTC(2026, 9, 24, 22, 15), Date.UTC(2026, 9, 25, 22, 30)]
    expect(age(before, { now, zone: 'Europe/Madrid' })).toBe('24 hours ago')
  })

  it.each([
    ['pt-BR', 'há 5 minutos', 'ontem', 'há 13 meses'],
    ['es', 'hace 5 minutos', 'ayer', 'hace 13 meses'],
  ])('is said in %s', (locale, minutes, day, months) => {
    const ages = [5 * MINUTE_MS, DAY_MS, 400 * DAY_MS].map((passed) => age(NOW - passed, { locale }))
    expect(ages).toEqual([minutes, day, months])
  })

  it('never is more than passed, nor much less', () => {
    const LENGTH = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS, month: 30 * DAY_MS, year: 365 * DAY_MS }
    fc.assert(
      fc.property(
        times,
        fc.integer({ min: MINUTE_MS, max: 20 * 365 * DAY_MS }),
        zones,
        (at, passed, zone) => {
          const text = age(at, { now: at + passed, zone }).replace('yesterday', '1 day ago')
          const [, count, unit] = /^(\d+) (\w+?)s? ago$/.exec(text) ?? []
          const length = LENGTH[unit as keyof typeof LENGTH]
          // A calendar day may have begun up to a day, or with a change of the clocks or the date line two, after `at`.
          const slack = length < DAY_MS ? 0 : 2 * DAY_MS
          expect(Number(count) * length).toBeLessThanOrEqual(passed + slack)
          expect((Number(count) + 2) * length + slack).toBeGreaterThan(passed)
        },
      ),
    )
  })
})

describe('the age of a day', () => {
  it.each([
    ['today', NOW],
    ['today', NOW + 2 * DAY_MS],
    ['today', NOW - 12 * HOUR_MS],
    // Yesterday, though less than a day ago.
    ['yesterday', NOW - 12 * HOUR_MS - 1],
    ['9 days ago', NOW - 9 * DAY_MS],
    ['12 months ago', NOW - 366 * DAY_MS],
  ])('is %s', (text, at) => {
    expect(datesIn('en', 'UTC').age(at, NOW)).toBe(text)
  })

  it('is that of the zone, in the language', () => {
    const at = NOW - 14 * HOUR_MS
    expect(datesIn('pt-BR', 'UTC').age(at, NOW)).toBe('ontem')
    expect(datesIn('es', 'Asia/Tokyo').age(at, NOW)).toBe('hoy')
  })
})

describe('an age with seconds', () => {
  const fresh = (passed: number): string => freshAge(0, passed, 'en', 'just now')

  it.each([
    ['just now', 14_999],
    ['15 seconds ago', 15_000],
    ['15 seconds ago', 29_999],
    ['45 seconds ago', 59_999],
    ['1 minute ago', 60_000],
    ['just now', -5_000],
  ])('says %s', (text, passed) => {
    expect(fresh(passed)).toBe(text)
  })
})

describe('a wait', () => {
  it.each([
    ['in 1 second', -5_000],
    ['in 1 second', 1],
    ['in 42 seconds', 41_001],
    ['in 90 seconds', 90_000],
    ['in 2 minutes', 90_001],
    ['in 60 minutes', HOUR_MS],
  ])('says %s', (text, ms) => {
    expect(formatWait(ms, 'en')).toBe(text)
  })
})

describe('a calendar day', () => {
  it('starts at midnight in the zone', () => {
    fc.assert(
      fc.property(times, zones, (at, timeZone) => {
        const date = (moment: number): string => new Date(moment).toLocaleDateString('en', { timeZone })
        const start = dayStart(at, 0, timeZone)
        expect(start).toBeLessThanOrEqual(at)
        expect(date(start)).toBe(date(at))
        expect(date(start - 1)).not.toBe(date(at))
      }),
      { numRuns: 500 },
    )
  })

  // 29 March 2026 is an hour short in Madrid.
  it.each([
    [1, Date.UTC(2026, 2, 28, 23)],
    [0, Date.UTC(2026, 2, 29, 22)],
    [-1, Date.UTC(2026, 2, 30, 22)],
  ])('%i days before has its own length', (days, start) => {
    expect(dayStart(Date.UTC(2026, 2, 30, 12), days, 'Europe/Madrid')).toBe(start)
  })

  it('is listed once, from that of the first time to that of the last', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: 0, max: 40 }), zones, (at, days, zone) => {
        const starts = dayStarts(at - days * DAY_MS, at, zone)
        expect(starts.at(-1)).toBe(dayStart(at, 0, zone))
        for (const [index, start] of starts.entries()) {
          expect(dayStart(start, 0, zone)).toBe(start)
          expect(start).toBeGreaterThan(starts[index - 1] ?? -Infinity)
        }
      }),
      { examples: [[Date.UTC(2011, 11, 30, 10), 1, 'Pacific/Apia']] },
    )
  })

  it('follows another without a gap, whatever their length', () => {
    const [first, last] = [Date.UTC(2026, 2, 27, 12), Date.UTC(2026, 2, 30, 12)]
    const starts = dayStarts(first, last, 'Europe/Berlin')
    expect(starts.map((start) => (start - Date.UTC(2026, 2, 26, 23)) / HOUR_MS)).toEqual([0, 24, 48, 71])
  })
})
