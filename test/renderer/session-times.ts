/** The times of sessions that have no other ones: used a minute ago, signed in a day ago. */
export const sessionTimes = { lastUsedAt: 0, createdAt: 0 }

/** Sets the times for all sessions of a test. A millisecond between two of them would sort them. */
export function setSessionTimes(): void {
  const now = Date.now()
  Object.assign(sessionTimes, { lastUsedAt: now - 60_000, createdAt: now - 86_400_000 })
}
