import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { listenOnLoopback, LOOPBACK } from '../service/listen.ts'

/** A request to the proxy. `target` is a URL, or `host:port` of a tunnel. */
export interface ProxyRequest {
  method: string
  target: string
  authorization: string | null
}

/** A small HTTP proxy on loopback that forwards every request, whatever its host, to one local port. */
export interface Proxy {
  /** `http://127.0.0.1:PORT`. */
  origin: string
  manner: ProxyManner
  requests: ProxyRequest[]
  stop(): Promise<void>
}

/** The behaviour of a proxy: it forwards, asks for a password, or answers 502. */
export type ProxyManner = 'open' | 'password' | 'broken'

const REFUSALS: Record<'password' | 'broken', { status: number; headers: Record<string, string> }> = {
  password: { status: 407, headers: { 'Proxy-Authenticate': 'Basic realm="office"' } },
  broken: { status: 502, headers: {} },
}

/** Starts an open proxy that forwards to `port`. */
export async function startProxy(port: number): Promise<Proxy> {
  const requests: ProxyRequest[] = []
  const sockets = new Set<Socket>()
  const refusalNow = () => (proxy.manner === 'open' ? null : REFUSALS[proxy.manner])

  function note({ method = '', url = '', headers }: IncomingMessage): void {
    requests.push({ method, target: url, authorization: headers['proxy-authorization'] ?? null })
  }

  const server = createServer((incoming, answer) => {
    note(incoming)
    const refusal = refusalNow()
    if (refusal) {
      answer.writeHead(refusal.status, refusal.headers).end('<html><body>The proxy</body></html>')
      return
    }
    const { pathname, search } = new URL(incoming.url ?? '')
    const { method, headers } = incoming
    const onward = request({ port, path: pathname + search, ...(method ? { method } : {}), headers })
    onward.on('error', () => answer.destroy())
    onward.on('response', (found) => {
      answer.writeHead(found.statusCode ?? 502, found.headers)
      found.pipe(answer)
    })
    incoming.pipe(onward)
  })
  server.on('connect', (incoming, socket: Socket) => {
    note(incoming)
    const refusal = refusalNow()
    if (refusal) {
      const lines = Object.entries(refusal.headers).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.end(`HTTP/1.1 ${refusal.status} No\r\n${lines.join('')}Content-Length: 0\r\n\r\n`)
      return
    }
    const onward = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 Connected\r\n\r\n'))
    for (const end of [socket, onward]) end.on('error', () => (socket.destroy(), onward.destroy()))
    socket.pipe(onward).pipe(socket)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const ownPort = await listenOnLoopback(server)
  const proxy: Proxy = {
    origin: `http://${LOOPBACK}:${ownPort}`,
    manner: 'open',
    requests,
    async stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
      if (server.listening) await once(server, 'close')
    },
  }
  return proxy
}
