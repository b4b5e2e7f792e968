import { DAY_MS } from '../shared/dates.ts'

/** The range of plausible session times, epoch ms: excludes zero dates, wrong units and typing errors. */
const MIN_SESSION_TIME_MS = Date.UTC(2000, 0, 1)
const MAX_SESSION_TIME_MS = Date.UTC(2200, 0, 1)
/** How far a time may be ahead of the service's clock; a time without its zone is within this limit. */
const MAX_AHEAD_MS = DAY_MS
/** The limit of a JavaScript date. */
const MAX_DATE_MS = 8.64e15
/** Smaller numbers are epoch seconds, larger ones epoch ms. */
const MIN_MS_TIMESTAMP = 1e11

const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?$/i
const MAIL = /^(?:[a-z]{3}, )?\d{1,2} [a-z]{3} \d{4} \d\d:\d\d(?::\d\d)? (?:GMT|UTC|[+-]\d{4})$/i

/**
 * Parses a time in the services' formats: ISO 8601 (with microseconds or a blank for the `T`; UTC by default), RFC
 * 5322, epoch s or ms. Returns epoch ms; null if the value is not a time or exceeds the range of a date.
 */
export function parseReportedTime(raw: unknown): number | null {
  if (typeof raw === 'string') return parseText(raw.trim())
  return typeof raw === 'number' ? inRange(raw * (Math.abs(raw) < MIN_MS_TIMESTAMP ? 1_000 : 1)) : null
}

function parseText(text: string): number | null {
  if (/^\d{9,14}(?:\.\d+)?$/.test(text)) return parseReportedTime(Number(text))
  const [, day, time = '00:00', zone = 'Z'] = ISO.exec(text) ?? []
  if (day !== undefined) return inRange(Date.parse(`${day}T${time}${offsetOf(zone)}`))
  return MAIL.test(text) ? inRange(Date.parse(text)) : null
}

function offsetOf(zone: string): string {
  if (!/^[+-]/.test(zone)) return 'Z'
  return `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`
}

function inRange(ms: number): number | null {
  return Math.abs(ms) <= MAX_DATE_MS ? Math.floor(ms) : null
}

/**
 * Parses a time of a session to epoch ms; null if it is unreadable or implausible: before 2000, after 2199, or more
 * than a day after `now`, the service's current time, epoch ms (null when unknown).
 */
export function parseSessionTime(raw: unknown, now: number | null): number | null {
  const ms = parseReportedTime(raw)
  const latest = now === null ? MAX_SESSION_TIME_MS : Math.min(MAX_SESSION_TIME_MS, now + MAX_AHEAD_MS)
  return ms !== null && ms >= MIN_SESSION_TIME_MS && ms <= latest ? ms : null
}
