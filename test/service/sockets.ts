import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/** The open TCP connections of one server. */
export type Sockets = ReturnType<typeof trackSockets>

/** Tracks the connections of a server; with TLS the raw ones, because only these can be reset. */
export function trackSockets(server: Server) {
  const open = new Map<number, { socket: Socket; number: number }>()
  let last = 0
  server.on('connection', (socket: Socket) => {
    // A TLS socket has the same remote port as its raw socket.
    const port = socket.remotePort
    if (port === undefined) return
    const entry = { socket, number: ++last }
    open.set(port, entry)
    socket.once('close', () => {
      if (open.get(port) === entry) open.delete(port)
    })
  })
  const entryOf = (request: IncomingMessage) => open.get(request.socket.remotePort ?? 0)
  return {
    /** Number of the connection of a request, from 1. */
    numberOf: (request: IncomingMessage): number => entryOf(request)?.number ?? 0,
    /** Resets (RST) the connection of a request. */
    reset: (request: IncomingMessage): void => void entryOf(request)?.socket.resetAndDestroy(),
    destroyAll(): void {
      for (const { socket } of open.values()) socket.destroy()
    },
  }
}
