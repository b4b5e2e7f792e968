import { describe, expect, it, vi } from 'vitest'
import type { Failure } from '../../../../electron/shared/failure.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { appState, emptyAppState, type FakeBridge } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import {
  all,
  describedBy,
  field,
  fill,
  findMessage,
  get,
  press,
  shows,
  text,
  type,
  valuesOf,
} from '../../screen.ts'

const EXISTS = 'The account may already exist. Try to sign in before you create it again.'
const CREATED = 'Your account was created. Sign in.'

type Answer = (fake: FakeBridge) => ReturnType<NonNullable<FakeBridge['handlers']['account:register']>>

/** Opens the form with what was typed to sign in, and fills it in; `answer` is that of main. */
async function open(answer?: Answer): Promise<FakeBridge> {
  const fake = await mountApp(emptyAppState(), (prepared) => {
    if (answer) prepared.handlers['account:register'] = () => answer(prepared)
  })
  await fill({ 'Server address': ' desk.example.com ', Email: 'lia@example.com' })
  await press('Create account')
  await get('heading', 'Create account')
  await fill({ 'Full name': ' Lia Prado ', Password: ' pass word ', 'Confirm password': ' pass word ' })
  ;(await field('I accept the terms')).click()
  return fake
}

async function register(answer: Answer): Promise<FakeBridge> {
  const fake = await open(answer)
  await press('Create account')
  return fake
}

describe('registering', () => {
  it('keeps what was typed to sign in, and sends everything once, with untrimmed passwords', async () => {
    const { callsOf } = await register((fake) => {
      fake.state = appState()
      return ok({ kind: 'signedIn', accountId: 'a1' })
    })
    await get('heading', 'Sessions')
    expect(callsOf('account:register')).toEqual([
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
    const fake = await register(
      () => new Promise((resolve) => (answer = () => resolve(failed({ kind: 'outcomeUnknown' })))),
    )
    await findMessage('status', 'Creating the account…')
    all('button')
      .find((button) => button.getAttribute('type') === 'submit')
      ?.click()
    answer()
    await shows('The account may already exist')
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

  it.each([
    ['an emoji as one character', { Password: '🔑🔑🔑🔑🔑' }, 'Too short: use at least 8 characters.'],
    ['a different confirmation', { 'Confirm password': ' pess' }, "The passwords don't match."],
  ])('counts %s, and sends nothing', async (_what, over, message) => {
    const fake = await open()
    await fill(over)
    await press('Create account')
    await findMessage('alert', message)
    expect(fake.callsOf('account:register')).toEqual([])
  })

  it('continues with the verification code', async () => {
    const fake = await register(() => ok({ kind: 'twoFactor', challengeId: 'c9', expiresAt: Date.now() }))
    fake.handlers['account:verifyTwoFactor'] = () => failed({ kind: 'unauthenticated' })
    await get('heading', 'Two-factor verification')
    expect(text()).toContain('Enter the code for lia@example.com.')
    await type('Verification code', '123456')
    await press('Verify')
    await findMessage('alert', "That code wasn't accepted. Check it, or wait for the next one.")
    expect(fake.callsOf('account:verifyTwoFactor')).toEqual([{ challengeId: 'c9', code: '123456' }])
  })

  it.each([
    [{ kind: 'signIn' }, CREATED],
    [
      { kind: 'signIn', mayBeListed: true },
      `${CREATED} Your list may include a session that registration started; you can end it there.`,
    ],
  ] as const)('opens sign-in with the email when the service sent no token: %o', async (answer, message) => {
    await register(() => ok(answer))
    await get('heading', 'Sign in')
    await findMessage('status', message)
    const values = await valuesOf('Server address', 'Email', 'Password')
    expect(values).toEqual(['desk.example.com', 'lia@example.com', ''])
  })

  it.each<[Failure, string]>([
    [{ kind: 'outcomeUnknown' }, `The connection broke before the service answered. ${EXISTS}`],
    [{ kind: 'outcomeUnknown', reason: 'timeout' }, `desk.example.com took too long to answer. ${EXISTS}`],
    [{ kind: 'server', status: 502 }, `The service is having problems (502). Try again later. ${EXISTS}`],
  ])('says after %j that the account may exist, and offers to sign in', async (failure, message) => {
    await register(() => failed(failure))
    await findMessage('alert', message)
    expect(await valuesOf('Password')).toEqual([' pass word '])
    await press('Sign in')
    await get('heading', 'Sign in')
    expect(await valuesOf('Email')).toEqual(['lia@example.com'])
  })

  it.each<[Failure, string]>([
    [
      { kind: 'forbidden', message: 'Closed.' },
      "The service didn't create this account. The service says: “Closed.”",
    ],
    [{ kind: 'invalid', fields: { tenant: ['Full.'] } }, 'Full.'],
  ])('reports %j in the banner, without an offer to sign in', async (failure, message) => {
    await register(() => failed(failure))
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
    await register(() => failed({ kind: 'invalid', fields: { [name]: ['Words of the service.'] } }))
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

  it('reports a different confirmation, but not while it is being typed', async () => {
    await open()
    const confirmation = await type('Confirm password', ' pass')
    expect(describedBy(confirmation)).toBe('')
    await type('Confirm password', ' pess')
    await vi.waitFor(() => expect(describedBy(confirmation)).toBe("The passwords don't match."))
  })
})
