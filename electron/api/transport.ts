import type { AxiosInstance } from 'axios'
import { failed, ok, type Result } from '../shared/result.ts'
import { fullJitter } from '../core/domain/backoff.ts'
import { skewFrom } from '../core/domain/clock-skew.ts'
import { withLimits, DEFAULT_LIMITS, type Fetch, type Limits } from './fetch-limits.ts'
import { failureOfError } from './network-failures.ts'
import { serialized, leastBusy, type IsolatedConnection, type ConnectionPair } from './one-at-a-time.ts'
import { failureOfReply, parseJson, type ApiResponse } from './reply.ts'

/** The external functions that a transport uses. */
export interface TransportPorts {
  /** For GET, which the network stack may safely resend. */
  shared: Fetch
  /**
   * For writes: each uses a fresh connection, because Chromium resends a request on a reused connection that broke. A
   * DELETE sent twice would answer 404, and a PATCH could overwrite another device's change. A connection error also
   * proves that nothing was sent, since it cannot belong to a second attempt.
   */
  writeConnections: ConnectionPair
  /** More such connections, for DELETE by id: several run in parallel. */
  extraLanes: readonly ConnectionPair[]
  /** Whether this computer has a network, according to the system. */
  isOnline(): boolean
  now(): number
  random(): number
  sleep(ms: number): Promise<void>
  /** The language of the window, as a BCP 47 tag: the service may translate its messages to it. */
  language(): string
  userAgent: string
  limits?: Limits
}

/** One call of the API; `path` is relative to the base URL and contains no secret. */
export interface ApiRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  token?: string
  body?: unknown
  /** Whether a reply means success whatever its status. */
  isDone?: (reply: ApiResponse) => boolean
}

/** Sends requests to one base URL; a token given to it goes to no other host. */
export interface Transport {
  baseUrl: string
  /** Returns any reply, whatever its status; fails only if no answer arrived. */
  send(request: ApiRequest): Promise<Result<ApiResponse>>
  /** Returns the reply of a successful call; converts every other reply to a `Failure`. */
  request(request: ApiRequest): Promise<Result<ApiResponse>>
}

const MAX_TRIES = 3
const INITIAL_WAIT_MS = 300
const MAX_WAIT_MS = 2_000

/** Creates the transport of one account: axios over the given fetches, each call within the limits. */
export function createTransport(baseUrl: string, ports: TransportPorts): Transport {
  const limits = ports.limits ?? DEFAULT_LIMITS
  const clientOver = (fetch: Fetch) => clientOf(fetch, baseUrl, ports.userAgent)
  const shared = clientOver(withLimits(ports.shared, limits))
  const bounded = (connection: IsolatedConnection): IsolatedConnection => ({
    ...connection,
    fetch: withLimits(connection.fetch, limits),
  })
  const lane = ([first, second]: ConnectionPair): Fetch => serialized([bounded(first), bounded(second)])
  const writeLane = lane(ports.writeConnections)
  const writes = clientOver(writeLane)
  const parallel = clientOver(leastBusy([writeLane, ...ports.extraLanes.map(lane)]))
  const clients = { GET: shared, POST: writes, PATCH: writes, DELETE: parallel }

  async function once({ method, path, token, body }: ApiRequest): Promise<Result<ApiResponse>> {
    const sentAt = ports.now()
    const isWrite = method !== 'GET'
    const wasOffline = !ports.isOnline()
    const client = await clients[method]().catch(() => null)
    // Nothing was sent without a client.
    if (client === null) return failed({ kind: 'offline', reason: 'notLoaded' })
    try {
      const { status, data, headers } = await client.request<string>({
        method,
        url: path,
        data: body === undefined ? undefined : JSON.stringify(body),
        headers: {
          'Accept-Language': ports.language(),
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
      })
      const receivedAt = ports.now()
      const date = Date.parse(String(headers['date']))
      return ok({
        status,
        text: data,
        json: parseJson(data),
        retryAfter: typeof headers['retry-after'] === 'string' ? headers['retry-after'] : null,
        receivedAt,
        skew: Number.isNaN(date) ? null : skewFrom(date, sentAt, receivedAt),
      })
    } catch (error) {
      return failed(failureOfError(error, { isWrite, wasOffline }))
    }
  }

  async function send(call: ApiRequest): Promise<Result<ApiResponse>> {
    for (let tried = 1; ; tried++) {
      const reply = await once(call)
      if (call.method !== 'GET' || tried === MAX_TRIES || !isTransient(reply)) return reply
      await ports.sleep(fullJitter(tried - 1, INITIAL_WAIT_MS, MAX_WAIT_MS, ports.random()))
    }
  }

  return {
    baseUrl,
    send,
    async request(request) {
      const reply = await send(request)
      if (!reply.ok || request.isDone?.(reply.value)) return reply
      const failure = failureOfReply(reply.value, ports.now())
      return failure ? failed(failure) : reply
    },
  }
}

/** Whether the same GET may succeed a moment later: the connection broke, or a gateway answered 5xx. */
function isTransient(reply: Result<ApiResponse>): boolean {
  if (reply.ok) return [502, 503, 504].includes(reply.value.status) && reply.value.retryAfter === null
  return reply.failure.kind === 'offline' && reply.failure.reason === 'interrupted'
}

/**
 * Creates the client at the first call: axios, and Node's `FormData` that it looks for, would delay the start. Rejects
 * if its file cannot be read; the next call tries again.
 */
function clientOf(fetch: Fetch, baseURL: string, userAgent: string): () => Promise<AxiosInstance> {
  let created: Promise<AxiosInstance> | null = null
  const create = async (): Promise<AxiosInstance> =>
    (await import('axios')).default.create({
      baseURL,
      adapter: 'fetch',
      // With `Request: null` axios passes the URL and its options to fetch, where `withLimits` restricts them.
      env: { fetch: fetch as typeof globalThis.fetch, Request: null as never },
      responseType: 'text',
      transformResponse: (raw: unknown) => raw,
      validateStatus: () => true,
      headers: { Accept: 'application/json', 'User-Agent': userAgent },
    })
  return () =>
    (created ??= create().catch((error: unknown) => {
      created = null
      throw error
    }))
}
