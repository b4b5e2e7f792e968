import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../../electron/shared/failure.ts'
import { failed } from '../../../../electron/shared/result.ts'
import { emptyAppState } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import { all, describedBy, field, fillSignIn, get, press, findMessage, text } from '../../screen.ts'

async function failWith(failure: Failure): Promise<void> {
  await mountApp(emptyAppState(), ({ handlers }) => {
    handlers['account:signIn'] = () => failed(failure)
  })
  await fillSignIn()
  await press('Sign in')
}

const LOCKOUT = 'Too many login attempts. Please try again in 37 s'

describe('a sign-in that fails', () => {
  it('keeps what was typed after a failure', async () => {
    await failWith({ kind: 'unauthenticated' })
    await findMessage('alert', "That email and password don't match. Check them and try again.")
    expect((await field('Server address')).value).toBe(' desk.example.com ')
    expect((await field('Email')).value).toBe('ana@example.com')
    expect((await field('Password')).value).toBe(' pass word ')
  })

  it.each<[string, string, Failure]>([
    [
      'Server address',
      "This isn't a server address. It should look like chat.example.com.",
      { kind: 'misconfigured', reason: 'notAnAddress' },
    ],
    [
      'Server address',
      'Use an https:// address so the connection is encrypted.',
      { kind: 'misconfigured', reason: 'notHttps' },
    ],
    [
      'Server address',
      'No server was found at desk.example.com. Check the address and the connection.',
      { kind: 'offline', reason: 'unknownHost' },
    ],
    [
      'Server address',
      "desk.example.com doesn't accept connections. Check the address, or try again later.",
      { kind: 'offline', reason: 'refused' },
    ],
    [
      'Email',
      'No such user.',
      { kind: 'invalid', fields: { email: ['No such user.'] }, message: 'No such user.' },
    ],
    ['Password', 'Too short.', { kind: 'invalid', fields: { password: ['Too short.'] } }],
  ])('shows at %s: %s', async (label, message, failure) => {
    await failWith(failure)
    await findMessage('alert', message)
    expect(describedBy(await field(label))).toBe(message)
    expect(document.activeElement).toBe(await field(label))
    // Only at the field, not in the banner too.
    expect(all('alert')).toHaveLength(1)
  })

  it('shows the message about a field of another form in the banner', async () => {
    await failWith({ kind: 'invalid', fields: { tenant: ['Tenant suspended.'], password: ['Too old.'] } })
    await findMessage('alert', 'Tenant suspended.')
    expect(describedBy(await field('Password'))).toBe('Too old.')
  })

  it('quotes a refusal that names no field', async () => {
    await failWith({ kind: 'invalid', fields: {}, message: 'No entry on Sundays.' })
    await findMessage(
      'alert',
      "The service didn't accept this email and password. Check them and try again. The service says: “No entry on Sundays.”",
    )
  })

  it('shows the message about an unknown field in the banner', async () => {
    await failWith({ kind: 'invalid', fields: { captcha: ['Solve it first.'], device_name: ['Too long.'] } })
    await findMessage('alert', 'Solve it first.')
    expect(describedBy(await field('Device name'))).toContain('Too long.')
  })

  it('counts down a pause beside the alert, and leaves the button usable', async () => {
    await failWith({ kind: 'rateLimited', retryAt: Date.now() + 42_000 })
    await findMessage('alert', 'There were too many attempts. The service asked for a pause.')
    expect(text()).toMatch(/Try again in 4[12] seconds\./)
    expect((await get('button', 'Sign in')).getAttribute('aria-disabled')).toBeNull()
  })

  it.each<[string, Failure]>([
    [
      'in the service’s own words',
      { kind: 'rateLimited', retryAt: Date.now() + 60_000, assumed: true, message: LOCKOUT },
    ],
    [
      'with a countdown of the service',
      { kind: 'rateLimited', retryAt: Date.now() + 42_000, message: LOCKOUT },
    ],
  ])('reports a lockout %s', async (_what, failure) => {
    await failWith(failure)
    await findMessage(
      'alert',
      `There were too many attempts. The service asked for a pause. The service says: “${LOCKOUT}”`,
    )
    const countdown = /Try again in \d+ seconds\./
    if ('assumed' in failure) expect(text()).not.toMatch(countdown)
    else expect(text()).toMatch(countdown)
  })

  it.each<[Failure, string]>([
    [
      { kind: 'unauthenticated', issuedSession: 'ended' },
      "You signed in, but your account couldn't be read, so this session was ended. The service no longer accepts this sign-in. Sign in again.",
    ],
    [
      { kind: 'server', status: 500, issuedSession: 'mayBeListed' },
      "You signed in, but your account couldn't be read. The session may stay in your list; you can end it there later. The service is having problems (500). Try again later.",
    ],
  ])('says after %j whether the session may be listed', async (failure, message) => {
    await failWith(failure)
    await findMessage('alert', message)
    expect((await field('Password')).value).toBe(' pass word ')
  })

  it('says so when main rejects the request', async () => {
    await mountApp(emptyAppState(), ({ handlers }) => {
      handlers['account:signIn'] = () => Promise.reject(new Error('refused'))
    })
    await fillSignIn()
    await press('Sign in')
    await findMessage(
      'alert',
      'Something went wrong in the app. Try again. If this happens again, restart the app.',
    )
  })
})
