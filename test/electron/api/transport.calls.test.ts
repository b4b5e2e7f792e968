import { describe, expect, it } from 'vitest'
import { createTransport, type ApiRequest, type Fetch } from '../../../electron/api/transport.ts'
import { failed } from '../../../electron/shared/result.ts'

const GET: ApiRequest = { method: 'GET', path: '/auth/me', token: 't' }
const POST: ApiRequest = { method: 'POST', path: '/auth/login', body: { email: 'ana' } }
const DATE = Date.UTC(2026, 0, 2)

/** A transport whose calls get these answers in turn, the last one again and again; an error is thrown. */
function setUp(answers: ((init: RequestInit) => Response | Error | Promise<Response>)[], isOnline = true) {
  const sent: { url: string; init: RequestInit; headers: Headers }[] = []
  const waits: number[] = []
  const fetch: Fetch = async (url, init) => {
    const answer = await (answers[sent.length] ?? answers.at(-1)!)(init)
    sent.push({ url, init, headers: new Headers(init.headers) })
    if (answer instanceof Error) throw answer
    return answer
  }
  const connection = { fetch, close: () => Promise.resolve() }
  const transport = createTransport('https://x.test/api/v1', {
    reads: fetch,
    deletes: fetch,
    writes: [connection, connection],
    isOnline: () => isOnline,
    now: () => DATE,
    random: () => 0.5,
    sleep: async (ms) => void waits.push(ms),
    language: () => 'pt-BR',
    userAgent: 'test',
    limits: { time: 50, bytes: 10 },
  })
  return { transport, sent, waits }
}

const status =
  (code: number, headers: Record<string, string> = {}) =>
  () =>
    new Response(null, { status: code, headers })
const broken = () => new Error('net::ERR_CONNECTION_RESET')
const json = () => new Response('{}')

describe('a call', () => {
  it.each<[ApiRequest, Record<string, string>, string | undefined]>([
    [GET, { authorization: 'Bearer t' }, undefined],
    [POST, { 'content-type': 'application/json' }, '{"email":"ana"}'],
  ])('of %j has its headers and its body, and no cookies, cache or redirects', async (call, own, body) => {
    const { transport, sent } = setUp([json])
    await transport.request(call)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.url).toBe(`https://x.test/api/v1${call.path}`)
    const headers = Object.fromEntries([...sent[0]!.headers].filter(([name]) => name !== 'content-length'))
    const all = { accept: 'application/json', 'accept-language': 'pt-BR', 'user-agent': 'test' }
    expect(headers).toEqual({ ...all, ...own })
    expect(sent[0]?.init.body ?? undefined).toBe(body)
    expect(sent[0]?.init).toMatchObject({
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    })
  })

  it('reads the time of the service and when to retry', async () => {
    const date = new Date(DATE + 3_600_000).toUTCString()
    // The date has whole seconds, so half a second is added.
    const { transport } = setUp([status(429, { date, 'retry-after': '7' }), status(429)])
    expect(await transport.send(GET)).toMatchObject({ value: { retryAfter: '7', skew: 3_600_500 } })
    expect(await transport.send(GET)).toMatchObject({ value: { retryAfter: null, skew: null } })
  })

  it.each<[string, ApiRequest, (() => Response | Error)[], waits: number[]]>([
    ['a read of a gateway that fails', GET, [status(502), status(503), status(504)], [150, 300]],
    ['a read of a gateway that recovers', GET, [status(503), json], [150]],
    ['a read whose connection broke', GET, [broken, json], [150]],
    ['no read that the service wants later', GET, [status(503, { 'retry-after': '5' })], []],
    ['no read that was refused', GET, [() => new Error('net::ERR_CONNECTION_REFUSED')], []],
    ['no read that failed otherwise', GET, [status(500)], []],
    ['no write to a gateway that fails', POST, [status(503)], []],
    ['no write whose connection broke', POST, [broken], []],
  ])('repeats %s', async (_what, call, answers, expected) => {
    const { transport, sent, waits } = setUp(answers)
    await transport.request(call)
    expect([waits, sent.length]).toEqual([expected, expected.length + 1])
  })

  it('was never sent without a network only if there was none before it', async () => {
    const error = () => new Error('net::ERR_INTERNET_DISCONNECTED')
    const offline = failed({ kind: 'offline', reason: 'noNetwork' })
    expect(await setUp([error], false).transport.request(POST)).toEqual(offline)
    expect(await setUp([error]).transport.request(POST)).toEqual(failed({ kind: 'outcomeUnknown' }))
  })
})

describe('a body', () => {
  const inParts = (...parts: string[]) =>
    new Response(
      new ReadableStream({
        start(controller) {
          for (const part of parts) controller.enqueue(new TextEncoder().encode(part))
          controller.close()
        },
      }),
    )

  it.each<[string, Response, object]>([
    ['in parts is put together', inParts('"12345', '678"'), { value: { json: '12345678' } }],
    [
      'that is empty has no JSON',
      new Response(null, { status: 204 }),
      { value: { text: '', json: undefined } },
    ],
    ['over the limit is an error', inParts('"12345', '6789"'), { failure: { reason: 'tooLarge' } }],
    ['of a proxy is not read', new Response('{"much":"too much"}', { status: 407 }), { value: { text: '' } }],
  ])('%s', async (_what, answer, result) => {
    expect(await setUp([() => answer]).transport.send(GET)).toMatchObject(result)
  })

  it.each<[string, (init: RequestInit, ended: () => void) => Response | Promise<Response>]>([
    [
      'that begins too late',
      ({ signal }, ended) =>
        new Promise((_resolve, reject) =>
          signal?.addEventListener('abort', () => {
            ended()
            reject(signal.reason as Error)
          }),
        ),
    ],
    ['that never ends', (_init, ended) => new Response(new ReadableStream({ cancel: ended }))],
  ])('%s is a timeout, and its connection ends', async (_what, answer) => {
    for (const [call, failure] of [
      [GET, { kind: 'timeout' }],
      [POST, { kind: 'outcomeUnknown', reason: 'timeout' }],
    ] as const) {
      let ends = 0
      const { transport } = setUp([(init) => answer(init, () => (ends += 1))])
      expect([await transport.request(call), ends]).toEqual([failed(failure), 1])
    }
  })
})
