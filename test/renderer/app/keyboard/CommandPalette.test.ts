import { describe, expect, it, vi } from 'vitest'
import { account, appState, list, session, sessions, user } from '../../fake-bridge.ts'
import { dialog, marked, openPalette, options, pressKey, search } from './palette-harness.ts'
import { all, find, get, findMessage, text } from '../../screen.ts'

const bruno = account({ id: 'a2', user: user({ name: 'Bruno Lima', tenant: null }) })

describe('the palette', () => {
  it('offers pages and actions first, then accounts and the sessions of others', async () => {
    await openPalette(appState({ accounts: [account(), bruno] }))
    expect(options()).toEqual([
      'Sessions',
      'Activity',
      'Profile',
      'Password',
      'Settings',
      'All accounts',
      'Refresh',
      'Review…',
      'Renew now',
      'Add account',
      'Sign out',
      'Sign out everywhere',
      'Theme: System',
      'Theme: Light',
      'Theme: Dark',
      'Keyboard shortcuts',
      'Switch to Bruno Lima',
      'Details of Session Desk on ana-laptop',
      'Details of Firefox on Ubuntu',
      'End Firefox on Ubuntu',
      'Details of Chrome on Windows',
      'End Chrome on Windows',
      'Details of Safari on iPhone',
      'End Safari on iPhone',
    ])
    expect(all('group').map((group) => text(group.firstElementChild ?? undefined))).toEqual([
      'Pages',
      'Actions',
      'Accounts',
      'Sessions',
    ])
  })

  it('filters by the typed text, and announces the number of results', async () => {
    await openPalette()
    await findMessage('status', '22 results')
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

  it('moves by arrow keys, Home and End, and marks the active option', async () => {
    await openPalette()
    pressKey('ArrowDown')
    await vi.waitFor(() => expect(marked()).toBe('Activity'))
    pressKey('End')
    await vi.waitFor(() => expect(marked()).toBe('End Safari on iPhone'))
    pressKey('ArrowUp')
    await vi.waitFor(() => expect(marked()).toBe('Details of Safari on iPhone'))
    pressKey('Home')
    await vi.waitFor(() => expect(marked()).toBe('Sessions'))
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
    await vi.waitFor(async () =>
      expect(document.activeElement).toBe(await get('button', 'Account menu, Ana Souza, Acme')),
    )
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
    await findMessage('status', '256 results')
    expect(text(dialog() ?? undefined)).toContain('206 more.')
    await search('device 119')
    await vi.waitFor(() => expect(options()).toEqual(['Details of Device 119', 'End Device 119']))
  })
})
