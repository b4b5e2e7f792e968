import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from './responses.ts'
import type { Core } from './core.ts'
import { sendResponse } from './send-response.ts'
import { ENDPOINT_NAMES, routeOf } from './endpoints.ts'
import type { Aimed, FaultPlan } from './faults/plan.ts'
import { bearerOf } from './principal.ts'
import { jsonBody, readEveryBody, recordedBody } from './read-body.ts'
import type { RecordedRequest } from './requests.ts'
import { trackSockets } from './sockets.ts'
import type { Sockets } from './sockets.ts'
import { createResponseWriter } from './response-writer.ts'
import { dispatchEndpoint, toResponse, dispatchUnknown } from './dispatch.ts'

/** What the HTTP side needs; `tls` is a PEM key and certificate. */
export interface ServerParts {
  readonly core: Core
  readonly takeFaults: (request: Aimed) => FaultPlan
  readonly requests: RecordedRequest[]
  readonly closing: AbortSignal
  readonly tls: { key: string; cert: string } | null
}

/** The data of a request from its arrival to its reply. */
interface Trip {
  readonly record: RecordedRequest
  readonly plan: FaultPlan
}

/** A Fastify instance that serves the API, not yet listening: it only routes and parses; `response-writer.ts` sends the replies. */
export function createServer(parts: ServerParts): { app: FastifyInstance; sockets: Sockets } {
  const { core, takeFaults, requests, closing, tls } = parts
  const app = Fastify({
    exposeHeadRoutes: false,
    ...(tls ? { https: tls } : {}),
  }) as unknown as FastifyInstance
  const sockets = trackSockets(app.server)
  const trips = new WeakMap<FastifyRequest, Trip>()
  const names = new Map<string, string>(
    ENDPOINT_NAMES.map((name) => [`${routeOf(name).method} ${routeOf(name).url}`, name]),
  )

  app.addHook('onRequest', async (request, reply) => {
    const name = names.get(`${request.method} ${request.routeOptions.url ?? ''}`)
    const endpoint = name ?? `${request.method} ${request.url}`
    const record = {
      ...arrival(request),
      endpoint,
      at: core.clock(),
      connection: sockets.numberOf(request.raw),
    }
    const isReused = requests.some(({ connection }) => connection === record.connection)
    const plan = takeFaults({ endpoint, isReused })
    requests.push(record)
    trips.set(request, { record, plan })
    if (plan.main?.kind !== 'refuse') return
    reply.hijack()
    request.raw.socket.destroy()
    record.ended = true
  })

  const serve = async (
    request: FastifyRequest,
    reply: FastifyReply,
    work: () => Answer | Promise<Answer>,
  ): Promise<void> => {
    const trip = trips.get(request)
    if (trip === undefined) return
    const { record, plan } = trip
    reply.hijack()
    record.body = recordedBody(request)
    const writer = createResponseWriter({
      raw: reply.raw,
      clock: core.clock,
      resetSocket: () => sockets.reset(request.raw),
      closing,
      sent: (status) => (record.status = status),
    })
    try {
      await sendResponse(plan, () => toResponse(core, work), {
        writer,
        ownShape: core.settings.errorShape,
        closing,
      })
    } catch (error) {
      // Interrupted when the service closes; otherwise a test's `rewrite` threw, and the test must fail.
      if (closing.aborted || reply.raw.headersSent) reply.raw.destroy()
      else writer.send(await toResponse(core, () => Promise.reject(asError(error))))
    } finally {
      record.ended = true
    }
  }

  readEveryBody(app)
  for (const name of ENDPOINT_NAMES) {
    app.route<{ Params: { id?: string } }>({
      ...routeOf(name),
      handler: (request, reply) =>
        serve(request, reply, () =>
          dispatchEndpoint(core, name, {
            body: jsonBody(request),
            id: request.params.id,
            userAgent: request.headers['user-agent'],
            bearer: bearerOf(request.headers.authorization),
          }),
        ),
    })
  }
  app.setNotFoundHandler((request, reply) =>
    serve(request, reply, () => dispatchUnknown(request.method, request.url)),
  )
  app.setErrorHandler((error, request, reply) => serve(request, reply, () => Promise.reject(asError(error))))
  return { app, sockets }
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

function arrival(
  request: FastifyRequest,
): Pick<RecordedRequest, 'method' | 'path' | 'headers' | 'bearer' | 'body' | 'status' | 'ended'> {
  return {
    method: request.method,
    path: request.url,
    headers: request.headers,
    bearer: bearerOf(request.headers.authorization),
    body: undefined,
    status: null,
    ended: false,
  }
}
