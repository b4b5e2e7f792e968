import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call, send } from '../service/client.ts'
import { faultSchema, type FaultInput } from '../service/faults/model.ts'
import { planFaults } from '../service/faults/plan.ts'
import { startPracticeService, type PracticeService } from '../service/start.ts'

const ANA = { email: 'ana@example.com', password: 'correct horse' }
const UNAVAILABLE: FaultInput = { kind: 'status', status: 503 }

let service: PracticeService

beforeEach(async () => {
  service = await startPracticeService({ scryptCost: 16 })
  await service.state.addUser(ANA)
})
afterEach(() => service.close())

const login = (signal?: AbortSignal): Promise<Response> =>
  send(service.baseUrl, 'POST /auth/login', { body: ANA, ...(signal ? { signal } : {}) })
/** Whether the service did its work, whatever its reply. */
const isDone = (): boolean => service.state.sessionsOf(ANA.email).length === 1
const statusOf = async (endpoint: 'GET /auth/me' | 'GET /auth/sessions'): Promise<number> =>
  (await call(service.baseUrl, endpoint)).status

/** What a client receives of a sign-in: the reply as far as it arrives, or the error. */
async function outcome(): Promise<object> {
  const received: Record<string, unknown> = {}
  try {
    const response = await login()
    Object.assign(received, { status: response.status, headers: Object.fromEntries(response.headers) })
    const text = await response.text()
    return { ...received, text, json: text.startsWith('{') && text.endsWith('}') ? JSON.parse(text) : null }
  } catch (error) {
    const { cause = error } = error as Error
    return { ...received, error: (cause as NodeJS.ErrnoException).code }
  }
}

const HTML = { 'content-type': 'text/html; charset=utf-8' }
const COOKIE = { 'set-cookie': 'a=b' }
const LIMITED = { code: 'too_many_requests', message: 'Too Many Attempts.' }
const mistake = (): never => {
  throw new Error('a mistake in the test')
}

test.each<[isDone: boolean, received: object, ...faults: FaultInput[]]>([
  [true, { status: 200 }],
  [false, { status: 502 }, { kind: 'status', status: 502 }],
  [false, { status: 401, text: '' }, { kind: 'status', status: 401, shape: 'empty' }],
  [
    false,
    { status: 429, headers: { 'retry-after': '7' }, json: { success: false, error: LIMITED } },
    { kind: 'status', status: 429, shape: 'coded', headers: { 'retry-after': '7' } },
  ],
  [
    false,
    { status: 422, json: { message: 'No.', errors: { name: ['No.'] } } },
    { kind: 'status', status: 422, message: 'No.', errors: { name: ['No.'] } },
  ],
  [false, { status: 200, headers: HTML, text: expect.stringContaining('<!DOCTYPE html>') }, { kind: 'html' }],
  [false, { status: 302, headers: { location: '/login' } }, { kind: 'redirect' }],
  [
    true,
    { json: { data: { token: expect.any(Number), user: { id: { value: 1 } } } } },
    { kind: 'wrong-types' },
  ],
  [true, { status: 500, text: expect.stringContaining('a mistake') }, { kind: 'rewrite', rewrite: mistake }],
  [true, { status: 200, error: expect.any(String) }, { kind: 'truncated' }],
  [
    true,
    { status: 200, json: null, text: expect.stringMatching(/^\{"success":true/) },
    { kind: 'truncated', variant: 'cut-json' },
  ],
  [false, { status: 503, headers: COOKIE }, { kind: 'set-cookie', value: 'a=b' }, UNAVAILABLE],
  [
    true,
    { headers: { 'content-type': 'text/plain' }, json: { success: true } },
    { kind: 'content-type', value: 'text/plain' },
  ],
  [false, { error: expect.any(String) }, { kind: 'refuse' }],
  [false, { error: 'ECONNRESET' }, { kind: 'reset' }],
  [true, { error: 'ECONNRESET' }, { kind: 'reset', when: 'after' }],
])('a sign-in that is done: %s, and seen as %o with %o %o', async (done, received, ...faults) => {
  for (const fault of faults) service.faults.add(fault)
  expect(await outcome()).toMatchObject(received)
  expect(isDone()).toBe(done)
  const wasRead = faults[0]?.kind !== 'refuse'
  expect(service.requests).toMatchObject([{ ended: true, body: wasRead ? ANA : undefined }])
})

test.each(['before', 'after'] as const)('a client may give up in a delay %s the work', async (when) => {
  service.faults.add({ kind: 'delay', ms: 600_000, when })
  const giveUp = new AbortController()
  const failing = login(giveUp.signal).catch((error: unknown) => error)
  await vi.waitFor(() => expect(when === 'after' ? isDone() : service.requests.length === 1).toBe(true))
  giveUp.abort()
  expect(await failing).toMatchObject({ name: 'AbortError' })
  expect(isDone()).toBe(when === 'after')
})

test('a drip sends one byte at a time, to the end or until the client hangs up', async () => {
  service.faults.add({ kind: 'drip', everyMs: 0, calls: { nth: 1 } })
  service.faults.add({ kind: 'drip', everyMs: 600_000 })
  const whole = await login()
  const sizes: number[] = []
  for await (const chunk of whole.body ?? []) sizes.push(chunk.length)
  expect(sizes.reduce((sum, size) => sum + size)).toBe(Number(whole.headers.get('content-length')))
  expect(sizes.length).toBeGreaterThan(1)
  const reader = (await login()).body?.getReader()
  expect((await reader?.read())?.value).toHaveLength(1)
  await reader?.cancel()
  await vi.waitFor(() => expect(service.requests.at(-1)?.ended).toBe(true))
})

test('an endless answer streams until the client hangs up', async () => {
  service.faults.add({ kind: 'endless', when: 'after' })
  const response = await login()
  expect(response.headers.get('content-length')).toBeNull()
  const reader = response.body?.getReader()
  for (let size = 0; size < 1024 * 1024;) size += (await reader?.read())?.value?.length ?? 0
  expect([service.requests.at(-1)?.ended, isDone()]).toEqual([false, true])
  await reader?.cancel()
  await vi.waitFor(() => expect(service.requests.at(-1)?.ended).toBe(true))
})

test('a fault applies to one endpoint or all, until it or all faults are removed', async () => {
  const remove = service.faults.add({ ...UNAVAILABLE, endpoint: 'GET /auth/me' })
  expect([await statusOf('GET /auth/me'), await statusOf('GET /auth/sessions')]).toEqual([503, 401])
  service.faults.add({ kind: 'status', status: 500 })
  expect([await statusOf('GET /auth/me'), (await fetch(service.origin)).status]).toEqual([503, 500])
  remove()
  expect(await statusOf('GET /auth/me')).toBe(500)
  service.faults.clear()
  expect(await statusOf('GET /auth/me')).toBe(401)
  expect(() => service.faults.add({ kind: 'status', status: 99 })).toThrow()
  expect(() => service.faults.add({ kind: 'reset', ms: 5 } as unknown as FaultInput)).toThrow()
})

test('a fault applies to the first n calls, or to the nth alone, counted by endpoint', async () => {
  service.faults.add({ ...UNAVAILABLE, endpoint: 'GET /auth/me', calls: { nth: 2 } })
  service.faults.add({ ...UNAVAILABLE, endpoint: 'GET /auth/sessions', calls: { first: 2 } })
  const statuses: number[] = []
  for (let count = 1; count <= 3; count++)
    statuses.push(await statusOf('GET /auth/me'), await statusOf('GET /auth/sessions'))
  expect(statuses).toEqual([401, 503, 503, 503, 401, 401])
})

test('delays and cookies add up; of other faults the first wins; the input is not changed', () => {
  const armed = (
    [
      { kind: 'delay', ms: 1 },
      { kind: 'set-cookie', value: 'a=1' },
      { kind: 'refuse', endpoint: 'POST /auth/login' },
      { kind: 'refuse', connection: 'used' },
      { kind: 'html' },
      { kind: 'delay', ms: 2, when: 'after' },
      { kind: 'reset' },
      { kind: 'set-cookie', value: 'b=2' },
    ] satisfies FaultInput[]
  ).map((fault) => ({ fault: faultSchema.parse(fault), matched: 0 }))
  const { plan, armed: next } = planFaults(armed, { endpoint: 'GET /auth/me', isReused: false })
  expect(plan.delays.map(({ ms, when }) => [ms, when])).toEqual([
    [1, 'before'],
    [2, 'after'],
  ])
  expect([plan.cookies, plan.main?.kind]).toEqual([['a=1', 'b=2'], 'html'])
  expect(next.map(({ matched }) => matched)).toEqual([1, 1, 0, 0, 1, 1, 1, 1])
  const reused = planFaults(armed, { endpoint: 'GET /auth/me', isReused: true })
  expect(reused.plan.main?.kind).toBe('refuse')
  expect(armed.every(({ matched }) => matched === 0)).toBe(true)
})
