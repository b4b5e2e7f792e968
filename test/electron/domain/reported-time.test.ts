import { describe, expect, it } from 'vitest'
import { parseReportedTime, parseSessionTime } from '../../../electron/domain/reported-time.ts'

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5)
const DAY = 86_400_000

describe('a time as services write it', () => {
  it.each<[unknown, number]>([
    ['2026-01-02T03:04:05Z', NOW],
    ['2026-01-02T03:04:05.123456Z', NOW + 123],
    ['2026-01-02T03:04:05.123456789', NOW + 123],
    ['2026-01-02 03:04:05', NOW],
    [' 2026-01-02 03:04:05 UTC ', NOW],
    ['2026-01-02T05:04:05+02:00', NOW],
    ['2026-01-02T05:04:05+0200', NOW],
    ['2026-01-02 05:04:05+02', NOW],
    ['2026-01-02T03:04Z', NOW - 5_000],
    ['2026-01-02', NOW - (3 * 3_600 + 4 * 60 + 5) * 1_000],
    ['Fri, 02 Jan 2026 03:04:05 GMT', NOW],
    ['02 Jan 2026 04:04:05 +0100', NOW],
    [NOW, NOW],
    [NOW / 1_000, NOW],
    [String(NOW / 1_000), NOW],
    [String(NOW), NOW],
    [`${NOW / 1_000}.25`, NOW + 250],
    [Date.UTC(2000, 0, 1), Date.UTC(2000, 0, 1)],
  ])('reads %j', (raw, ms) => {
    expect([parseReportedTime(raw), parseSessionTime(raw, NOW)]).toEqual([ms, ms])
  })

  const dates = ['', ' ', '0000-00-00 00:00:00', '2026-13-45T00:00:00Z']
  const words = ['5 minutes ago', 'yesterday 5', '12', 'never']
  const others = [false, true, {}, null, undefined, NaN, Infinity, 1.7e18, -1.7e18]
  it.each([...dates, ...words, ...others, [[]]])('does not guess the meaning of %j', (raw) => {
    expect([parseReportedTime(raw), parseSessionTime(raw, NOW)]).toEqual([null, null])
  })

  it.each<[unknown, number]>([
    ['0001-01-01T00:00:00Z', -62_135_596_800_000],
    ['1970-01-01T00:00:00Z', 0],
    [1e11, 1e11],
    [1.7e15, 1.7e15],
    [8.64e15, 8.64e15],
    [NOW + DAY + 1, NOW + DAY + 1],
  ])('reads %j, but not for a session', (raw, ms) => {
    expect([parseReportedTime(raw), parseSessionTime(raw, NOW)]).toEqual([ms, null])
  })

  it('accepts a time without its zone, and a service that does not report its own time', () => {
    expect(parseSessionTime(NOW + DAY, NOW)).toBe(NOW + DAY)
    expect(parseSessionTime(NOW + 400 * DAY, null)).toBe(NOW + 400 * DAY)
    expect(parseSessionTime(1.7e15, null)).toBeNull()
  })
})
