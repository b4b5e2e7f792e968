import { afterEach, describe, expect, test } from 'vitest'
import { call } from '../service/client.ts'
import type { Received } from '../service/client.ts'
import type { EndpointName } from '../service/endpoints.ts'
import type { PracticeOptions } from '../service/options.ts'
import { startPracticeService } from '../service/start.ts'
import type { PracticeService } from '../service/start.ts'

const ANA = { email: 'ana@example.com', password: 'correct horse' }
const BRUNO = { email: 'bruno@example.com', password: 'battery staple' }
const NOW = Date.UTC(2030, 5, 1, 10, 30)

let service: PracticeService
let time = NOW

async function start(options: PracticeOptions = {}): Promise<void> {
  time = NOW
  service = await startPracticeService({ scryptCost: 16, now: () => time, ...options })
  await service.state.addUser(ANA)
  await service.state.addUser(BRUNO)
}

afterEach(() => service.close())

const ask = (endpoint: EndpointName, token: string, id?: number | string): Promise<Received> =>
  call(service.baseUrl, endpoint, { token, ...(id === undefined ? {} : { id }) })

describe('GET /auth/sessions', () => {
  test('lists the own ones with times, and marks the current one, which this very request has used', async () => {
    await start()
    const old = service.state.addSession(ANA.email, { name: 'Tablet', createdAt: NOW - 86_400_000 })
    const { id, token } = service.state.addSession(ANA.email, { name: 'Laptop' })
    service.state.addSession(BRUNO.email)
    const { body } = await ask('GET /auth/sessions', token)
    expect(body).toEqual({
      success: true,
      data: {
        sessions: [
          {
            id: old.id,
            name: 'Tablet',
            last_used_at: null,
            created_at: '2030-05-31T10:30:00.000000Z',
            is_current: false,
          },
          {
            id,
            name: 'Laptop',
            last_used_at: '2030-06-01T10:30:00.000000Z',
            created_at: '2030-06-01T10:30:00.000000Z',
            is_current: true,
          },
        ],
      },
    })
    time += 5000
    await ask('GET /auth/me', token)
    expect(service.state.sessionsOf(ANA.email).map((each) => each.lastUsedAt)).toEqual([null, NOW + 5000])
  })

  test('writes timestamps with the digits asked for', async () => {
    await start({ timestampDigits: 0 })
    const { token } = service.state.addSession(ANA.email)
    const { body } = await ask('GET /auth/sessions', token)
    expect(body.data.sessions).toMatchObject([{ created_at: '2030-06-01T10:30:00Z' }])
  })
})

describe('ending sessions', () => {
  test('DELETE ends one; again, unknown, malformed and foreign ids are 404', async () => {
    await start()
    const { token } = service.state.addSession(ANA.email)
    const other = service.state.addSession(ANA.email)
    const foreign = service.state.addSession(BRUNO.email)
    expect((await ask('DELETE /auth/sessions/{id}', token, other.id)).body).toEqual({
      success: true,
      data: {},
    })
    expect((await ask('GET /auth/me', other.token)).status).toBe(401)
    for (const id of [other.id, foreign.id, 999, 'x']) {
      const { status, body } = await ask('DELETE /auth/sessions/{id}', token, id)
      expect([status, body]).toEqual([404, { message: 'Session not found.' }])
    }
    expect((await ask('GET /auth/me', foreign.token)).status).toBe(200)
  })

  test('logout ends the one that asks, logout-all every one of the user', async () => {
    await start()
    const tokens = [1, 2, 3].map(() => service.state.addSession(ANA.email).token) as [string, string, string]
    const foreign = service.state.addSession(BRUNO.email)
    expect((await ask('POST /auth/logout', tokens[0])).status).toBe(200)
    expect(service.state.sessionsOf(ANA.email)).toHaveLength(2)
    expect((await ask('POST /auth/logout-all', tokens[1])).status).toBe(200)
    const statuses = await Promise.all([...tokens, foreign.token].map((token) => ask('GET /auth/me', token)))
    expect(statuses.map((each) => each.status)).toEqual([401, 401, 401, 200])
  })

  test('a session revoked behind its back gets 401', async () => {
    await start()
    const { id, token } = service.state.addSession(ANA.email)
    expect(service.state.revokeSession(id)).toBe(true)
    expect(service.state.revokeSession(id)).toBe(false)
    const { status, body } = await ask('GET /auth/me', token)
    expect([status, body]).toEqual([401, { message: 'Unauthenticated.' }])
  })
})

describe('POST /auth/refresh', () => {
  test('replaces the token and the session', async () => {
    await start()
    const { id, token } = service.state.addSession(ANA.email, { name: 'Laptop', createdAt: NOW - 1000 })
    const { body } = await ask('POST /auth/refresh', token)
    expect(body).toMatchObject({ success: true, message: expect.any(String) })
    expect(body.data).toEqual({ token: expect.any(String), token_type: 'Bearer', expires_at: null })
    expect((await ask('GET /auth/me', token)).status).toBe(401)
    expect((await ask('GET /auth/me', body.data.token)).status).toBe(200)
    const [session, ...rest] = service.state.sessionsOf(ANA.email)
    expect(rest).toEqual([])
    expect(session).toMatchObject({ name: 'Laptop', createdAt: NOW })
    expect(session?.id).not.toBe(id)
  })

  test('may keep the session, of which only the token is new', async () => {
    await start({ refreshKeepsSession: true })
    const { id, token } = service.state.addSession(ANA.email, { createdAt: NOW - 1000 })
    const { body } = await ask('POST /auth/refresh', token)
    expect((await ask('GET /auth/me', token)).status).toBe(401)
    expect(service.state.sessionsOf(ANA.email)).toMatchObject([{ id, createdAt: NOW - 1000 }])
    expect((await ask('GET /auth/me', body.data.token)).status).toBe(200)
  })

  test('moves the expiry of tokens that have one', async () => {
    await start({ tokenLifetimeSeconds: 60 })
    const { token } = service.state.addSession(ANA.email)
    time += 59_000
    const { body } = await ask('POST /auth/refresh', token)
    expect(body.data.expires_at).toBe('2030-06-01T10:31:59.000000Z')
    time += 60_000
    expect((await ask('GET /auth/me', body.data.token)).status).toBe(401)
    expect(service.state.sessionsOf(ANA.email)).toEqual([])
  })
})

describe('instance API tokens', () => {
  test('act for their user without being a session', async () => {
    await start()
    service.state.addSession(ANA.email)
    const token = service.state.addInstanceToken(ANA.email)
    expect(token).toMatch(/^sk_/)
    expect((await ask('GET /auth/me', token)).body.data.user).toMatchObject({ email: ANA.email })
    const { body } = await ask('GET /auth/sessions', token)
    expect(body.data.sessions).toMatchObject([{ is_current: false }])
    const renewed = (await ask('POST /auth/refresh', token)).body.data.token
    expect((await ask('GET /auth/me', token)).status).toBe(401)
    expect((await ask('POST /auth/logout', renewed)).status).toBe(200)
    expect((await ask('GET /auth/me', renewed)).status).toBe(401)
  })

  test('may be refused by some endpoints', async () => {
    await start({ instanceTokenEndpoints: ['GET /auth/me'] })
    const token = service.state.addInstanceToken(ANA.email)
    expect((await ask('GET /auth/me', token)).status).toBe(200)
    expect((await ask('GET /auth/sessions', token)).status).toBe(403)
  })
})
