/** The wait after a 429 that does not say how long, ms. */
export const DEFAULT_WAIT_MS = 60_000
const MAX_WAIT_MS = 86_400_000

/** The forms of an HTTP date (RFC 9110 section 5.6.7) all begin with a day; `Date.parse` alone makes dates of much else. */
const HTTP_DATE = /^(Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?,? /

/** When to try again, epoch ms by this computer's clock; `assumed`: the service did not say. */
export interface Retry {
  retryAt: number
  assumed?: true
}

/**
 * Reads `Retry-After` in seconds or as a date (RFC 9110 section 10.2.3; the date is by the service's clock, hence `skew`).
 */
export function parseRetryAfter(header: string | null, now: number, skew: number): Retry {
  const text = header?.trim() ?? ''
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : parseHttpDate(text) - skew - now
  if (Number.isNaN(wait)) return { retryAt: now + DEFAULT_WAIT_MS, assumed: true }
  return { retryAt: now + Math.min(Math.max(wait, 1_000), MAX_WAIT_MS) }
}

/** Epoch ms, or NaN. The oldest form does not say that it is in GMT, and would be read as this computer's time. */
function parseHttpDate(text: string): number {
  if (!HTTP_DATE.test(text)) return NaN
  return Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`)
}
