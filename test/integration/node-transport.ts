import type { Limits } from '../../electron/api/fetch-limits.ts'
import { createTransport, type Transport } from '../../electron/api/transport.ts'

/** A transport over Node's own fetch, that does not wait between its tries. */
export function nodeTransport(baseUrl: string, limits?: Limits): Transport {
  return createTransport(baseUrl, {
    shared: (url, init) => fetch(url, init),
    fresh: (url, init) => fetch(url, init),
    besides: [],
    now: Date.now,
    random: () => 0,
    sleep: async () => undefined,
    language: () => 'en',
    isOnline: () => true,
    userAgent: 'SessionDesk/test',
    ...(limits ? { limits } : {}),
  })
}
