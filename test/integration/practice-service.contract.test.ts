import { readFile } from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import { SERVICE_LOCALES } from '../../electron/shared/account.ts'
import { call, type Received } from '../service/client.ts'
import { ENDPOINTS, ENDPOINT_NAMES, type EndpointName } from '../service/endpoints.ts'
import type { PracticeOptions } from '../service/options.ts'
import { startPracticeService, type PracticeService } from '../service/start.ts'

const NOW = Date.UTC(2030, 5, 1, 10, 30)
let time = NOW
let service: PracticeService

const ANA = { email: 'ana@example.com', password: 'correct horse' }
const BRUNO = { email: 'bruno@example.com', password: 'battery staple' }
const NEXT = { password: 'long enough', password_confirmation: 'long enough' }
const SHORT = { password: 'short', password_confirmation: 'short' }
const CARLA = { name: 'Carla', email: 'carla@example.com', terms_accepted: true, ...NEXT }
const CHANGE = { current_password: ANA.password, ...NEXT }
const RESET = { email: ANA.email, token: 'wrong', ...NEXT }
/** A placeholder for a valid, unused code. */
const CODE = 'a code'

const TEXT: unknown = expect.any(String)
const OK = { success: true, data: {} }
const NO_MATCH = 'These credentials do not match our records.'
const DENIED = { message: NO_MATCH, errors: { email: [NO_MATCH] } }
const USER = {
  ...{ id: 1, name: 'Ana', email: ANA.email, role: 'admin', locale: 'en' },
  tenant: { id: 1, name: 'Practice Tenant', status: 'active' },
}
const PROFILE = { ...USER, timezone: 'UTC', email_verified: true, two_factor_enabled: false }
const TOKEN = {
  token: expect.stringMatching(/^\d+\|\w{40}$/) as unknown,
  token_type: 'Bearer',
  expires_at: null,
}
const GRANT = { success: true, message: TEXT, data: expect.objectContaining(TOKEN) as unknown }
const userAs = (user: object): object => ({ success: true, data: { user } })
const TABLET = { id: 1, name: 'Tablet', is_current: false, last_used_at: null }
const LAPTOP = { id: 2, name: 'Laptop', is_current: true, last_used_at: '2030-06-01T10:30:00.000000Z' }
const SESSIONS = [
  { ...TABLET, created_at: '2030-05-31T10:30:00.000000Z' },
  { ...LAPTOP, created_at: '2030-06-01T10:30:00.000000Z' },
]

const NOT_VALID = {
  message: 'The email field must be a valid email address. (and 1 more error)',
  errors: {
    email: ['The email field must be a valid email address.'],
    password: ['The password field must be a string.'],
  },
}

const invalid = (...fields: string[]): unknown => ({
  message: TEXT,
  errors: Object.fromEntries(fields.map((field) => [field, [TEXT]])),
})

/**
 * A request of Ana's laptop, with her token where one is needed, and its reply. A number or a text fills `{id}`.
 * `after`: the names of her sessions afterwards, and whether her password has changed.
 */
type Row = [
  endpoint: EndpointName,
  sent: object | number | string | null,
  status: number,
  answer: unknown,
  after?: string | null,
]

const [login, twoFactor, register] = [
  'POST /auth/login',
  'POST /auth/two-factor',
  'POST /auth/register',
] as const
const [patch, logout] = ['PATCH /auth/me', 'POST /auth/logout'] as const
const change = 'POST /auth/password/change'
const [forgot, reset] = ['POST /auth/password/forgot', 'POST /auth/password/reset'] as const
const ROWS: Row[] = [
  [login, { ...ANA, email: ' ANA@example.com', device_name: 'Phone' }, 200, GRANT, 'Tablet Laptop Phone'],
  [login, ANA, 200, { ...GRANT, data: { user: USER, ...TOKEN } }, 'Tablet Laptop UA/1'],
  [login, { ...ANA, password: 'no' }, 422, DENIED],
  [login, { ...ANA, email: 'nobody@example.com' }, 422, DENIED],
  [login, { email: 'no address', password: 7 }, 422, NOT_VALID],
  [login, BRUNO, 200, { success: true, two_factor_required: true, message: TEXT }],
  [twoFactor, { ...BRUNO, code: CODE }, 200, GRANT],
  [twoFactor, { ...BRUNO, code: CODE, password: 'no' }, 422, invalid('email')],
  [twoFactor, { ...BRUNO, code: '12345' }, 422, invalid('code')],
  [twoFactor, { ...ANA, code: CODE }, 422, invalid('code')],
  [register, CARLA, 201, GRANT],
  [register, { ...CARLA, email: ANA.email }, 422, invalid('email')],
  [register, { ...CARLA, ...SHORT }, 422, invalid('password')],
  [register, { ...CARLA, name: '', password_confirmation: 'other' }, 422, invalid('name', 'password')],
  [register, { ...CARLA, terms_accepted: false }, 422, invalid('terms_accepted')],
  ['GET /auth/me', null, 200, userAs(PROFILE)],
  [patch, { locale: 'es', name: null }, 200, userAs({ ...PROFILE, locale: 'es' })],
  ...SERVICE_LOCALES.map((locale): Row => [patch, { locale }, 200, userAs({ ...PROFILE, locale })]),
  [patch, { name: '', locale: 'fr', timezone: 'Mars/Olympus' }, 422, invalid('name', 'locale', 'timezone')],
  ['GET /auth/sessions', null, 200, { success: true, data: { sessions: SESSIONS } }],
  ['DELETE /auth/sessions/{id}', TABLET.id, 200, OK, 'Laptop'],
  // Bruno's, nobody's, and no id at all.
  ['DELETE /auth/sessions/{id}', 3, 404, { message: 'Session not found.' }],
  ['DELETE /auth/sessions/{id}', 999, 404, { message: 'Session not found.' }],
  ['DELETE /auth/sessions/{id}', 'x', 404, { message: 'Session not found.' }],
  [logout, null, 200, OK, 'Tablet'],
  ['POST /auth/logout-all', null, 200, OK, ''],
  ['POST /auth/refresh', null, 200, { ...GRANT, data: TOKEN }],
  [change, CHANGE, 200, OK, 'Tablet Laptop, another password'],
  [change, { ...CHANGE, current_password: 'no' }, 422, invalid('current_password')],
  [change, { ...CHANGE, ...SHORT }, 422, invalid('password')],
  [change, { ...CHANGE, password_confirmation: undefined }, 422, invalid('password')],
  // The reply does not reveal whether an address is known.
  [forgot, { email: ANA.email }, 200, OK],
  [forgot, { email: 'nobody@example.com' }, 200, OK],
  [reset, RESET, 422, { message: TEXT, errors: { email: ['This password reset token is invalid.'] } }],
]

let laptop: { id: number; token: string }
let foreign: { id: number; token: string }

async function start(options: PracticeOptions = {}): Promise<PracticeService['state']> {
  time = NOW
  service = await startPracticeService({ scryptCost: 16, now: () => time, ...options })
  const { state } = service
  await state.addUser({ ...ANA, name: 'Ana' })
  await state.addUser({ ...BRUNO, twoFactor: true, emailVerified: false })
  state.addSession(ANA.email, { name: 'Tablet', createdAt: NOW - 86_400_000 })
  laptop = state.addSession(ANA.email, { name: 'Laptop' })
  foreign = state.addSession(BRUNO.email)
  return state
}
afterEach(() => service.close())

const post = (endpoint: EndpointName, body: object): Promise<Received> =>
  call(service.baseUrl, endpoint, { body })
const as = (token: string, endpoint: EndpointName = 'GET /auth/me'): Promise<Received> =>
  call(service.baseUrl, endpoint, { token })
const statuses = (...tokens: string[]): Promise<number[]> =>
  Promise.all(tokens.map(async (token) => (await as(token)).status))
const newCode = (): object => ({ ...BRUNO, code: service.state.codeFor(BRUNO.email) })

test.each(ROWS)('%s %o: %i', async (endpoint, sent, status, expected, after) => {
  const state = await start()
  const body = sent && typeof sent === 'object' ? { ...sent } : null
  if (body && 'code' in body && body.code === CODE) body.code = state.codeFor(BRUNO.email)
  const answer = await call(service.baseUrl, endpoint, {
    headers: { 'user-agent': 'UA/1' },
    ...(typeof sent === 'object' ? {} : { id: sent }),
    ...(body ? { body } : {}),
    ...(ENDPOINTS[endpoint].needsToken ? { token: laptop.token } : {}),
  })
  expect([answer.status, answer.json]).toEqual([status, expected])
  const sessions = state.sessionsOf(ANA.email).toSorted((a, b) => a.createdAt - b.createdAt)
  const names = sessions.map(({ name }) => name).join(' ')
  const isSame = await state.hasPassword(ANA.email, ANA.password)
  expect(isSame ? names : `${names}, another password`).toBe(after ?? 'Tablet Laptop')
  expect(await state.hasPassword(ANA.email, NEXT.password)).toBe(!isSame)
  expect(await statuses(foreign.token)).toEqual([200])
  const issued = (answer.json as { data?: { token?: string } } | undefined)?.data?.token
  if (issued) expect(await statuses(issued)).toEqual([200])
})

test('serves the endpoints of the client’s table, with the same need of tokens', async () => {
  const readme = await readFile(new URL('../../electron/api/README.md', import.meta.url), 'utf8')
  const table = [...readme.matchAll(/^\| `([A-Z]+ \/[^`]+)`\s*\| (yes|no)\s*\|/gm)]
  const documented = table.map(([, endpoint, token]) => `${endpoint} ${token}`)
  const served = ENDPOINT_NAMES.map((name) => `${name} ${ENDPOINTS[name].needsToken ? 'yes' : 'no'}`)
  expect(documented.toSorted()).toEqual(served.toSorted())
  expect(new Set(ROWS.map(([endpoint]) => endpoint))).toEqual(new Set(ENDPOINT_NAMES))
})

test('answers 401 without a token and with a revoked one, wherever one is needed', async () => {
  const state = await start()
  expect([state.revokeSession(laptop.id), state.revokeSession(laptop.id)]).toEqual([true, false])
  for (const endpoint of ENDPOINT_NAMES.filter((name) => ENDPOINTS[name].needsToken))
    for (const sent of [{ id: 1 }, { id: 1, token: laptop.token }]) {
      const { status, body } = await call(service.baseUrl, endpoint, sent)
      expect([endpoint, status, body]).toEqual([endpoint, 401, { message: 'Unauthenticated.' }])
    }
})

test('accepts each code once, and gives out the current and the next one', async () => {
  const state = await start()
  const used = newCode()
  expect((await post(twoFactor, { ...used, password: 'no' })).status).toBe(422)
  expect((await post(twoFactor, used)).status).toBe(200)
  expect((await post(twoFactor, newCode())).status).toBe(200)
  const again = await post(twoFactor, used)
  expect([again.status, again.body.errors]).toEqual([422, { code: [expect.stringContaining('invalid')] }])
  expect(newCode).toThrow('is used for now')
  expect(() => state.codeFor(ANA.email)).toThrow('no two-factor')
})

test('mails a recovery token that works once, for an hour, the last one only, and for its user', async () => {
  const mails: unknown[] = []
  await start({ onMail: (mail) => mails.push(mail) })
  const use = async (token: string, email = ANA.email): Promise<number> =>
    (await post(reset, { ...RESET, email, token })).status
  for (let mail = 0; mail < 2; mail++) await post(forgot, { email: ANA.email })
  const [first, second] = [service.outbox[0]!, service.outbox[1]!]
  expect([mails, second]).toMatchObject([service.outbox, { to: ANA.email, at: NOW }])
  const link = Object.fromEntries(new URL(second.link).searchParams)
  expect(link).toEqual({ token: second.token, email: ANA.email })
  expect([await use(first.token), await use(second.token, BRUNO.email)]).toEqual([422, 422])
  time += 3_600_000
  expect(await use(second.token)).toBe(422)
  await post(forgot, { email: ANA.email })
  const { token } = service.outbox[2]!
  expect((await Promise.all([use(token), use(token)])).toSorted()).toEqual([200, 422])
  expect(await service.state.hasPassword(ANA.email, NEXT.password)).toBe(true)
})
