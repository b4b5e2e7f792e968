import { DAY_MS, HOUR_MS, MINUTE_MS } from '../shared/dates.ts'

/** The wait after a 429 without `Retry-After`. */
export const DEFAULT_WAIT_MS = MINUTE_MS
const MAX_WAIT_MS = DAY_MS

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
  return { retryAt: now + limit(wait) }
}

const limit = (wait: number): number => Math.min(Math.max(wait, 1_000), MAX_WAIT_MS)

/** An amount and a unit of time in English, Portuguese or Spanish, whose first letter tells the unit. */
const PART = String.raw`(\d{1,5}) ?([smh])(?:ec(?:ond)?s?|eg(?:undo)?s?|in(?:ut[eo])?s?|(?:ou)?rs?|oras?)?(?![\p{L}\d])`
const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: MINUTE_MS, h: HOUR_MS }

/** A wait such as "1 minute and 30 seconds"; "60 requests per minute" names none. */
const NAMED_WAIT = new RegExp(String.raw`(?<![\p{L}\d.,:-])${PART}(?:(?:,| and| e| y)? ${PART})*`, 'giu')

/** What a text says about attempts that were too many, in the languages that the app asks for. */
const TOO_MANY =
  /too many|try again|retry|wait|muitas|muitos|tente novamente|aguarde|espere|demasiad[oa]s|int[eé]nt[ae]lo|vuelv[ae]/iu

/** Whether a text says that there were too many attempts and how long to wait: a rate limit, whatever its status. */
export function isRateLimitText(text: string): boolean {
  return TOO_MANY.test(text) && waitOfText(text) !== null
}

/**
 * When to retry by the service's texts, as "Please try again in 47 seconds." says; null if none names a wait. `now` is epoch
 * ms by this computer's clock; the wait is 1 s to 24 h.
 */
export function parseRetryText(texts: readonly string[], now: number): Retry | null {
  const wait = texts.map(waitOfText).find((each) => each !== null) ?? null
  return wait === null ? null : { retryAt: now + limit(wait) }
}

/** Returns the last wait that a text names, ms, or null. */
function waitOfText(text: string): number | null {
  const named = [...text.matchAll(NAMED_WAIT)].at(-1)
  if (!named) return null
  const parts = named[0].matchAll(new RegExp(PART, 'giu'))
  return [...parts].reduce(
    (sum, [, amount, unit = '']) => sum + Number(amount) * (UNIT_MS[unit.toLowerCase()] ?? 0),
    0,
  )
}

/** Returns epoch ms, or NaN. The oldest form omits GMT, and `Date.parse` would read it as local time. */
function parseHttpDate(text: string): number {
  if (!HTTP_DATE.test(text)) return NaN
  return Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`)
}
