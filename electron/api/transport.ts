import type { AxiosInstance } from 'axios'
import { failed, ok, type Result } from '../shared/result.ts'
import { fullJitter } from '../core/domain/backoff.ts'
import { skewFrom } from '../core/domain/clock-skew.ts'
import { limited, DEFAULT_LIMITS, type Fetch, type Limits } from './fetch-limits.ts'
import { failureOfError } from './network-failures.ts'
import { serialized, leastBusy, type IsolatedConnection, type ConnectionPair } from './one-at-a-time.ts'
import { failureOfReply, parseJson, type ApiResponse } from './reply.ts'

/** What a transport needs of the outside. */
export interface TransportPorts {
  /** For GET, which the network stack may send again without harm. */
  shared: Fetch
  /**
   * For writes: over a connection that was not used before, so that nothing is resent unasked. A
   * DELETE that was sent twice would answer 404, and a PATCH could undo what another device changed in between. And an
   * error of connecting says for certain that nothing was sent: it cannot be that of a second attempt.
   */
  writeConnections: ConnectionPair
  /** As many more of the same, each with connections of its own: for DELETE by id, of which several go side by side. */
  extraLanes: readonly ConnectionPair[]
  /** Whether this computer has a network, by its own view. */
  isOnline(): boolean
  now(): number
  random(): number
  sleep(ms: number): Promise<void>
  /** The language of the window, as a BCP 47 tag: a service that speaks it says its refusals in it. */
  language(): string
  userAgent: string
  limits?: Limits
}

/** One call of the API; `path` is relative to the base URL and never holds anything secret. */
export interface ApiRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  token?: string
  body?: unknown
  /** Replies that say, whatever their status, that what was asked is so. */
  isDone?: (reply: ApiResponse) => boolean
}

/** Speaks to one base URL; a token given to it goes to no other host. */
export interface Transport {
  baseUrl: string
  /** The reply to a call, whatever its status; fails only when no answer came. */
  send(request: ApiRequest): Promise<Result<ApiResponse>>
  /** The reply to a call that the service carried out; every other one as a `Failure`. */
  request(request: ApiRequest): Promise<Result<ApiResponse>>
}

const MAX_TRIES = 3
const INITIAL_WAIT_MS = 300
const MAX_WAIT_MS = 2_000

/** Makes the transport of one account: axios over the given fetches, each call within the limits. */
export function createTransport(baseUrl: string, ports: TransportPorts): Transport {
  const limits = ports.limits ?? DEFAULT_LIMITS
  const clientOver = (fetch: Fetch) => clientOf(fetch, baseUrl, ports.userAgent)
  const shared = clientOver(limited(ports.shared, limits))
  const within = (way: IsolatedConnection): IsolatedConnection => ({
    ...way,
    fetch: limited(way.fetch, limits),
  })
  const lane = ([one, another]: ConnectionPair): Fetch => serialized([within(one), within(another)])
  const first = lane(ports.writeConnections)
  const fresh = clientOver(first)
  const several = clientOver(leastBusy([first, ...ports.extraLanes.map(lane)]))
  const clients = { GET: shared, POST: fresh, PATCH: fresh, DELETE: several }

  async function once({ method, path, token, body }: ApiRequest): Promise<Result<ApiResponse>> {
    const sentAt = ports.now()
    const isWrite = method !== 'GET'
    const wasOffline = !ports.isOnline()
    const client = await clients[method]().catch(() => null)
    // Without it nothing was sent, whatever the call.
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

/** Whether the same question may be answered a moment later: a connection that broke off, or a gateway's 5xx. */
function isTransient(reply: Result<ApiResponse>): boolean {
  if (reply.ok) return [502, 503, 504].includes(reply.value.status) && reply.value.retryAfter === null
  return reply.failure.kind === 'offline' && reply.failure.reason === 'interrupted'
}

/**
 * Made at the first call: axios brings all of Node's HTTP along, which no start has to wait for. Rejects when its file cannot
 * be read; the next call tries again.
 */
function clientOf(fetch: Fetch, baseURL: string, userAgent: string): () => Promise<AxiosInstance> {
  let made: Promise<AxiosInstance> | null = null
  const make = async (): Promise<AxiosInstance> =>
    (await import('axios')).default.create({
      baseURL,
      adapter: 'fetch',
      // With `Request: null` axios hands over the URL and its options, which `limited` hardens.
      env: { fetch: fetch as typeof globalThis.fetch, Request: null as never },
      responseType: 'text',
      transformResponse: (raw: unknown) => raw,
      validateStatus: () => true,
      headers: { Accept: 'application/json', 'User-Agent': userAgent },
    })
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = null
      throw error
    }))
}
