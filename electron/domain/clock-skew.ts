/**
 * Estimates the service's clock minus this computer's, ms, from a `Date` header (RFC 9110 section 6.6.1) and the times
 * of request and response by this computer's clock, all epoch ms. The header drops fractions of a second: half a second
 * on average.
 */
export function skewFrom(dateHeader: number, sentAt: number, receivedAt: number): number {
  return Math.round(dateHeader + 500 - (sentAt + receivedAt) / 2)
}

/**
 * Returns the earlier estimate of the skew while the newer one is within the resolution of `Date` headers, so that
 * displayed ages are stable. ms
 */
export function smoothSkew(earlier: number, newer: number): number {
  return Math.abs(earlier - newer) < 1_500 ? earlier : newer
}
