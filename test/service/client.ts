import type { EndpointName } from './endpoints.ts'

/** What to send with a call; `id` fills `{id}` in the path. */
export interface Sent {
  readonly body?: unknown
  readonly token?: string
  readonly id?: number | string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** The fields of all endpoints' replies; a test knows which ones its reply has. */
export interface AnswerBody {
  readonly success: boolean
  readonly message: string
  readonly errors: Readonly<Record<string, string[]>>
  readonly data: {
    readonly token: string
    readonly expires_at: string | null
    readonly user: Readonly<Record<string, unknown>>
    readonly sessions: readonly Readonly<Record<string, unknown>>[]
  }
}

/** A complete reply. */
export interface Received {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** undefined when the text is not JSON. */
  readonly json: unknown
  /** The JSON body; throws when there is none. */
  readonly body: AnswerBody
}

/** Sends one request without waiting for the body, following no redirect; rejects as fetch does. */
export function send(baseUrl: string, endpoint: EndpointName, sent: Sent = {}): Promise<Response> {
  const [method = '', path = ''] = endpoint.split(' ')
  return fetch(baseUrl + path.replace('{id}', String(sent.id)), {
    method,
    redirect: 'manual',
    headers: {
      accept: 'application/json',
      ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(sent.token === undefined ? {} : { authorization: `Bearer ${sent.token}` }),
      ...sent.headers,
    },
    ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
    ...(sent.signal === undefined ? {} : { signal: sent.signal }),
  })
}

/** Sends one request and reads the whole answer. */
export async function call(baseUrl: string, endpoint: EndpointName, sent: Sent = {}): Promise<Received> {
  const response = await send(baseUrl, endpoint, sent)
  const text = await response.text()
  const json = parsed(text)
  return {
    status: response.status,
    headers: response.headers,
    text,
    json,
    get body() {
      if (json === undefined) throw new Error(`${endpoint} answered ${response.status} without JSON`)
      return json as AnswerBody
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
