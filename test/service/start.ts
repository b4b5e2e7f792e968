import { once, setMaxListeners } from 'node:events'
import { selfSignedCertificate } from './certificate.ts'
import { createCore, type Mail } from './core.ts'
import { BASE_PATH } from './endpoints.ts'
import { createFaultRegistry } from './faults/registry.ts'
import { listenOnLoopback, LOOPBACK } from './listen.ts'
import type { PracticeOptions } from './options.ts'
import { createServer, type RecordedRequest } from './server.ts'
import { createTestState } from './test-state.ts'

/** A running practice service: the whole API in memory, on loopback only. */
export type PracticeService = Awaited<ReturnType<typeof startPracticeService>>

/** Starts a service without users; rejects with EADDRINUSE when the port is taken. */
export async function startPracticeService(options: PracticeOptions = {}) {
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

  /** Stops listening and closes every connection; keeps the state. The system refuses new connections. */
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
    /** `http://127.0.0.1:PORT`, or https under TLS. */
    origin,
    /** The origin with `/api/v1`. */
    baseUrl: origin + BASE_PATH,
    /** The self-signed certificate as PEM; null without TLS. */
    certificate: tls?.cert ?? null,
    /** Every request since the start or since clearRequests, in the order of arrival. */
    requests: requests as readonly RecordedRequest[],
    /** How many requests went to an endpoint (its name, or `*`). */
    countRequests: (endpoint: string): number =>
      requests.filter((each) => endpoint === '*' || each.endpoint === endpoint).length,
    clearRequests: (): void => void requests.splice(0),
    /** Mails that the service "sent", oldest first. */
    outbox: core.outbox as readonly Mail[],
    faults: registry,
    state: createTestState(core),
    goOffline,
    /** Listens again on the same port. */
    async goOnline(): Promise<void> {
      if (!server.listening) await listenOnLoopback(server, port)
    },
    /** Closes the service, pending faults and open connections. Safe to call again. */
    async close(): Promise<void> {
      closing.abort()
      await goOffline()
      await app.close()
    },
  }
}
