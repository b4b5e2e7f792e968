import { afterEach, describe, expect, test } from 'vitest'
import { call } from '../service/client.ts'
import type { Received } from '../service/client.ts'
import type { PracticeOptions } from '../service/options.ts'
import { startPracticeService } from '../service/start.ts'
import type { PracticeService } from '../service/start.ts'

const ANA = { email: 'ana@example.com', password: 'correct horse' }
const BRUNO = { email: 'bruno@example.com', password: 'battery staple' }
const NEW = {
  name: 'Carla Dias',
  email: 'carla@example.com',
  password: 'long enough',
  password_confirmation: 'long enough',
  terms_accepted: true,
}

let service: PracticeService

async function start(options: PracticeOptions = {}): Promise<void> {
  service = await startPracticeService({ scryptCost: 16, ...options })
  await service.state.addUser({ ...ANA, name: 'Ana' })
  await service.state.addUser({ ...BRUNO, twoFactor: true, emailVerified: false })
}

afterEach(() => service.close())

const login = (body: unknown, headers = {}): Promise<Received> =>
  call(service.baseUrl, 'POST /auth/login', { body, headers })
const twoFactor = (body: unknown): Promise<Received> =>
  call(service.baseUrl, 'POST /auth/two-factor', { body })
const register = (body: unknown): Promise<Received> => call(service.baseUrl, 'POST /auth/register', { body })
const me = (token: string): Promise<Received> => call(service.baseUrl, 'GET /auth/me', { token })

describe('POST /auth/login', () => {
  test('issues a token that works, for the user as login shows it', async () => {
    await start()
    const { status, body } = await login({ ...ANA, email: ' ANA@example.com' })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: 'Login successful.',
      data: {
        user: {
          id: 1,
          name: 'Ana',
          email: ANA.email,
          role: 'admin',
          locale: 'en',
          tenant: { id: 1, name: 'Practice Tenant', status: 'active' },
        },
        token: expect.stringMatching(/^1\|[A-Za-z0-9]{40}$/),
        token_type: 'Bearer',
        expires_at: null,
      },
    })
    expect((await me(body.data.token)).body.data.user).toMatchObject({
      timezone: 'UTC',
      email_verified: true,
      two_factor_enabled: false,
    })
  })

  test('names the session after the device, else after the user agent', async () => {
    await start()
    await login({ ...ANA, device_name: 'Thinkpad' }, { 'user-agent': 'UA/1' })
    await login(ANA, { 'user-agent': 'UA/1' })
    expect(service.state.sessionsOf(ANA.email).map((each) => each.name)).toEqual(['Thinkpad', 'UA/1'])
  })

  test('refuses a wrong password and an unknown e-mail alike, with 422 or 401', async () => {
    await start()
    const wrong = await login({ ...ANA, password: 'no' })
    expect(wrong.status).toBe(422)
    expect(wrong.body.errors).toEqual({ email: ['These credentials do not match our records.'] })
    expect((await login({ email: 'no@example.com', password: 'no' })).body).toEqual(wrong.body)
    await service.close()
    await start({ badCredentialsStatus: 401 })
    const plain = await login({ ...ANA, password: 'no' })
    expect([plain.status, plain.body]).toEqual([
      401,
      { message: 'These credentials do not match our records.' },
    ])
  })

  test('validates as Laravel does', async () => {
    await start()
    const { body } = await login({ email: 'no address', password: 7 })
    expect(body.errors).toEqual({
      email: ['The email field must be a valid email address.'],
      password: ['The password field must be a string.'],
    })
    expect(body.message).toBe('The email field must be a valid email address. (and 1 more error)')
  })
})

describe('POST /auth/two-factor', () => {
  test('completes what login left open, and refuses the same code again', async () => {
    await start()
    const first = await login(BRUNO)
    expect(first.body).toEqual({ success: true, two_factor_required: true, message: expect.any(String) })
    expect(service.state.sessionsOf(BRUNO.email)).toEqual([])

    const code = service.state.codeFor(BRUNO.email)
    const done = await twoFactor({ ...BRUNO, code, device_name: 'Phone' })
    expect((await me(done.body.data.token)).body.data.user).toMatchObject({
      two_factor_enabled: true,
    })
    const again = await twoFactor({ ...BRUNO, code })
    expect([again.status, again.body.errors]).toEqual([422, { code: [expect.stringContaining('invalid')] }])
    expect((await twoFactor({ ...BRUNO, code: service.state.codeFor(BRUNO.email) })).status).toBe(200)
  })

  test('hands out each code once, up to the window', async () => {
    await start({ twoFactorWindow: 3, now: () => 1_700_000_000_000 })
    for (let each = 0; each <= 3; each++) {
      expect((await twoFactor({ ...BRUNO, code: service.state.codeFor(BRUNO.email) })).status).toBe(200)
    }
    expect(() => service.state.codeFor(BRUNO.email)).toThrow('twoFactorWindow')
    expect(() => service.state.codeFor(ANA.email)).toThrow('no two-factor')
  })

  test('refuses a wrong password, a malformed code and accounts without two-factor', async () => {
    await start()
    const code = service.state.codeFor(BRUNO.email)
    expect((await twoFactor({ ...BRUNO, password: 'no', code })).body.errors).toHaveProperty('email')
    expect((await twoFactor({ ...BRUNO, code: '12345' })).body.errors).toHaveProperty('code')
    expect((await twoFactor({ ...ANA, code })).body.errors).toHaveProperty('code')
    expect((await twoFactor({ ...BRUNO, code })).status).toBe(200)
  })
})

describe('POST /auth/register', () => {
  test('makes a user and signs them in', async () => {
    await start()
    const { status, body } = await register({ ...NEW, device_name: 'Laptop' })
    expect(status).toBe(201)
    expect((await me(body.data.token)).body.data.user).toMatchObject({
      email: NEW.email,
      email_verified: false,
    })
  })

  test('may leave signing in to the user', async () => {
    await start({ registerIssuesToken: false, successBodies: 'message' })
    const { status, body } = await register(NEW)
    expect([status, body]).toEqual([201, { success: true, message: 'Registration successful.' }])
    expect((await login(NEW)).status).toBe(200)
  })

  test('refuses a taken e-mail, a short or unconfirmed password and terms not accepted', async () => {
    await start()
    const errorsOf = async (change: object): Promise<unknown> =>
      (await register({ ...NEW, ...change })).body.errors
    expect(await errorsOf({ email: ANA.email })).toEqual({ email: ['The email has already been taken.'] })
    expect(await errorsOf({ password: 'short', password_confirmation: 'short' })).toHaveProperty('password')
    expect(await errorsOf({ password_confirmation: 'other', name: '' })).toEqual({
      name: ['The name field is required.'],
      password: ['The password field confirmation does not match.'],
    })
    expect(await errorsOf({ terms_accepted: false })).toHaveProperty('terms_accepted')
  })
})

describe('PATCH /auth/me', () => {
  test('changes what is sent and refuses what is not allowed', async () => {
    await start()
    const { token } = service.state.addSession(ANA.email)
    const patch = (body: unknown): Promise<Received> =>
      call(service.baseUrl, 'PATCH /auth/me', { token, body })
    const changed = await patch({ locale: 'pt-BR', timezone: 'America/Sao_Paulo', name: null })
    expect(changed.body.data.user).toMatchObject({
      name: 'Ana',
      locale: 'pt-BR',
      timezone: 'America/Sao_Paulo',
    })
    const refused = await patch({ name: '', locale: 'fr', timezone: 'Mars/Olympus' })
    expect(Object.keys(refused.body.errors)).toEqual(['name', 'locale', 'timezone'])
    expect(service.state.userOf(ANA.email).locale).toBe('pt-BR')
  })
})

test('unverified e-mail is refused at sign-in, or later at all but the profile', async () => {
  await start({ unverifiedEmail: 'refused-at-sign-in' })
  expect((await login(BRUNO)).status).toBe(403)
  await service.close()
  await start({ unverifiedEmail: 'refused' })
  const { token } = service.state.addSession(BRUNO.email)
  expect((await me(token)).status).toBe(200)
  const { status, body } = await call(service.baseUrl, 'GET /auth/sessions', { token })
  expect([status, body]).toEqual([403, { message: 'Your email address is not verified.' }])
})
