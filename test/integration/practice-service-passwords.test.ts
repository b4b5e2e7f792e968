import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { call } from '../service/client.ts'
import type { Received } from '../service/client.ts'
import type { EndpointName } from '../service/endpoints.ts'
import type { PracticeOptions } from '../service/options.ts'
import { startPracticeService } from '../service/start.ts'
import type { PracticeService } from '../service/start.ts'
import type { Mail } from '../service/store.ts'

const ANA = { email: 'ana@example.com', password: 'correct horse' }
const CHANGE = {
  current_password: ANA.password,
  password: 'battery staple',
  password_confirmation: 'battery staple',
}

let service: PracticeService
let time = 0

async function start(options: PracticeOptions = {}): Promise<void> {
  service = await startPracticeService({ scryptCost: 16, now: () => time, ...options })
  await service.state.addUser(ANA)
}

beforeEach(() => {
  time = Date.UTC(2030, 0, 1)
})
afterEach(() => service.close())

const post = (endpoint: EndpointName, body: unknown, token?: string): Promise<Received> =>
  call(service.baseUrl, endpoint, { body, ...(token === undefined ? {} : { token }) })

describe('POST /auth/password/change', () => {
  test('changes the password and leaves the sessions alone', async () => {
    await start()
    const { token } = service.state.addSession(ANA.email)
    expect((await post('POST /auth/password/change', CHANGE, token)).status).toBe(200)
    expect(await service.state.hasPassword(ANA.email, CHANGE.password)).toBe(true)
    expect(await service.state.hasPassword(ANA.email, ANA.password)).toBe(false)
    expect((await call(service.baseUrl, 'GET /auth/me', { token })).status).toBe(200)
  })

  test.each([
    ['others', [200, 401]],
    ['all', [401, 401]],
  ] as const)('may end sessions: %s', async (passwordChangeEnds, expected) => {
    await start({ passwordChangeEnds })
    const tokens = [service.state.addSession(ANA.email).token, service.state.addSession(ANA.email).token]
    await post('POST /auth/password/change', CHANGE, tokens[0])
    const seen = await Promise.all(tokens.map((token) => call(service.baseUrl, 'GET /auth/me', { token })))
    expect(seen.map((each) => each.status)).toEqual(expected)
  })

  test('refuses a wrong, short or unconfirmed one, and strangers', async () => {
    await start()
    const { token } = service.state.addSession(ANA.email)
    const fieldsOf = async (change: object): Promise<string[]> =>
      Object.keys((await post('POST /auth/password/change', { ...CHANGE, ...change }, token)).body.errors)
    expect(await fieldsOf({ current_password: 'no' })).toEqual(['current_password'])
    expect(await fieldsOf({ password: 'short', password_confirmation: 'short' })).toEqual(['password'])
    expect(await fieldsOf({ password_confirmation: undefined })).toEqual(['password'])
    expect((await post('POST /auth/password/change', CHANGE)).status).toBe(401)
    expect(await service.state.hasPassword(ANA.email, ANA.password)).toBe(true)
  })
})

describe('recovery', () => {
  const forgot = (email: string): Promise<Received> => post('POST /auth/password/forgot', { email })
  const reset = (token: string, email = ANA.email): Promise<Received> =>
    post('POST /auth/password/reset', {
      token,
      email,
      password: 'battery staple',
      password_confirmation: 'battery staple',
    })
  const invalid = { email: ['This password reset token is invalid.'] }

  test('mails a token that works once, and tells nobody whether an address is known', async () => {
    const heard: Mail[] = []
    await start({ onMail: (mail) => heard.push(mail) })
    const known = await forgot(ANA.email)
    const unknown = await forgot('nobody@example.com')
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
    expect(service.outbox).toEqual(heard)
    expect(service.outbox).toMatchObject([{ to: ANA.email, at: time }])

    const mail = service.outbox[0] as Mail
    const link = new URL(mail.link)
    expect(link.searchParams.get('token')).toBe(mail.token)
    expect(link.searchParams.get('email')).toBe(ANA.email)
    expect((await reset(mail.token)).status).toBe(200)
    expect(await service.state.hasPassword(ANA.email, 'battery staple')).toBe(true)
    expect((await reset(mail.token)).body.errors).toEqual(invalid)
  })

  test('refuses a wrong, superseded, expired or somebody else’s token', async () => {
    await start()
    await service.state.addUser({ email: 'bruno@example.com', password: 'pass-word-1' })
    await forgot(ANA.email)
    await forgot(ANA.email)
    const [first, second] = service.outbox as [Mail, Mail]
    expect((await reset('wrong')).body.errors).toEqual(invalid)
    expect((await reset(first.token)).body.errors).toEqual(invalid)
    expect((await reset(second.token, 'bruno@example.com')).body.errors).toEqual(invalid)
    time += 60 * 60 * 1000
    expect((await reset(second.token)).body.errors).toEqual(invalid)
    expect(await service.state.hasPassword(ANA.email, ANA.password)).toBe(true)
  })

  test('a token is used once even by two requests at once', async () => {
    await start()
    await forgot(ANA.email)
    const { token } = service.outbox[0] as Mail
    const both = await Promise.all([reset(token), reset(token)])
    expect(both.map((each) => each.status).sort()).toEqual([200, 422])
  })
})
