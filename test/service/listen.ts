import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'

/** Loopback, where every test service listens. */
export const LOOPBACK = '127.0.0.1'

// Below the dynamic ports of Linux (from 32768), macOS and Windows (from 49152). The system may assign a dynamic port to
// another process as soon as a service closes it; a test that expects a refused connection would then reach that process.
const FIRST_PORT = 12_000
const PORTS_PER_PROCESS = 100
const RANGES = 200

const ownRange = FIRST_PORT + (process.pid % RANGES) * PORTS_PER_PROCESS
let used = 0

/** True for the errors of a port that another process uses, or that Windows reserves. */
function isTaken(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'EADDRINUSE' || code === 'EACCES'
}

async function listenOn(server: Server, port: number): Promise<number> {
  server.listen(port, LOOPBACK)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/**
 * Listens on loopback and returns the port. Without a given port it takes the next one of this process's own range, so
 * that the port refuses connections once the server is closed. Rejects with EADDRINUSE when a given port is taken.
 */
export async function listenOnLoopback(server: Server, given = 0): Promise<number> {
  if (given !== 0) return listenOn(server, given)
  for (let tries = 1; ; tries++) {
    const port = ownRange + (used++ % PORTS_PER_PROCESS)
    try {
      return await listenOn(server, port)
    } catch (error) {
      if (!isTaken(error) || tries === PORTS_PER_PROCESS) throw error
    }
  }
}
