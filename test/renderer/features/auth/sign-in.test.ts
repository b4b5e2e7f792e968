import { describe, expect, it, vi } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { account, appState, emptyAppState, user } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import {
  all,
  describedBy,
  field,
  fillSignIn,
  get,
  press,
  query,
  findMessage,
  text,
  type,
} from '../../screen.ts'

const signedIn = ok({ next: 'signedIn' as const, accountId: 'a1' })

describe('sign in', () => {
  it('shows the form, prefilled, with the focus on the first empty field', async () => {
    await mountApp(
      emptyAppState({
        settings: {
          theme: 'light',
          language: 'auto',
          renewal: 'never',
          pollInterval: '10s',
          keepInTray: true,
          keepWithoutTray: false,
          notifications: true,
          server: 'https://desk.example.com/api/v1',
        },
      }),
    )
    await get('heading', 'Sign in')
    expect((await field('Server address')).value).toBe('https://desk.example.com/api/v1')
    expect((await field('Device name')).value).toBe('Session Desk on ana-laptop')
    expect(document.activeElement).toBe(await field('Email'))
    expect(document.title).toBe('Sign in – Session Desk')
  })

  it('offers these buttons and no links', async () => {
    await mountApp(emptyAppState())
    expect(all('button').map((button) => button.getAttribute('aria-label') ?? text(button))).toEqual([
      'Show characters',
      'Sign in',
      'Create account',
      'Forgot password?',
      'Use an API token',
    ])
    expect(all('link')).toEqual([])
  })

  it('has autocomplete hints', async () => {
    await mountApp(emptyAppState())
    expect((await field('Email')).autocomplete).toBe('username')
    expect((await field('Password')).autocomplete).toBe('current-password')
    expect((await field('Password')).type).toBe('password')
  })

  it('shows and hides the characters of the password', async () => {
    await mountApp(emptyAppState())
    const toggle = await get('button', 'Show characters')
    expect(toggle.getAttribute('aria-pressed')).toBe('false')
    toggle.click()
    await vi.waitFor(async () => expect((await field('Password')).type).toBe('text'))
    expect(toggle.getAttribute('aria-pressed')).toBe('true')
  })

  it('shows missing values at their fields, and sends nothing', async () => {
    const fake = await mountApp(emptyAppState())
    await press('Sign in')
    await findMessage('alert', 'Enter the address of your server.')
    expect(describedBy(await field('Email'))).toBe('Enter your email.')
    expect(describedBy(await field('Password'))).toBe('Enter your password.')
    expect((await field('Password')).getAttribute('aria-invalid')).toBe('true')
    expect((await field('Device name')).getAttribute('aria-invalid')).toBeNull()
    expect(document.activeElement).toBe(await field('Server address'))
    expect(fake.callsOf('account:signIn')).toEqual([])
  })

  it('clears an error when its field is edited', async () => {
    await mountApp(emptyAppState())
    await press('Sign in')
    await findMessage('alert', 'Enter your email.')
    await type('Email', 'a')
    await vi.waitFor(() => expect(text()).not.toContain('Enter your email.'))
    expect(text()).toContain('Enter your password.')
  })

  it('sends what was typed, trimmed except for the password, and opens the sessions', async () => {
    const fake = await mountApp(emptyAppState(), (prepared) => {
      prepared.handlers['account:signIn'] = () => {
        prepared.state = appState()
        return signedIn
      }
    })
    await fillSignIn()
    await press('Sign in')
    await get('heading', 'Sessions')
    expect(fake.callsOf('account:signIn')).toEqual([
      {
        server: 'desk.example.com',
        email: 'ana@example.com',
        password: ' pass word ',
        deviceName: 'Session Desk on ana-laptop',
      },
    ])
  })

  it('opens the sessions even when the state changes before the answer', async () => {
    await mountApp(emptyAppState(), (prepared) => {
      prepared.handlers['account:signIn'] = () => {
        prepared.changeState(appState())
        return signedIn
      }
    })
    await fillSignIn()
    await press('Sign in')
    await get('heading', 'Sessions')
  })

  it('sends once, however often the button is pressed', async () => {
    let answer = (): void => {}
    const fake = await mountApp(emptyAppState(), ({ handlers }) => {
      handlers['account:signIn'] = () =>
        new Promise((resolve) => {
          answer = () => resolve(failed({ kind: 'timeout' }))
        })
    })
    await fillSignIn()
    await press('Sign in')
    const button = all('button').find((element) => element.getAttribute('type') === 'submit')
    await vi.waitFor(() => expect(button?.getAttribute('aria-disabled')).toBe('true'))
    button?.click()
    await findMessage('status', 'Signing in…')
    expect(fake.callsOf('account:signIn')).toHaveLength(1)
    answer()
    await findMessage('alert', 'desk.example.com took too long to answer. Try again in a moment.')
    expect(button?.getAttribute('aria-disabled')).toBeNull()
  })
})

describe('signing in again', () => {
  it('says why, and prefills the form', async () => {
    await mountApp(appState({ accounts: [account({ status: 'signedOut' })] }))
    await findMessage(
      'status',
      'Ana Souza is signed out on this computer. The service no longer accepts the saved sign-in.',
    )
    expect((await field('Server address')).value).toBe('https://desk.example.com/api/v1')
    expect((await field('Email')).value).toBe('ana@example.com')
    expect(document.activeElement).toBe(await field('Password'))
  })

  it('can try a closed keyring again, and announces the result', async () => {
    const unreadable = appState({ accounts: [account({ status: 'unreadable' })] })
    const fake = await mountApp(unreadable)
    await findMessage('status', "The keyring didn't open, so the saved sign-in of Ana Souza can't be read.")
    await press('Try again')
    await findMessage('status', "The keyring still doesn't open.")
    fake.handlers['keyring:retry'] = () => {
      fake.changeState(appState())
      return ok(null)
    }
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

  it('links to the other accounts', async () => {
    const other = account({ id: 'a2', user: user({ name: 'Bruno Lima' }) })
    const fake = await mountApp(
      appState({ accounts: [account({ status: 'signedOut' }), other] }),
      (prepared) => {
        prepared.handlers['account:select'] = ({ accountId }) => {
          prepared.state = { ...prepared.state, activeAccountId: accountId }
          return ok(null)
        }
      },
    )
    expect(query('button', 'Return to Ana Souza')).toBeNull()
    await press('Return to Bruno Lima')
    await get('heading', 'Sessions')
    expect(fake.callsOf('account:select')).toEqual([{ accountId: 'a2' }])
  })
})
