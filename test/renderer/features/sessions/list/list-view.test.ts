import { describe, expect, it, vi } from 'vitest'
import { appState, list, session } from '../../../fake-bridge.ts'
import { mountApp } from '../../../mount-app.ts'
import { all, find, get, nameOf, press, findMessage, text } from '../../../screen.ts'

const names = (): string[] =>
  all('row').flatMap((row) => text(row.querySelector('bdi') ?? document.createElement('i')))
/** Chooses an item in a menu above the list. */
async function choose(menu: string, item: string): Promise<void> {
  const button = await find(menu, () =>
    all('button').find((element) => nameOf(element).startsWith(`${menu}:`)),
  )
  button.focus()
  button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  await press(item, 'menuitemradio')
  await vi.waitFor(() => expect(all('menu')).toEqual([]))
  await vi.waitFor(() => expect(document.activeElement).toBe(button))
}

describe('sorting, grouping and filtering the list', () => {
  it('sorts by a click on a column header, and shows the direction', async () => {
    await mountApp(appState())
    await get('checkbox', 'Select Firefox on Ubuntu')
    await press('Name')
    await vi.waitFor(() =>
      expect(names()).toEqual([
        'Session Desk on ana-laptop',
        'Chrome on Windows',
        'Firefox on Ubuntu',
        'Safari on iPhone',
      ]),
    )
    expect([...document.querySelectorAll('thead th')].map((head) => head.getAttribute('aria-sort'))).toEqual([
      'ascending',
      'none',
      'none',
      'none',
    ])
    await press('Name')
    await vi.waitFor(() => expect(names()[1]).toBe('Safari on iPhone'))
  })

  it('sorts by when this computer first saw the sessions, with unknown times last', async () => {
    const three = [session(1, 'Earlier', { firstSeenAt: 1 }), session(2, 'Later', { firstSeenAt: 2 })]
    await mountApp(appState(), (fake) => (fake.list = list({ sessions: [session(3, 'Unknown'), ...three] })))
    await get('table', 'Sessions')
    await press('First seen')
    await vi.waitFor(() => expect(names()).toEqual(['Later', 'Earlier', 'Unknown']))
    await press('First seen')
    await vi.waitFor(() => expect(names()).toEqual(['Earlier', 'Later', 'Unknown']))
  })

  it('sorts and groups by its menus, and remembers it across pages', async () => {
    const three = [
      session(1, 'Here', { isCurrent: true }),
      session(2, 'B', { platform: 'Windows' }),
      session(3, 'A', { platform: 'Android' }),
    ]
    await mountApp(appState(), (fake) => (fake.list = list({ sessions: three })))
    await choose('Group', 'By platform')
    await choose('Sort', 'Name, Z to A')
    await vi.waitFor(() => expect(names()).toEqual(['Here', 'Android', 'A', 'Windows', 'B']))
    await press('Password', 'link')
    await get('heading', 'Password')
    await press('Sessions', 'link')
    await get('table', 'Sessions')
    await vi.waitFor(() => expect(names()).toEqual(['Here', 'Android', 'A', 'Windows', 'B']))
  })

  it('filters, counts the matches, and clears the filter', async () => {
    const day = 86_400_000
    const old = session(2, 'Old', { lastUsedAt: Date.now() - 40 * day })
    await mountApp(
      appState(),
      (fake) => (fake.list = list({ sessions: [session(1, 'Here', { isCurrent: true }), old] })),
    )
    await choose('Filter', 'Inactive for 30 days')
    await findMessage('status', '1 of 2 sessions')
    expect(names()).toEqual(['Old'])
    await choose('Filter', 'Inactive for a custom number of days…')
    const days = await find('the field', () =>
      document.querySelector<HTMLInputElement>('[aria-label="Days of inactivity"]'),
    )
    expect(days.value).toBe('30')
    days.value = '0'
    days.dispatchEvent(new Event('input', { bubbles: true }))
    await findMessage('alert', 'From 1 to 3650')
    days.value = '41'
    days.dispatchEvent(new Event('input', { bubbles: true }))
    await find('the sentence', () => (text().includes('No sessions match.') ? true : null))
    await press('Show all sessions')
    await vi.waitFor(() => expect(names()).toEqual(['Here', 'Old']))
  })
})
