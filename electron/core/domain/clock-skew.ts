/**
 * The service's clock minus this computer's, ms, from a `Date` header (RFC 9110 section 6.6.1) and when the call was
 * sent and answered by this computer's clock. The header counts whole seconds, hence the half second.
 */
export function skewFrom(dateHeader: number, sentAt: number, receivedAt: number): number {
  return Math.round(dateHeader + 500 - (sentAt + receivedAt) / 2)
}

/** Keeps an earlier estimate while a newer one agrees within the header's resolution, so that ages do not flicker. */
export function smoothSkew(earlier: number | null, newer: number): number {
  return earlier !== null && Math.abs(earlier - newer) < 1_500 ? earlier : newer
}
