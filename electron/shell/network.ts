import { session, type Session } from 'electron'
import type { Fetch } from '../api/fetch-limits.ts'

/** The two fetches of one account, over Chromium's stack: the system's proxy and trust store, nothing on disk. */
export interface Fetches {
  shared: Fetch
  fresh: Fetch
}

/**
 * Makes the fetches for an account, or for a sign-in that has none yet. Partitions without `persist:` live in memory;
 * Chromium resends a POST on a reused connection that was reset, hence the connections closed first (design section 6).
 */
export function fetchesFor(name: string): Fetches {
  const shared = open(`net:${name}`)
  const fresh = open(`net-post:${name}`)
  return {
    async shared(url, init) {
      await shared.ready
      return shared.session.fetch(url, init)
    },
    async fresh(url, init) {
      await fresh.ready
      await fresh.session.closeAllConnections()
      return fresh.session.fetch(url, init)
    },
  }
}

function open(partition: string): { session: Session; ready: Promise<void> } {
  const made = session.fromPartition(partition, { cache: false })
  made.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  // A new session hears of its proxy a moment later, and its first call would go past it: measured, 1 of 40 starts.
  return { session: made, ready: made.forceReloadProxyConfig().catch(() => undefined) }
}
