import { expect, it } from 'vitest'
import type { Fetch, IsolatedConnection } from '../../../electron/api/fresh-connections.ts'
import { createTransport, type ApiRequest } from '../../../electron/api/transport.ts'

/** A transport whose connections record calls and closings; `fails`: the error of the next DELETE requests. */
function setUp() {
  const seen: string[] = []
  const state: { now: number; fails: Error | null } = { now: 0, fails: null }
  const over =
    (name: string): Fetch =>
    async (_url, { method }) => {
      seen.push(`${method} over ${name}`)
      if (state.fails && method === 'DELETE') throw state.fails
      return new Response('{"success":true}')
    }
  const own = (name: string): IsolatedConnection => ({
    fetch: over(name),
    close: async () => void seen.push(`${name} closed`),
  })
  const transport = createTransport('https://x.test/api/v1', {
    reads: over('reads'),
    deletes: over('deletes'),
    writes: [own('one'), own('two')],
    isOnline: () => true,
    now: () => state.now,
    random: () => 0,
    sleep: async () => undefined,
    language: () => 'en',
    userAgent: 'test',
  })
  const send = (...methods: ApiRequest['method'][]) =>
    Promise.all(methods.map((method) => transport.request({ method, path: '/auth/me' })))
  return { seen, send, state }
}

it('reads and deletes over kept connections', async () => {
  const { seen, send } = setUp()
  await send('GET', 'GET', 'DELETE', 'DELETE')
  expect(seen.toSorted()).toEqual([
    'DELETE over deletes',
    'DELETE over deletes',
    'GET over reads',
    'GET over reads',
  ])
})

it.each(['POST', 'PATCH'] as const)('sends each %s over a fresh connection', async (method) => {
  const { seen, send } = setUp()
  await send(method)
  await send(method)
  expect(seen).toEqual([`${method} over one`, 'one closed', `${method} over two`, 'two closed'])
})

it('sends POST and PATCH one after the other', async () => {
  const { seen, send } = setUp()
  await send('POST', 'PATCH')
  expect(seen).toEqual(['POST over one', 'one closed', 'PATCH over two', 'two closed'])
})

it('takes a refused connection as proof that nothing was sent only while no connection is kept', async () => {
  const { send, state } = setUp()
  const refused = new Error('net::ERR_CONNECTION_REFUSED')
  const failWith = async () => {
    state.fails = refused
    const [reply] = await send('DELETE')
    state.fails = null
    return reply
  }
  const certain = { ok: false, failure: { kind: 'offline', reason: 'refused' } }
  const uncertain = { ok: false, failure: { kind: 'outcomeUnknown', reason: 'unreachable' } }
  expect(await failWith()).toEqual(certain)
  await send('POST', 'GET')
  expect(await failWith()).toEqual(certain)
  await send('DELETE')
  state.now += 5 * 60_000
  expect(await failWith()).toEqual(uncertain)
  state.now += 2 * 60_000
  expect(await failWith()).toEqual(certain)
})
