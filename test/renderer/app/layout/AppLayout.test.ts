import { describe, expect, it, vi } from 'vitest'
import { ok } from '../../../../electron/shared/result.ts'
import { account, appState, bruno, emptyAppState, list } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import {
  all,
  chooseInMenu,
  describedBy,
  findMessage,
  get,
  nameOf,
  press,
  query,
  shows,
  text,
} from '../../screen.ts'

const IN_MEMORY = { location: 'memory', reason: 'keyring', backend: 'basic_text' } as const
const IN_KEYRING = { location: 'keyring', reason: null, backend: 'gnome_libsecret' } as const
const headerText = (): string => text(document.querySelector('header') ?? undefined)

describe('the layout', () => {
  it('lists the pages, and marks the current one', async () => {
    const fake = await mountApp(appState())
    await get('heading', 'Sessions')
    const links = (): string[] => all('link').map((link) => text(link))
    const pages = ['Sessions', 'Activity', 'Profile', 'Password', 'Settings']
    expect(links()).toEqual(pages)
    expect((await get('link', 'Sessions')).getAttribute('aria-current')).toBe('page')

    fake.changeState({ accounts: [account(), bruno()] })
    await press('All accounts', 'link')
    await get('heading', 'All accounts')
    expect(links()).toEqual(['All accounts', ...pages])
    await get('button', 'Account menu, All accounts, 2 accounts')
    expect((await get('link', 'All accounts')).getAttribute('aria-current')).toBe('page')
  })

  it('begins each page at its heading, wherever the one before was scrolled to', async () => {
    await mountApp(appState())
    await get('heading', 'Sessions')
    const boxes = [document.querySelector('main'), document.querySelector('main')?.closest('.flex.h-full')]
    for (const box of boxes) box!.scrollTop = 300
    await press('Profile', 'link')
    await get('heading', 'Profile')
    expect(boxes.map((box) => box?.scrollTop)).toEqual([0, 0])
  })

  it('shows the connection and where the sign-in is saved, as text', async () => {
    const fake = await mountApp(appState())
    await get('heading', 'Sessions')
    expect(headerText()).toContain('OnlineSaved in keyring')
    fake.changeState({ online: false, tokenStorage: IN_MEMORY })
    await vi.waitFor(() => expect(headerText()).toMatch(/^.*Offline.*Not saved$/))
  })

  it('says a change of the connection once, and keeps no text that is said again when a dialog closes', async () => {
    const fake = await mountApp(appState())
    await get('heading', 'Sessions')
    const said = (): string[] =>
      all('status')
        .map((region) => text(region))
        .filter((words) => words === 'Online' || words === 'Offline')
    expect(said()).toEqual([])
    fake.changeState({ online: false })
    await findMessage('status', "Can't reach desk.example.com. Trying again. Endings wait.")
    expect(headerText()).toContain('Offline')
    fake.changeState({ online: true })
    await vi.waitFor(() => expect(said()).toEqual(['Online']))
    await vi.waitFor(() => expect(said()).toEqual([]))
  })

  it('says on any screen, in a live region, that the app finishes before it quits', async () => {
    const fake = await mountApp(emptyAppState())
    expect(text()).not.toContain('before quitting')
    fake.changeState({ isFinishing: true })
    await findMessage('status', 'Finishing your requests before quitting…')
  })
})

describe('the account menu', () => {
  it('lists the accounts only when there are several', async () => {
    const fake = await mountApp(appState())
    await press('Account menu, Ana Souza, ana@example.com · desk.example.com')
    await get('menuitem', 'Sign out')
    expect(all('menuitem').map(nameOf).join()).toMatch(/^Add account,Sign out,K.*,Sign out everywhere$/)
    const everywhere = await get('menuitem', 'Sign out everywhere')
    expect(everywhere.previousElementSibling?.getAttribute('role')).toBe('separator')
    expect(all('menuitemradio')).toEqual([])
    fake.changeState({ accounts: [account(), bruno()] })
    const items = await Promise.all(['Ana Souza', 'Bruno Lima'].map((name) => get('menuitemradio', name)))
    expect(items.map((item) => item.getAttribute('aria-checked'))).toEqual(['true', 'false'])
  })

  it('describes each account by its tenant, its email and server, and its new sign-ins', async () => {
    const { user } = bruno()
    const accounts = [account(), bruno({ user: { ...user, email: 'bruno@example.com' } })]
    await mountApp(appState({ accounts, alerts: [{ accountId: 'a2', count: 3, newest: [] }] }))
    await press('Account menu, Ana Souza, ana@example.com · desk.example.com')
    const described = async (name: string): Promise<string> =>
      describedBy(await get('menuitemradio', name)).trim()
    expect(await described('Ana Souza')).toBe('Acme ana@example.com · desk.example.com')
    expect(await described('Bruno Lima')).toBe('bruno@example.com · desk.example.com 3 new sign-ins')
  })

  it('says of a single account which one it is', async () => {
    await mountApp(appState())
    await press('Account menu, Ana Souza, ana@example.com · desk.example.com')
    await get('menuitem', 'Sign out')
    expect(text(document.querySelector('[role=menu]')!)).toMatch(
      /^A\u200cSAna SouzaAcmeana@example.com · desk.example.com/,
    )
  })

  it('switches to another account and to its list', async () => {
    const fake = await mountApp(appState({ accounts: [account(), bruno()] }))
    fake.handlers['account:select'] = ({ accountId }) => {
      fake.list = list({ accountId, sessions: [] })
      fake.changeState({ activeAccountId: accountId })
      return ok(null)
    }
    await chooseInMenu('Bruno Lima', 'menuitemradio')
    await vi.waitFor(() =>
      expect(fake.callsOf('session:list')).toEqual([{ accountId: 'a1' }, { accountId: 'a2' }]),
    )
    expect(query('button', 'End Firefox on Ubuntu')).toBeNull()
  })

  it('says so when an account cannot be shown', async () => {
    const fake = await mountApp(appState({ accounts: [account(), bruno()] }))
    fake.handlers['account:select'] = () => Promise.reject(new Error('refused'))
    await chooseInMenu('Bruno Lima', 'menuitemradio')
    await findMessage(
      'alert',
      'Something went wrong in the app. Try again. If this happens again, restart the app.',
    )
  })

  it('opens another sign-in, and returns', async () => {
    await mountApp(appState())
    await chooseInMenu('Add account')
    await get('heading', 'Sign in')
    await press('Return to Ana Souza')
    await get('heading', 'Sessions')
  })
})

describe('without a keyring', () => {
  it('distinguishes a keyring that does not answer from one that does not open', async () => {
    const fake = await mountApp(appState({ tokenStorage: IN_MEMORY }))
    await shows('No keyring could be opened. Tokens are never saved without one.')
    fake.changeState({ tokenStorage: { ...IN_MEMORY, reason: 'noAnswer' } })
    await shows("The keyring isn't answering. Your sign-in is saved once it does.")
    fake.changeState({ tokenStorage: IN_KEYRING })
    await vi.waitFor(() => expect(query('button', 'Try again')).toBeNull())
  })

  it('says so, and tries again', async () => {
    const fake = await mountApp(appState({ tokenStorage: IN_MEMORY }))
    await findMessage('status', 'You stay signed in only until you quit.')
    await press('Try again')
    await findMessage('status', "The keyring still doesn't open. You stay signed in until you quit.")
    await press('Restart')
    expect(fake.callsOf('app:restart')).toHaveLength(1)
    fake.handlers['keyring:retry'] = () => (fake.changeState({ tokenStorage: IN_KEYRING }), ok(null))
    await press('Try again')
    await findMessage('status', 'The keyring is open. Your sign-in is saved from now on.')
    expect(query('button', 'Try again')).toBeNull()
  })

  it('says so when the disk is the reason', async () => {
    await mountApp(appState({ tokenStorage: { ...IN_MEMORY, reason: 'disk' } }))
    await findMessage('status', 'You stay signed in only until you quit.')
    expect(text()).toContain("Your sign-in couldn't be saved to the disk.")
    await press('Try again')
    await findMessage(
      'status',
      "Your sign-in still couldn't be saved to the disk. You stay signed in until you quit.",
    )
    expect(query('button', 'Restart')).toBeNull()
  })
})
