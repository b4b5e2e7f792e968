import type { Rhythm } from '../contract/models.ts'

/** When a token was issued and when it ends, epoch ms by the service's clock; `expiresAt` null: no end is known. */
export interface TokenLife {
  issuedAt: number
  expiresAt: number | null
}

/** A chosen rhythm as ms, or null: never. */
export function msOf(rhythm: Rhythm): number | null {
  return { never: null, daily: DAY, weekly: 7 * DAY }[rhythm]
}

const DAY = 86_400_000
const SHORTEST_LEAD = 30_000
const LONGEST_LEAD = 300_000

/** ms before its end at which a token of this lifetime (ms) is renewed: a tenth of it, 30 s to 5 min, never over half. */
export function leadOf(lifetime: number): number {
  const tenth = Math.min(Math.max(lifetime / 10, SHORTEST_LEAD), LONGEST_LEAD)
  return Math.max(0, Math.min(tenth, lifetime / 2))
}

/**
 * When a token is to be renewed, epoch ms by the service's clock; null: never by itself. A token without an end is
 * renewed `every` so many ms after it was issued, where the person chose so (design section 5).
 */
export function deadlineOf({ issuedAt, expiresAt }: TokenLife, every: number | null): number | null {
  if (expiresAt === null) return every === null ? null : issuedAt + every
  return expiresAt - leadOf(expiresAt - issuedAt)
}

/** Whether a token is to be renewed before it is used; `now` by the service's clock. The deadline is the truth. */
export function isDue(life: TokenLife, every: number | null, now: number): boolean {
  const deadline = deadlineOf(life, every)
  return deadline !== null && now >= deadline
}
