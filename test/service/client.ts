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
export type Received = Awaited<ReturnType<typeof call>>

/** Sends one request without waiting for the body, following no redirect; rejects as fetch does. */
export function send(
  baseUrl: string,
  endpoint: EndpointName,
  { body, token, id, headers, signal }: Sent = {},
): Promise<Response> {
  const [method = '', path = ''] = endpoint.split(' ')
  return fetch(baseUrl + path.replace('{id}', String(id)), {
    method,
    redirect: 'manual',
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  })
}

/** Sends one request and reads the whole answer. */
export async function call(baseUrl: string, endpoint: EndpointName, sent: Sent = {}) {
  const response = await send(baseUrl, endpoint, sent)
  const { status, headers } = response
  const text = await response.text()
  const json = text.startsWith('{') ? (JSON.parse(text) as AnswerBody) : undefined
  return {
    status,
    headers,
    text,
    /** undefined when the text is no JSON. */
    json: json as unknown,
    /** The JSON body; throws when there is none. */
    get body(): AnswerBody {
      if (json === undefined) throw new Error(`${endpoint} answered ${status} without JSON`)
      return json
    },
  }
}
