import { describe, expect, it, vi } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import {
  account,
  appState,
  emptyAppState,
  list,
  sessions,
  user,
  type FakeBridge,
  revokeOf,
} from '../../fake-bridge.ts'
import {
  accountMenu,
  choose,
  marked,
  openHere,
  openPalette,
  options,
  pressKey,
  search,
} from './palette-harness.ts'
import { find, get, query, findMessage, text } from '../../screen.ts'

const bruno = account({ id: 'a2', user: user({ name: 'Bruno Lima', tenant: null }) })
const token = { kind: 'instance', fingerprint: 'm', maskedToken: 'sk_…abcd', acceptedBy: 'me' } as const

describe('choosing in the palette', () => {
  it('opens a page', async () => {
    await openPalette()
    await choose('pass')
    await get('heading', 'Password')
    expect(document.activeElement).toBe(accountMenu())
  })

  it('ends a session by the same request as its row, and does not offer it again', async () => {
    const fake = await openPalette()
    await choose('end firefox')
    await vi.waitFor(() => expect(fake.callsOf('session:revoke')).toEqual([revokeOf(fake, 2)]))
    const end = { sessionId: 2, name: 'Firefox on Ubuntu', sendAt: Date.now() + 5_000 }
    fake.changeList({ pendingRevocations: [{ ...end, phase: 'undoable' }] })
    await openHere()
    expect(options()).not.toContain('End Firefox on Ubuntu')
  })

  it('opens the details of a session first, which ends nothing', async () => {
    const fake = await openPalette()
    await search('firefox')
    await vi.waitFor(() => expect(marked()).toBe('Details of Firefox on Ubuntu'))
    pressKey('Enter')
    await get('dialog', 'Firefox on Ubuntu')
    expect(fake.callsOf('session:revoke')).toEqual([])
  })

  it('offers to keep a session that ends when online', async () => {
    const fake = await openPalette()
    const queued = { id: 2, createdAt: 1, name: 'Firefox on Ubuntu', queuedAt: 1 }
    fake.changeList({ queuedEnds: [queued] })
    await search('firefox')
    const keep = 'Keep Firefox on Ubuntu, which ends when online'
    await vi.waitFor(() => expect(options()).toEqual(['Details of Firefox on Ubuntu', keep]))
    await choose('keep firefox')
    const payload = { accountId: 'a1', sessionId: 2 }
    await vi.waitFor(() => expect(fake.callsOf('session:undo')).toEqual([payload]))
  })

  it('switches to another account, found by its server', async () => {
    const fake = await openPalette(appState({ accounts: [account(), bruno] }))
    await choose('bruno desk.example')
    await vi.waitFor(() => expect(fake.callsOf('account:select')).toEqual([{ accountId: 'a2' }]))
  })

  it.each<[string, Parameters<FakeBridge['callsOf']>[0], unknown]>([
    ['refresh', 'session:refresh', { accountId: 'a1' }],
    ['renew now', 'account:renew', { accountId: 'a1' }],
    ['theme dark', 'settings:update', { theme: 'dark' }],
    ['theme system', 'settings:update', { theme: 'system' }],
  ])('does "%s"', async (message, request, payload) => {
    const fake = await openPalette()
    await choose(message)
    await vi.waitFor(() => expect(fake.callsOf(request)).toEqual([payload]))
  })

  it('says so when the theme was not saved', async () => {
    await openPalette(appState(), ({ handlers }) => {
      handlers['settings:update'] = () => failed({ kind: 'misconfigured', reason: 'storage' })
    })
    await choose('dark')
    await find('the failure', () => (text().includes("couldn't write to its disk") ? true : null))
  })

  it('adds an account', async () => {
    await openPalette()
    await choose('add account')
    await get('heading', 'Sign in')
  })

  it('signs out', async () => {
    await openPalette(appState(), (fake) => {
      fake.handlers['account:signOut'] = () => ((fake.state = emptyAppState()), ok({ service: 'confirmed' }))
    })
    await search('sign out')
    await vi.waitFor(() => expect(options()).toEqual(['Sign out', 'Sign out everywhere']))
    pressKey('Enter')
    await findMessage('status', 'Ana Souza is signed out.')
  })

  it('confirms before it signs out everywhere', async () => {
    const fake = await openPalette()
    await choose('everywhere')
    const dialog = await find('the dialog', () => document.querySelector('[role=alertdialog]'))
    await vi.waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    expect(fake.callsOf('account:signOutEverywhere')).toEqual([])
    pressKey('Escape')
    await vi.waitFor(async () =>
      expect(document.activeElement).toBe(await get('button', 'Account menu, Ana Souza, Acme')),
    )
  })

  it('shows the shortcuts', async () => {
    await openPalette()
    await choose('keyboard')
    await get('heading', 'Keyboard shortcuts')
  })
})

describe('what the palette does not offer', () => {
  it('to an API token: renewal and signing out; it confirms a removal', async () => {
    const fake = await openPalette(appState({ accounts: [account({ credential: token })] }), (prepared) => {
      prepared.list = list({ sessions: sessions().map((session) => ({ ...session, isCurrent: false })) })
    })
    expect(options().filter((label) => /^(Renew|Sign out)/.test(label))).toEqual([])
    await choose('remove account')
    await find('the dialog', () => document.querySelector('[role=alertdialog]'))
    expect(fake.callsOf('account:signOut')).toEqual([])
  })

  it.each([0, 2])('to end sessions, where %i are marked as this device', async (currents) => {
    await openPalette(appState(), (fake) => {
      fake.list = list({
        sessions: sessions().map((session, index) => ({ ...session, isCurrent: index < currents })),
      })
    })
    expect(options().filter((label) => label.startsWith('End '))).toEqual([])
    expect(query('button', 'End Safari on iPhone')).toBeNull()
  })
})
