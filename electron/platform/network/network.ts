import { app, net, session, type Session } from 'electron'
import type { HttpRequest, HttpResponse, Exchange } from '../../api/limited-request.ts'
import type { ConnectionPair, IsolatedConnection } from '../../api/transport.ts'
import { isLoopback } from '../../shared/loopback.ts'
import { type Lease, type PooledSession, type SessionPool, createSessionPool } from './session-pool.ts'

/**
 * The connections of one account over Chromium's network stack, which uses the system's trust store and, but for a service
 * on this computer, its proxy. Nothing is written to disk.
 */
export interface Connections {
  reads: KeptConnections
  /** Separate from `reads`: Chromium opens at most six connections to a host, and a list must not wait for one. */
  deletes: KeptConnections
  writes: ConnectionPair
}

/** Connections that stay open between calls. */
export interface KeptConnections extends IsolatedConnection {
  /** Keeps the session, and thereby the connections, until the work is done. */
  during<T>(work: () => Promise<T>): Promise<T>
}

/** One run of Chromium's network process. A session of an earlier run reaches nothing any more (measured). */
export interface NetworkGeneration {
  ended: Promise<void>
}

const NETWORK_SERVICE = 'network.mojom.NetworkService'

/** Tracks Chromium's network process, which restarts after a crash. Returns a function that returns the current run. */
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

/** A Chromium session; alive as long as its run of the network process. */
interface NetworkSession extends PooledSession {
  exchange: Exchange
}

/** The Chromium sessions of all accounts. */
export interface NetworkSessions {
  /** Those for a base URL: the ones for this computer never use a proxy. */
  of(baseUrl: string): SessionPool<NetworkSession>
}

/** Creates the pools of sessions, without any session yet. Partitions without `persist:` stay in memory. */
export function createNetworkSessions(): NetworkSessions {
  const generation = trackNetworkProcess()
  let opened = 0
  const create = (isDirect: boolean) =>
    createSessionPool(() => open(`net ${opened++}`, isDirect, generation(), generation))
  const direct = create(true)
  const proxied = create(false)
  return { of: (baseUrl) => (isLoopback(baseUrl) ? direct : proxied) }
}

/**
 * Creates the connections of an account, or of a sign-in, to one base URL; `name` is unique. Chromium resends a POST if a
 * reused connection is reset, so connections for POST and PATCH are used once.
 */
export function createConnections(name: string, baseUrl: string, allSessions: NetworkSessions): Connections {
  const sessions = allSessions.of(baseUrl)
  return {
    reads: keptConnections(`reads ${name}`, sessions),
    deletes: keptConnections(`deletes ${name}`, sessions),
    writes: [
      isolatedConnection(`writes ${name}`, sessions),
      isolatedConnection(`writes ${name} second`, sessions),
    ],
  }
}

/** Acquires a session at the first call, and releases it when all work is done. */
function keptConnections(owner: string, sessions: SessionPool<NetworkSession>): KeptConnections {
  let lease: Promise<Lease<NetworkSession>> | null = null
  let pendingCount = 0

  async function current(): Promise<NetworkSession> {
    for (;;) {
      const taken = (lease ??= sessions.acquire(owner))
      const { session: one } = await taken
      if (one.isAlive()) return one
      if (lease === taken) lease = null
    }
  }

  return {
    exchange: async (request, signal) => (await current()).exchange(request, signal),
    close: async () =>
      lease ? (await lease).session.closeAllConnections() : sessions.closeConnectionsOf(owner),
    async during(work) {
      pendingCount++
      try {
        return await work()
      } finally {
        if (--pendingCount === 0) {
          // A lease that could not be acquired needs no release.
          lease?.then(({ release }) => release()).catch(() => undefined)
          lease = null
        }
      }
    },
  }
}

/** Acquires a session for each call, and releases it once its connections are closed. */
function isolatedConnection(owner: string, sessions: SessionPool<NetworkSession>): IsolatedConnection {
  let lease: Lease<NetworkSession> | null = null
  return {
    async exchange(request, signal) {
      if (!lease?.session.isAlive()) lease = await sessions.acquire(owner)
      return lease.session.exchange(request, signal)
    },
    async close() {
      await lease?.session.closeAllConnections()
      lease?.release()
      lease = null
    },
  }
}

function open(
  partition: string,
  isDirect: boolean,
  generation: NetworkGeneration,
  current: () => NetworkGeneration,
): NetworkSession {
  const made = session.fromPartition(partition, { cache: false })
  made.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  // Plain http is safe on this computer only while no proxy gets it, whatever the system, a script or a switch says.
  // Elsewhere a new session loads its proxy settings asynchronously; otherwise the first call may bypass the proxy
  // (measured, 1 of 40 starts).
  const proxySet = isDirect
    ? made.setProxy({ mode: 'direct' })
    : made.forceReloadProxyConfig().catch(() => undefined)
  const ready = Promise.race([proxySet, generation.ended])
  ready.catch(() => undefined)
  return {
    isAlive: () => current() === generation,
    async exchange(request, signal) {
      await ready
      return sendOver(made, request, signal)
    },
    // A dead process may never answer, but its connections are closed.
    closeAllConnections: () => Promise.race([made.closeAllConnections(), generation.ended]),
  }
}

/** Sends a request (Electron docs, net.request). `Session.fetch` is the same below, but loads all of Node's fetch at a start. */
function sendOver(
  session: Session,
  { method, url, headers, body }: HttpRequest,
  signal: AbortSignal,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = net.request({
      ...{ session, method, url },
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    })
    for (const [name, value] of Object.entries(headers)) request.setHeader(name, value)
    signal.addEventListener('abort', () => (request.abort(), reject(signal.reason as Error)), { once: true })
    request.on('error', reject)
    request.on('response', (response) => {
      // Who reads the body gets its error; where nobody reads it, Node would end the app.
      response.on('error', () => undefined)
      const parts = response as unknown as AsyncIterable<Uint8Array>
      resolve({ status: response.statusCode, headers: response.headers, body: parts })
    })
    request.end(body ?? undefined)
  })
}
