import { describe, expect, it, vi } from 'vitest'
import type { Failure } from '../../../../electron/shared/failure.ts'
import { field, get, press, findMessage, text, type } from '../../screen.ts'
import { openForgot } from './recovery-harness.ts'

const SENT = 'If an account exists for this address, an email with a recovery token is on its way.'

describe('requesting a recovery email', () => {
  it('sends the email, shows the same sentence for any email, and continues', async () => {
    const fake = await openForgot()
    expect(document.activeElement).toBe(await field('Email'))
    await type('Email', ' ana@example.com ')
    await press('Send recovery email')
    await findMessage('status', SENT)
    expect(fake.callsOf('password:forgot')).toEqual([
      { server: 'desk.example.com', email: 'ana@example.com' },
    ])
    await press('Enter recovery token')
    await get('heading', 'Reset password')
    expect((await field('Email')).value).toBe('ana@example.com')
    expect((await field('Server address')).value).toBe('desk.example.com')
  })

  it('removes the sentence when the email changes', async () => {
    await openForgot()
    await type('Email', 'ana@example.com')
    await press('Send recovery email')
    await findMessage('status', SENT)
    await type('Email', 'bia@example.com')
    await vi.waitFor(() => expect(text()).not.toContain(SENT))
  })

  it.each([
    ['', 'Enter your email.'],
    ['ana', "This doesn't look like an email address."],
  ])('requires a valid email, not "%s"', async (typed, message) => {
    const fake = await openForgot()
    await type('Email', typed)
    await press('Send recovery email')
    await findMessage('alert', message)
    expect(fake.callsOf('password:forgot')).toEqual([])
  })

  it.each<[Failure, string]>([
    [
      { kind: 'outcomeUnknown' },
      'The connection broke before the service answered. The email may be on its way. Look for it before you ask again.',
    ],
    [
      { kind: 'outcomeUnknown', reason: 'timeout' },
      'desk.example.com took too long to answer. The email may be on its way. Look for it before you ask again.',
    ],
    [{ kind: 'offline', reason: 'noNetwork' }, 'This computer is offline.'],
    [{ kind: 'rateLimited', retryAt: 0 }, 'There were too many attempts. The service asked for a pause.'],
    [
      { kind: 'server', status: 500 },
      'The service is having problems (500). Try again later. The email may be on its way. Look for it before you ask again.',
    ],
    [{ kind: 'forbidden' }, "The service didn't accept this."],
  ])('reports %j', async (failure, message) => {
    await openForgot(failure)
    await type('Email', 'ana@example.com')
    await press('Send recovery email')
    await findMessage('alert', message)
    expect(text()).not.toContain(SENT)
  })
})
