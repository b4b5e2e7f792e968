import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { startHelper } from './process/helper.ts'

/** The size of the queue: the system drops further connections. */
const BACKLOG = 1
// Listens, reports it, and then never accepts a connection from the queue.
const LISTENER = `
  const server = require('node:net').createServer()
  server.on('error', () => console.log('none'))
  server.listen({ host: '::1', port: Number(process.argv[1]), ipv6Only: true, backlog: ${BACKLOG} }, () => {
    require('node:fs').writeSync(1, 'listening\\n')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  })
`

/**
 * Makes `[::1]:port` drop packets, as behind a broken IPv6 route, with a full connection queue. `isThere`
 * is false on a computer without IPv6.
 */
export async function startBlackHole(port: number): Promise<{ isThere: boolean; stop(): Promise<void> }> {
  const helper = startHelper(process.execPath, ['-e', LISTENER, String(port)])
  const [first] = (await once(helper.child.stdout!, 'data')) as [Buffer]
  const isThere = first.toString().startsWith('listening')
  const filling: Socket[] = []
  for (let place = 0; isThere && place <= BACKLOG; place++) {
    const socket = connect(port, '::1')
    filling.push(socket)
    await once(socket, 'connect')
  }
  return {
    isThere,
    async stop() {
      for (const socket of filling) socket.destroy()
      await helper.stop()
    },
  }
}
