import { app, session, type Session } from 'electron'
import type { IsolatedConnection, ConnectionPair } from '../api/one-at-a-time.ts'

/**
 * The connections of one account over Chromium's network stack: the system's proxy and trust store, nothing on disk.
 */
export interface Fetches {
  shared: IsolatedConnection
  writeConnections: ConnectionPair
  extraLanes: readonly ConnectionPair[]
}

/** With the write connection, the number of parallel DELETE requests. */
const EXTRA_LANES = 3

/** One run of Chromium's network process; a session of an earlier run reaches nothing in the next (measured). */
export interface NetworkGeneration {
  ended: Promise<void>
}

const NETWORK_SERVICE = 'network.mojom.NetworkService'

/** Follows Chromium's network process, which restarts after a crash; returns a function that gives the current run. */
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
 * Creates the connections of an account, or of a sign-in. Partitions without `persist:` stay in memory. Chromium
 * resends a POST on a reused connection that was reset, so connections for writes are used once.
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

/** Creates its session at the first call, and again after each restart of the network process. */
function isolatedConnection(partition: string, generation: () => NetworkGeneration): IsolatedConnection {
  let opened: OpenSession | null = null
  let runs = 0
  return {
    async fetch(url, init) {
      if (opened?.generation !== generation()) opened = open(`${partition} ${runs++}`, generation())
      const { session: networkSession, ready } = opened
      await ready
      return networkSession.fetch(url, init)
    },
    async close() {
      // A dead process may never answer; its connections are closed already.
      if (opened) await Promise.race([opened.session.closeAllConnections(), opened.generation.ended])
    },
  }
}

interface OpenSession {
  session: Session
  ready: Promise<void>
  generation: NetworkGeneration
}

function open(partition: string, generation: NetworkGeneration): OpenSession {
  const made = session.fromPartition(partition, { cache: false })
  made.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  // A new session learns its proxy a moment later; without waiting, the first call may bypass it (measured, 1 of 40
  // starts).
  const proxyLoaded = made.forceReloadProxyConfig().catch(() => undefined)
  return { session: made, ready: Promise.race([proxyLoaded, generation.ended]), generation }
}
