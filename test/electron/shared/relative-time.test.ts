import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exactTime, validTimeZone } from '../../../electron/shared/exact-time.ts'
import {
  ageChangesIn,
  ageOf,
  ago,
  formatAgo,
  formatAge,
  formatWait,
  waitChangesIn,
} from '../../../electron/shared/relative-time.ts'

const WORDS = { never: 'Never used', now: 'just now' }
const NOW = Date.UTC(2026, 2, 15, 12, 0, 0)
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const say = (at: number | null, now = NOW, zone = 'UTC', locale = 'en'): string =>
  formatAgo(ago(at, now, zone), locale, WORDS)

const times = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2060, 0, 1) })
const ZONES = ['UTC', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Pacific/Apia', 'Europe/Madrid', undefined]
const zones = fc.constantFrom(...ZONES)

describe('how long ago', () => {
  it.each<[string, number | null]>([
    ['Never used', null],
    ['just now', NOW],
    ['just now', NOW + DAY],
    ['just now', NOW - 59 * SECOND],
    ['1 minute ago', NOW - MINUTE],
    ['59 minutes ago', NOW - HOUR + 1],
    ['1 hour ago', NOW - HOUR],
    ['23 hours ago', NOW - DAY + 1],
    ['yesterday', NOW - DAY],
    ['yesterday', NOW - 36 * HOUR],
    ['2 days ago', NOW - 36 * HOUR - 1],
    ['1 week ago', NOW - 7 * DAY],
    ['4 weeks ago', NOW - 29 * DAY],
    ['1 month ago', NOW - 30 * DAY],
    ['11 months ago', NOW - 364 * DAY],
    ['1 year ago', NOW - 365 * DAY],
  ])('says %s', (message, at) => {
    expect(say(at)).toBe(message)
  })

  it('counts days by the calendar of the zone', () => {
    const at = Date.UTC(2026, 2, 14, 2, 0)
    const now = Date.UTC(2026, 2, 15, 2, 30)
    expect(say(at, now, 'UTC')).toBe('yesterday')
    // 25 hours on the long day that ends daylight saving: still the same date.
    const [before, after] = [Date.UTC(2026, 9, 24, 22, 15), Date.UTC(2026, 9, 25, 22, 30)]
    expect(say(before, after, 'Europe/Madrid')).toBe('24 hours ago')
  })

  it.each([
    ['en', '5 minutes ago', 'yesterday'],
    ['pt-BR', 'há 5 minutos', 'ontem'],
    ['es', 'hace 5 minutos', 'ayer'],
  ])('is said in %s', (locale, minutes, day) => {
    expect(say(NOW - 5 * MINUTE, NOW, 'UTC', locale)).toBe(minutes)
    expect(say(NOW - DAY, NOW, 'UTC', locale)).toBe(day)
  })

  it('never returns more time than passed, nor much less', () => {
    const days = { day: DAY, week: 7 * DAY, month: 30 * DAY, year: 365 * DAY }
    const LENGTH = { second: SECOND, minute: MINUTE, hour: HOUR, ...days }
    fc.assert(
      fc.property(times, fc.integer({ min: 0, max: 20 * 365 * DAY }), zones, (at, passed, zone) => {
        const elapsed = ago(at, at + passed, zone)
        if (!('value' in elapsed)) {
          expect(passed).toBeLessThan(MINUTE)
          return
        }
        const shownMs = elapsed.value * LENGTH[elapsed.unit]
        // A calendar day may have begun up to a day, or with a change of the clocks or the date line two, after `at`.
        const slack = ['minute', 'hour'].includes(elapsed.unit) ? 0 : 2 * DAY
        expect(shownMs).toBeLessThanOrEqual(passed + slack)
        expect(shownMs + 2 * LENGTH[elapsed.unit] + slack).toBeGreaterThan(passed)
      }),
    )
  })
})

describe('an age with seconds', () => {
  it.each([
    ['just now', 14_999],
    ['15 seconds ago', 15_000],
    ['15 seconds ago', 29_999],
    ['45 seconds ago', 59_999],
    ['1 minute ago', 60_000],
    ['just now', -5_000],
  ])('says %s', (message, passed) => {
    expect(formatAgo(ageOf(NOW - passed, NOW), 'en', WORDS)).toBe(message)
  })

  it('changes exactly when it says', () => {
    fc.assert(
      fc.property(fc.integer({ min: -60_000, max: 3_000_000 }), (passed) => {
        const textAfter = (ms: number): string => formatAgo(ageOf(NOW - passed, NOW + ms), 'en', WORDS)
        const change = ageChangesIn(NOW - passed, NOW)
        expect(textAfter(change - 1)).toBe(textAfter(0))
        expect(textAfter(change)).not.toBe(textAfter(0))
        if (passed >= 60_000) expect(change + passed).toBe(Math.ceil((passed + 1) / 60_000) * 60_000)
      }),
    )
  })
})

describe('a wait', () => {
  it('changes exactly when it says, until it is over', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_001, max: 600_000 }), (left) => {
        const change = waitChangesIn(left) ?? 0
        expect(change).toBeGreaterThan(0)
        expect(formatWait(left - change + 1, 'en')).toBe(formatWait(left, 'en'))
        expect(formatWait(left - change, 'en')).not.toBe(formatWait(left, 'en'))
      }),
    )
    expect([700, 0, -5].map(waitChangesIn)).toEqual([700, null, null])
  })

  it.each([
    ['in 1 second', -5_000],
    ['in 1 second', 1],
    ['in 42 seconds', 41_001],
    ['in 90 seconds', 90_000],
    ['in 2 minutes', 90_001],
    ['in 60 minutes', HOUR],
  ])('says %s', (message, ms) => {
    expect(formatWait(ms, 'en')).toBe(message)
  })
})

describe('the exact time', () => {
  it('is formatted in the given zone', () => {
    expect(exactTime(NOW, 'en', 'America/Sao_Paulo')).toBe('March 15, 2026 at 9:00 AM GMT−3')
    expect(exactTime(NOW, 'es', 'Europe/Madrid')).toContain('15 de marzo de 2026')
  })

  it.each([
    ['America/Sao_Paulo', 'America/Sao_Paulo'],
    ['Mars/Olympus', undefined],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('is in the zone of the profile if that exists: %j', (zone, used) => {
    expect(validTimeZone(zone)).toBe(used)
  })
})

describe('an age', () => {
  const now = Date.UTC(2026, 10, 21, 20, 49)
  const age = (at: number | null, locale = 'en', zone = 'UTC'): string =>
    formatAge(at, now, { locale, zone, words: WORDS })

  it.each([
    [null, 'Never used'],
    [now - 10 * SECOND, 'just now'],
    [now - 6 * DAY, '6 days ago'],
    [now - 7 * DAY, '7 days ago'],
    [Date.UTC(2025, 10, 22), '364 days ago'],
    [Date.UTC(2025, 10, 21), '12 months ago'],
    [Date.UTC(2025, 9, 22), '12 months ago'],
    [Date.UTC(2024, 10, 21), '2 years ago'],
  ])('of %s is %s', (at, text) => {
    expect(age(at)).toBe(text)
  })

  it.each([
    ['pt-BR', 'há 8 dias', 'há 13 meses'],
    ['es', 'hace 8 días', 'hace 13 meses'],
  ])('has the words of %s', (locale, recent, old) => {
    expect(age(now - 8 * DAY, locale)).toBe(recent)
    expect(age(Date.UTC(2025, 9, 21), locale)).toBe(old)
  })

  it('counts the days of the zone', () => {
    const at = Date.UTC(2026, 10, 14, 2)
    expect(age(at)).toBe('7 days ago')
    expect(age(at, 'en', 'America/Sao_Paulo')).toBe('8 days ago')
  })
})
