import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Forwards connections to `port` of this computer. Every byte arrives `wayMs` later, each way, and a new connection
 * costs a round trip, as the handshake of TCP does; the system alone would do that at once.
 */
export async function startSlowLine(port: number, wayMs: number) {
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => (near.destroy(), far.destroy()))
      socket.on('close', () => sockets.delete(socket))
    }
    carry(near, far, performance.now() + 2 * wayMs)
    carry(far, near, 0)
  })

  /** Carries what arrives at one end to the other, in order, and not before the line is open. */
  function carry(from: Socket, to: Socket, opensAt: number): void {
    let last: Promise<unknown> = Promise.resolve()
    const later = (work: () => void): void => {
      const dueAt = Math.max(performance.now(), opensAt) + wayMs
      last = last.then(() => sleep(Math.max(0, dueAt - performance.now()))).then(work)
    }
    from.on('data', (bytes) => later(() => to.writable && to.write(bytes)))
    from.on('end', () => later(() => to.end()))
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async stop(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      server.close()
      if (server.listening) await once(server, 'close')
    },
  }
}
