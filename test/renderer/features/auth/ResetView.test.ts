import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../../electron/shared/failure.ts'
import { failed } from '../../../../electron/shared/result.ts'
import type { FakeBridge } from '../../fake-bridge.ts'
import { describedBy, field, get, press, query, findMessage, type } from '../../screen.ts'
import { openForgot } from './recovery-harness.ts'

async function openReset(failure?: Failure): Promise<FakeBridge> {
  const fake = await openForgot()
  if (failure) fake.handlers['password:reset'] = () => failed(failure)
  await type('Email', 'ana@example.com')
  await press('Enter recovery token')
  await get('heading', 'Reset password')
  await type('Recovery token', ' recovery-1 ')
  await type('New password', ' pass word ')
  await type('Confirm new password', ' pass word ')
  return fake
}

describe('resetting a password', () => {
  it('sends once, and opens sign-in with the email and a notice', async () => {
    const fake = await openReset()
    await press('Reset password')
    await get('heading', 'Sign in')
    await findMessage('status', 'Your password was changed. Sign in with the new one.')
    expect((await field('Email')).value).toBe('ana@example.com')
    expect(fake.callsOf('password:reset')).toEqual([
      {
        server: 'desk.example.com',
        token: 'recovery-1',
        email: 'ana@example.com',
        password: ' pass word ',
        passwordConfirmation: ' pass word ',
      },
    ])
  })

  it('requires all fields, and sends nothing', async () => {
    const fake = await openReset()
    await type('Recovery token', ' ')
    await type('New password', 'seven77')
    await press('Reset password')
    await findMessage('alert', 'Enter the recovery token from the email.')
    expect(describedBy(await field('New password'))).toContain('Too short: use at least 8 characters.')
    expect(fake.callsOf('password:reset')).toEqual([])
  })

  it('says what is unknown, and how to check', async () => {
    await openReset({ kind: 'outcomeUnknown' })
    await press('Reset password')
    await findMessage(
      'alert',
      "The connection broke before the service answered. It's unclear whether the password was changed. Try to sign in with the new one.",
    )
    expect((await field('New password')).value).toBe(' pass word ')
    await press('Sign in')
    await get('heading', 'Sign in')
    expect((await field('Email')).value).toBe('ana@example.com')
  })

  it.each<[Failure, string]>([
    [
      { kind: 'notFound', message: 'No such token.' },
      "The service didn't accept this. Check the token and the email address, or ask for another email. The service says: “No such token.”",
    ],
    [
      { kind: 'unauthenticated' },
      "The service didn't accept this. Check the token and the email address, or ask for another email.",
    ],
    [
      { kind: 'unexpectedAnswer', reason: 'html' },
      "A web page came back instead of an answer. You may need to sign in to the network first. It's unclear whether the password was changed. Try to sign in with the new one.",
    ],
  ])('reports %j', async (failure, message) => {
    await openReset(failure)
    await press('Reset password')
    await findMessage('alert', message)
    expect(query('button', 'Sign in') !== null).toBe(failure.kind === 'unexpectedAnswer')
  })

  it('shows the service’s message at the token field', async () => {
    await openReset({ kind: 'invalid', fields: { token: ['Used already.'] } })
    await press('Reset password')
    await findMessage('alert', 'Used already.')
    expect(describedBy(await field('Recovery token'))).toBe('Used already.')
  })
})
