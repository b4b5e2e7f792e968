import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSlowLine, type SlowLine } from './slow-line.ts'

const waits: number[] = []
/** A clock that stands still and records how long it would have waited. */
const clock = { now: () => 1_000, sleep: (ms: number) => Promise.resolve(waits.push(ms)) }
const echo = createServer((socket) => void socket.pipe(socket))
let line: SlowLine
beforeAll(async () => {
  echo.listen(0, '127.0.0.1')
  await once(echo, 'listening')
  line = await startSlowLine((echo.address() as AddressInfo).port, 50, clock)
})
afterAll(async () => {
  await line.stop()
  echo.close()
})

describe('the slow line of the bench', () => {
  it('carries everything, in order', async () => {
    const socket = connect(line.port, '127.0.0.1')
    let back = ''
    socket.on('data', (bytes) => (back += bytes.toString()))
    const pieces = Array.from({ length: 50 }, (_, index) => `${index};`)
    for (const piece of pieces) socket.write(piece)
    socket.end('last')
    await once(socket, 'close')
    expect(back).toBe(`${pieces.join('')}last`)
  })

  it('waits one way for each byte, and a round trip more for a new connection', async () => {
    waits.length = 0
    const socket = connect(line.port, '127.0.0.1')
    socket.write('there and back')
    await once(socket, 'data')
    expect(waits).toEqual([150, 50])
    socket.destroy()
  })

  it('closes the other end when one is lost', async () => {
    const socket = connect(line.port, '127.0.0.1')
    await once(socket, 'connect')
    socket.resetAndDestroy()
    const another = connect(line.port, '127.0.0.1')
    another.write('still there')
    const [bytes] = (await once(another, 'data')) as [Buffer]
    expect(bytes.toString()).toBe('still there')
    another.destroy()
  })
})
