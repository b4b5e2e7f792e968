import { describe, expect, it } from 'vitest'
import { formatDay } from '../../../../../electron/features/desktop/domain/format-day.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 2, 15, 12, 0, 0)

describe('the day of a time', () => {
  it.each<[string, number]>([
    ['today', NOW],
    ['today', NOW + 2 * DAY],
    ['today', NOW - 12 * HOUR],
    // Yesterday, though less than a day ago.
    ['yesterday', NOW - 12 * HOUR - 1],
    ['9 days ago', NOW - 9 * DAY],
    ['364 days ago', NOW - 364 * DAY],
    ['12 months ago', NOW - 366 * DAY],
    ['2 years ago', NOW - 800 * DAY],
  ])('is %s', (text, at) => {
    expect(formatDay(at, NOW, 'en', 'UTC')).toBe(text)
  })

  it('is that of the zone, in the language', () => {
    const at = NOW - 14 * HOUR
    expect(formatDay(at, NOW, 'pt-BR', 'UTC')).toBe('ontem')
    expect(formatDay(at, NOW, 'es', 'Asia/Tokyo')).toBe('hoy')
  })
})
