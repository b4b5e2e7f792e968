import { describe, expect, it, vi } from 'vitest'
import type { Failure } from '../../../../electron/shared/failure.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { appState, emptyAppState, type FakeBridge } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import { all, describedBy, field, get, press, findMessage, text, type } from '../../screen.ts'

type Prepare = (fake: FakeBridge) => void

async function open(prepare: Prepare = () => {}): Promise<FakeBridge> {
  const fake = await mountApp(emptyAppState(), prepare)
  await type('Server address', ' desk.example.com ')
  await type('Email', 'lia@example.com')
  await press('Create account')
  await get('heading', 'Create account')
  await type('Full name', ' Lia Prado ')
  await type('Password', ' pass word ')
  await type('Confirm password', ' pass word ')
  ;(await field('I accept the terms')).click()
  return fake
}

async function failWith(failure: Failure): Promise<FakeBridge> {
  const fake = await open(({ handlers }) => (handlers['account:register'] = () => failed(failure)))
  await press('Create account')
  return fake
}

describe('registering', () => {
  it('keeps what was typed to sign in, and sends everything once, with untrimmed passwords', async () => {
    const fake = await open((prepared) => {
      prepared.handlers['account:register'] = () => {
        prepared.state = appState()
        return ok({ next: 'signedIn', accountId: 'a1' })
      }
    })
    await press('Create account')
    await get('heading', 'Sessions')
    expect(fake.callsOf('account:register')).toEqual([
      {
        server: 'desk.example.com',
        name: 'Lia Prado',
        email: 'lia@example.com',
        password: ' pass word ',
        passwordConfirmation: ' pass word ',
        deviceName: 'Session Desk on ana-laptop',
        termsAccepted: true,
      },
    ])
  })

  it('sends once, however often the button is pressed', async () => {
    let answer = (): void => {}
    const fake = await open(({ handlers }) => {
      handlers['account:register'] = () =>
        new Promise((resolve) => (answer = () => resolve(failed({ kind: 'outcomeUnknown' }))))
    })
    await press('Create account')
    await findMessage('status', 'Creating the account…')
    all('button')
      .find((button) => button.getAttribute('type') === 'submit')
      ?.click()
    answer()
    await vi.waitFor(() => expect(text()).toContain('The account may already exist'))
    expect(fake.callsOf('account:register')).toHaveLength(1)
  })

  it('requires all fields, and sends nothing', async () => {
    const fake = await mountApp(emptyAppState())
    await press('Create account')
    await get('heading', 'Create account')
    await press('Create account')
    await findMessage('alert', 'Enter the address of your server.')
    expect(describedBy(await field('Full name'))).toBe('Enter your full name.')
    expect(describedBy(await field('Email'))).toBe('Enter your email.')
    expect(describedBy(await field('Password'))).toContain('Too short: use at least 8 characters.')
    expect(document.activeElement).toBe(await field('Server address'))
    expect(fake.callsOf('account:register')).toEqual([])
  })

  it('counts an emoji as one character', async () => {
    const fake = await open()
    await type('Password', '🔑🔑🔑🔑🔑')
    await press('Create account')
    await findMessage('alert', 'Too short: use at least 8 characters.')
    expect(fake.callsOf('account:register')).toEqual([])
  })

  it('continues with the verification code', async () => {
    const fake = await open(({ handlers }) => {
      handlers['account:register'] = () => ok({ next: 'twoFactor', challengeId: 'c9', expiresAt: Date.now() })
      handlers['account:verifyTwoFactor'] = () => failed({ kind: 'unauthenticated' })
    })
    await press('Create account')
    await get('heading', 'Two-factor verification')
    expect(text()).toContain('Enter the code for lia@example.com.')
    await type('Verification code', '123456')
    await press('Verify')
    await findMessage('alert', "That code wasn't accepted. Check it, or wait for the next one.")
    expect(fake.callsOf('account:verifyTwoFactor')).toEqual([{ challengeId: 'c9', code: '123456' }])
  })

  it('opens sign-in with the email when the service sent no token, and says so', async () => {
    await open(({ handlers }) => (handlers['account:register'] = () => ok({ next: 'signIn' })))
    await press('Create account')
    await get('heading', 'Sign in')
    await findMessage('status', 'Your account was created. Sign in.')
    expect((await field('Server address')).value).toBe('desk.example.com')
    expect((await field('Email')).value).toBe('lia@example.com')
    expect((await field('Password')).value).toBe('')
  })

  it('says that a session may be listed that came with the account and was not ended', async () => {
    await open(({ handlers }) => {
      handlers['account:register'] = () => ok({ next: 'signIn', mayBeListed: true })
    })
    await press('Create account')
    await findMessage(
      'status',
      'Your account was created. Sign in. Your list may include a session that registration started; you can end it there.',
    )
  })

  it('goes back with what was typed', async () => {
    await open()
    await type('Email', 'other@example.com')
    await press('Back')
    await get('heading', 'Sign in')
    expect((await field('Email')).value).toBe('other@example.com')
  })

  it.each<[string, Failure, string]>([
    [
      'outcome unknown',
      { kind: 'outcomeUnknown' },
      'The connection broke before the service answered. The account may already exist. Try to sign in before you create it again.',
    ],
    [
      'an answer that took too long',
      { kind: 'outcomeUnknown', reason: 'timeout' },
      'desk.example.com took too long to answer. The account may already exist. Try to sign in before you create it again.',
    ],
    [
      'a problem of the service',
      { kind: 'server', status: 502 },
      'The service is having problems (502). Try again later. The account may already exist. Try to sign in before you create it again.',
    ],
  ])('%s: says that the account may exist, and offers to sign in', async (_case, failure, message) => {
    await failWith(failure)
    await findMessage('alert', message)
    expect((await field('Password')).value).toBe(' pass word ')
    await press('Sign in')
    await get('heading', 'Sign in')
    expect((await field('Email')).value).toBe('lia@example.com')
  })

  it.each<[Failure, string]>([
    [{ kind: 'unauthenticated' }, "The service didn't create this account."],
    [
      { kind: 'forbidden', message: 'Closed.' },
      "The service didn't create this account. The service says: “Closed.”",
    ],
    [{ kind: 'invalid', fields: { tenant: ['Full.'] } }, 'Full.'],
    [{ kind: 'offline', reason: 'interrupted' }, 'The connection to desk.example.com broke. Try again.'],
    [{ kind: 'locked' }, 'This account is locked for now. Try again later.'],
  ])('reports %j in the banner, without an offer to sign in', async (failure, message) => {
    await failWith(failure)
    await findMessage('alert', message)
    expect(all('button').map((button) => text(button))).not.toContain('Sign in')
  })

  it.each([
    ['Full name', 'name'],
    ['Email', 'email'],
    ['Password', 'password'],
    ['Confirm password', 'password_confirmation'],
    ['Device name', 'device_name'],
    ['I accept the terms', 'terms_accepted'],
  ])('shows at %s the service’s message about %s', async (label, name) => {
    await failWith({ kind: 'invalid', fields: { [name]: ['Words of the service.'] } })
    await findMessage('alert', 'Words of the service.')
    expect(describedBy(await field(label))).toContain('Words of the service.')
    expect((await field(label)).getAttribute('aria-invalid')).toBe('true')
    await vi.waitFor(async () => expect(document.activeElement).toBe(await field(label)))
  })
})

describe('the password meter', () => {
  it.each([
    ['short', 'Too short: use at least 8 characters.'],
    ['password1', "Easy to guess. It's a common password."],
    ['lia@example.com', 'Easy to guess. It contains personal details.'],
    ['abcdefghij', 'Easy to guess. Avoid repeats and rows of keys.'],
    ['tidal orchard minus kettle', 'Strong.'],
  ])('says of %s: %s', async (password, message) => {
    await open()
    await type('Password', password)
    await findMessage('status', message)
    expect(describedBy(await field('Password'))).toBe(message)
  })

  it('reports a different confirmation, but not while it is being typed, and sends nothing', async () => {
    const fake = await open()
    await type('Confirm password', ' pass')
    expect(describedBy(await field('Confirm password'))).toBe('')
    await type('Confirm password', ' pess')
    await vi.waitFor(async () =>
      expect(describedBy(await field('Confirm password'))).toBe("The passwords don't match."),
    )
    await press('Create account')
    await findMessage('alert', "The passwords don't match.")
    expect(fake.callsOf('account:register')).toEqual([])
  })
})
