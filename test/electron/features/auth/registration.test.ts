import { describe, expect, it } from 'vitest'
import { StorageError } from '../../../../electron/core/storage-error.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { createRegistration } from '../../../../electron/features/auth/registration.ts'
import { LOGOUT, lost, ME, TWO_FACTOR } from '../../core/core-harness.ts'
import { BASE_URL, type Answer } from '../../fake-service.ts'
import { codeRequired, granted, PERSON, REGISTER, setUpAuth } from './auth-harness.ts'

async function setUp(answer: Answer = granted('7|token')) {
  const harness = await setUpAuth({ all: [] })
  harness.service.on(REGISTER, () => answer)
  return harness
}

describe('registering', () => {
  it('sends the typed data once, trimmed except for the passwords, and stores the token', async () => {
    const { register, service, accounts, vault, events } = await setUp()
    expect(await register(PERSON)).toMatchObject(ok({ kind: 'signedIn' }))
    const body = {
      name: 'Ana Souza',
      email: 'ana@example.com',
      password: ' secret-canary ',
      password_confirmation: ' secret-canary ',
      device_name: 'Desk',
      terms_accepted: true,
    }
    expect(service.calls).toEqual([{ to: BASE_URL, endpoint: REGISTER, token: undefined, body }])
    const id = accounts.active()?.id ?? ''
    expect(await vault.get(id)).toMatchObject({ kind: 'readable', token: '7|token' })
    expect(events).toEqual([`server ${BASE_URL}`, `signedIn ${id}`])
  })

  it('sends unaccepted terms as they are: the service refuses them', async () => {
    const errors = { terms_accepted: ['Accept them.'] }
    const { register, service } = await setUp({ status: 422, body: { message: 'No.', errors } })
    const refused = failed({ kind: 'invalid', fields: errors, message: 'No.' })
    expect(await register({ ...PERSON, termsAccepted: false })).toEqual(refused)
    expect(service.calls[0]?.body).toMatchObject({ terms_accepted: false })
  })

  it('continues with the two-factor code, with the credentials that main holds', async () => {
    const { register, signIn, service } = await setUp(codeRequired)
    const step = await register(PERSON)
    if (!step.ok || step.value.kind !== 'twoFactor') throw new Error('no code was asked for')
    service.on(TWO_FACTOR, () => granted('7|token'))
    expect(await signIn.verify(step.value.challengeId, '123456')).toMatchObject({ ok: true })
    const credentials = { email: 'ana@example.com', password: ' secret-canary ', device_name: 'Desk' }
    expect(service.calls.at(-1)?.body).toEqual({ ...credentials, code: '123456' })
  })

  it.each<[string, Answer]>([
    ['a bare success', { status: 201, body: { success: true } }],
    ['no body', { status: 204 }],
    ['the user without a token', { status: 201, body: { success: true, data: { user: { id: 7 } } } }],
  ])('leads to sign-in after %s', async (_case, answer) => {
    const { register, accounts, events } = await setUp(answer)
    expect(await register(PERSON)).toEqual(ok({ kind: 'signIn' }))
    expect([accounts.all(), events]).toEqual([[], []])
  })

  it.each<[string, Answer, object]>([
    ['leaves no session', { status: 204 }, { kind: 'signIn' }],
    ['may leave a session', lost, { kind: 'signIn', mayBeListed: true }],
  ])('reports that the user exists if the first sign-in failed, which %s', async (_case, logout, step) => {
    const { register, service, accounts } = await setUp(granted('7|token', null))
    service.on(ME, () => ({ status: 500 }))
    service.on(LOGOUT, () => logout)
    expect(await register(PERSON)).toEqual(ok(step))
    expect([service.requests().at(-1), accounts.all()]).toEqual([`${LOGOUT} 7|token`, []])
  })

  it('reports the same if this computer cannot store the account', async () => {
    const { service, unconfirmedSessions, transportTo } = await setUp()
    const proceed = () => Promise.reject(new StorageError('ENOSPC'))
    const { register } = createRegistration({ transportTo, unconfirmedSessions, proceed })
    expect([await register(PERSON), service.calls.length]).toEqual([ok({ kind: 'signIn' }), 1])
  })
})
