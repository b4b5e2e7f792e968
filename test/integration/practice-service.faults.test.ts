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

// What a client makes of each fault is the matter of test/torture/fault-matrix.spec.ts.
test.each<[FaultInput, boolean]>([
  [{ kind: 'refuse' }, false],
  [{ kind: 'reset' }, false],
  [{ kind: 'reset', when: 'after' }, true],
  [{ kind: 'truncated' }, true],
  [{ kind: 'html' }, false],
  [{ kind: 'status', status: 504, when: 'after' }, true],
])('a sign-in that meets %o is done: %s', async (fault, done) => {
  service.faults.add(fault)
  await login().catch(() => null)
  expect(isDone()).toBe(done)
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
      { kind: 'html' },
      { kind: 'delay', ms: 2, when: 'after' },
      { kind: 'reset' },
      { kind: 'set-cookie', value: 'b=2' },
    ] satisfies FaultInput[]
  ).map((fault) => ({ fault: faultSchema.parse(fault), matched: 0 }))
  const { plan, armed: next } = planFaults(armed, 'GET /auth/me')
  expect(plan.delays.map(({ ms, when }) => `${ms} ${when}`)).toEqual(['1 before', '2 after'])
  expect([plan.cookies, plan.main?.kind]).toEqual([['a=1', 'b=2'], 'html'])
  expect(next.map(({ matched }) => matched)).toEqual([1, 1, 0, 1, 1, 1, 1])
  expect(armed.every(({ matched }) => matched === 0)).toBe(true)
})
