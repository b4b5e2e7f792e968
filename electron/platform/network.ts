import { app, session, type Session } from 'electron'
import type { IsolatedConnection, ConnectionPair } from '../api/fresh-connections.ts'

/**
 * The connections of one account over Chromium's network stack: the system's proxy and trust store, nothing on disk.
 */
export interface Fetches {
  reads: IsolatedConnection
  /** Apart from `reads`, because Chromium opens at most six connections to a host, and a list must not wait. */
  deletes: IsolatedConnection
  writes: ConnectionPair
}

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
 * resends a POST on a reused connection that was reset, so connections for POST and PATCH are used once.
 */
export function createFetches(name: string, generation: () => NetworkGeneration): Fetches {
  return {
    reads: isolatedConnection(`net:${name}`, generation),
    deletes: isolatedConnection(`net-delete:${name}`, generation),
    writes: [
      isolatedConnection(`net-post:${name}`, generation),
      isolatedConnection(`net-post:${name} twin`, generation),
    ],
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
