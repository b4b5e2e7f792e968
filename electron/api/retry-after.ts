/** The wait after a 429 without `Retry-After`. */
export const DEFAULT_WAIT_MS = 60_000
const MAX_WAIT_MS = 86_400_000

/** Every form of an HTTP date (RFC 9110 section 5.6.7) begins with a weekday; `Date.parse` accepts much else. */
const HTTP_DATE = /^(Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?,? /

/** When to retry, epoch ms by this computer's clock; `assumed`: the service sent no valid time. */
export interface Retry {
  retryAt: number
  assumed?: true
}

/**
 * Parses `Retry-After` in seconds or as a date (RFC 9110 section 10.2.3), to 1 s to 24 h from `now`, epoch ms by this
 * computer's clock. `skew` is the service's clock minus this computer's, ms.
 */
export function parseRetryAfter(header: string | null, now: number, skew: number): Retry {
  const text = header?.trim() ?? ''
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : parseHttpDate(text) - skew - now
  if (Number.isNaN(wait)) return { retryAt: now + DEFAULT_WAIT_MS, assumed: true }
  return { retryAt: now + Math.min(Math.max(wait, 1_000), MAX_WAIT_MS) }
}

/** Returns epoch ms, or NaN. The oldest form omits GMT, and `Date.parse` would read it as local time. */
function parseHttpDate(text: string): number {
  if (!HTTP_DATE.test(text)) return NaN
  return Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`)
}
