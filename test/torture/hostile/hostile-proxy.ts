import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { listenOnLoopback, LOOPBACK } from '../../service/listen.ts'

/** Answers a request: over HTTP, or below it with `response.socket`. */
export type HostileResponder = (response: ServerResponse, incoming: IncomingMessage) => void | Promise<void>

/** A server in front of the practice service that forwards every request, or sends hostile replies. */
export interface HostileProxy {
  origin: string
  baseUrl: string
  /** Sets the reply to requests for lists from now on; null forwards them again. */
  respondWith(how: HostileResponder | null): void
  /** The headers of every received request. */
  readonly received: readonly IncomingHttpHeaders[]
  close(): Promise<void>
}

/** Starts the proxy in front of the origin `behind`; without one it only records requests. */
export async function startHostileProxy(behind: string | null): Promise<HostileProxy> {
  const received: IncomingHttpHeaders[] = []
  let how: HostileResponder | null = null
  const server = createServer((incoming, response) => {
    received.push(incoming.headers)
    // A client may hang up on a hostile reply.
    response.on('error', () => undefined)
    const isList = incoming.method === 'GET' && incoming.url?.endsWith('/auth/sessions') === true
    if (how && isList) void how(response, incoming)
    else if (behind === null) response.end('{}')
    else passOn(behind, incoming, response)
  })
  const origin = `http://${LOOPBACK}:${await listenOnLoopback(server)}`
  return {
    origin,
    baseUrl: `${origin}/api/v1`,
    respondWith: (next) => void (how = next),
    received,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function passOn(behind: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { method = 'GET', headers } = incoming
  const onward = request(`${behind}${incoming.url ?? ''}`, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  incoming.pipe(onward)
}
