import axios, { type AxiosAdapter } from 'axios'
import { failed, ok, type Result } from '../shared/result.ts'
import { fullJitter } from '../domain/backoff.ts'
import { skewFrom } from '../domain/clock-skew.ts'
import { tokenId } from '../domain/token-facts.ts'
import {
  LIMITS,
  LONG_LIMITS,
  parseWithin,
  sendWithin,
  type Exchange,
  type HttpRequest,
  type Limits,
  type TextResponse,
} from './limited-request.ts'
import { hideSecretsOf } from './echoed-secrets.ts'
import { failureOfError, isPlainHttp, isTransient } from './network-failures.ts'
import { failureOfResponse, type ApiResponse } from './response.ts'

/** Connections that no other call uses; `close` closes all of them. */
export interface IsolatedConnection {
  exchange: Exchange
  close: () => Promise<void>
}

/**
 * Two isolated connections that are used in turn: one closes while the other is in use, so that no call waits for a
 * close.
 */
export type ConnectionPair = readonly [IsolatedConnection, IsolatedConnection]

/** The external functions that a transport uses. */
export interface TransportDependencies {
  /** For GET, which the network stack may resend. */
  reads: Exchange
  /**
   * For DELETE, which is idempotent (RFC 9110, 9.2.2): Chromium may resend it on a kept connection that broke. The
   * second response is then 404.
   */
  deletes: Exchange
  /**
   * For POST and PATCH. Each uses a fresh connection, because Chromium resends a request if a reused connection breaks,
   * and a PATCH sent twice could overwrite another device's change. On a fresh connection, a failure to connect also
   * proves that nothing was sent.
   */
  writes: ConnectionPair
  /** Keeps the connections of the account until the work, retries included, is done. */
  during?<T>(work: () => Promise<T>): Promise<T>
  /** Whether this computer has a network, according to the system. */
  isOnline(): boolean
  now(): number
  random(): number
  sleep(ms: number): Promise<void>
  /** A signal that aborts after `ms`; time asleep may not count. */
  abortAfter(ms: number): AbortSignal
  /** The window's language, a BCP 47 tag; the service may translate its messages. */
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
  /** Whether a success may be as long as a list of sessions. */
  isLong?: boolean
  /** Whether a response counts as success whatever its status. */
  isSuccess?: (response: ApiResponse) => boolean
}

/** Sends requests to one base URL; a token given to it goes to no other host. */
export interface Transport {
  baseUrl: string
  /** Returns the response of a successful call; converts every other response to a `Failure`. */
  request(request: ApiRequest): Promise<Result<ApiResponse>>
}

/** What an observer learns of a call: never its token or body. */
export interface ObservedRequest extends Pick<ApiRequest, 'method' | 'path'> {
  /** The id in its token, which is that of a session; null if it has none. */
  tokenId: number | null
}

/** Receives each call before it is sent; the returned function gets the response. */
export type RequestObserver = (
  request: ObservedRequest,
  baseUrl: string,
) => (response: Result<ApiResponse>) => void

/** Adds observers to a transport; they learn each response before its caller. A call that throws is one of unknown outcome. */
export function observed(transport: Transport, observers: readonly RequestObserver[]): Transport {
  const { baseUrl } = transport
  return {
    ...transport,
    async request(request) {
      const { method, path, token } = request
      const seen = { method, path, tokenId: tokenId(token ?? '') }
      const answered = observers.map((observe) => observe(seen, baseUrl))
      let response: Result<ApiResponse> = failed({ kind: 'outcomeUnknown' })
      try {
        response = await transport.request(request)
        return response
      } finally {
        for (const learn of answered) learn(response)
      }
    },
  }
}

/** Chromium closes idle connections earlier: after 5 minutes (net/socket/client_socket_pool.cc). */
export const MAX_CONNECTION_IDLE_MS = 6 * 60_000

const MAX_TRIES = 3
const INITIAL_WAIT_MS = 300
const MAX_WAIT_MS = 2_000

/** Creates the transport of one account: axios over the given connections, each call within the limits. */
export function createTransport(baseUrl: string, dependencies: TransportDependencies): Transport {
  const { limits = LIMITS, limits: longLimits = LONG_LIMITS } = dependencies
  const limited =
    (exchange: Exchange, within = limits): SendText =>
    (request) =>
      sendWithin(exchange, within, dependencies.abortAfter, request)
  // The time limit of a write begins when its connection is free.
  const overFresh = overFreshConnections(dependencies.writes)
  const writes = adapterOver((request) => overFresh((exchange) => limited(exchange)(request)))
  const adapters = {
    GET: adapterOver(limited(dependencies.reads)),
    POST: writes,
    PATCH: writes,
    DELETE: adapterOver(limited(dependencies.deletes)),
    long: adapterOver(limited(dependencies.reads, longLimits)),
  }
  const client = axios.create({
    baseURL: baseUrl,
    responseType: 'text',
    transformResponse: (raw: unknown) => raw,
    validateStatus: () => true,
    headers: { Accept: 'application/json', 'User-Agent': dependencies.userAgent },
  })

  let deleteAnsweredAt = -Infinity

  async function sendOnce({
    method,
    path,
    token,
    body,
    isLong = false,
  }: ApiRequest): Promise<Result<ApiResponse>> {
    const sentAt = dependencies.now()
    const isWrite = method !== 'GET'
    const wasOffline = !dependencies.isOnline()
    try {
      const { status, data, headers } = await client.request<string>({
        adapter: adapters[isLong ? 'long' : method],
        method,
        url: path,
        data: body === undefined ? undefined : JSON.stringify(body),
        headers: {
          'Accept-Language': dependencies.language(),
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
      })
      const receivedAt = dependencies.now()
      if (method === 'DELETE') deleteAnsweredAt = receivedAt
      const time = Date.parse(String(headers['date']))
      const date = Number.isNaN(time) ? null : time
      return ok({
        status,
        text: data,
        json: parseWithin(data, isLong && status < 300 ? longLimits.values : limits.values),
        retryAfter: typeof headers['retry-after'] === 'string' ? headers['retry-after'] : null,
        receivedAt,
        date,
        skew: date === null ? null : skewFrom(date, sentAt, receivedAt),
      })
    } catch (error) {
      const mayReuseConnection =
        method === 'DELETE' && Math.abs(dependencies.now() - deleteAnsweredAt) <= MAX_CONNECTION_IDLE_MS
      const context = { wasOffline, mayReuseConnection }
      const mayBePlainHttp = isWrite && isPlainHttp(failureOfError(error, { ...context, isWrite: false }))
      const asked = mayBePlainHttp && token === undefined ? await sendOnce({ method: 'GET', path }) : null
      // What speaks no https now did not a moment ago either, so nothing of the write arrived. Whether a write with a token
      // did is never concluded from an answer that anybody on the way can give.
      if (asked && !asked.ok && isPlainHttp(asked.failure)) return asked
      return failed(failureOfError(error, { ...context, isWrite }))
    }
  }

  /** How many responses were a 429: a call that began before one is not tried again. */
  let waits = 0

  async function sendWithRetries(call: ApiRequest): Promise<Result<ApiResponse>> {
    const before = waits
    for (let tried = 1; ; tried++) {
      const response = await sendOnce(call)
      if (response.ok && response.value.status === 429) waits++
      if (call.method !== 'GET' || tried === MAX_TRIES || !isTransient(response)) return response
      await dependencies.sleep(fullJitter(tried - 1, INITIAL_WAIT_MS, MAX_WAIT_MS, dependencies.random()))
      if (waits > before) return response
    }
  }

  const send = (call: ApiRequest): Promise<Result<ApiResponse>> =>
    dependencies.during ? dependencies.during(() => sendWithRetries(call)) : sendWithRetries(call)

  return {
    baseUrl,
    async request(request) {
      const response = await send(request)
      if (!response.ok || request.isSuccess?.(response.value)) return response
      const failure = failureOfResponse(response.value, dependencies.now(), hideSecretsOf(request))
      return failure ? failed(failure) : response
    },
  }
}

/** Sends a request, and resolves with the whole response. */
type SendText = (request: HttpRequest) => Promise<TextResponse>

/** Sends what axios has put together (axios docs, adapters). */
function adapterOver(send: SendText): AxiosAdapter {
  return async (config) => {
    const { baseURL = '', url = '', method = 'GET', headers } = config
    const { data: body } = config as { data?: string }
    // axios gives each POST and PATCH a type.
    if (body === undefined) headers.setContentType(null)
    const response = await send({
      method: method.toUpperCase(),
      url: baseURL + url,
      headers: headers.toJSON(true),
      body: body ?? null,
    })
    return { ...response, statusText: '', data: response.text, config }
  }
}

/** Runs work over one connection. */
type OverConnection = <T>(work: (exchange: Exchange) => Promise<T>) => Promise<T>

/**
 * Returns a function that runs each work over a fresh connection. It runs one at a time, in the order of the calls,
 * so that closing a connection never interrupts another call.
 */
export function overFreshConnections([first, second]: ConnectionPair): OverConnection {
  let [next, current] = [closeAfterUse(first), closeAfterUse(second)]
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(() => {
      ;[next, current] = [current, next]
      return current(work)
    })
    last = turn.catch(() => undefined)
    return turn
  }
}

/** Closes a connection after each work; the next work waits for the close. */
function closeAfterUse({ exchange, close }: IsolatedConnection): OverConnection {
  let closed = Promise.resolve()
  return async (work) => {
    // Retry a failed close: nothing is sent over a connection that may still be open.
    await closed.catch(close)
    try {
      return await work(exchange)
    } finally {
      closed = close()
      closed.catch(() => undefined)
    }
  }
}
