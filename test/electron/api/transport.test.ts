import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApiResponse } from '../../../electron/api/response.ts'
import type { HttpRequest, HttpResponse, Limits, Exchange } from '../../../electron/api/limited-request.ts'
import {
  createTransport,
  observed,
  overFreshConnections,
  type ApiRequest,
  type IsolatedConnection,
  type RequestObserver,
} from '../../../electron/api/transport.ts'
import { failed } from '../../../electron/shared/result.ts'

const GET: ApiRequest = { method: 'GET', path: '/auth/me', token: 't' }
const DELETE: ApiRequest = { method: 'DELETE', path: '/auth/sessions/3', token: 't' }
const POST: ApiRequest = { method: 'POST', path: '/auth/login', body: { email: 'ana' } }
const DATE = Date.UTC(2026, 0, 2)

type Answer = HttpResponse | Error | Promise<HttpResponse>

/**
 * A transport whose calls get these answers in turn, the last one again and again; an error is thrown. `events` has the
 * calls and closings of its connections.
 */
function setUp(
  answers: ((signal: AbortSignal) => Answer)[] = [json],
  isOnline = true,
  asleep: () => Promise<unknown> = async () => undefined,
  limits: Limits | null = { time: 50, bytes: 10, values: 4 },
) {
  const events: string[] = []
  const sent: HttpRequest[] = []
  const waits: number[] = []
  const clock = { now: DATE }
  const over = (name: string): IsolatedConnection => ({
    async exchange(request, signal) {
      events.push(`${request.method} over ${name}`)
      const answer = await (answers[sent.length] ?? answers.at(-1)!)(signal)
      sent.push(request)
      if (answer instanceof Error) throw answer
      return answer
    },
    close: async () => void events.push(`${name} closed`),
  })
  const transport = createTransport('https://x.test/api/v1', {
    reads: over('reads').exchange,
    deletes: over('deletes').exchange,
    writes: [over('one'), over('two')],
    isOnline: () => isOnline,
    now: () => clock.now,
    random: () => 0.5,
    async sleep(ms) {
      waits.push(ms)
      await asleep()
    },
    abortAfter: (ms) => AbortSignal.timeout(ms),
    language: () => 'pt-BR',
    userAgent: 'test',
    ...(limits ? { limits } : {}),
    async during(work) {
      events.push('begins')
      return work().finally(() => void events.push('ends'))
    },
  })
  const send = (...methods: ApiRequest['method'][]) =>
    Promise.all(methods.map((method) => transport.request({ method, path: '/auth/me' })))
  const calls = () => events.filter((event) => !['begins', 'ends'].includes(event))
  return { transport, send, sent, waits, events, calls, clock }
}

/** Any response is a success. */
const isSuccess = () => true
const bytes = (text: string) => new TextEncoder().encode(text)
const responseOf = (status: number, ...parts: string[]): HttpResponse => ({
  ...{ status, headers: {} },
  body: parts.map(bytes),
})
const status =
  (code: number, headers: Record<string, string> = {}) =>
  () => ({ ...responseOf(code), headers })
const fails = (code: string) => () => new Error(`net::${code}`)
const broken = fails('ERR_CONNECTION_RESET')
const refused = fails('ERR_CONNECTION_REFUSED')
const garbled = fails('ERR_SSL_PROTOCOL_ERROR')
const json = () => responseOf(200, '{}')

describe('a call', () => {
  const all = { Accept: 'application/json', 'Accept-Language': 'pt-BR', 'User-Agent': 'test' }
  it.each<[ApiRequest, Record<string, string>, string | null]>([
    [GET, { Authorization: 'Bearer t' }, null],
    [POST, { 'Content-Type': 'application/json' }, '{"email":"ana"}'],
    [{ method: 'POST', path: '/auth/logout', token: 't' }, { Authorization: 'Bearer t' }, null],
  ])('of %j has its headers and its body', async (call, own, body) => {
    const { transport, sent } = setUp()
    await transport.request(call)
    const url = `https://x.test/api/v1${call.path}`
    expect(sent).toEqual([{ method: call.method, url, headers: { ...all, ...own }, body }])
  })

  it('reads the time of the service and when to retry', async () => {
    const date = new Date(DATE + 3_600_000).toUTCString()
    // The date has whole seconds, so half a second is added.
    const { transport } = setUp([status(429, { date, 'retry-after': '7' }), status(429)])
    expect(await transport.request({ ...GET, isSuccess })).toMatchObject({
      value: { retryAfter: '7', date: DATE + 3_600_000, skew: 3_600_500 },
    })
    expect(await transport.request({ ...GET, isSuccess })).toMatchObject({
      value: { retryAfter: null, date: null, skew: null },
    })
  })

  it.each<[string, ApiRequest, (() => Answer)[], waits: number[]]>([
    ['a read of a gateway that fails', GET, [status(502), status(503), status(504)], [150, 300]],
    ['a read of a gateway that recovers', GET, [status(503), json], [150]],
    ['a read whose connection broke', GET, [broken, json], [150]],
    ['a read whose connection was garbled', GET, [garbled, json], [150]],
    ['no read that the service wants later', GET, [status(503, { 'retry-after': '5' })], []],
    ['no read that was refused', GET, [refused], []],
    ['no read that failed otherwise', GET, [status(500)], []],
    ['no write to a gateway that fails', POST, [status(503)], []],
    ['no write whose connection broke', POST, [broken], []],
  ])('repeats %s', async (_case, call, answers, expected) => {
    const { transport, sent, waits } = setUp(answers)
    await transport.request(call)
    expect([waits, sent.length]).toEqual([expected, expected.length + 1])
  })

  it('is not tried again once another one of the account was told to wait', async () => {
    const other = { asked: null as Promise<unknown> | null }
    const app = setUp([broken, status(429), json], true, () => (other.asked ??= app.send('GET')))
    expect(await app.send('GET')).toMatchObject([{ failure: { kind: 'offline', reason: 'interrupted' } }])
    expect(await other.asked).toMatchObject([{ failure: { kind: 'rateLimited' } }])
    expect(app.sent).toHaveLength(2)
    // A later one is tried again as ever.
    expect(await setUp([broken, json]).send('GET')).toMatchObject([{ ok: true }])
  })

  it('succeeds with a response that its caller counts as a success', async () => {
    const is401 = ({ status: code }: ApiResponse) => code === 401
    const call = { ...GET, isSuccess: is401 }
    expect(await setUp([status(401)]).transport.request(call)).toMatchObject({ ok: true })
  })

  it('was never sent without a network only if there was none before it', async () => {
    const answers = [fails('ERR_INTERNET_DISCONNECTED')]
    const offline = failed({ kind: 'offline', reason: 'noNetwork' })
    expect(await setUp(answers, false).transport.request(POST)).toEqual(offline)
    expect(await setUp(answers).transport.request(POST)).toEqual(failed({ kind: 'outcomeUnknown' }))
  })
})

it.each([
  [
    422,
    { errors: { password: ['canary  pass-extra!', `${'x'.repeat(290)}12|canary`] } },
    ['…!', `${'x'.repeat(290)}…`],
  ],
  [200, { success: false, errors: { password: ['', 'canary  pass'], email: [], code: '' } }, ['…']],
])('hides what a failure %i repeats of the secrets of its request', async (status, given, password) => {
  const answer = JSON.stringify({ ...given, message: 'Desk: 12|canary, canary  pass' })
  const body = { current_password: 'canary  pass', password: 'canary  pass-extra', device: 'Desk' }
  const { transport } = setUp([() => responseOf(status, answer)], true, undefined, null)
  const response = await transport.request({ ...POST, token: '12|canary', body })
  expect(response).toEqual(failed({ kind: 'invalid', message: 'Desk: …, …', fields: { password } } as const))
})

describe('a write without a token whose handshake failed', () => {
  const PATCH: ApiRequest = { method: 'PATCH', path: '/auth/me', token: 't', body: {} }
  const plain = failed({ kind: 'offline', reason: 'plainHttp' })
  const unclear = failed({ kind: 'outcomeUnknown' })
  it.each<[string, ApiRequest, answers: (() => Answer)[], typeof plain | typeof unclear, sent: number]>([
    ['was not sent, if a read finds no https there either', POST, [garbled], plain, 2],
    ['is unclear, if a read finds https', POST, [garbled, status(405)], unclear, 2],
    ['is unclear, if a read fails otherwise', POST, [garbled, broken], unclear, 2],
    ['is unclear and asks nothing, with a token', PATCH, [garbled], unclear, 1],
  ])('%s', async (_case, call, answers, expected, count) => {
    const { transport, sent } = setUp(answers)
    expect(await transport.request(call)).toEqual(expected)
    expect(sent).toHaveLength(count)
    expect(sent[1]?.body ?? null).toBeNull()
  })
})

describe('a body', () => {
  it.each<[string, HttpResponse, object]>([
    ['in parts is put together', responseOf(200, '"12345', '678"'), { value: { json: '12345678' } }],
    ['that is empty has no JSON', responseOf(204), { value: { text: '', json: undefined } }],
    ['over the limit is an error', responseOf(200, '"12345', '6789"'), { failure: { reason: 'tooLarge' } }],
    ['of too many values is an error', responseOf(200, '[[],[],[]]'), { failure: { reason: 'tooLarge' } }],
    ['of a proxy is not read', responseOf(407, '{"much":"too much"}'), { value: { text: '' } }],
  ])('%s', async (_case, answer, result) => {
    expect(await setUp([() => answer]).transport.request({ ...GET, isSuccess })).toMatchObject(result)
  })

  it.each(['"123456789"', '"1"'])('%s ends its connection, read to its end or not', async (text) => {
    const signals: AbortSignal[] = []
    const { transport } = setUp([(signal) => (signals.push(signal), responseOf(200, text, '2'))])
    await transport.request({ ...GET, isSuccess })
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })

  it('whose letter is cut between two parts is read whole, without its mark of bytes', async () => {
    const [mark, letter] = [Uint8Array.of(0xef, 0xbb, 0xbf), bytes('"é"')]
    const body = [mark, letter.slice(0, 2), letter.slice(2)]
    const { transport } = setUp([() => ({ ...responseOf(200), body })])
    expect(await transport.request({ ...GET, isSuccess })).toMatchObject({ value: { json: 'é' } })
  })

  const MIB = 1024 * 1024
  const LIST: ApiRequest = { method: 'GET', path: '/auth/sessions', isLong: true }
  it.each<[string, ApiRequest, text: string, status: number, isRead: boolean]>([
    ['a short answer', GET, `"${'x'.repeat(MIB - 2)}"`, 200, true],
    ['a short answer of a MiB and a byte', GET, `"${'x'.repeat(MIB - 1)}"`, 200, false],
    ['a short answer of many values', POST, `[${'1,'.repeat(5_000)}1]`, 200, false],
    ['a page of many commas', GET, `<html>${','.repeat(9_000)}`, 502, true],
    ['a list', LIST, `[${'"sessions",'.repeat(300_000)}1]`, 200, true],
    ['a list of more than 8 MiB', LIST, `"${'x'.repeat(8 * MIB)}"`, 200, false],
    ['a list of a million empty rows', LIST, `[${'{},'.repeat(1_000_000)}{}]`, 200, false],
    ['a refused list of more than a MiB', LIST, `"${'x'.repeat(MIB)}"`, 422, false],
    ['a refused list of many values', LIST, `{"errors":[${'1,'.repeat(5_000)}1]}`, 422, false],
  ])('is read within its limits, once: %s', async (_what, request, body, code, isRead) => {
    const { transport, calls } = setUp([() => responseOf(code, body)], true, undefined, null)
    const kind = request.method === 'GET' ? 'unexpectedAnswer' : 'outcomeUnknown'
    expect(await transport.request({ ...request, isSuccess })).toMatchObject(
      isRead ? { value: { text: body } } : { failure: { kind, reason: 'tooLarge' } },
    )
    if (!isRead) expect(calls().filter((call) => call.includes(' over '))).toHaveLength(1)
  })

  /** A promise that its call's end rejects. */
  const never = (signal: AbortSignal, ended: () => void) =>
    new Promise<never>((_resolve, reject) =>
      signal.addEventListener('abort', () => (ended(), reject(signal.reason as Error))),
    )
  async function* endless(signal: AbortSignal, ended: () => void) {
    yield bytes('1')
    await never(signal, ended)
  }
  const withoutEnd = (signal: AbortSignal, ended: () => void): HttpResponse => ({
    ...responseOf(200),
    body: endless(signal, ended),
  })
  it.each([
    ['read that begins too late', GET, never, { kind: 'timeout' }],
    ['read that never ends', GET, withoutEnd, { kind: 'timeout' }],
    ['write that begins too late', POST, never, { kind: 'outcomeUnknown', reason: 'timeout' }],
    ['write that never ends', POST, withoutEnd, { kind: 'outcomeUnknown', reason: 'timeout' }],
  ] as const)('of a %s is a timeout, and its connection ends', async (_case, call, answer, failure) => {
    let ends = 0
    const { transport } = setUp([(signal) => answer(signal, () => (ends += 1))])
    expect([await transport.request(call), ends]).toEqual([failed(failure), 1])
  })
})

describe('the connections', () => {
  it('of reads and deletes are kept', async () => {
    const { calls, send } = setUp()
    await send('GET', 'GET', 'DELETE', 'DELETE')
    const [deletes, reads] = ['DELETE over deletes', 'GET over reads']
    expect(calls().toSorted()).toEqual([deletes, deletes, reads, reads])
  })

  it.each([
    ['one after the other', ['POST'], ['POST']],
    ['one after the other', ['PATCH'], ['PATCH']],
    ['at once', ['POST', 'PATCH'], []],
  ] as const)('of writes are fresh for each one: %s', async (_case, first, second) => {
    const { calls, send } = setUp()
    await send(...first)
    await send(...second)
    const [one, two] = [...first, ...second]
    expect(calls()).toEqual([`${one} over one`, 'one closed', `${two} over two`, 'two closed'])
  })

  it('prove by a refusal that nothing was sent only while none is kept', async () => {
    const { transport, send, clock } = setUp([refused, json, json, refused, json, refused, refused])
    const certain = failed({ kind: 'offline', reason: 'refused' })
    expect(await transport.request(DELETE)).toEqual(certain)
    await send('POST')
    await send('GET')
    expect(await transport.request(DELETE)).toEqual(certain)
    await send('DELETE')
    clock.now += 5 * 60_000
    expect(await transport.request(DELETE)).toEqual(failed({ kind: 'outcomeUnknown', reason: 'unreachable' }))
    clock.now += 2 * 60_000
    expect(await transport.request(DELETE)).toEqual(certain)
  })

  it('are kept until the last retry of a call is answered', async () => {
    const { events, transport } = setUp([status(502), status(502), json])
    await transport.request(GET)
    expect(events).toEqual(['begins', 'GET over reads', 'GET over reads', 'GET over reads', 'ends'])
  })
})

describe('an observer', () => {
  it('gets a call, with the id of its session, and its response before the caller, and no secret', async () => {
    const { transport } = setUp([status(403)])
    const observations: string[] = []
    const observers = ['first', 'second'].map((name): RequestObserver => (endpoint, baseUrl) => {
      observations.push(`${name} ${baseUrl} ${JSON.stringify(endpoint)}`)
      return (response) => void observations.push(`${name} ${response.ok ? 'ok' : response.failure.kind}`)
    })
    const request = { ...POST, token: '7|canary', body: { password: 'canary', device_name: 'This desk' } }
    await observed(transport, observers).request(request)
    observations.push('caller')
    const endpoint = 'https://x.test/api/v1 {"method":"POST","path":"/auth/login","tokenId":7}'
    const before = [`first ${endpoint}`, `second ${endpoint}`]
    expect(observations).toEqual([...before, 'first forbidden', 'second forbidden', 'caller'])
  })

  it('learns of an unknown outcome when a call throws, so that it does not wait forever', async () => {
    const learned: string[] = []
    const observer: RequestObserver = () => (response) =>
      void learned.push(response.ok ? 'ok' : response.failure.kind)
    const isSuccess = (): boolean => {
      throw new RangeError('too long')
    }
    const call = observed(setUp().transport, [observer]).request({ ...GET, isSuccess })
    await expect(call).rejects.toThrow(RangeError)
    expect(learned).toEqual(['outcomeUnknown'])
  })
})

describe('fresh connections', () => {
  const { signal } = new AbortController()
  /** Sends to a URL over one of two connections. */
  function overFresh(...pair: [IsolatedConnection, IsolatedConnection]) {
    const run = overFreshConnections(pair)
    return (url: string) =>
      run((exchange) => exchange({ method: 'DELETE', url, headers: {}, body: null }, signal))
  }

  /** A connection whose calls and closings end by a schedule; `did` receives each. */
  function scheduled(
    name: string,
    schedule: fc.Scheduler,
    did: (what: string) => void,
    failing: { calls: ReadonlySet<string>; closings: Set<number> },
  ): IsolatedConnection {
    let closings = 0
    return {
      async exchange({ url }) {
        did(`${name} sends ${url}`)
        await schedule.schedule(Promise.resolve(), `answer to ${url}`)
        did(`${name} answered`)
        if (failing.calls.has(url)) throw new Error('reset')
        return responseOf(200)
      },
      async close() {
        const closing = closings++
        did(`${name} closes`)
        await schedule.schedule(Promise.resolve(), `${name} closed`)
        if (failing.closings.has(closing)) throw new Error('still open')
        did(`${name} is closed`)
      },
    }
  }

  it('send one call at a time, in order, each over one that was closed since its last use', async () => {
    const story = fc.record({
      calls: fc.integer({ min: 1, max: 9 }),
      failing: fc.array(fc.nat(8)),
      open: fc.array(fc.nat(5)),
    })
    await fc.assert(
      fc.asyncProperty(story, fc.scheduler(), async ({ calls, failing, open }, schedule) => {
        const events: string[] = []
        const fails = { calls: new Set(failing.map(String)), closings: new Set(open) }
        const did = (what: string) => events.push(what)
        const [one, another] = ['one', 'another'].map((name) => scheduled(name, schedule, did, fails))
        const send = overFresh(one!, another!)
        const answers = Array.from({ length: calls }, (_, id) => send(String(id)))
        const outcomes = await schedule.waitFor(Promise.allSettled(answers))

        const clean = new Set(['one', 'another'])
        let pendingCount = 0
        const sent: string[] = []
        for (const what of events) {
          const [name = '', verb, ...rest] = what.split(' ')
          if (verb === 'sends') {
            expect([clean.delete(name), ++pendingCount]).toEqual([true, 1])
            sent.push(...rest)
          }
          if (verb === 'answered') pendingCount--
          if (verb === 'is') clean.add(name)
        }
        expect(sent).toEqual([...new Set(sent)].toSorted())
        // Every answered call was sent, and every unsent one failed.
        outcomes.forEach(({ status: outcome }, id) => {
          if (outcome === 'fulfilled') expect(sent).toContain(String(id))
          else expect(fails.calls.has(String(id)) || open.length > 0).toBe(true)
        })
        if (open.length === 0) expect(sent).toHaveLength(calls)
      }),
    )
  })

  /** A connection that records its calls, and closes as given. */
  function recording(events: string[], name: string, close = async (): Promise<void> => undefined) {
    const exchange: Exchange = async ({ url }) => (events.push(`${name} ${url}`), responseOf(200))
    return { exchange, close }
  }

  it('wait only for the closing of their own, not for that of the call before', async () => {
    const events: string[] = []
    let close = (): void => undefined
    const stuck = new Promise<void>((resolve) => (close = resolve))
    const send = overFresh(
      recording(events, 'one', () => stuck),
      recording(events, 'another'),
    )
    const [, , third] = ['a', 'b', 'c'].map((url) => send(url))
    await new Promise((resolve) => setImmediate(resolve))
    expect(events).toEqual(['one a', 'another b'])
    close()
    await third
    expect(events).toEqual(['one a', 'another b', 'one c'])
  })

  it('retry a failed closing, and send nothing before it succeeds', async () => {
    const results = ['fails', 'fails', 'works']
    const events: string[] = []
    const one = recording(events, 'one', async () => {
      if (results.shift() === 'fails') throw new Error('still open')
    })
    const send = overFresh(one, recording([], 'another'))
    await send('first')
    await send('by the other')
    await expect(send('not sent')).rejects.toThrow('still open')
    await send('by the other')
    await send('second')
    expect(events).toEqual(['one first', 'one second'])
  })
})
