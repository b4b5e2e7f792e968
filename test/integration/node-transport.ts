import axios from 'axios'
import {
  createTransport,
  type IsolatedConnection,
  type Limits,
  type Transport,
} from '../../electron/api/transport.ts'

// Node's fetch never resends a request.
const own: IsolatedConnection = { fetch: (url, init) => fetch(url, init), close: async () => undefined }

/** A transport over Node's fetch that retries without a delay. */
export function nodeTransport(baseUrl: string, limits?: Limits): Transport {
  return createTransport(baseUrl, {
    reads: own.fetch,
    deletes: own.fetch,
    writes: [own, own],
    now: Date.now,
    random: () => 0,
    sleep: async () => undefined,
    loadAxios: async () => axios,
    abortAfter: (ms) => AbortSignal.timeout(ms),
    language: () => 'en',
    isOnline: () => true,
    userAgent: 'SessionDesk/test',
    ...(limits ? { limits } : {}),
  })
}
