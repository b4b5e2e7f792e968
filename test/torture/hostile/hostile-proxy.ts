import { once } from 'node:events'
import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a hostile service answers a request: over HTTP, or past it with `response.socket`. */
export type HostileResponder = (response: ServerResponse, asked: IncomingMessage) => void | Promise<void>

/** A server before the practice service that passes everything on, until it is told to misbehave. */
export interface HostileProxy {
  origin: string
  baseUrl: string
  /** How lists of sessions are answered from now on; null: as the service does. */
  respondWith(how: HostileResponder | null): void
  /** The headers of every request that came. */
  readonly seen: readonly IncomingHttpHeaders[]
  close(): Promise<void>
}

/** Starts a front before the service at `behind`, an origin; without one it only counts who comes. */
export async function startHostileProxy(behind: string | null): Promise<HostileProxy> {
  const seen: IncomingHttpHeaders[] = []
  let how: HostileResponder | null = null
  const server = createServer((asked, response) => {
    seen.push(asked.headers)
    // Whoever hangs up on a hostile answer is in the right.
    response.on('error', () => undefined)
    const isList = asked.method === 'GET' && asked.url?.endsWith('/auth/sessions') === true
    if (how && isList) void how(response, asked)
    else if (behind === null) response.end('{}')
    else passOn(behind, asked, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
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
