import type { Limits } from '../api/fetch-limits.ts'
import { createTransport, type Transport } from '../api/transport.ts'
import type { Clock } from '../core/ports.ts'
import { createFetches, trackNetworkProcess } from './network.ts'

/** What all transports share; `language` is asked at each call, `limits` are the usual ones when absent. */
export interface TransportSetup {
  clock: Clock
  language(): string
  isOnline(): boolean
  userAgent: string
  limits?: Limits
}

/** The transport of an account, or of the sign-in, to one base URL; made at its first use. */
export type TransportOf = (key: string, baseUrl: string) => Transport

/** The transports of all accounts. */
export interface Transports {
  of: TransportOf
  /** Closes what an account that is gone keeps open; what goes over connections of its own, as its logout, goes on. */
  release(key: string): void
}

/** Makes transports over Electron's network stack, each with sessions that it shares with no other. */
export function createTransports({
  clock,
  language,
  isOnline,
  userAgent,
  limits,
}: TransportSetup): Transports {
  const life = trackNetworkProcess()
  const made = new Map<string, { transport: Transport; close(): Promise<void> }>()

  function make(name: string, baseUrl: string): { transport: Transport; close(): Promise<void> } {
    const { shared, ...others } = createFetches(name, life)
    return {
      close: shared.close,
      transport: createTransport(baseUrl, {
        ...others,
        shared: shared.fetch,
        now: clock.now,
        random: Math.random,
        sleep: (ms) => new Promise((resolve) => clock.after(ms, () => resolve())),
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
      const one = made.get(name) ?? make(name, baseUrl)
      made.set(name, one)
      return one.transport
    },
    release(key) {
      for (const [name, { close }] of made) {
        if (!name.startsWith(`${key} `)) continue
        made.delete(name)
        // It closes by itself when the app ends.
        close().catch(() => undefined)
      }
    },
  }
}
