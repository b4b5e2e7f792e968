import { describe, expect, it, vi } from 'vitest'
import { account, appState, session, sessions, user, type FakeBridge } from '../../fake-bridge.ts'
import { mountList } from '../../mount-app.ts'
import { all, find, findMessage, get, nameOf, press, pressKey, query, shows, text } from '../../screen.ts'

const names = (): string[] => all('row').map((row) => text(row.querySelector('bdi') ?? row))
const becomes = (...shown: string[]): Promise<void> => vi.waitFor(() => expect(names()).toEqual(shown))
const here = (): ReturnType<typeof session> => session(1, 'Here', { isCurrent: true })
const searchField = (): HTMLInputElement => document.querySelector('input[type=search]') as HTMLInputElement

/** Types into a field that has no label of its own. */
function typeInto(input: HTMLInputElement, typed: string): void {
  input.value = typed
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Chooses an item in a menu above the list. */
async function choose(menu: string, item: string): Promise<void> {
  const button = await find(menu, () =>
    all('button').find((element) => nameOf(element).startsWith(`${menu}:`)),
  )
  button.focus()
  pressKey('Enter')
  await press(item, 'menuitemradio')
  await vi.waitFor(() => expect(all('menu')).toEqual([]))
  await vi.waitFor(() => expect(document.activeElement).toBe(button))
}

describe('sorting, grouping and filtering the list', () => {
  it('sorts by when this computer first saw the sessions, with unknown times last', async () => {
    const seen = [session(1, 'Earlier', { firstSeenAt: 1 }), session(2, 'Later', { firstSeenAt: 2 })]
    await mountList({ sessions: [session(3, 'Unknown'), ...seen] })
    await press('First seen')
    await becomes('Later', 'Earlier', 'Unknown')
    await press('First seen')
    await becomes('Earlier', 'Later', 'Unknown')
  })

  it('sorts and groups by its menus, and remembers it across pages', async () => {
    const others = [session(2, 'B', { platform: 'Windows' }), session(3, 'A', { platform: 'Android' })]
    await mountList({ sessions: [here(), ...others] })
    await choose('Group', 'By platform')
    await choose('Sort', 'Name, Z to A')
    await becomes('Here', 'Android', 'A', 'Windows', 'B')
    await press('Password', 'link')
    await get('heading', 'Password')
    await press('Sessions', 'link')
    await becomes('Here', 'Android', 'A', 'Windows', 'B')
  })

  it('filters, counts the matches, and clears the filter', async () => {
    const old = session(2, 'Old', { lastUsedAt: Date.now() - 40 * 86_400_000 })
    await mountList({ sessions: [here(), old] })
    await choose('Filter', 'Inactive for 30 days')
    await findMessage('status', '1 of 2 sessions')
    expect(names()).toEqual(['Old'])
    await choose('Filter', 'Inactive for a custom number of days…')
    const days = await find('the field', () =>
      document.querySelector<HTMLInputElement>('[aria-label="Days of inactivity"]'),
    )
    expect(days.value).toBe('30')
    typeInto(days, '0')
    await findMessage('alert', 'From 1 to 3650')
    typeInto(days, '41')
    await shows('No sessions match.')
    await press('Show all sessions')
    await becomes('Here', 'Old')
  })
})

describe('searching the list', () => {
  async function search(typed: string): Promise<FakeBridge> {
    const fake = await mountList()
    typeInto(await find('the search', searchField), typed)
    return fake
  }

  it('says when nothing matches, and shows everything after Escape', async () => {
    await search('no such device')
    await shows('No sessions match.')
    expect(query('table', 'Sessions')).toBeNull()
    searchField().focus()
    pressKey('Escape')
    await vi.waitFor(() => expect(names()).toHaveLength(4))
  })

  it('keeps its text and the filter while another page is shown', async () => {
    await mountList({ sessions: [...sessions(), session(5, 'Chrome on macOS', { lastUsedAt: null })] })
    typeInto(await find('the search', searchField), 'chrome')
    await choose('Filter', 'Never used')
    await becomes('Chrome on macOS')
    await press('Password', 'link')
    await get('heading', 'Password')
    await press('Sessions', 'link')
    await becomes('Chrome on macOS')
    expect(searchField().value).toBe('chrome')
    await findMessage('status', '1 of 5 sessions')
  })

  it('starts empty in the list of another account, and in the first one after it', async () => {
    const bruno = account({ id: 'a2', user: user({ id: 8, name: 'Bruno' }) })
    const fake = await mountList({}, appState({ accounts: [account(), bruno] }))
    typeInto(await find('the search', searchField), 'chrome')
    await choose('Filter', 'Never used')
    await shows('No sessions match.')
    for (const id of ['a2', 'a1']) {
      fake.changeState({ activeAccountId: id })
      fake.changeList({ accountId: id })
      await vi.waitFor(() => expect(names()).toHaveLength(4))
      expect(searchField().value).toBe('')
    }
  })

  it('is focused by its shortcut from any page', async () => {
    await mountList()
    await press('Password', 'link')
    await get('heading', 'Password')
    pressKey('f', { ctrlKey: true })
    await get('heading', 'Sessions')
    await vi.waitFor(() => expect(document.activeElement).toBe(searchField()))
  })
})
