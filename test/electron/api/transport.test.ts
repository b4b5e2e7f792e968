import { expect, it } from 'vitest'
import type { Fetch } from '../../../electron/api/fetch-limits.ts'
import { createTransport, type ApiRequest, type TransportPorts } from '../../../electron/api/transport.ts'

/** A transport whose connections record calls and closings. */
function setUp() {
  const seen: string[] = []
  const over =
    (name: string): Fetch =>
    async (_url, { method }) => {
      seen.push(`${method} over ${name}`)
      return new Response('{"success":true}')
    }
  const own = (name: string): TransportPorts['writeConnections'][number] => ({
    fetch: over(name),
    close: async () => void seen.push(`${name} closed`),
  })
  const transport = createTransport('https://x.test/api/v1', {
    shared: over('shared'),
    writeConnections: [own('one'), own('two')],
    extraLanes: [[own('three'), own('four')]],
    isOnline: () => true,
    now: () => 0,
    random: () => 0,
    sleep: async () => undefined,
    language: () => 'en',
    userAgent: 'test',
  })
  const send = (...methods: ApiRequest['method'][]) =>
    Promise.all(methods.map((method) => transport.request({ method, path: '/auth/me' })))
  return { seen, send }
}

it('reads over the shared connections, which stay open', async () => {
  const { seen, send } = setUp()
  await send('GET', 'GET')
  expect(seen).toEqual(['GET over shared', 'GET over shared'])
})

it.each(['POST', 'PATCH', 'DELETE'] as const)(
  'sends each %s over a connection of its own',
  async (method) => {
    const { seen, send } = setUp()
    await send(method)
    await send(method)
    expect(seen).toEqual([`${method} over one`, 'one closed', `${method} over two`, 'two closed'])
  },
)

it('sends DELETE in parallel, POST and PATCH one after the other', async () => {
  const { seen, send } = setUp()
  await send('DELETE', 'DELETE')
  const carriers = seen.filter((what) => what.startsWith('DELETE'))
  expect(carriers.toSorted()).toEqual(['DELETE over one', 'DELETE over three'])
  const writes = setUp()
  await writes.send('POST', 'PATCH')
  expect(writes.seen).toEqual(['POST over one', 'one closed', 'PATCH over two', 'two closed'])
})
