import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  confirmsSuccess,
  failureOfResponse,
  isUnauthenticated,
  type ApiResponse,
} from '../../../electron/api/response.ts'
import { changePassword, forgotPassword, resetPassword } from '../../../electron/api/password.ts'
import { isTokenRevoked, requiresSignIn, updateMe } from '../../../electron/api/profile.ts'
import { revokeSession } from '../../../electron/api/sessions.ts'
import { login, register, verifyTwoFactor } from '../../../electron/api/sign-in.ts'
import { logout, logoutAll, refresh } from '../../../electron/api/tokens.ts'
import type { Transport } from '../../../electron/api/transport.ts'
import { parseJson } from '../../../electron/domain/parse-json.ts'
import { verdictOfChange } from '../../../electron/features/password/domain/password-verdict.ts'
import { failed, ok, type Result } from '../../../electron/shared/result.ts'
import type { EndpointName } from '../../service/endpoints.ts'
import { BASE_URL, fakeService, type Answer } from '../fake-service.ts'
import { fakeClock } from '../fakes.ts'

const NOW = 1_700_000_000_000
const response = (status: number, body: unknown, part: Partial<ApiResponse> = {}): ApiResponse => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return {
    status,
    text,
    json: parseJson(text),
    retryAfter: null,
    receivedAt: 0,
    date: null,
    skew: null,
    ...part,
  }
}
const unconfirmed = failed({ kind: 'unexpectedAnswer', reason: 'shape' })
const html = '<!doctype html><html><body>Sign in to Wi-Fi</body></html>'

describe('failureOfResponse', () => {
  it('limits the fields, and the messages of each', () => {
    const errors = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`f${index}`, 'Wrong.']))
    const many = failureOfResponse(response(422, { errors }), NOW)
    expect(many?.kind === 'invalid' && Object.keys(many.fields)).toHaveLength(50)
    const email = Array.from({ length: 500_000 }, (_, index) => `Wrong in way ${index}.`)
    const failure = failureOfResponse(response(422, { errors: { email } }), NOW)
    expect(failure).toEqual({ kind: 'invalid', fields: { email: email.slice(0, 5) } })
  })

  it.each([
    [200, { success: true }],
    [200, {}],
    [201, ''],
    [204, ''],
    [200, ' \n'],
  ])('%i %j is a success', (status, body) => {
    expect(failureOfResponse(response(status, body), NOW)).toBeNull()
  })

  it.each([
    [200, html, { kind: 'unexpectedAnswer', reason: 'html' }],
    [200, '{"success":tr', { kind: 'unexpectedAnswer', reason: 'notJson' }],
    [200, { success: false, message: 'No.' }, { kind: 'invalid', fields: {}, message: 'No.' }],
    [200, `\n ${html}`, { kind: 'unexpectedAnswer', reason: 'html' }],
    [200, `so ${html}`, { kind: 'unexpectedAnswer', reason: 'notJson' }],
    [200, { success: false }, { kind: 'invalid', fields: {} }],
    [199, '', { kind: 'unexpectedAnswer', reason: 'shape' }],
    [300, '', { kind: 'unexpectedAnswer', reason: 'redirect' }],
    [302, '', { kind: 'unexpectedAnswer', reason: 'redirect' }],
    [400, { message: 'Bad' }, { kind: 'invalid', fields: {}, message: 'Bad' }],
    [401, { message: 'Unauthenticated.' }, { kind: 'unauthenticated', message: 'Unauthenticated.' }],
    [401, '', { kind: 'unauthenticated' }],
    [401, html, { kind: 'unexpectedAnswer', reason: 'html' }],
    [403, 'Come back later', { kind: 'forbidden', message: 'Come back later' }],
    [403, 'See <a href=x>here</a>', { kind: 'forbidden' }],
    [403, { error: { code: 'x', message: 'Verify' } }, { kind: 'forbidden', message: 'Verify' }],
    [404, { message: 'Not found' }, { kind: 'notFound', message: 'Not found' }],
    [404, html, { kind: 'misconfigured', reason: 'notTheApi' }],
    [405, '', { kind: 'misconfigured', reason: 'notTheApi' }],
    [407, html, { kind: 'offline', reason: 'proxyPassword' }],
    [408, '', { kind: 'timeout' }],
    [409, '', { kind: 'conflict' }],
    [409, '"In use"', { kind: 'conflict', message: 'In use' }],
    [409, { error: 'In use' }, { kind: 'conflict', message: 'In use' }],
    [409, 'a'.repeat(300), { kind: 'conflict', message: 'a'.repeat(300) }],
    [409, 'a'.repeat(301), { kind: 'conflict' }],
    [410, '', { kind: 'unexpectedAnswer', reason: 'shape' }],
    [419, html, { kind: 'misconfigured', reason: 'notTheApi' }],
    [
      422,
      { message: 'x', errors: { a: ['No.'] } },
      { kind: 'invalid', fields: { a: ['No.'] }, message: 'x' },
    ],
    [422, { errors: { email: 'Taken.' } }, { kind: 'invalid', fields: { email: ['Taken.'] } }],
    [423, { title: 'Locked', detail: 'For an hour' }, { kind: 'locked', message: 'For an hour' }],
    [423, { title: 'Locked' }, { kind: 'locked', message: 'Locked' }],
    [500, { message: 'SQLSTATE[42S02] in /srv/app.php', trace: [] }, { kind: 'server', status: 500 }],
    [503, html, { kind: 'server', status: 503 }],
  ])('%i %j', (status, body, failure) => {
    expect(failureOfResponse(response(status, body), NOW)).toStrictEqual(failure)
  })

  it('returns when to retry, by the service’s clock', () => {
    const date = new Date(NOW + 3_630_000).toUTCString()
    const failure = failureOfResponse(response(429, '', { retryAfter: date, skew: 3_600_000 }), NOW)
    expect(failure).toEqual({ kind: 'rateLimited', retryAt: NOW + 30_000 })
  })

  const throttled = 'Too many login attempts. Please try again in 47 seconds.'
  it.each([429, 422])(
    'says and waits what the fields of a %i say, where its header says nothing',
    (status) => {
      const body = { message: 'The given data was invalid.', errors: { email: [throttled] } }
      const limited = { kind: 'rateLimited', message: throttled }
      expect(failureOfResponse(response(status, body), NOW)).toEqual({ ...limited, retryAt: NOW + 47_000 })
      const header = response(status, body, { retryAfter: '9' })
      expect(failureOfResponse(header, NOW)).toEqual({ ...limited, retryAt: NOW + 9_000 })
    },
  )

  it('takes the message of a 429 for its wait too, and leaves a 422 about something else as it is', () => {
    const failure = failureOfResponse(response(429, { message: throttled }), NOW)
    expect(failure).toEqual({ kind: 'rateLimited', message: throttled, retryAt: NOW + 47_000 })
    const errors = { email: [throttled], name: ['The name is missing.'] }
    expect(failureOfResponse(response(422, { errors }), NOW)).toEqual({ kind: 'invalid', fields: errors })
  })

  it('converts every status and body to a typed failure', () => {
    const bodies = fc.oneof(fc.string(), fc.json(), fc.constant(html), fc.constant(''))
    for (let status = 100; status < 600; status++) {
      fc.assert(
        fc.property(bodies, fc.option(fc.string()), (body, retryAfter) => {
          const failure = failureOfResponse(response(status, body, { retryAfter }), NOW)
          if (status < 200 || status >= 300) expect(failure?.kind).toBeTypeOf('string')
          if (status >= 500) expect(failure).toEqual({ kind: 'server', status })
          if (body === html && status !== 204) expect(failure).not.toBeNull()
        }),
        { numRuns: 10 },
      )
    }
  })
})

it.each<[number, unknown, boolean]>([
  [401, {}, true],
  [401, '', false],
  [401, html, false],
  [403, {}, false],
  [419, {}, false],
])('isUnauthenticated accepts only a 401 in JSON: %i %j', (status, body, expected) => {
  expect(isUnauthenticated(response(status, body))).toBe(expected)
})

describe('confirmsSuccess', () => {
  it('takes white space for an empty body', () => {
    expect(confirmsSuccess(response(200, ' \n'))).toBe(true)
  })

  it('accepts only `success: true` at the top of the JSON', () => {
    const successes = fc.json().map((inner) => `{"success":${inner}}`)
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 299 }), fc.oneof(fc.json(), successes), (status, text) => {
        const json = parseJson(text)
        const isTrue = !Array.isArray(json) && (json as { success?: unknown } | null)?.success === true
        expect(confirmsSuccess(response(status, text))).toBe(isTrue && status !== 202)
      }),
    )
    fc.assert(
      fc.property(fc.object(), (rest) => {
        expect(confirmsSuccess(response(200, { ...rest, success: true }))).toBe(true)
      }),
    )
  })
})

const PASSWORDS = { password: 'a new one', passwordConfirmation: 'a new one' }
const CHANGE = { ...PASSWORDS, currentPassword: 'an old one' }
const PERSON = { ...PASSWORDS, name: 'Ana', email: 'ana@example.com', deviceName: '', termsAccepted: true }

/** The writes that a list or a new token proves. */
type Proven = 'POST /auth/login' | 'POST /auth/two-factor' | 'POST /auth/refresh' | `DELETE ${string}`
type Unproven = Exclude<EndpointName, Proven | `GET ${string}`>

/** Every write that nothing proves but its own response; a missing one does not compile. */
const WRITES: Record<Unproven, (transport: Transport) => Promise<Result<unknown>>> = {
  'POST /auth/logout': (transport) => logout(transport, '1|token'),
  'POST /auth/logout-all': (transport) => logoutAll(transport, '1|token'),
  'POST /auth/password/change': async (transport) =>
    (await changePassword(transport, '1|token', CHANGE)).result,
  'POST /auth/password/reset': (transport) =>
    resetPassword(transport, { ...PASSWORDS, token: 'recovery', email: 'ana@example.com' }),
  'POST /auth/password/forgot': (transport) => forgotPassword(transport, 'ana@example.com'),
  'PATCH /auth/me': (transport) => updateMe(transport, '1|token', { name: 'Ana' }),
  'POST /auth/register': (transport) => register(transport, PERSON),
}

function answering(endpoint: string, answer: Answer): Transport {
  const service = fakeService(fakeClock())
  service.on(endpoint, () => answer)
  return service.transportTo(BASE_URL)
}

/** Any JSON, often an object with the deciding field. */
const bodies = fc.oneof(
  fc.jsonValue(),
  fc.record({ success: fc.jsonValue(), data: fc.jsonValue(), message: fc.string() }, { requiredKeys: [] }),
)

describe.each(Object.entries(WRITES))('%s', (endpoint, write) => {
  it('succeeds with `success: true`, or an empty 200 or 204', async () => {
    const resultOf = async (status: number, answer?: object) =>
      (await write(answering(endpoint, { status, body: answer }))).ok
    const success = { success: true }
    const confirmed = [resultOf(200, success), resultOf(201, success), resultOf(200), resultOf(204)]
    expect(await Promise.all(confirmed)).toEqual([true, true, true, true])
    const others = [201, 202, 203].map((status) => resultOf(status))
    expect(await Promise.all(others)).toEqual([false, false, false])
  })

  it('fails with `success: false`, and is unknown after any other JSON', async () => {
    await fc.assert(
      fc.asyncProperty(bodies, fc.constantFrom(200, 201, 202, 203), async (body, status) => {
        const { success } = (body ?? {}) as { success?: unknown }
        const result = await write(answering(endpoint, { status, body: JSON.stringify(body) }))
        if (success === true && status !== 202) expect(result.ok).toBe(true)
        else if (success === false) expect(result).toMatchObject({ ok: false, failure: { kind: 'invalid' } })
        else expect(result).toEqual(unconfirmed)
      }),
    )
  })
})

it.each<[string, (transport: Transport) => Promise<Result<unknown>>]>([
  ['POST /auth/login', (transport) => login(transport, PERSON)],
  ['POST /auth/two-factor', (transport) => verifyTwoFactor(transport, PERSON, '123456')],
  ['POST /auth/register', (transport) => register(transport, PERSON)],
  ['POST /auth/refresh', (transport) => refresh(transport, '1|token')],
])('the token in a 2xx of %s counts, whatever its `success` says', async (endpoint, ask) => {
  const body = { success: false, data: { token: '2|token' } }
  expect(await ask(answering(endpoint, { status: 200, body }))).toMatchObject({ ok: true })
})

it('a password change is changed, unchanged or unknown, according to the answer', async () => {
  const endpoint = 'POST /auth/password/change'
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const transport = answering(endpoint, { status: 200, body: JSON.stringify(body) })
      const { result, responseKind } = await changePassword(transport, '1|token', CHANGE)
      const { success } = (body ?? {}) as { success?: unknown }
      const verdict = success === true ? 'changed' : success === false ? 'unchanged' : 'unknown'
      expect(verdictOfChange(result, responseKind)).toBe(verdict)
    }),
  )
})

it.each<[Answer, string]>([
  [{ status: 422, body: {} }, 'json'],
  [{ status: 200, body: '<!doctype html>' }, 'other'],
  [{ kind: 'timeout' }, 'nothing'],
])('a password change that gets %j got a response of the kind: %s', async (answer, responseKind) => {
  const transport = answering('POST /auth/password/change', answer)
  expect(await changePassword(transport, '1|token', CHANGE)).toMatchObject({ responseKind })
})

const notTheApi = failed({ kind: 'misconfigured', reason: 'notTheApi' })
const page = failed({ kind: 'unexpectedAnswer', reason: 'html' })
it.each<[Answer, revoked: object, signIn: object]>([
  [{ status: 401, body: {} }, ok(true), ok(null)],
  [{ status: 200, body: {} }, ok(false), notTheApi],
  [{ status: 200 }, failed({ kind: 'unexpectedAnswer', reason: 'notJson' }), notTheApi],
  [{ status: 401, body: html }, page, page],
  [{ status: 403, body: {} }, failed({ kind: 'forbidden' }), failed({ kind: 'forbidden' })],
  [{ kind: 'timeout' }, failed({ kind: 'timeout' }), failed({ kind: 'timeout' })],
])(
  'GET /auth/me with the answer %j tells whether a token is revoked, and whether the API is here',
  async (answer, revoked, signIn) => {
    const transport = answering('GET /auth/me', answer)
    expect(await isTokenRevoked(transport, '1|token')).toEqual(revoked)
    expect(await requiresSignIn(transport)).toEqual(signIn)
  },
)

it('a revocation needs no confirmation: a fresh list proves it', async () => {
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const { success } = (body ?? {}) as { success?: unknown }
      const transport = answering('DELETE /auth/sessions/3', { status: 200, body: JSON.stringify(body) })
      expect((await revokeSession(transport, '1|token', 3)).ok).toBe(success !== false)
    }),
  )
})
