import { describe, expect, it, vi } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import type { Rule } from '../../../../electron/shared/rules.ts'
import {
  account,
  API_TOKEN,
  appState,
  bruno,
  list,
  revokeOf,
  session,
  sessions,
  singleEnd,
  type FakeBridge,
} from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import {
  alertDialog,
  all,
  find,
  findMessage,
  focusOn,
  get,
  pressKey,
  query,
  shows,
  text,
} from '../../screen.ts'

const PAGES = ['Sessions', 'Activity', 'Profile', 'Password', 'Settings']
const ACTIONS = ['Refresh', 'Review…', 'End unused sessions automatically…', 'Renew now', 'Add account']
const RULE: Rule = { afterDays: 60, lastEndedAt: null, nextRunAt: null, blockedBy: null }
const THEMES = ['Theme: System', 'Theme: Light', 'Theme: Dark']

/** The open dialog, or null. */
const dialog = (): Element | null => document.querySelector('[role=dialog]')
/** The labels of the options. */
const options = (): string[] =>
  all('option').map((option) => text(option.querySelector('bdi') ?? document.createElement('p')))
const queryField = (): HTMLInputElement =>
  document.querySelector<HTMLInputElement>('[role=dialog] [role=combobox]')!
/** The label of the option that Enter would choose. */
const marked = (): string | undefined => {
  const id = queryField().getAttribute('aria-activedescendant')
  const option = document.getElementById(id ?? '')
  return option === null ? undefined : text(option.querySelector('bdi') ?? undefined)
}

/** The button of the account menu, whose name ends with the account, or null. */
const accountMenu = (): HTMLElement | null => document.querySelector('[aria-label^="Account menu, "]')

/** Starts the window and opens its palette. */
async function openPalette(initial = appState(), prepare?: (fake: FakeBridge) => void): Promise<FakeBridge> {
  const fake = await mountApp(initial, prepare)
  await get('table', 'Sessions')
  await openHere()
  return fake
}

/** Focuses the account menu, then opens the palette. */
async function openHere(): Promise<void> {
  const menu = await find('the account menu', accountMenu)
  menu.focus()
  pressKey('k', { ctrlKey: true })
  await find('the palette', dialog)
  await vi.waitFor(() => expect([document.activeElement, marked()]).toEqual([queryField(), options()[0]]))
}

/** Types into the palette, and waits for the results. */
async function search(message: string): Promise<void> {
  queryField().value = message
  queryField().dispatchEvent(new Event('input', { bubbles: true }))
  await vi.waitFor(() => expect(marked()).toBe(options()[0]))
}

/** Types a query that matches one option, and chooses it. */
async function choose(message: string): Promise<void> {
  await search(message)
  await vi.waitFor(() => expect(options()).toHaveLength(1))
  await vi.waitFor(() => expect(marked()).toBe(options()[0]))
  pressKey('Enter')
  await find('no palette', () => (document.querySelector('[role=dialog] [role=combobox]') ? null : true))
}

describe('the palette', () => {
  it('offers pages and actions first, then accounts and the sessions of others', async () => {
    await openPalette(appState({ accounts: [account(), bruno()] }))
    const labels = options()
    expect(labels.slice(0, 6)).toEqual(['All accounts', ...PAGES])
    const own = ['Sign out', 'Keyboard shortcuts', 'Sign out everywhere']
    expect(labels.slice(6, 14)).toEqual([...ACTIONS, ...own])
    expect(labels.slice(14, 18)).toEqual([...THEMES, 'Switch to Bruno Lima'])
    const others = ['Firefox on Ubuntu', 'Chrome on Windows', 'Safari on iPhone']
    expect(labels.slice(18)).toEqual([
      'Details of Session Desk on ana-laptop',
      ...others.flatMap((name) => [`Details of ${name}`, `End ${name}`]),
    ])
    const groups = all('group').map((group) => text(group.firstElementChild ?? undefined))
    expect(groups).toEqual(['Pages', 'Actions', 'Accounts', 'Sessions'])
  })

  it('filters by the typed text, and announces the number of results', async () => {
    await openPalette()
    await findMessage('status', '23 results')
    await search('ubuntu fire')
    await vi.waitFor(() =>
      expect(options()).toEqual(['Details of Firefox on Ubuntu', 'End Firefox on Ubuntu']),
    )
    await findMessage('status', '2 results')
    await search('end fire')
    await findMessage('status', '1 result')
    await search('nothing like it')
    await findMessage('status', '0 results')
    expect(text(dialog() ?? undefined)).toContain('Nothing found.')
    pressKey('Enter')
    expect(dialog()).not.toBeNull()
  })

  it('finds a session by all that its list finds it by', async () => {
    const phone = {
      ...session(9, 'My phone'),
      ...{ serviceName: 'Chrome on Android (13)', model: 'Pixel 8', note: 'lent to Bia' },
    }
    await openPalette(appState(), (fake) => (fake.list = list({ sessions: [...sessions(), phone] })))
    for (const typed of ['pix', 'android', 'bia']) {
      await search(typed)
      await vi.waitFor(() => expect(options()).toEqual(['Details of My phone', 'End My phone']))
    }
  })

  it('moves by arrow keys, Home and End, and marks the active option', async () => {
    await openPalette()
    for (const [key, label] of Object.entries({
      ArrowDown: 'Activity',
      End: 'End Safari on iPhone',
      ArrowUp: 'Details of Safari on iPhone',
      Home: 'Sessions',
    })) {
      pressKey(key)
      await vi.waitFor(() => expect(marked()).toBe(label))
    }
    document
      .querySelector('[role=listbox]')!
      .parentElement!.dispatchEvent(new PointerEvent('pointerleave', { bubbles: false }))
    await vi.waitFor(() => expect(marked()).toBe('Sessions'))
  })

  it('closes on Escape without a request, and restores the focus', async () => {
    const fake = await openPalette()
    const before = fake.calls.length
    pressKey('Escape')
    await find('no palette', () => (dialog() ? null : true))
    await focusOn('button', 'Account menu, Ana Souza, ana@example.com · desk.example.com')
    expect(fake.calls).toHaveLength(before)
  })

  it('shows a limited number of results, and says how many more there are', async () => {
    const many = Array.from({ length: 120 }, (_, index) => session(index + 2, `Device ${index}`))
    await openPalette(
      appState(),
      (fake) => (fake.list = list({ sessions: [...sessions().slice(0, 1), ...many] })),
    )
    expect(options()).toHaveLength(50)
    expect(options()[0]).toBe('Sessions')
    await findMessage('status', '257 results')
    expect(text(dialog() ?? undefined)).toContain('207 more.')
    await search('device 119')
    await vi.waitFor(() => expect(options()).toEqual(['Details of Device 119', 'End Device 119']))
  })
})

describe('choosing in the palette', () => {
  it.each([
    ['pass', 'Password'],
    ['add account', 'Sign in'],
    ['keyboard', 'Keyboard shortcuts'],
  ])('opens a page or a dialog: "%s"', async (typed, heading) => {
    await openPalette()
    await choose(typed)
    await get('heading', heading)
    if (typed === 'pass') expect(document.activeElement).toBe(accountMenu())
  })

  it.each(['rule', 'unused'])('leads to the chip of the rule, with its days: "%s"', async (typed) => {
    await openPalette(appState(), ({ handlers }) => {
      handlers['rule:get'] = () => ok(RULE)
    })
    for (const from of ['another page', 'its own page']) {
      if (from === 'its own page') await openHere()
      await choose(typed)
      const chip = await get('button', '0 unused for 60 days')
      await vi.waitFor(() => expect(document.activeElement).toBe(chip))
      await get('switch', 'End these automatically')
    }
  })

  it('finds Activity by its picture', async () => {
    await openPalette()
    await choose('over time')
    await get('heading', 'Activity')
  })

  it('ends a session by the same request as its row, and does not offer it again', async () => {
    const fake = await openPalette()
    await choose('end firefox')
    await vi.waitFor(() => expect(fake.callsOf('session:revoke')).toEqual([revokeOf(fake, 2)]))
    fake.changeEnds(singleEnd())
    await openHere()
    expect(options()).not.toContain('End Firefox on Ubuntu')
  })

  it('opens the details of a session first, which ends nothing', async () => {
    const fake = await openPalette()
    await search('firefox')
    await vi.waitFor(() => expect(marked()).toBe('Details of Firefox on Ubuntu'))
    pressKey('Enter')
    await get('complementary', 'Details')
    expect(fake.callsOf('session:revoke')).toEqual([])
  })

  it('offers to undo the end of a session that ends when online', async () => {
    const fake = await openPalette()
    fake.changeEnds(singleEnd({ kind: 'waiting' }))
    await search('firefox')
    const undo = 'Undo ending Firefox on Ubuntu'
    await vi.waitFor(() => expect(options()).toEqual(['Details of Firefox on Ubuntu', undo]))
    await choose('undo ending firefox')
    const payload = revokeOf(fake, 2)
    await vi.waitFor(() => expect(fake.callsOf('session:undo')).toEqual([payload]))
  })

  it.each<[string, Parameters<FakeBridge['callsOf']>[0], unknown]>([
    ['refresh', 'session:refresh', { accountId: 'a1' }],
    ['renew now', 'account:renew', { accountId: 'a1' }],
    ['theme dark', 'settings:update', { theme: 'dark' }],
    ['bruno desk.example', 'account:select', { accountId: 'a2' }],
  ])('does "%s"', async (message, request, payload) => {
    const fake = await openPalette(appState({ accounts: [account(), bruno()] }))
    await choose(message)
    await vi.waitFor(() => expect(fake.callsOf(request)).toEqual([payload]))
  })

  it('says so when the theme was not saved', async () => {
    await openPalette(appState(), ({ handlers }) => {
      handlers['settings:update'] = () => failed({ kind: 'misconfigured', reason: 'storage' })
    })
    await choose('dark')
    await shows("couldn't write to its disk")
  })

  it('confirms before it signs out everywhere', async () => {
    const fake = await openPalette()
    await choose('everywhere')
    const dialog = await find('the dialog', alertDialog)
    await vi.waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    expect(fake.callsOf('account:signOutEverywhere')).toEqual([])
    pressKey('Escape')
    await focusOn('button', 'Account menu, Ana Souza, ana@example.com · desk.example.com')
  })
})

describe('what the palette does not offer', () => {
  it('to an API token: renewal and signing out; it confirms a removal', async () => {
    const fake = await openPalette(
      appState({ accounts: [account({ credential: API_TOKEN })] }),
      (prepared) => {
        prepared.list = list({ sessions: sessions().map((session) => ({ ...session, isCurrent: false })) })
      },
    )
    expect(options().filter((label) => /^(Renew|Sign out)/.test(label))).toEqual([])
    await choose('remove account')
    await find('the dialog', alertDialog)
    expect(fake.callsOf('account:signOut')).toEqual([])
  })

  it.each([0, 2])('to end sessions, where %i are marked as this device', async (currents) => {
    await openPalette(appState(), (fake) => {
      fake.list = list({
        sessions: sessions().map((session, index) => ({ ...session, isCurrent: index < currents })),
      })
    })
    expect(options().filter((label) => /^End (?!unused)/.test(label))).toEqual([])
    expect(query('button', 'End Safari on iPhone')).toBeNull()
  })
})
