import { app, session, type Session } from 'electron'
import type { IsolatedConnection, ConnectionPair } from '../api/one-at-a-time.ts'

/** How one account reaches its service over Chromium's stack: the system's proxy and trust store, nothing on disk. */
export interface Fetches {
  shared: IsolatedConnection
  writeConnections: ConnectionPair
  extraLanes: readonly ConnectionPair[]
}

/** With the first one, as many as sessions are ended side by side. */
const EXTRA_LANES = 3

/** One life of Chromium's network process; a session that was made in it reaches nothing in the next one (measured). */
export interface NetworkGeneration {
  ended: Promise<void>
}

const NETWORK_SERVICE = 'network.mojom.NetworkService'

/** Follows that process, which Chromium starts anew when it has crashed; gives the life of this moment. */
export function trackNetworkProcess(): () => NetworkGeneration {
  let end = (): void => undefined
  const begin = (): NetworkGeneration => ({ ended: new Promise((resolve) => (end = resolve)) })
  let generation = begin()
  app.on('child-process-gone', (_event, { serviceName }) => {
    if (serviceName !== NETWORK_SERVICE) return
    end()
    generation = begin()
  })
  return () => generation
}

/**
 * Makes the fetches for an account, or for a sign-in that has none yet. Partitions without `persist:` live in memory;
 * Chromium resends a POST on a reused connection that was reset, hence those of writes are used once.
 */
export function createFetches(name: string, generation: () => NetworkGeneration): Fetches {
  const pair = (partition: string): ConnectionPair => [
    isolatedConnection(partition, generation),
    isolatedConnection(`${partition} twin`, generation),
  ]
  return {
    shared: isolatedConnection(`net:${name}`, generation),
    writeConnections: pair(`net-post:${name}`),
    extraLanes: Array.from({ length: EXTRA_LANES }, (_, index) => pair(`net-delete-${index}:${name}`)),
  }
}

/** Its session is made at the first call, and anew in each life of the network process. */
function isolatedConnection(partition: string, generation: () => NetworkGeneration): IsolatedConnection {
  let made: Made | null = null
  let lives = 0
  return {
    async fetch(url, init) {
      if (made?.generation !== generation()) made = open(`${partition} ${lives++}`, generation())
      const { session: own, ready } = made
      await ready
      return own.fetch(url, init)
    },
    async close() {
      // Whoever asks a process that dies may wait for ever; its connections died with it.
      if (made) await Promise.race([made.session.closeAllConnections(), made.generation.ended])
    },
  }
}

interface Made {
  session: Session
  ready: Promise<void>
  generation: NetworkGeneration
}

function open(partition: string, generation: NetworkGeneration): Made {
  const made = session.fromPartition(partition, { cache: false })
  made.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  // A new session hears of its proxy a moment later, and its first call would go past it: measured, 1 of 40 starts.
  const told = made.forceReloadProxyConfig().catch(() => undefined)
  return { session: made, ready: Promise.race([told, generation.ended]), generation }
}
