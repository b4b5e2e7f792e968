import type { Limits } from '../api/fetch-limits.ts'
import { createTransport, type Transport } from '../api/transport.ts'
import type { Clock } from '../services/ports.ts'
import { fetchesFor, followNetwork } from './network.ts'

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

/** Makes transports over Electron's network stack, each with sessions that it shares with no other. */
export function createTransports({
  clock,
  language,
  isOnline,
  userAgent,
  limits,
}: TransportSetup): TransportOf {
  const life = followNetwork()
  const made = new Map<string, Transport>()
  return (key, baseUrl) => {
    const name = `${key} ${baseUrl}`
    const transport =
      made.get(name) ??
      createTransport(baseUrl, {
        ...fetchesFor(name, life),
        now: clock.now,
        random: Math.random,
        sleep: (ms) => new Promise((resolve) => clock.after(ms, () => resolve())),
        language,
        isOnline,
        userAgent,
        ...(limits ? { limits } : {}),
      })
    made.set(name, transport)
    return transport
  }
}
