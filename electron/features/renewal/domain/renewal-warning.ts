import { deadlineOf, renewalLead, type TokenLife } from '../../../core/domain/token-expiry.ts'

/** Half of the time that there is for renewing (2½ minutes of an hour's token) is for trying; the rest, to act in. */
const TRYING = 0.5

/**
 * From when on, epoch ms by the service's clock, a token that could not be renewed is told to people; null: never, as it
 * has no end. `lastFailedAt` is when a renewal last failed: one that failed before any was due says nothing about the end.
 */
export function warnFrom(life: TokenLife, lastFailedAt: number | null): number | null {
  const deadline = deadlineOf(life, null)
  if (life.expiresAt === null || deadline === null) return null
  if (lastFailedAt === null || lastFailedAt < deadline) return null
  return Math.max(deadline + renewalLead(life.expiresAt - life.issuedAt) * TRYING, lastFailedAt)
}
