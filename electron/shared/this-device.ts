/** The session of a list that is this device; null if none is marked as current, or more than one. */
export function thisDevice<T extends { isCurrent: boolean }>(sessions: readonly T[]): T | null {
  const [current, ...more] = sessions.filter(({ isCurrent }) => isCurrent)
  return current && more.length === 0 ? current : null
}

/** Whether a list says which session is this device. With an API token, which is no session, none has to be marked. */
export function isDeviceKnown(sessions: readonly { isCurrent: boolean }[], withToken: boolean): boolean {
  return thisDevice(sessions) !== null || (withToken && !sessions.some(({ isCurrent }) => isCurrent))
}
