/** The session of a list that is this device; null where no session, or more than one, says so. */
export function thisDevice<T extends { isCurrent: boolean }>(sessions: readonly T[]): T | null {
  const [current, ...more] = sessions.filter(({ isCurrent }) => isCurrent)
  return current && more.length === 0 ? current : null
}

/** Whether a list says which session is this device; with an API token, which is no session, none of them has to be. */
export function isDeviceKnown(sessions: readonly { isCurrent: boolean }[], withToken: boolean): boolean {
  return thisDevice(sessions) !== null || (withToken && !sessions.some(({ isCurrent }) => isCurrent))
}
