import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { ENDPOINT_NAMES, type EndpointName } from '../service/endpoints.ts'
import { listenOnLoopback, LOOPBACK } from '../service/listen.ts'
import { text } from 'node:stream/consumers'

/** A received request; `token` follows `Bearer` in its header, `at` is epoch ms. */
export interface OddRequest {
  /** Method and path below the base path: `POST /auth/login`, ids written `{id}`. */
  endpoint: string
  path: string
  headers: IncomingHttpHeaders
  token: string | null
  /** Parsed JSON; undefined when there was none. */
  body: unknown
  at: number
}

/** A reply; `status` defaults to 200 and the body to none. `cut` closes the connection instead, `write` does anything. */
export interface OddAnswer {
  status?: number
  json?: unknown
  text?: string
  headers?: Record<string, string>
  cut?: boolean
  write?: (response: ServerResponse) => void
}

/** The reply of an endpoint, fixed or by the request; a promise delays the reply. */
export type OddScript = OddAnswer | ((request: OddRequest) => OddAnswer | Promise<OddAnswer>)

/**
 * A second, scripted service. It checks and stores nothing: each endpoint sends the reply that a test scripts, or a
 * plain success.
 */
export type OddService = Awaited<ReturnType<typeof startOddService>>

const NOW = (): string => new Date().toISOString()
/** One time for each id: a session that was created at another time is another session. */
const CREATED_AT = NOW()

/** The user of the plain replies. */
const ODD_USER = {
  id: 7,
  name: 'Ada',
  email: 'ada@example.com',
  role: 'admin',
  locale: 'en',
  timezone: 'UTC',
  email_verified: true,
  two_factor_enabled: false,
  tenant: { id: 1, name: 'Harbour', status: 'active' },
}

/** A row of a list, this device unless `part` says otherwise. */
export function oddSession(part: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 1,
    name: 'Session Desk',
    last_used_at: NOW(),
    created_at: CREATED_AT,
    is_current: true,
    ...part,
  }
}

/** Plain replies: one user, any password, tokens `1|…`, `2|…`, one session besides this device, all else confirmed. */
function plainScripts(): { grant: () => OddAnswer; scripts: Record<string, OddScript> } {
  let tokens = 0
  const grant = (): OddAnswer => {
    const token = `${++tokens}|odd-secret-${tokens}`
    return {
      json: { success: true, data: { user: ODD_USER, token, token_type: 'Bearer', expires_at: null } },
    }
  }
  const list = (): OddAnswer => ({
    json: {
      success: true,
      data: { sessions: [oddSession(), oddSession({ id: 2, name: 'Phone', is_current: false })] },
    },
  })
  const withData: Partial<Record<EndpointName, OddScript>> = {
    'POST /auth/login': grant,
    'POST /auth/two-factor': grant,
    'POST /auth/register': grant,
    'POST /auth/refresh': grant,
    'GET /auth/me': { json: { success: true, data: { user: ODD_USER } } },
    'GET /auth/sessions': list,
  }
  const done = ENDPOINT_NAMES.map((endpoint) => [endpoint, { json: { success: true } }] as const)
  return { grant, scripts: { ...Object.fromEntries(done), ...withData } }
}

/** Starts it on loopback; an unknown endpoint answers 404 in JSON. */
export async function startOddService() {
  const { grant, scripts: plain } = plainScripts()
  const scripted = new Map<string, OddScript>()
  const requests: OddRequest[] = []

  async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming)
    requests.push(request)
    const script = scripted.get(request.endpoint) ?? plain[request.endpoint]
    const answer: OddAnswer = script
      ? await (typeof script === 'function' ? script(request) : script)
      : { status: 404, json: { message: 'Not found' } }
    if (answer.cut) {
      incoming.socket.destroy()
      return
    }
    if (answer.write) return answer.write(response)
    const body = answer.text ?? (answer.json === undefined ? '' : JSON.stringify(answer.json))
    const type = answer.json === undefined ? {} : { 'content-type': 'application/json' }
    response.writeHead(answer.status ?? 200, { ...type, ...answer.headers })
    response.end(body)
  }

  const server = createServer((incoming, response) => {
    response.on('error', () => undefined)
    respond(incoming, response).catch(() => incoming.socket.destroy())
  })
  // It closes no idle connection, so that `openConnections` counts those that the app leaves open.
  server.keepAliveTimeout = 0
  let connections = 0
  server.on('connection', (socket) => {
    connections++
    socket.once('close', () => connections--)
  })
  const origin = `http://${LOOPBACK}:${await listenOnLoopback(server)}`
  return {
    origin,
    baseUrl: `${origin}/api/v1`,
    /** Every request since the start, in the order of arrival. */
    requests: requests as readonly OddRequest[],
    count: (endpoint: string): number => requests.filter((request) => request.endpoint === endpoint).length,
    /** The number of open connections. */
    openConnections: (): number => connections,
    /** Scripts an endpoint from now on; null restores the plain reply. */
    answer(endpoint: string, script: OddScript | null): void {
      if (script) scripted.set(endpoint, script)
      else scripted.delete(endpoint)
    },
    /** Scripts a list with this device and these other sessions. */
    lists(...others: Record<string, unknown>[]): void {
      const sessions = [oddSession(), ...others.map((each) => oddSession({ is_current: false, ...each }))]
      scripted.set('GET /auth/sessions', { json: { success: true, data: { sessions } } })
    },
    /** A plain reply that grants the next token. */
    grant,
    async close(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function readRequest(incoming: IncomingMessage): Promise<OddRequest> {
  const path = (incoming.url ?? '').replace(/^\/api\/v1/, '')
  const sent = await text(incoming)
  return {
    endpoint: `${incoming.method ?? ''} ${path.replace(/\/\d+(?=\/|$)/g, '/{id}')}`,
    path,
    headers: incoming.headers,
    token: incoming.headers.authorization?.replace(/^Bearer /, '') ?? null,
    body: sent === '' ? undefined : (JSON.parse(sent) as unknown),
    at: Date.now(),
  }
}
