import { deadlineOf, renewalLead, type TokenLife } from '../../../domain/token-expiry.ts'

/**
 * The fraction of the renewal lead (5 minutes for a token of an hour) that is left to retries before the person is
 * warned.
 */
const RETRY_FRACTION = 0.5

/**
 * Returns when the person is warned about a token, epoch ms by the service's clock; null: never, because it has no
 * expiry or no due renewal failed. `lastFailedAt` is when a renewal last failed, by the same clock.
 */
export function warnFrom(life: TokenLife, lastFailedAt: number | null): number | null {
  const deadline = deadlineOf(life, null)
  if (life.expiresAt === null || deadline === null) return null
  if (lastFailedAt === null || lastFailedAt < deadline) return null
  return Math.max(deadline + renewalLead(life.expiresAt - life.issuedAt) * RETRY_FRACTION, lastFailedAt)
}
