import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { call } from '../service/client.ts'
import type { Received } from '../service/client.ts'
import type { FaultInput } from '../service/faults/model.ts'
import { startPracticeService } from '../service/start.ts'
import type { PracticeService } from '../service/start.ts'

const ANA = { email: 'ana@example.com', password: 'correct horse' }

let service: PracticeService
let token: string

beforeEach(async () => {
  service = await startPracticeService({ scryptCost: 16 })
  await service.state.addUser(ANA)
  token = service.state.addSession(ANA.email).token
})
afterEach(() => service.close())

const me = (): Promise<Received> => call(service.baseUrl, 'GET /auth/me', { token })
const list = (): Promise<Received> => call(service.baseUrl, 'GET /auth/sessions', { token })
const logout = (): Promise<Received> => call(service.baseUrl, 'POST /auth/logout', { token })

describe('aim', () => {
  const unavailable: FaultInput = { kind: 'status', status: 503 }

  test('by endpoint, or any', async () => {
    service.faults.add({ ...unavailable, endpoint: 'GET /auth/me' })
    expect([(await me()).status, (await list()).status]).toEqual([503, 200])
    service.faults.add(unavailable)
    expect([(await list()).status, (await fetch(service.origin)).status]).toEqual([503, 503])
  })

  test('by call: the nth, the first few or always', async () => {
    service.faults.add({ ...unavailable, endpoint: 'GET /auth/me', calls: { nth: 2 } })
    service.faults.add({ ...unavailable, endpoint: 'GET /auth/sessions', calls: { first: 2 } })
    const statuses = async (ask: () => Promise<Received>): Promise<number[]> => [
      (await ask()).status,
      (await ask()).status,
      (await ask()).status,
    ]
    expect(await statuses(me)).toEqual([200, 503, 200])
    expect(await statuses(list)).toEqual([503, 503, 200])
  })

  test('until it is removed, or all are', async () => {
    const remove = service.faults.add(unavailable)
    service.faults.add({ kind: 'status', status: 500 })
    expect((await me()).status).toBe(503)
    remove()
    expect((await me()).status).toBe(500)
    service.faults.clear()
    expect((await me()).status).toBe(200)
  })

  test('refuses what is not a fault', () => {
    expect(() => service.faults.add({ kind: 'status', status: 99 })).toThrow()
    expect(() => service.faults.add({ kind: 'reset', ms: 5 } as unknown as FaultInput)).toThrow()
  })
})

describe('status', () => {
  test('has any shape, message and headers', async () => {
    service.faults.add({ kind: 'status', status: 429, shape: 'coded', headers: { 'retry-after': '7' } })
    const limited = await me()
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7'])
    const error = { code: 'too_many_requests', message: 'Too Many Attempts.' }
    expect(limited.body).toEqual({ success: false, error })
    service.faults.clear()
    service.faults.add({ kind: 'status', status: 422, message: 'No.', errors: { name: ['No.'] } })
    expect((await me()).body).toEqual({ message: 'No.', errors: { name: ['No.'] } })
    service.faults.clear()
    service.faults.add({ kind: 'status', status: 401, shape: 'empty' })
    expect([(await me()).status, (await me()).text]).toEqual([401, ''])
  })

  test('comes before the work, or after it was done', async () => {
    service.faults.add({ kind: 'status', status: 502, calls: { nth: 1 } })
    service.faults.add({ kind: 'status', status: 504, calls: { nth: 2 }, when: 'after' })
    expect((await logout()).status).toBe(502)
    expect(service.state.sessionsOf(ANA.email)).toHaveLength(1)
    expect((await logout()).status).toBe(504)
    expect(service.state.sessionsOf(ANA.email)).toHaveLength(0)
  })
})

test('html: a page with any status', async () => {
  service.faults.add({ kind: 'html', calls: { nth: 1 } })
  service.faults.add({ kind: 'html', calls: { nth: 2 }, status: 502, page: '<p>Bad gateway' })
  const [portal, gateway] = [await me(), await me()]
  expect([portal.status, portal.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(portal.text).toContain('<!DOCTYPE html>')
  expect([gateway.status, gateway.text]).toEqual([502, '<p>Bad gateway'])
})

test('redirect: status and location', async () => {
  service.faults.add({ kind: 'redirect', calls: { nth: 1 } })
  service.faults.add({ kind: 'redirect', calls: { nth: 2 }, status: 307, location: 'http://127.0.0.1:9/x' })
  const [first, second] = [await me(), await me()]
  expect([first.status, first.headers.get('location')]).toEqual([302, '/login'])
  expect([second.status, second.headers.get('location')]).toEqual([307, 'http://127.0.0.1:9/x'])
})

test('wrong types: the right keys with the wrong values', async () => {
  service.faults.add({ kind: 'wrong-types' })
  expect((await list()).body).toEqual({ success: true, data: { sessions: 'a list was here' } })
  const { user } = (await me()).body.data
  expect(user).toMatchObject({
    id: { value: 1 },
    email: 15,
    email_verified: 'true',
    tenant: { id: { value: 1 } },
  })
})

test('rewrite: the answer as the test wants it', async () => {
  service.faults.add({ kind: 'rewrite', rewrite: (body) => ({ ...(body as object), success: false }) })
  expect((await me()).body).toMatchObject({ success: false, data: { user: { id: 1 } } })
  service.faults.clear()
  const rewrite = (): never => {
    throw new Error('a mistake in the test')
  }
  service.faults.add({ kind: 'rewrite', rewrite })
  expect(await me()).toMatchObject({ status: 500, text: expect.stringContaining('a mistake in the test') })
})

test('truncated, cut JSON: whole for HTTP, half for its reader', async () => {
  service.faults.add({ kind: 'truncated', variant: 'cut-json' })
  const { status, text, json } = await me()
  expect([status, json]).toEqual([200, undefined])
  expect(text).toMatch(/^\{"success":true/)
})

test('set-cookie: a cookie on a real answer, beside another fault', async () => {
  service.faults.add({ kind: 'set-cookie', value: 'a=b' })
  service.faults.add({ kind: 'status', status: 503, calls: { nth: 2 } })
  const [plain, failed] = [await me(), await me()]
  expect([plain.status, plain.headers.getSetCookie()]).toEqual([200, ['a=b']])
  expect([failed.status, failed.headers.getSetCookie()]).toEqual([503, ['a=b']])
})

test('content-type: the real body under a wrong name', async () => {
  service.faults.add({ kind: 'content-type', value: 'text/plain' })
  const { headers, body } = await me()
  expect(headers.get('content-type')).toBe('text/plain')
  expect(body.success).toBe(true)
})
