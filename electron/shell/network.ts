import { session, type Session } from 'electron'
import type { Fetch } from '../api/fetch-limits.ts'
import type { OwnWay, Twins } from '../api/one-at-a-time.ts'

/** How one account reaches its service over Chromium's stack: the system's proxy and trust store, nothing on disk. */
export interface Fetches {
  shared: Fetch
  fresh: Twins
  besides: readonly Twins[]
}

/** With the first one, as many as sessions are ended side by side (design section 7). */
const BESIDES = 3

/**
 * Makes the fetches for an account, or for a sign-in that has none yet. Partitions without `persist:` live in memory;
 * Chromium resends a POST on a reused connection that was reset, hence those of writes are used once (design section 6).
 */
export function fetchesFor(name: string): Fetches {
  const shared = open(`net:${name}`)
  return {
    async shared(url, init) {
      await shared.ready
      return shared.session.fetch(url, init)
    },
    fresh: twins(`net-post:${name}`),
    besides: Array.from({ length: BESIDES }, (_, index) => twins(`net-delete-${index}:${name}`)),
  }
}

function twins(partition: string): Twins {
  return [ownWay(partition), ownWay(`${partition} twin`)]
}

/** Its session is made at the first call. */
function ownWay(partition: string): OwnWay {
  let made: ReturnType<typeof open> | null = null
  return {
    async fetch(url, init) {
      made ??= open(partition)
      await made.ready
      return made.session.fetch(url, init)
    },
    close: async () => made?.session.closeAllConnections(),
  }
}

function open(partition: string): { session: Session; ready: Promise<void> } {
  const made = session.fromPartition(partition, { cache: false })
  made.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  // A new session hears of its proxy a moment later, and its first call would go past it: measured, 1 of 40 starts.
  return { session: made, ready: made.forceReloadProxyConfig().catch(() => undefined) }
}
