import type { Limits } from '../../electron/api/fetch-limits.ts'
import type { OwnWay } from '../../electron/api/one-at-a-time.ts'
import { createTransport, type Transport } from '../../electron/api/transport.ts'

// Node's fetch sends nothing twice by itself.
const own: OwnWay = { fetch: (url, init) => fetch(url, init), close: async () => undefined }

/** A transport over Node's own fetch, that does not wait between its tries. */
export function nodeTransport(baseUrl: string, limits?: Limits): Transport {
  return createTransport(baseUrl, {
    shared: (url, init) => fetch(url, init),
    fresh: [own, own],
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
