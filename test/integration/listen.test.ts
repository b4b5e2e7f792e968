import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { listenOnLoopback } from '../service/listen.ts'

const LOWEST_PORT_FOR_ANYBODY = 32_768

it('takes ports outside the range of dynamic ports, and none twice in a row', async () => {
  const ports: number[] = []
  for (let count = 0; count < 3; count++) {
    const server = createServer()
    ports.push(await listenOnLoopback(server))
    server.close()
    await once(server, 'close')
  }
  expect(new Set(ports).size).toBe(3)
  for (const port of ports) expect(port).toBeLessThan(LOWEST_PORT_FOR_ANYBODY)
})

it('skips a port in use', async () => {
  const first = createServer()
  const port = await listenOnLoopback(first)
  const stranger = createServer().listen(port + 1, '127.0.0.1')
  await once(stranger, 'listening')
  const second = createServer()
  expect(await listenOnLoopback(second)).toBe(port + 2)
  expect((second.address() as AddressInfo).address).toBe('127.0.0.1')
  for (const server of [first, stranger, second]) server.close()
})
