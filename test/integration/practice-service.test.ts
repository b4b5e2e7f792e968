import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { call, send } from '../service/client.ts'
import type { PracticeOptions } from '../service/options.ts'
import { seed } from '../service/seed.ts'
import { startPracticeService, type PracticeService } from '../service/start.ts'

const running: PracticeService[] = []

async function start(options: PracticeOptions = {}): Promise<PracticeService> {
  const service = await startPracticeService({ scryptCost: 16, ...options })
  running.push(service)
  return service
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.close()))
})

test('listens on loopback only and keeps nothing between instances', async () => {
  const [first, second] = [await start(), await start()]
  await first.state.addUser({ email: 'a@example.com', password: 'pass-word-1' })
  expect(first.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/)
  expect(() => second.state.userOf('a@example.com')).toThrow('no user')
})

test('records every request and its reply', async () => {
  const service = await start()
  const agent = { 'user-agent': 'Recorder/1.0' }
  await call(service.baseUrl, 'GET /auth/me', { token: '7|abc', headers: agent })
  await call(service.baseUrl, 'DELETE /auth/sessions/{id}', { id: 12 })
  await call(service.baseUrl, 'POST /auth/login', { body: { email: 'x@example.com' } })
  await fetch(`${service.baseUrl}/auth/login`, { method: 'POST', body: '{"email":' })

  const login = 'POST /auth/login'
  const me = {
    endpoint: 'GET /auth/me',
    method: 'GET',
    path: '/api/v1/auth/me',
    bearer: '7|abc',
    headers: agent,
  }
  expect(service.requests).toMatchObject([
    { ...me, status: 401, at: expect.any(Number), body: undefined },
    { endpoint: 'DELETE /auth/sessions/{id}', status: 401, path: '/api/v1/auth/sessions/12', bearer: null },
    { endpoint: login, status: 422, body: { email: 'x@example.com' } },
    { endpoint: login, status: 400, body: '{"email":' },
  ])
  expect(service.countRequests('POST /auth/login')).toBe(2)
  expect(service.countRequests('*')).toBe(4)
  service.clearRequests()
  expect(service.requests).toHaveLength(0)
})

test('answers 404 in JSON inside the API and as a web site outside it', async () => {
  const service = await start()
  const inside = await fetch(`${service.baseUrl}/instances`)
  expect(inside.status).toBe(404)
  expect(await inside.json()).toEqual({ message: 'The route api/v1/instances could not be found.' })
  const outside = await fetch(`${service.origin}/auth/login`, { method: 'POST', body: '{}' })
  expect(outside.status).toBe(419)
  expect(outside.headers.get('content-type')).toContain('text/html')
  expect(service.requests.at(-1)?.endpoint).toBe('POST /auth/login')
})

test('sends its own time', async () => {
  const service = await start({ now: () => Date.UTC(2030, 0, 1, 11) })
  const { headers } = await call(service.baseUrl, 'GET /auth/me')
  expect(headers.get('date')).toBe('Tue, 01 Jan 2030 11:00:00 GMT')
  expect(service.requests[0]?.at).toBe(Date.UTC(2030, 0, 1, 11))
})

test('closes at once, with idle connections and pending faults, and may be closed twice', async () => {
  const service = await start()
  service.faults.add({ kind: 'delay', ms: 600_000 })
  const idle = connect(Number(new URL(service.origin).port), '127.0.0.1')
  await once(idle, 'connect')
  const pending = send(service.baseUrl, 'GET /auth/me').catch((error: unknown) => error)
  await vi.waitFor(() => expect(service.requests).toHaveLength(1))
  await service.close()
  await service.close()
  expect(await pending).toBeInstanceOf(TypeError)
})

test('seeds two accounts in one tenant with believable sessions', async () => {
  const service = await start()
  const { ana, bruno } = await seed(service.state, { sessions: 30, hostileNames: true })
  expect(service.state.userOf(ana.email).tenant).toBe(service.state.userOf(bruno.email).tenant)
  const sessions = service.state.sessionsOf(ana.email)
  expect(sessions).toHaveLength(31)
  expect(sessions.some((each) => each.name.includes('Ubuntu; Linux x86_64'))).toBe(true)
  expect(sessions.some((each) => each.lastUsedAt === null)).toBe(true)
  expect(sessions.filter((each) => each.name.includes('<img'))).toHaveLength(1)
  expect(sessions.every((each) => (each.lastUsedAt ?? each.createdAt) >= each.createdAt)).toBe(true)
})
