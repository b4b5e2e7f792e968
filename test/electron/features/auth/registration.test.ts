import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { createRegistration } from '../../../../electron/features/auth/registration.ts'
import type { Answer } from '../../fake-service.ts'
import { codeRequired, granted, LOGOUT, ME, setUpSignIn, TWO_FACTOR } from './sign-in-harness.ts'

const REGISTER = 'POST /auth/register'
const TYPED = {
  server: ' chat.example ',
  name: ' Ana Souza ',
  email: ' ana@example.com ',
  password: ' secret-canary ',
  passwordConfirmation: ' secret-canary ',
  deviceName: ' Desk ',
  termsAccepted: true,
}

function setUp(answer: Answer) {
  const harness = setUpSignIn()
  harness.service.on(REGISTER, () => answer)
  const { transportTo } = harness.service
  const { unconfirmedSessions, signIn } = harness
  return {
    ...harness,
    registration: createRegistration({ transportTo, unconfirmedSessions, proceed: signIn.proceed }),
  }
}

describe('registering', () => {
  it('sends the typed data once, trimmed except for the passwords, and stores the token', async () => {
    const { registration, service, accounts, vault, order, remembered } = setUp(granted('7|token'))
    const step = await registration.register(TYPED)
    expect(step).toMatchObject({ ok: true, value: { next: 'signedIn' } })
    expect(service.calls).toEqual([
      {
        to: 'https://chat.example/api/v1',
        endpoint: REGISTER,
        token: undefined,
        body: {
          name: 'Ana Souza',
          email: 'ana@example.com',
          password: ' secret-canary ',
          password_confirmation: ' secret-canary ',
          device_name: 'Desk',
          terms_accepted: true,
        },
      },
    ])
    expect(await vault.get(accounts.active()?.id ?? '')).toMatchObject({
      state: 'readable',
      token: '7|token',
    })
    expect([order.at(-1), remembered]).toEqual(['signedIn', ['https://chat.example/api/v1']])
  })

  it('sends unaccepted terms as they are: the service refuses them', async () => {
    const { registration, service } = setUp({
      status: 422,
      body: { message: 'No.', errors: { terms_accepted: ['Accept them.'] } },
    })
    expect(await registration.register({ ...TYPED, termsAccepted: false })).toEqual(
      failed({ kind: 'invalid', fields: { terms_accepted: ['Accept them.'] }, message: 'No.' }),
    )
    expect(service.calls[0]?.body).toMatchObject({ terms_accepted: false })
  })

  it('continues with the two-factor code, with the credentials that main holds', async () => {
    const { registration, signIn, service } = setUp(codeRequired)
    const step = await registration.register(TYPED)
    if (!step.ok || step.value.next !== 'twoFactor') throw new Error('no code was asked for')
    service.on(TWO_FACTOR, () => granted('7|token'))
    expect(await signIn.verify(step.value.challengeId, '123456')).toMatchObject({ ok: true })
    expect(service.calls.at(-1)?.body).toEqual({
      email: 'ana@example.com',
      password: ' secret-canary ',
      device_name: 'Desk',
      code: '123456',
    })
  })

  it.each<[string, Answer]>([
    ['a bare success', { status: 201, body: { success: true } }],
    ['no body', { status: 204 }],
    ['the user without a token', { status: 201, body: { success: true, data: { user: { id: 7 } } } }],
  ])('leads to sign-in after %s', async (_case, answer) => {
    const { registration, accounts, remembered } = setUp(answer)
    expect(await registration.register(TYPED)).toEqual(ok({ next: 'signIn' }))
    expect([accounts.all(), remembered]).toEqual([[], []])
  })

  it('reports that the user exists if only the first sign-in failed, and leaves no session', async () => {
    const { registration, service, accounts, work } = setUp(granted('7|token', null))
    service.on(ME, () => ({ kind: 'offline', reason: 'interrupted' }))
    expect(await registration.register(TYPED)).toEqual(ok({ next: 'signIn' }))
    await work.settled()
    expect(service.requests()).toContain(`${LOGOUT} 7|token`)
    expect(accounts.all()).toEqual([])
  })

  it('reports a session that may be listed if the service did not confirm its end', async () => {
    const { registration, service } = setUp(granted('7|token', null))
    service.on(ME, () => ({ status: 500 }))
    service.on(LOGOUT, () => ({ kind: 'outcomeUnknown' }))
    expect(await registration.register(TYPED)).toEqual(ok({ next: 'signIn', mayBeListed: true }))
  })

  it('reports the same if this computer cannot store the account', async () => {
    const { service, unconfirmedSessions } = setUp(granted('7|token'))
    const proceed = () => Promise.reject(new Error('ENOSPC'))
    const registration = createRegistration({
      transportTo: service.transportTo,
      unconfirmedSessions,
      proceed,
    })
    expect(await registration.register(TYPED)).toEqual(ok({ next: 'signIn' }))
  })

  it.each<[Answer, unknown]>([
    [{ kind: 'outcomeUnknown' }, { kind: 'outcomeUnknown' }],
    [
      { status: 404, body: { message: 'Not found' } },
      { kind: 'misconfigured', reason: 'notTheApi' },
    ],
    [{ status: 500 }, { kind: 'server', status: 500 }],
  ])('passes a failure on: %j', async (answer, failure) => {
    const { registration, service, log } = setUp(answer)
    expect(await registration.register(TYPED)).toEqual(failed(failure as never))
    expect([service.calls.length, log.lines]).toEqual([1, []])
  })

  it('sends nothing to an invalid address', async () => {
    const { registration, service } = setUp(granted('7|token'))
    const step = await registration.register({ ...TYPED, server: 'http://chat.example' })
    expect(step).toEqual(failed({ kind: 'misconfigured', reason: 'notHttps' }))
    expect(service.calls).toEqual([])
  })
})
