import { describe, expect, it, vi } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { account, appState, emptyAppState, list, user, type FakeBridge } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import { all, get, nameOf, press, query, findMessage, text } from '../../screen.ts'

const bruno = account({ id: 'a2', user: user({ name: 'Bruno Lima', tenant: null }) })

async function openMenu(): Promise<void> {
  await press('Account menu, Ana Souza, Acme')
  await get('menuitem', 'Sign out')
}

async function choose(name: string, role = 'menuitem'): Promise<void> {
  await openMenu()
  await press(name, role)
}

function signsOut(fake: FakeBridge, confirmed: boolean, rest = emptyAppState()): void {
  fake.handlers['account:signOut'] = () => {
    fake.state = rest
    return ok({ service: confirmed ? 'confirmed' : 'unreachable' })
  }
}

describe('the layout', () => {
  it('lists the pages, and marks the current one', async () => {
    await mountApp(appState())
    await get('heading', 'Sessions')
    expect(all('link').map((link) => text(link))).toEqual([
      'Sessions',
      'Activity',
      'Profile',
      'Password',
      'Settings',
    ])
    expect((await get('link', 'Sessions')).getAttribute('aria-current')).toBe('page')
  })

  it('shows the connection and where the sign-in is saved, as text', async () => {
    const fake = await mountApp(appState())
    await get('heading', 'Sessions')
    expect(text(document.querySelector('header') ?? undefined)).toContain('OnlineSaved in keyring')
    fake.changeState({
      online: false,
      tokenStorage: { location: 'memory', reason: 'keyring', backend: 'basic_text' },
    })
    await vi.waitFor(() =>
      expect(text(document.querySelector('header') ?? undefined)).toContain('OfflineNot saved'),
    )
  })

  it('says that the last check failed', async () => {
    await mountApp(appState(), (fake) => (fake.list = list({ failure: { kind: 'timeout' } })))
    await vi.waitFor(() =>
      expect(text(document.querySelector('header') ?? undefined)).toContain('Check failed'),
    )
  })
})

describe('the account menu', () => {
  it('lists the accounts only when there are several', async () => {
    const fake = await mountApp(appState())
    await openMenu()
    expect(all('menuitem').map(nameOf).join()).toMatch(/^Add account,Sign out,Sign out everywhere,K/)
    expect(all('menuitemradio')).toEqual([])
    fake.changeState({ accounts: [account(), bruno] })
    await get('menuitemradio', 'Bruno Lima')
    expect((await get('menuitemradio', 'Ana Souza')).getAttribute('aria-checked')).toBe('true')
    expect((await get('menuitemradio', 'Bruno Lima')).getAttribute('aria-checked')).toBe('false')
  })

  it('switches to another account and to its list', async () => {
    const fake = await mountApp(appState({ accounts: [account(), bruno] }))
    fake.handlers['account:select'] = ({ accountId }) => {
      fake.list = list({ accountId, sessions: [] })
      fake.changeState({ activeAccountId: accountId })
      return ok(null)
    }
    await choose('Bruno Lima', 'menuitemradio')
    await vi.waitFor(() =>
      expect(fake.callsOf('session:list')).toEqual([{ accountId: 'a1' }, { accountId: 'a2' }]),
    )
    expect(query('button', 'End Firefox on Ubuntu')).toBeNull()
  })

  it('says so when an account cannot be shown', async () => {
    const fake = await mountApp(appState({ accounts: [account(), bruno] }))
    fake.handlers['account:select'] = () => Promise.reject(new Error('refused'))
    await choose('Bruno Lima', 'menuitemradio')
    await findMessage(
      'alert',
      'Something went wrong in the app. Try again. If this happens again, restart the app.',
    )
  })

  it('opens another sign-in, and returns', async () => {
    await mountApp(
      appState({ settings: { ...appState().settings, server: 'https://desk.example.com/api/v1' } }),
    )
    await choose('Add account')
    await get('heading', 'Sign in')
    await press('Return to Ana Souza')
    await get('heading', 'Sessions')
  })
})

describe('sign out', () => {
  it('opens the sign-in screen and says so', async () => {
    const fake = await mountApp(appState(), (prepared) => signsOut(prepared, true))
    await choose('Sign out')
    await get('heading', 'Sign in')
    await findMessage('status', 'Ana Souza is signed out.')
    expect(fake.callsOf('account:signOut')).toEqual([{ accountId: 'a1' }])
  })

  it('says that the session may stay listed when the service did not confirm it', async () => {
    await mountApp(appState(), (prepared) => signsOut(prepared, false))
    await choose('Sign out')
    await findMessage(
      'status',
      "Ana Souza is signed out on this computer. The service couldn't be reached, so the session may stay in the list until you end it from another device.",
    )
  })

  it('shows the next account and says so there', async () => {
    const next = appState({ accounts: [bruno], activeAccountId: 'a2' })
    await mountApp(appState({ accounts: [account(), bruno] }), (prepared) => signsOut(prepared, true, next))
    await choose('Sign out')
    await findMessage('status', 'Ana Souza is signed out.')
    await get('heading', 'Sessions')
  })

  it('says that it is in progress when the account is gone before the service has answered', async () => {
    let answer = (): void => {}
    await mountApp(appState(), (prepared) => {
      prepared.handlers['account:signOut'] = () => {
        prepared.changeState(emptyAppState())
        return new Promise((resolve) => {
          answer = () => resolve(ok({ service: 'confirmed' }))
        })
      }
    })
    await choose('Sign out')
    await get('heading', 'Sign in')
    await findMessage('status', 'Signing out…')
    answer()
    await findMessage('status', 'Ana Souza is signed out.')
  })

  it('says so only once', async () => {
    const fake = await mountApp(appState(), (prepared) => signsOut(prepared, true))
    await choose('Sign out')
    await findMessage('status', 'Ana Souza is signed out.')
    fake.changeState(appState())
    await get('heading', 'Sessions')
    await choose('Add account')
    await get('heading', 'Sign in')
    expect(text()).not.toContain('is signed out')
  })

  it('says so when it fails', async () => {
    await mountApp(appState(), ({ handlers }) => {
      handlers['account:signOut'] = () => failed({ kind: 'server', status: 500 })
    })
    await choose('Sign out')
    await findMessage('alert', "Ana Souza couldn't be signed out.")
    await get('heading', 'Sessions')
  })
})

describe('without a keyring', () => {
  const inMemory = appState({
    tokenStorage: { location: 'memory', reason: 'keyring', backend: 'basic_text' },
  })

  it('distinguishes a keyring that does not answer from one that does not open', async () => {
    const fake = await mountApp(inMemory)
    const shows = (message: string) => vi.waitFor(() => expect(document.body.textContent).toContain(message))
    await shows('No keyring could be opened. Tokens are never saved without one.')
    fake.changeState({ tokenStorage: { location: 'memory', reason: 'noAnswer', backend: 'gnome_libsecret' } })
    await shows("The keyring isn't answering. Your sign-in is saved once it does.")
    fake.changeState({ tokenStorage: { location: 'keyring', reason: null, backend: 'gnome_libsecret' } })
    await vi.waitFor(() => expect(query('button', 'Try again')).toBeNull())
  })

  it('says so, and tries again', async () => {
    const fake = await mountApp(inMemory)
    await findMessage('status', 'You stay signed in only until you quit.')
    await press('Try again')
    await findMessage('status', "The keyring still doesn't open. You stay signed in until you quit.")
    await press('Restart')
    expect(fake.callsOf('app:restart')).toHaveLength(1)
    fake.handlers['keyring:retry'] = () => {
      fake.changeState({ tokenStorage: { location: 'keyring', reason: null, backend: 'gnome_libsecret' } })
      return ok(null)
    }
    await press('Try again')
    await findMessage('status', 'The keyring is open. Your sign-in is saved from now on.')
    expect(query('button', 'Try again')).toBeNull()
  })

  it('says so when the disk is the reason', async () => {
    await mountApp(
      appState({ tokenStorage: { location: 'memory', reason: 'disk', backend: 'gnome_libsecret' } }),
    )
    await findMessage('status', 'You stay signed in only until you quit.')
    expect(text()).toContain("Your sign-in couldn't be saved to the disk.")
    await press('Try again')
    await findMessage(
      'status',
      "Your sign-in still couldn't be saved to the disk. You stay signed in until you quit.",
    )
    expect(query('button', 'Restart')).toBeNull()
  })

  it('shows no banner while a keyring is open', async () => {
    await mountApp(appState())
    await get('heading', 'Sessions')
    expect(query('button', 'Try again')).toBeNull()
  })
})
