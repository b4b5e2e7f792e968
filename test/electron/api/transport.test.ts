import { expect, it } from 'vitest'
import {
  createTransport,
  observed,
  type ApiRequest,
  type Fetch,
  type IsolatedConnection,
  type RequestObserver,
} from '../../../electron/api/transport.ts'

/** A transport whose connections record calls and closings; `fails`: the error of the next DELETE requests. */
function setUp() {
  const events: string[] = []
  const state: { now: number; fails: Error | null; answer: () => Response } = {
    now: 0,
    fails: null,
    answer: () => new Response('{"success":true}'),
  }
  const over =
    (name: string): Fetch =>
    async (_url, { method }) => {
      events.push(`${method} over ${name}`)
      if (state.fails && method === 'DELETE') throw state.fails
      return state.answer()
    }
  const own = (name: string): IsolatedConnection => ({
    fetch: over(name),
    close: async () => void events.push(`${name} closed`),
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
    async during(work) {
      events.push('begins')
      return work().finally(() => void events.push('ends'))
    },
  })
  const send = (...methods: ApiRequest['method'][]) =>
    Promise.all(methods.map((method) => transport.request({ method, path: '/auth/me' })))
  const calls = () => events.filter((event) => !['begins', 'ends'].includes(event))
  return { events, calls, transport, send, state }
}

it('reads and deletes over kept connections', async () => {
  const { calls, send } = setUp()
  await send('GET', 'GET', 'DELETE', 'DELETE')
  expect(calls().toSorted()).toEqual([
    'DELETE over deletes',
    'DELETE over deletes',
    'GET over reads',
    'GET over reads',
  ])
})

it.each(['POST', 'PATCH'] as const)('sends each %s over a fresh connection', async (method) => {
  const { calls, send } = setUp()
  await send(method)
  await send(method)
  expect(calls()).toEqual([`${method} over one`, 'one closed', `${method} over two`, 'two closed'])
})

it('sends POST and PATCH one after the other', async () => {
  const { calls, send } = setUp()
  await send('POST', 'PATCH')
  expect(calls()).toEqual(['POST over one', 'one closed', 'PATCH over two', 'two closed'])
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

it('keeps the connections until the last retry of a call is answered', async () => {
  const { events, transport, state } = setUp()
  let tries = 0
  state.answer = () => (++tries < 3 ? new Response('', { status: 502 }) : new Response('{}'))
  await transport.request({ method: 'GET', path: '/auth/me' })
  expect(events).toEqual(['begins', 'GET over reads', 'GET over reads', 'GET over reads', 'ends'])
})

it('reports the endpoint and the reply of a call to its observers before the caller, and no secret', async () => {
  const { transport, state } = setUp()
  const observations: string[] = []
  const observers = ['first', 'second'].map((name): RequestObserver => (endpoint, baseUrl) => {
    observations.push(`${name} ${baseUrl} ${JSON.stringify(endpoint)}`)
    return (reply) => void observations.push(`${name} ${reply.ok ? 'ok' : reply.failure.kind}`)
  })
  state.answer = () => new Response('{"message":"No."}', { status: 403 })
  const body = { password: 'canary' }
  const request = { method: 'POST', path: '/auth/login', token: '7|canary', body } as const
  await observed(transport, observers)
    .request(request)
    .then(() => observations.push('caller'))
  expect(observations).toEqual([
    'first https://x.test/api/v1 {"method":"POST","path":"/auth/login"}',
    'second https://x.test/api/v1 {"method":"POST","path":"/auth/login"}',
    'first forbidden',
    'second forbidden',
    'caller',
  ])
})

it('tells its observers of an unknown outcome when a call throws, so that none waits for it forever', async () => {
  const { transport } = setUp()
  const learned: string[] = []
  const observer: RequestObserver = () => (reply) => void learned.push(reply.ok ? 'ok' : reply.failure.kind)
  const isSuccess = (): boolean => {
    throw new RangeError('too long')
  }
  const call = observed(transport, [observer]).request({ method: 'GET', path: '/auth/me', isSuccess })
  await expect(call).rejects.toThrow(RangeError)
  expect(learned).toEqual(['outcomeUnknown'])
})
