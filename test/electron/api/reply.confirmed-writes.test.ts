import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changePassword, forgotPassword, resetPassword } from '../../../electron/api/password.ts'
import { isTokenRevoked, requiresSignIn, updateMe } from '../../../electron/api/profile.ts'
import { revokeSession } from '../../../electron/api/sessions.ts'
import { register } from '../../../electron/api/sign-in.ts'
import { logout, logoutAll } from '../../../electron/api/tokens.ts'
import type { Transport } from '../../../electron/api/transport.ts'
import { failed, ok, type Result } from '../../../electron/shared/result.ts'
import { verdictOfChange } from '../../../electron/features/password/domain/password-verdict.ts'
import { fakeClock } from '../fakes.ts'
import { BASE_URL, fakeService, type Answer } from '../fake-service.ts'

const PASSWORDS = { password: 'a new one', passwordConfirmation: 'a new one' }
const CHANGE = { ...PASSWORDS, currentPassword: 'an old one' }
const PERSON = { ...PASSWORDS, name: 'Ana', email: 'ana@example.com', deviceName: '', termsAccepted: true }

/** Every write that no list proves. */
const WRITES: Record<string, (transport: Transport) => Promise<Result<unknown>>> = {
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

const unknown = failed({ kind: 'unexpectedAnswer', reason: 'shape' })
/** Any JSON, often an object with the deciding field. */
const bodies = fc.oneof(
  fc.jsonValue(),
  fc.record({ success: fc.jsonValue(), data: fc.jsonValue(), message: fc.string() }, { requiredKeys: [] }),
)

describe.each(Object.entries(WRITES))('%s', (endpoint, write) => {
  it('succeeds with `success: true`, or an empty 200 or 204', async () => {
    for (const answer of [
      { status: 200, body: { success: true } },
      { status: 201, body: { success: true } },
    ]) {
      expect(await write(answering(endpoint, answer))).toMatchObject({ ok: true })
    }
    for (const status of [200, 204]) expect((await write(answering(endpoint, { status }))).ok).toBe(true)
    for (const status of [201, 202, 203])
      expect(await write(answering(endpoint, { status }))).toEqual(unknown)
  })

  it('fails with `success: false`, and is unknown after any other JSON', async () => {
    await fc.assert(
      fc.asyncProperty(bodies, fc.constantFrom(200, 201, 202, 203), async (body, status) => {
        const { success } = (body ?? {}) as { success?: unknown }
        const result = await write(answering(endpoint, { status, body: JSON.stringify(body) }))
        if (success === true && status !== 202) expect(result.ok).toBe(true)
        else if (success === false) expect(result).toMatchObject({ ok: false, failure: { kind: 'invalid' } })
        else expect(result).toEqual(unknown)
      }),
    )
  })
})

it('a password change is changed, unchanged or unknown, according to the answer', async () => {
  const endpoint = 'POST /auth/password/change'
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const transport = answering(endpoint, { status: 200, body: JSON.stringify(body) })
      const { result, answered } = await changePassword(transport, '1|token', CHANGE)
      const { success } = (body ?? {}) as { success?: unknown }
      const verdict = success === true ? 'changed' : success === false ? 'unchanged' : 'unknown'
      expect(verdictOfChange(result, answered)).toBe(verdict)
    }),
  )
})

it.each<[Answer, string]>([
  [{ status: 422, body: {} }, 'json'],
  [{ status: 200, body: '<!doctype html>' }, 'other'],
  [{ kind: 'timeout' }, 'nothing'],
])('a password change that gets %j was answered by: %s', async (answer, answered) => {
  const transport = answering('POST /auth/password/change', answer)
  expect(await changePassword(transport, '1|token', CHANGE)).toMatchObject({ answered })
})

it.each<[Answer, revoked: object, signIn: object]>([
  [{ status: 401, body: {} }, ok(true), ok(null)],
  [{ status: 200, body: {} }, ok(false), failed({ kind: 'misconfigured', reason: 'notTheApi' })],
  [
    { status: 200 },
    failed({ kind: 'unexpectedAnswer', reason: 'notJson' }),
    failed({ kind: 'misconfigured', reason: 'notTheApi' }),
  ],
  [{ status: 403, body: {} }, ok(false), failed({ kind: 'forbidden' })],
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
