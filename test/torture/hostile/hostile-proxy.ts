import { once } from 'node:events'
import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { listenOnLoopback, LOOPBACK } from '../../service/listen.ts'

/** Answers a request: over HTTP, or below it with `response.socket`. */
export type HostileResponder = (response: ServerResponse, asked: IncomingMessage) => void | Promise<void>

/** A server in front of the practice service that forwards every request, or sends hostile replies. */
export interface HostileProxy {
  origin: string
  baseUrl: string
  /** Sets the reply to requests for lists from now on; null forwards them again. */
  respondWith(how: HostileResponder | null): void
  /** The headers of every received request. */
  readonly seen: readonly IncomingHttpHeaders[]
  close(): Promise<void>
}

/** Starts the proxy in front of the origin `behind`; without one it only records requests. */
export async function startHostileProxy(behind: string | null): Promise<HostileProxy> {
  const seen: IncomingHttpHeaders[] = []
  let how: HostileResponder | null = null
  const server = createServer((asked, response) => {
    seen.push(asked.headers)
    // A client may hang up on a hostile reply.
    response.on('error', () => undefined)
    const isList = asked.method === 'GET' && asked.url?.endsWith('/auth/sessions') === true
    if (how && isList) void how(response, asked)
    else if (behind === null) response.end('{}')
    else passOn(behind, asked, response)
  })
  const origin = `http://${LOOPBACK}:${await listenOnLoopback(server)}`
  return {
    origin,
    baseUrl: `${origin}/api/v1`,
    respondWith: (next) => void (how = next),
    seen,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function passOn(behind: string, asked: IncomingMessage, response: ServerResponse): void {
  const { method = 'GET', headers } = asked
  const onward = request(`${behind}${asked.url ?? ''}`, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  asked.pipe(onward)
}
