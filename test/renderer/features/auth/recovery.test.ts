import { describe, expect, it, vi } from 'vitest'
import type { Failure } from '../../../../electron/shared/failure.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { pastedRecovery } from '../../../../renderer/features/auth/pasted-recovery.ts'
import { appState, emptyAppState, type FakeBridge } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import {
  all,
  describedBy,
  field,
  fill,
  findMessage,
  get,
  hides,
  press,
  query,
  text,
  type,
  valuesOf,
} from '../../screen.ts'

const SENT = 'If an account exists for this address, an email with a recovery token is on its way.'
const LOOK = 'The email may be on its way. Look for it before you ask again.'
const REFUSED =
  "The service didn't accept this. Check the token and the email address, or ask for another email."
const UNCLEAR = "It's unclear whether the password was changed. Try to sign in with the new one."
const PASSWORDS = { 'New password': ' pass word ', 'Confirm new password': ' pass word ' }

/** Opens the forgot password page from sign-in. */
async function openForgot(prepare?: (fake: FakeBridge) => unknown): Promise<FakeBridge> {
  const fake = await mountApp(emptyAppState(), prepare)
  await type('Server address', 'desk.example.com')
  await press('Forgot password?')
  await get('heading', 'Forgot password')
  return fake
}

/** Requests an email, which fails if a failure is given. */
async function request(email: string, failure?: Failure): Promise<FakeBridge> {
  const fake = await openForgot(({ handlers }) => {
    if (failure) handlers['password:forgot'] = () => failed(failure)
  })
  await type('Email', email)
  await press('Send recovery email')
  return fake
}

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
    expect(await valuesOf('Email', 'Server address')).toEqual(['ana@example.com', 'desk.example.com'])
  })

  it('removes the sentence when the email changes', async () => {
    await request('ana@example.com')
    await findMessage('status', SENT)
    await type('Email', 'bia@example.com')
    await hides(SENT)
  })

  it.each([
    ['', 'Enter your email.'],
    ['ana', "This doesn't look like an email address."],
  ])('requires a valid email, not "%s"', async (typed, message) => {
    const fake = await request(typed)
    await findMessage('alert', message)
    expect(fake.callsOf('password:forgot')).toEqual([])
  })

  it.each<[Failure, string]>([
    [{ kind: 'outcomeUnknown' }, `The connection broke before the service answered. ${LOOK}`],
    [{ kind: 'outcomeUnknown', reason: 'timeout' }, `desk.example.com took too long to answer. ${LOOK}`],
    [{ kind: 'rateLimited', retryAt: 0 }, 'There were too many attempts.'],
    [{ kind: 'server', status: 500 }, `The service is having problems (500). Try again later. ${LOOK}`],
    [{ kind: 'forbidden' }, "The service didn't accept this."],
  ])('reports %j', async (failure, message) => {
    await request('ana@example.com', failure)
    await findMessage('alert', message)
    expect(text()).not.toContain(SENT)
  })
})

describe('resetting a password', () => {
  async function reset(failure?: Failure, over: Record<string, string> = {}): Promise<FakeBridge> {
    const fake = await openForgot()
    if (failure) fake.handlers['password:reset'] = () => failed(failure)
    await type('Email', 'ana@example.com')
    await press('Enter recovery token')
    await get('heading', 'Reset password')
    await fill({ 'Recovery token': ' recovery-1 ', ...PASSWORDS, ...over })
    await press('Reset password')
    return fake
  }

  it('sends once, and opens sign-in with the email and a notice', async () => {
    const fake = await reset()
    await get('heading', 'Sign in')
    await findMessage('status', 'Your password was changed. Sign in with the new one.')
    expect(await valuesOf('Email')).toEqual(['ana@example.com'])
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
    const fake = await reset(undefined, { 'Recovery token': ' ', 'New password': 'seven77' })
    await findMessage('alert', 'Enter the recovery token from the email.')
    expect(describedBy(await field('New password'))).toContain('Too short: use at least 8 characters.')
    expect(fake.callsOf('password:reset')).toEqual([])
  })

  it('says what is unknown, and how to check', async () => {
    await reset({ kind: 'outcomeUnknown' })
    await findMessage('alert', `The connection broke before the service answered. ${UNCLEAR}`)
    expect(await valuesOf('New password')).toEqual([' pass word '])
    await press('Sign in')
    await get('heading', 'Sign in')
    expect(await valuesOf('Email')).toEqual(['ana@example.com'])
  })

  it.each<[Failure, string]>([
    [{ kind: 'notFound', message: 'No such token.' }, `${REFUSED} The service says: “No such token.”`],
    [{ kind: 'unauthenticated' }, REFUSED],
    [{ kind: 'unexpectedAnswer', reason: 'html' }, `Check the address: a web page came back. ${UNCLEAR}`],
  ])('reports %j', async (failure, message) => {
    await reset(failure)
    await findMessage('alert', message)
    expect(query('button', 'Sign in') !== null).toBe(failure.kind === 'unexpectedAnswer')
  })

  it('takes the token, and the email where there is one, from a pasted link', async () => {
    await openForgot()
    await press('Enter recovery token')
    await get('heading', 'Reset password')
    await type('Recovery token', 'https://x.example/reset?token=t-1&email=bia%40b.example')
    expect(await valuesOf('Recovery token', 'Email')).toEqual(['t-1', 'bia@b.example'])
    await type('Recovery token', 'https://x.example/reset?token=t-2')
    expect(await valuesOf('Recovery token', 'Email')).toEqual(['t-2', 'bia@b.example'])
  })

  it('shows the service’s message at the token field', async () => {
    await reset({ kind: 'invalid', fields: { token: ['Used already.'] } })
    await findMessage('alert', 'Used already.')
    expect(describedBy(await field('Recovery token'))).toBe('Used already.')
  })
})

describe('a link that was opened', () => {
  const link = { token: 'recovery-2', email: 'bia@example.com' }

  /** Opens a link while signed in. */
  async function receive(): Promise<FakeBridge> {
    const fake = await mountApp(appState())
    fake.handlers['deepLink:take'] = () => ok(link)
    fake.emit('deepLink:received', null)
    await get('heading', 'Reset password')
    return fake
  }

  it('is taken at start-up, fills in the form, and sends nothing', async () => {
    const fake = await mountApp(
      emptyAppState(),
      ({ handlers }) => (handlers['deepLink:take'] = () => ok(link)),
    )
    await get('heading', 'Reset password')
    expect(await valuesOf('Recovery token', 'Email')).toEqual(['recovery-2', 'bia@example.com'])
    expect(text()).toContain('Check that this is your server. Nothing has been sent yet.')
    expect(fake.calls.filter(({ name }) => name.startsWith('password:'))).toEqual([])
  })

  it('is taken when it arrives, also while signed in, and Back returns to the previous page', async () => {
    const fake = await receive()
    expect(await valuesOf('Recovery token')).toEqual(['recovery-2'])
    // A second link replaces what the first filled in, and nothing else.
    await type('New password', 'typed already')
    fake.handlers['deepLink:take'] = () => ok({ ...link, token: 'recovery-3' })
    fake.emit('deepLink:received', null)
    await vi.waitFor(async () =>
      expect(await valuesOf('Recovery token', 'New password')).toEqual(['recovery-3', 'typed already']),
    )
    await press('Back')
    await get('heading', 'Sessions')
  })

  it('says that it is damaged, and fills in what it has', async () => {
    await mountApp(
      emptyAppState(),
      ({ handlers }) => (handlers['deepLink:take'] = () => ok({ ...link, token: '' })),
    )
    await get('heading', 'Reset password')
    expect(await valuesOf('Recovery token', 'Email')).toEqual(['', 'bia@example.com'])
    expect(text()).toContain('This link is damaged. Fill in what is missing from the email')
  })

  it('opens another sign-in after the reset while signed in', async () => {
    await receive()
    await fill({ 'Server address': 'desk.example.com', ...PASSWORDS })
    await press('Reset password')
    await get('heading', 'Sign in')
    await findMessage('status', 'Your password was changed. Sign in with the new one.')
    expect(await valuesOf('Email')).toEqual(['bia@example.com'])
  })

  it('changes nothing when there is no link', async () => {
    const fake = await mountApp(emptyAppState())
    fake.emit('deepLink:received', null)
    await vi.waitFor(() => expect(fake.callsOf('deepLink:take')).toHaveLength(2))
    expect(all('heading').map((heading) => text(heading))).toEqual(['Sign in'])
  })
})

describe('a pasted link', () => {
  it.each([
    ['https://x.example/reset?token=t-1&email=a%40b.example', 't-1', 'a@b.example'],
    ['https://x.example/app/reset-password/t-1?email=a+x@b.example', 't-1', 'a+x@b.example'],
    ['https://x.example/password/reset/t%2D1/', 't-1', null],
    ['https://x.example/#/reset-password/t-1?email=a@b.example', 't-1', 'a@b.example'],
    ['http://localhost:3000/reset?token=t-1&email=nobody', 't-1', null],
    [' session-desk://reset?token=t-1&email=a@b.example ', 't-1', 'a@b.example'],
    ['https://x.example/reset?token=t-1&amp;email=a@b.example', 't-1', 'a@b.example'],
  ])('%s', (pasted, token, email) => {
    expect(pastedRecovery(pasted)).toEqual({ token, email })
  })

  it.each([
    'just-a-token',
    'https://x.example/',
    'https://x.example/reset',
    'https://x.example/welcome/t-1',
    'javascript://x/reset?token=t-1',
    'https://x.example/reset/%E0%A4%A',
    'https://x.example/reset?token=a%00b',
    `https://x.example/reset?token=${'a'.repeat(1025)}`,
  ])('%s is no link', (pasted) => {
    expect(pastedRecovery(pasted)).toBeNull()
  })
})
