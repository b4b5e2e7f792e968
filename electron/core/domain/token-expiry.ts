import type { RenewalInterval } from '../../shared/settings.ts'

/** When a token was issued and when it ends, epoch ms by the service's clock; `expiresAt` null: no end is known. */
export interface TokenLife {
  issuedAt: number
  expiresAt: number | null
}

/** A chosen rhythm as ms, or null: never. */
export function intervalMs(rhythm: RenewalInterval): number | null {
  return { never: null, daily: DAY, weekly: 7 * DAY }[rhythm]
}

const DAY = 86_400_000
const MIN_LEAD_MS = 30_000
const MAX_LEAD_MS = 300_000

/**
 * An end that is nearer than this when the token is issued says nothing: a time without its zone, a wrong `Date`, a clock
 * that is set wrong. Half of it, after which such a token would be renewed, keeps two renewals of real tokens apart.
 */
const MIN_LIFETIME_MS = 15_000

/** The service's clock is not believed about a token that is younger than this by this computer's steady one. */
const MIN_AGE_MS = 60_000

/** Whether the end of a token cannot be meant: it was over, or nearly so, when the token was issued. */
export function isEndDoubtful({ issuedAt, expiresAt }: TokenLife): boolean {
  return expiresAt !== null && expiresAt - issuedAt < MIN_LIFETIME_MS
}

/** ms before its end at which a token of this lifetime (ms) is renewed: a tenth of it, 30 s to 5 min, never over half. */
export function renewalLead(lifetime: number): number {
  const tenth = Math.min(Math.max(lifetime / 10, MIN_LEAD_MS), MAX_LEAD_MS)
  return Math.max(0, Math.min(tenth, lifetime / 2))
}

/**
 * When a token is to be renewed, epoch ms by the service's clock; null: never by itself. A token whose end is not known
 * is renewed `every` so many ms after it was issued, where the person chose so.
 */
export function deadlineOf(life: TokenLife, every: number | null): number | null {
  const { issuedAt, expiresAt } = life
  if (expiresAt === null || isEndDoubtful(life)) return every === null ? null : issuedAt + every
  return expiresAt - renewalLead(expiresAt - issuedAt)
}

/**
 * ms until a token is to be renewed, 0 when it is due, null: never by itself. `now` is by the service's clock. `heldFor`
 * is for how long this app has had it, ms by the steady clock, and null for a token of an earlier run. The steady clock is
 * enough to make it due; the service's, which may change from answer to answer, is not for the first minute.
 */
export function renewalDueIn(
  life: TokenLife,
  heldFor: number | null,
  every: number | null,
  now: number,
): number | null {
  const deadline = deadlineOf(life, every)
  if (deadline === null) return null
  if (heldFor === null) return Math.max(0, deadline - now)
  const byService = Math.max(deadline - now, MIN_AGE_MS - heldFor)
  return Math.max(0, Math.min(deadline - life.issuedAt - heldFor, byService))
}

/** ms until the end of a token, below 0 when it is over; null: it is not known. `heldFor` and `now` as in `renewalDueIn`. */
export function lifeLeft(life: TokenLife, heldFor: number | null, now: number): number | null {
  if (life.expiresAt === null || isEndDoubtful(life)) return null
  return heldFor === null ? life.expiresAt - now : life.expiresAt - life.issuedAt - heldFor
}
