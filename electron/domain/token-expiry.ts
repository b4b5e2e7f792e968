import { DAY_MS, MINUTE_MS } from '../shared/dates.ts'
import type { RenewalInterval } from '../shared/settings.ts'

/** When a token was issued and when it expires, epoch ms by the service's clock; null: unknown, or never. */
export interface TokenLife {
  issuedAt: number
  expiresAt: number | null
}

/** Converts a renewal interval to ms; null: never. */
export function intervalMs(interval: RenewalInterval): number | null {
  return { never: null, daily: DAY_MS, weekly: 7 * DAY_MS }[interval]
}

const MIN_LEAD_MS = 30_000
const MAX_LEAD_MS = 300_000

/**
 * A shorter lifetime is not credible: the time lacks its zone, or a clock is wrong. A token is renewed after half of
 * its lifetime at the earliest, so no token is renewed more often than every 7.5 seconds.
 */
const MIN_LIFETIME_MS = 15_000

/** A token that is younger by the steady clock is not due by the service's clock alone. */
const MIN_AGE_MS = MINUTE_MS

/** Whether the expiry of a token is not credible: it was over, or nearly over, when the token was issued. */
export function isExpiryDoubtful({ issuedAt, expiresAt }: TokenLife): boolean {
  return expiresAt !== null && expiresAt - issuedAt < MIN_LIFETIME_MS
}

/**
 * Returns how many ms before its expiry a token of this lifetime (ms) is renewed: a tenth of it, 30 s to 5 min, at most
 * half.
 */
export function renewalLead(lifetime: number): number {
  const tenth = Math.min(Math.max(lifetime / 10, MIN_LEAD_MS), MAX_LEAD_MS)
  return Math.max(0, Math.min(tenth, lifetime / 2))
}

/**
 * Returns when a token is due for renewal, epoch ms by the service's clock; null: never automatically. A token without
 * a known expiry is due `interval` ms after it was issued, if the person chose an interval.
 */
export function deadlineOf(life: TokenLife, interval: number | null): number | null {
  const { issuedAt, expiresAt } = life
  if (expiresAt === null || isExpiryDoubtful(life)) return interval === null ? null : issuedAt + interval
  return expiresAt - renewalLead(expiresAt - issuedAt)
}

/**
 * Returns the ms until a token is due for renewal, 0 when it is due; null: never automatically. `now` is epoch ms by
 * the service's clock. `tokenAge` is how long this app has had the token, ms by the steady clock; null for a token of
 * an earlier run. The steady clock alone can make a token due; the service's clock, which may jump between responses,
 * cannot in the first minute.
 */
export function renewalDueIn(
  life: TokenLife,
  tokenAge: number | null,
  interval: number | null,
  now: number,
): number | null {
  const deadline = deadlineOf(life, interval)
  if (deadline === null) return null
  if (tokenAge === null) return Math.max(0, deadline - now)
  const byService = Math.max(deadline - now, MIN_AGE_MS - tokenAge)
  return Math.max(0, Math.min(deadline - life.issuedAt - tokenAge, byService))
}

/** Returns the ms until a token expires, negative afterwards; null when unknown. Arguments as in `renewalDueIn`. */
export function lifeLeft(life: TokenLife, tokenAge: number | null, now: number): number | null {
  if (life.expiresAt === null || isExpiryDoubtful(life)) return null
  return tokenAge === null ? life.expiresAt - now : life.expiresAt - life.issuedAt - tokenAge
}
