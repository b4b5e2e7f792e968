import { once, setMaxListeners } from 'node:events'
import { selfSignedCertificate } from './certificate.ts'
import { createCore } from './core.ts'
import { BASE_PATH } from './endpoints.ts'
import { createFaultRegistry } from './faults/registry.ts'
import type { FaultRegistry } from './faults/registry.ts'
import { listenOnLoopback, LOOPBACK } from './listen.ts'
import type { PracticeOptions } from './options.ts'
import { countRequests } from './requests.ts'
import type { RecordedRequest } from './requests.ts'
import { createServer } from './server.ts'
import type { Mail } from './store.ts'
import { createTestState } from './test-state.ts'
import type { TestState } from './test-state.ts'

/** A running practice service: the whole API in memory, on loopback only. */
export interface PracticeService {
  /** `http://127.0.0.1:PORT`, or https under TLS. */
  readonly origin: string
  /** The origin with `/api/v1`. */
  readonly baseUrl: string
  /** The self-signed certificate as PEM; null without TLS. */
  readonly certificate: string | null
  /** Every request since the start or since clearRequests, in the order of arrival. */
  readonly requests: readonly RecordedRequest[]
  /** How many requests went to an endpoint (its name, or `*`). */
  countRequests(endpoint: string): number
  clearRequests(): void
  /** Mails that the service "sent", oldest first. */
  readonly outbox: readonly Mail[]
  readonly faults: FaultRegistry
  readonly state: TestState
  /** Stops listening and closes every connection; keeps the state. The system refuses new connections. */
  goOffline(): Promise<void>
  /** Listens again on the same port. */
  goOnline(): Promise<void>
  /** Closes the service, pending faults and open connections. Safe to call again. */
  close(): Promise<void>
}

/** Starts a service without users; rejects with EADDRINUSE when the port is taken. */
export async function startPracticeService(options: PracticeOptions = {}): Promise<PracticeService> {
  const core = createCore(options)
  const tls = core.settings.tls ? await selfSignedCertificate() : null
  const requests: RecordedRequest[] = []
  const { registry, take } = createFaultRegistry()
  const closing = new AbortController()
  // Every delayed reply listens to it; more than ten are not a leak.
  setMaxListeners(0, closing.signal)
  const { app, sockets } = createServer({ core, takeFaults: take, requests, closing: closing.signal, tls })
  const { server } = app
  await app.ready()

  const goOffline = async (): Promise<void> => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    sockets.destroyAll()
    await closed
  }

  // Opened and closed here, because Fastify cannot listen a second time.
  const port = await listenOnLoopback(server, core.settings.port)
  const origin = `${tls ? 'https' : 'http'}://${LOOPBACK}:${port}`
  return {
    origin,
    baseUrl: origin + BASE_PATH,
    certificate: tls?.cert ?? null,
    requests,
    countRequests: (endpoint) => countRequests(requests, endpoint),
    clearRequests: () => void requests.splice(0),
    outbox: core.store.outbox,
    faults: registry,
    state: createTestState(core),
    goOffline,
    async goOnline() {
      if (!server.listening) await listenOnLoopback(server, port)
    },
    async close() {
      closing.abort()
      await goOffline()
      await app.close()
    },
  }
}
