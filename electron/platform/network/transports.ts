import type { Limits } from '../../api/limited-request.ts'
import { createTransport, type Transport } from '../../api/transport.ts'
import type { Clock } from '../../core/ports.ts'
import { createConnections, createNetworkSessions } from './network.ts'

/** The common options of all transports. `language` is read at each call. */
export interface TransportSetup {
  clock: Clock
  language(): string
  isOnline(): boolean
  userAgent: string
  limits?: Limits
}

/** Returns the transport of an account or of the sign-in (`key`) to one base URL; creates it at its first use. */
export type TransportOf = (key: string, baseUrl: string) => Transport

/** The transports of all accounts. */
export interface Transports {
  of: TransportOf
  /**
   * Deletes the transports of a removed account and closes their idle connections; pending writes, such as a logout,
   * continue.
   */
  release(key: string): void
}

/** Creates transports over Chromium's network stack; no two of them share a connection. */
export function createTransports({
  clock,
  language,
  isOnline,
  userAgent,
  limits,
}: TransportSetup): Transports {
  const sessions = createNetworkSessions()
  const created = new Map<string, { transport: Transport; close(): Promise<void> }>()

  function create(name: string, baseUrl: string): { transport: Transport; close(): Promise<void> } {
    const { reads, deletes, writes } = createConnections(name, baseUrl, sessions)
    return {
      close: async () => {
        await Promise.all([reads.close(), deletes.close()])
      },
      transport: createTransport(baseUrl, {
        reads: reads.exchange,
        deletes: deletes.exchange,
        writes,
        during: (work) => reads.during(() => deletes.during(work)),
        now: clock.now,
        random: Math.random,
        sleep: (ms) => new Promise((resolve) => clock.after(ms, () => resolve())),
        abortAfter: (ms) => AbortSignal.timeout(ms),
        language,
        isOnline,
        userAgent,
        ...(limits ? { limits } : {}),
      }),
    }
  }

  return {
    of(key, baseUrl) {
      const name = `${key} ${baseUrl}`
      const entry = created.get(name) ?? create(name, baseUrl)
      created.set(name, entry)
      return entry.transport
    },
    release(key) {
      for (const [name, { close }] of created) {
        if (!name.startsWith(`${key} `)) continue
        created.delete(name)
        // A connection that fails to close ends with the app.
        close().catch(() => undefined)
      }
    },
  }
}
