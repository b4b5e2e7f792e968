import { app, session, type Session } from 'electron'
import type { OwnWay, ConnectionPair } from '../api/one-at-a-time.ts'

/** How one account reaches its service over Chromium's stack: the system's proxy and trust store, nothing on disk. */
export interface Fetches {
  shared: OwnWay
  fresh: ConnectionPair
  besides: readonly ConnectionPair[]
}

/** With the first one, as many as sessions are ended side by side. */
const BESIDES = 3

/** One life of Chromium's network process; a session that was made in it reaches nothing in the next one (measured). */
export interface NetworkGeneration {
  ended: Promise<void>
}

const NETWORK_SERVICE = 'network.mojom.NetworkService'

/** Follows that process, which Chromium starts anew when it has crashed; gives the life of this moment. */
export function trackNetworkProcess(): () => NetworkGeneration {
  let end = (): void => undefined
  const begin = (): NetworkGeneration => ({ ended: new Promise((resolve) => (end = resolve)) })
  let life = begin()
  app.on('child-process-gone', (_event, { serviceName }) => {
    if (serviceName !== NETWORK_SERVICE) return
    end()
    life = begin()
  })
  return () => life
}

/**
 * Makes the fetches for an account, or for a sign-in that has none yet. Partitions without `persist:` live in memory;
 * Chromium resends a POST on a reused connection that was reset, hence those of writes are used once.
 */
export function createFetches(name: string, life: () => NetworkGeneration): Fetches {
  const twins = (partition: string): ConnectionPair => [
    ownWay(partition, life),
    ownWay(`${partition} twin`, life),
  ]
  return {
    shared: ownWay(`net:${name}`, life),
    fresh: twins(`net-post:${name}`),
    besides: Array.from({ length: BESIDES }, (_, index) => twins(`net-delete-${index}:${name}`)),
  }
}

/** Its session is made at the first call, and anew in each life of the network process. */
function ownWay(partition: string, life: () => NetworkGeneration): OwnWay {
  let made: Made | null = null
  let lives = 0
  return {
    async fetch(url, init) {
      if (made?.life !== life()) made = open(`${partition} ${lives++}`, life())
      const { session: own, ready } = made
      await ready
      return own.fetch(url, init)
    },
    async close() {
      // Whoever asks a process that dies may wait for ever; its connections died with it.
      if (made) await Promise.race([made.session.closeAllConnections(), made.life.ended])
    },
  }
}

interface Made {
  session: Session
  ready: Promise<void>
  life: NetworkGeneration
}

function open(partition: string, life: NetworkGeneration): Made {
  const made = session.fromPartition(partition, { cache: false })
  made.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  // A new session hears of its proxy a moment later, and its first call would go past it: measured, 1 of 40 starts.
  const told = made.forceReloadProxyConfig().catch(() => undefined)
  return { session: made, ready: Promise.race([told, life.ended]), life }
}
