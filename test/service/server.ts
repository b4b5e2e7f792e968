import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'
import type { Core } from './core.ts'
import { dispatchEndpoint, dispatchUnknown, toResponse } from './dispatch.ts'
import { ENDPOINT_NAMES, routeOf } from './endpoints.ts'
import { ApiError } from './errors.ts'
import type { FaultPlan } from './faults/plan.ts'
import type { Answer } from './responses.ts'
import { sendResponse } from './send-response.ts'
import { bearerOf } from './sessions.ts'
import { trackSockets, type Sockets } from './sockets.ts'

/** One received request. */
export interface RecordedRequest {
  /** The service's time of arrival, in milliseconds. */
  readonly at: number
  readonly method: string
  /** Path and query as sent. */
  readonly path: string
  /** The endpoint's name, or `METHOD /path` as sent when there is no such endpoint. */
  readonly endpoint: string
  /** Names in lower case. */
  readonly headers: IncomingHttpHeaders
  /** Number of its TCP connection, from 1: equal numbers mean a reused connection. */
  readonly connection: number
  /** Without `Bearer `; null when there was none. */
  readonly bearer: string | null
  /** Parsed JSON, or the text as sent; undefined when there was none or it was not read. */
  body: unknown
  /** The status of the reply; null without one. */
  status: number | null
  /** Whether the service is done with it, replied or cut off. */
  ended: boolean
}

/** What the HTTP side needs; `tls` is a PEM key and certificate. */
export interface ServerParts {
  readonly core: Core
  readonly takeFaults: (endpoint: string) => FaultPlan
  readonly requests: RecordedRequest[]
  readonly closing: AbortSignal
  readonly tls: { key: string; cert: string } | null
}

type Work = () => Answer | Promise<Answer>

/** A Fastify instance that serves the API, not yet listening: it only routes and reads; `send-response.ts` replies. */
export function createServer(parts: ServerParts): { app: FastifyInstance; sockets: Sockets } {
  const { core, takeFaults, requests, closing, tls } = parts
  const options = { exposeHeadRoutes: false, ...(tls ? { https: tls } : {}) }
  const app = Fastify(options) as unknown as FastifyInstance
  const sockets = trackSockets(app.server)
  const trips = new WeakMap<FastifyRequest, { record: RecordedRequest; plan: FaultPlan }>()
  const names = new Map(
    ENDPOINT_NAMES.map((name) => [`${routeOf(name).method} ${routeOf(name).url}`, name as string]),
  )

  app.addHook('onRequest', async (request, reply) => {
    const { method, url: path, headers } = request
    const endpoint = names.get(`${method} ${request.routeOptions.url ?? ''}`) ?? `${method} ${path}`
    const connection = sockets.numberOf(request.raw)
    const plan = takeFaults(endpoint)
    const bearer = bearerOf(headers.authorization)
    const arrival = { at: core.clock(), method, path, endpoint, headers, connection, bearer }
    const record = { ...arrival, body: undefined, status: null, ended: false }
    requests.push(record)
    trips.set(request, { record, plan })
    if (plan.main?.kind !== 'refuse') return
    reply.hijack()
    request.raw.socket.destroy()
    record.ended = true
  })

  const serve = async (request: FastifyRequest, reply: FastifyReply, work: Work): Promise<void> => {
    const trip = trips.get(request)
    if (trip === undefined) return
    const { record, plan } = trip
    const { raw } = reply
    reply.hijack()
    record.body = recordedBody(request)
    const target = {
      raw,
      clock: core.clock,
      resetSocket: () => sockets.reset(request.raw),
      closing,
      sent: (status: number) => (record.status = status),
    }
    try {
      await sendResponse(plan, () => toResponse(work), target)
    } catch (error) {
      // Interrupted when the service closes; otherwise a test's `rewrite` threw, and the test must fail.
      const noPlan = { main: undefined, delays: [], cookies: [] }
      if (closing.aborted || raw.headersSent) raw.destroy()
      else await sendResponse(noPlan, () => toResponse(() => Promise.reject(asError(error))), target)
    } finally {
      record.ended = true
    }
  }

  // Bodies of any type, so that all can be recorded.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, text))
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

/** The JSON of a body, undefined for none; throws 400 when it is malformed. */
function jsonBody({ body }: FastifyRequest): unknown {
  try {
    return body ? JSON.parse(body as string) : undefined
  } catch {
    throw new ApiError({ status: 400, code: 'malformed', message: 'The request body is not JSON.' })
  }
}

function recordedBody(request: FastifyRequest): unknown {
  try {
    return jsonBody(request)
  } catch {
    return request.body
  }
}
