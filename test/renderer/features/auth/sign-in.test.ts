import { describe, expect, it, vi } from 'vitest'
import type { Failure } from '../../../../electron/shared/failure.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { account, appState, bruno, emptyAppState, type FakeBridge } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import {
  all,
  describedBy,
  field,
  fill,
  findMessage,
  get,
  hides,
  isDisabled,
  press,
  query,
  shows,
  text,
  type,
  valuesOf,
} from '../../screen.ts'

const LABELS = ['Server address', 'Email', 'Password']
const SERVER = 'https://desk.example.com/api/v1'
const NO_MATCH = "That email and password don't match."
const LOCKOUT = 'Too many login attempts. Please try again in 37 s'

type Answer = ReturnType<NonNullable<FakeBridge['handlers']['account:signIn']>>

/** Signs in with spaces around the address and the password; `answer` is that of main. */
async function signIn(answer: (fake: FakeBridge) => Answer): Promise<FakeBridge> {
  const fake = await mountApp(emptyAppState(), (prepared) => {
    prepared.handlers['account:signIn'] = () => answer(prepared)
  })
  await fill({ 'Server address': ' desk.example.com ', Email: 'ana@example.com', Password: ' pass word ' })
  await press('Sign in')
  return fake
}
const failWith = (failure: Failure): Promise<FakeBridge> => signIn(() => failed(failure))

describe('sign in', () => {
  it('shows the form, prefilled, with the focus on the first empty field', async () => {
    await mountApp(emptyAppState({ settings: { ...appState().settings, server: SERVER } }))
    await get('heading', 'Sign in')
    expect(await valuesOf('Server address', 'Device name')).toEqual([SERVER, 'Session Desk on ana-laptop'])
    expect(document.activeElement).toBe(await field('Email'))
    expect(document.title).toBe('Sign in – Session Desk')
    expect((await field('Server address')).placeholder).toBe('https://chat.example.com/api/v1')
    const [email, password] = [await field('Email'), await field('Password')]
    expect([email.autocomplete, password.autocomplete]).toEqual(['username', 'current-password'])
    const buttons = all('button').map((button) => button.getAttribute('aria-label') ?? text(button))
    const others = ['Create account', 'Forgot password?', 'Use an API token']
    expect(buttons).toEqual(['Show characters', 'More', 'Sign in', ...others])
    expect(all('link')).toEqual([])
  })

  it('shows and hides the characters of the password', async () => {
    await mountApp(emptyAppState())
    const toggle = await get('button', 'Show characters')
    const password = await field('Password')
    expect([toggle.getAttribute('aria-pressed'), password.type]).toEqual(['false', 'password'])
    toggle.click()
    await vi.waitFor(() =>
      expect([toggle.getAttribute('aria-pressed'), password.type]).toEqual(['true', 'text']),
    )
  })

  it('has the device name behind a button, also when something else focuses it', async () => {
    await mountApp(emptyAppState())
    const more = await get('button', 'More')
    const name = await field('Device name')
    const isOpen = (): boolean[] => [more.getAttribute('aria-expanded') === 'true', name.tabIndex === 0]
    expect(isOpen()).toEqual([false, false])
    expect(document.getElementById(more.getAttribute('aria-controls')!)!.contains(name)).toBe(true)
    more.click()
    await vi.waitFor(() => expect(isOpen()).toEqual([true, true]))
    more.click()
    await vi.waitFor(() => expect(isOpen()).toEqual([false, false]))
    name.focus()
    await vi.waitFor(() => expect(isOpen()).toEqual([true, true]))
    expect(document.activeElement).toBe(name)
  })

  it('shows missing values at their fields until they are edited, and sends nothing', async () => {
    const fake = await mountApp(emptyAppState())
    await press('Sign in')
    await findMessage('alert', 'Enter the address of your server.')
    expect(describedBy(await field('Email'))).toBe('Enter your email.')
    expect(describedBy(await field('Password'))).toBe('Enter your password.')
    expect((await field('Password')).getAttribute('aria-invalid')).toBe('true')
    expect((await field('Device name')).getAttribute('aria-invalid')).toBeNull()
    expect(document.activeElement).toBe(await field('Server address'))
    await type('Email', 'a')
    await hides('Enter your email.')
    expect(text()).toContain('Enter your password.')
    expect(fake.callsOf('account:signIn')).toEqual([])
  })

  it.each([true, false])('sends what was typed, and opens the sessions; state first: %s', async (isFirst) => {
    const { callsOf } = await signIn((fake) => {
      if (isFirst) fake.changeState(appState())
      fake.state = appState()
      return ok({ kind: 'signedIn' as const, accountId: 'a1' })
    })
    await get('heading', 'Sessions')
    expect(callsOf('account:signIn')).toEqual([
      {
        server: 'desk.example.com',
        email: 'ana@example.com',
        password: ' pass word ',
        deviceName: 'Session Desk on ana-laptop',
      },
    ])
  })

  it('sends once, however often the button is pressed', async () => {
    let answer = (): void => {}
    const fake = await signIn(
      () => new Promise((resolve) => (answer = () => resolve(failed({ kind: 'timeout' })))),
    )
    const button = all('button').find((element) => element.getAttribute('type') === 'submit')!
    await vi.waitFor(() => expect(isDisabled(button)).toBe(true))
    button.click()
    await findMessage('status', 'Signing in…')
    expect(fake.callsOf('account:signIn')).toHaveLength(1)
    answer()
    await findMessage('alert', 'desk.example.com took too long to answer. Try again in a moment.')
    expect(isDisabled(button)).toBe(false)
  })
})

describe('a sign-in that fails', () => {
  it('keeps what was typed', async () => {
    await failWith({ kind: 'unauthenticated' })
    await findMessage('alert', NO_MATCH)
    expect(await valuesOf(...LABELS)).toEqual([' desk.example.com ', 'ana@example.com', ' pass word '])
  })

  it.each<[string, string, Failure]>([
    [
      'Server address',
      "This isn't a server address. It should look like chat.example.com.",
      { kind: 'misconfigured', reason: 'notAnAddress' },
    ],
    [
      'Server address',
      "desk.example.com doesn't accept connections. Check the address, or try again later.",
      { kind: 'offline', reason: 'refused' },
    ],
    [
      'Server address',
      "Check the address: the service wasn't found there.",
      { kind: 'misconfigured', reason: 'notTheApi' },
    ],
    [
      'Server address',
      'Check the address: a web page came back.',
      { kind: 'unexpectedAnswer', reason: 'html' },
    ],
    ['Email', 'No user.', { kind: 'invalid', fields: { email: ['No user.'] }, message: 'No user.' }],
    ['Password', 'Too short.', { kind: 'invalid', fields: { password: ['Too short.'] } }],
  ])('shows at %s: %s', async (label, message, failure) => {
    await failWith(failure)
    await findMessage('alert', message)
    expect(describedBy(await field(label))).toBe(message)
    expect(document.activeElement).toBe(await field(label))
    // Only at the field, not in the banner too.
    expect(all('alert')).toHaveLength(1)
  })

  const invalid = (fields: Record<string, string[]>, message = 'Invalid data.'): Failure => ({
    kind: 'invalid',
    fields,
    message,
  })

  it.each<Failure>([
    { kind: 'unauthenticated', message: 'Unauthenticated.' },
    invalid({ email: ['These credentials do not match our records.'] }),
    invalid({ email: ['Credenciais informadas não correspondem com nossos registros.'] }),
    invalid({ email: ['Essas credenciais não foram encontradas em nossos registros.'] }),
    invalid({ email: ['Estas credenciales no coinciden con nuestros registros.'] }),
    invalid({ password: ['The provided password is incorrect.'] }),
    invalid({ password: ['A senha informada está incorreta.'] }),
    invalid({ password: ['La contraseña ingresada no es correcta.'] }),
    invalid({}, 'Invalid credentials.'),
  ])('is a wrong password: %j', async (failure) => {
    await failWith(failure)
    await findMessage('alert', NO_MATCH)
    const password = await field('Password')
    expect(describedBy(password)).toBe(NO_MATCH)
    expect(all('alert')).toHaveLength(1)
    await vi.waitFor(() => expect(document.activeElement).toBe(password))
    // The next key replaces it.
    expect([password.value, password.selectionStart, password.selectionEnd]).toEqual([' pass word ', 0, 11])
  })

  it.each([
    'The email must be a valid email address.',
    'This account is not verified.',
    'You must reset your password.',
    'Your credentials have expired.',
  ])("keeps the service's words if they say more: %s", async (message) => {
    await failWith(invalid({ email: [message] }))
    await findMessage('alert', message)
    expect(document.activeElement).toBe(await field('Email'))
    expect(text()).not.toContain(NO_MATCH)
  })

  it('shows in the banner the message about a field that it does not know', async () => {
    await failWith({
      kind: 'invalid',
      fields: { captcha: ['Solve it.'], email: ['Gone.'], device_name: ['Long.'] },
    })
    await findMessage('alert', 'Solve it.')
    const name = await field('Device name')
    expect(describedBy(name)).toContain('Long.')
    // Opened, although the focus is elsewhere.
    expect(document.activeElement).toBe(await field('Email'))
    expect(name.tabIndex).toBe(0)
  })

  it.each([true, undefined])(
    'quotes a lockout, with a countdown unless it is assumed, and leaves the button usable: %s',
    async (assumed) => {
      const retryAt = Date.now() + 42_000
      await failWith({ kind: 'rateLimited', retryAt, message: LOCKOUT, ...(assumed && { assumed }) })
      await findMessage('alert', `There were too many attempts. The service says: “${LOCKOUT}”`)
      expect(/Try again in [234]\d seconds\./.test(text())).toBe(assumed === undefined)
      expect(isDisabled(await get('button', 'Sign in'))).toBe(false)
    },
  )

  it.each<[Failure, string]>([
    [
      { kind: 'unauthenticated', issuedSession: 'ended' },
      "You signed in, but your account couldn't be read, so this session was ended. The service no longer accepts this sign-in. Sign in again.",
    ],
    [
      { kind: 'server', status: 500, issuedSession: 'mayBeListed' },
      "You signed in, but your account couldn't be read. The session may stay in your list; you can end it there later. The service is having problems (500). Try again later.",
    ],
    [
      { kind: 'invalid', fields: {}, message: 'No entry on Sundays.' },
      "The service didn't accept this email and password. Check them and try again. The service says: “No entry on Sundays.”",
    ],
  ])('says after %j what is known, and keeps the password', async (failure, message) => {
    await failWith(failure)
    await findMessage('alert', message)
    expect(await valuesOf('Password')).toEqual([' pass word '])
  })
})

describe('signing in again', () => {
  it('says why, and prefills the form', async () => {
    await mountApp(appState({ accounts: [account({ status: 'signedOut' })] }))
    await findMessage(
      'status',
      'Ana Souza is signed out on this computer. The service no longer accepts the saved sign-in.',
    )
    expect(await valuesOf('Server address', 'Email')).toEqual([SERVER, 'ana@example.com'])
    expect(document.activeElement).toBe(await field('Password'))
  })

  it('does not doubt the address of a known server', async () => {
    await mountApp(appState({ accounts: [account({ status: 'signedOut' })] }), ({ handlers }) => {
      handlers['account:signIn'] = () => failed({ kind: 'unexpectedAnswer', reason: 'html' })
    })
    await type('Password', 'pass word')
    await press('Sign in')
    await findMessage(
      'alert',
      'A web page came back instead of an answer. You may need to sign in to the network first.',
    )
    expect((await field('Server address')).getAttribute('aria-invalid')).toBeNull()
    expect(document.activeElement).toBe(await field('Password'))
  })

  it('can try a closed keyring again, and announces the result', async () => {
    const fake = await mountApp(appState({ accounts: [account({ status: 'unreadable' })] }))
    await findMessage('status', "The keyring didn't open, so the saved sign-in of Ana Souza can't be read.")
    await press('Try again')
    await findMessage('status', "The keyring still doesn't open.")
    fake.handlers['keyring:retry'] = () => (fake.changeState(appState()), ok(null))
    await press('Try again')
    await get('heading', 'Sessions')
  })

  it('opens sign-in when the account is signed out, and returns when it is signed in', async () => {
    const fake = await mountApp(appState())
    await get('heading', 'Sessions')
    fake.changeState(appState({ accounts: [account({ status: 'signedOut' })] }))
    await get('heading', 'Sign in')
    fake.changeState(appState())
    await get('heading', 'Sessions')
  })

  it('opens sign-in also when the account is signed out after the first route was chosen', async () => {
    const signedOut = appState({ accounts: [account({ status: 'signedOut' })] })
    await mountApp(appState(), undefined, 'en', (fake) => fake.changeState(signedOut))
    await get('heading', 'Sign in')
  })

  it('links to the other accounts', async () => {
    const fake = await mountApp(appState({ accounts: [account({ status: 'signedOut' }), bruno()] }))
    fake.handlers['account:select'] = ({ accountId }) => (
      (fake.state = { ...fake.state, activeAccountId: accountId }),
      ok(null)
    )
    expect(query('button', 'Return to Ana Souza')).toBeNull()
    await press('Return to Bruno Lima')
    await get('heading', 'Sessions')
    expect(fake.callsOf('account:select')).toEqual([{ accountId: 'a2' }])
  })
})

describe('sessions that may still be signed in', () => {
  const signedOut = {
    id: 'u1',
    cause: 'signOut',
    baseUrl: SERVER,
    name: 'Ana Souza',
    deviceName: 'Session Desk on old-laptop',
    at: Date.UTC(2026, 2, 3, 14, 3),
  } as const
  const interrupted = { ...signedOut, id: 'u2', cause: 'signIn', name: null, deviceName: null } as const

  it('are shown above the list, with what to look for', async () => {
    await mountApp(appState({ unconfirmedSessions: [signedOut] }))
    await shows(
      'Ana Souza may still be signed in at desk.example.com.',
      'find “Session Desk on old-laptop” in the list',
      'on March 3, 2026 at 2:03 PM',
    )
  })

  it('have the proposed device name where theirs is unknown, also on the sign-in screen', async () => {
    await mountApp(emptyAppState({ unconfirmedSessions: [interrupted] }))
    await shows('A sign-in at desk.example.com was interrupted.', '“Session Desk on ana-laptop”')
  })

  it('disappear when they are dismissed', async () => {
    const fake = await mountApp(appState({ unconfirmedSessions: [signedOut, interrupted] }))
    fake.handlers['unconfirmedSession:dismiss'] = ({ id }) => {
      fake.state.unconfirmedSessions = fake.state.unconfirmedSessions.filter((session) => session.id !== id)
      return ok(null)
    }
    await shows('was interrupted')
    await press('Dismiss')
    await hides('was interrupted')
    expect(fake.callsOf('unconfirmedSession:dismiss')).toEqual([{ id: 'u2' }])
    expect(text()).toContain('may still be signed in')
  })
})
