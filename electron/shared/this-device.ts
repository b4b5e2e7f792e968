/** Returns the session of this device; null unless exactly one session of the list is marked as current. */
export function thisDevice<T extends { isCurrent: boolean }>(sessions: readonly T[]): T | null {
  const [current, ...more] = sessions.filter(({ isCurrent }) => isCurrent)
  return current && more.length === 0 ? current : null
}

/**
 * Whether a list tells which session is this device. An API token is not a session, so with one no session must be
 * marked.
 */
export function isDeviceKnown(sessions: readonly { isCurrent: boolean }[], withApiToken: boolean): boolean {
  return thisDevice(sessions) !== null || (withApiToken && !sessions.some(({ isCurrent }) => isCurrent))
}
