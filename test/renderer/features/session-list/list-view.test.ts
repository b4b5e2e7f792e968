import { describe, expect, it, vi } from 'vitest'
import type { ViewState } from '../../../../electron/shared/view-state.ts'
import { account, appState, session, sessions, user, type FakeBridge } from '../../fake-bridge.ts'
import { mountApp, mountList } from '../../mount-app.ts'
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

describe('sorting the list', () => {
  it('sorts by its menu, and remembers it across pages', async () => {
    await mountList({ sessions: [here(), session(2, 'B'), session(3, 'A')] })
    await choose('Sort', 'Name, A to Z')
    await becomes('Here', 'A', 'B')
    await press('Password', 'link')
    await get('heading', 'Password')
    await press('Sessions', 'link')
    await becomes('Here', 'A', 'B')
  })
})

describe('searching the list', () => {
  async function search(typed: string): Promise<FakeBridge> {
    const fake = await mountList()
    typeInto(await find('the search', searchField), typed)
    return fake
  }

  it('says when nothing matches, and shows everything once it is cleared', async () => {
    await search('no such device')
    await shows('No sessions match.')
    expect(query('table', 'Sessions')).toBeNull()
    typeInto(searchField(), '')
    await vi.waitFor(() => expect(names()).toHaveLength(4))
  })

  it('keeps its text and the chip while another page is shown', async () => {
    await mountList({ sessions: [...sessions(), session(5, 'Chrome on macOS', { lastUsedAt: null })] })
    typeInto(await find('the search', searchField), 'chrome')
    await press('1 never used')
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
    const never = session(5, 'Safari', { lastUsedAt: null })
    const fake = await mountList(
      { sessions: [...sessions(), never] },
      appState({ accounts: [account(), bruno] }),
    )
    typeInto(await find('the search', searchField), 'chrome')
    await press('1 never used')
    await shows('No sessions match.')
    for (const id of ['a2', 'a1']) {
      fake.changeState({ activeAccountId: id })
      fake.changeList({ accountId: id, sessions: sessions() })
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

describe('after a restart', () => {
  const view: ViewState = {
    order: { by: 'name', direction: 'up' },
  }
  const unused = [session(2, 'B', { lastUsedAt: null }), session(3, 'A', { lastUsedAt: null })]
  const updates = (fake: FakeBridge): unknown[] =>
    fake.callsOf('view:update').map((sent) => (sent as { view: ViewState }).view)

  it('the list is sorted as it was', async () => {
    await mountList({ sessions: [here(), ...unused, session(4, 'Used')] }, appState({ view }))
    await becomes('Here', 'A', 'B', 'Used')
  })

  it('the page that shows sessions is there again, and a form is not', async () => {
    await mountApp(appState({ view: { page: 'activity' } }))
    await get('heading', 'Activity')
  })

  it('is stored as it is now, without what was searched for, a chip or what is as at first', async () => {
    const fake = await mountList({ sessions: [here(), ...unused] })
    typeInto(await find('the search', searchField), 'b')
    await press('Name')
    await press('2 never used')
    await vi.waitFor(() => expect(updates(fake)).toEqual([{ order: view.order }]))
    await press('Settings', 'link')
    await get('heading', 'Settings')
    await press('Activity', 'link')
    await vi.waitFor(() => expect(updates(fake).at(-1)).toEqual({ page: 'activity', order: view.order }))
    expect(JSON.stringify(fake.callsOf('view:update'))).not.toContain('"b"')
  })

  it('is stored at once when the window is hidden or closed', async () => {
    const fake = await mountList({ sessions: [here(), ...unused] })
    await press('Name')
    await becomes('Here', 'A', 'B')
    await vi.waitFor(() => {
      window.dispatchEvent(new Event('pagehide'))
      expect(updates(fake)).toEqual([{ order: view.order }])
    })
  })
})

it('has no tools over a single session', async () => {
  const fake = await mountList({ sessions: [here()] })
  await shows('Here')
  expect([searchField(), query('group', 'What needs you')]).toEqual([null, null])
  fake.changeList({ sessions: [here(), session(2, 'B')] })
  await find('the search', searchField)
})
