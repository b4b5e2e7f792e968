/**
 * Estimates the service's clock minus this computer's, ms, from a `Date` header (RFC 9110 section 6.6.1) and the times
 * of request and answer by this computer's clock. The header has whole seconds, hence the half second.
 */
export function skewFrom(dateHeader: number, sentAt: number, receivedAt: number): number {
  return Math.round(dateHeader + 500 - (sentAt + receivedAt) / 2)
}

/**
 * Keeps the earlier estimate while a newer one agrees within the header's resolution, so that displayed ages are
 * stable.
 */
export function smoothSkew(earlier: number | null, newer: number): number {
  return earlier !== null && Math.abs(earlier - newer) < 1_500 ? earlier : newer
}
