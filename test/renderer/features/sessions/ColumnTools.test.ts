import { describe, expect, it, vi } from 'vitest'
import type { ViewState } from '../../../../electron/shared/view-state.ts'
import { appState } from '../../fake-bridge.ts'
import { mountList } from '../../mount-app.ts'
import { all, find, get, nameOf, press, pressKey, text } from '../../screen.ts'

/** The heads of the columns beside the name. */
const heads = (): string[] => [...document.querySelectorAll('th[data-column]')].map((head) => nameOf(head))
/** The columns of the first row. */
const cells = (): (string | undefined)[] =>
  [...document.querySelectorAll<HTMLElement>('tbody tr:first-child [data-column]')].map(
    ({ dataset }) => dataset['column'],
  )
const tracks = (): string => document.querySelector('table')?.style.getPropertyValue('--columns') ?? ''

async function openHeadMenu(name: string): Promise<void> {
  await get('button', 'Columns')
  const head = await find(name, () =>
    [...document.querySelectorAll('th')].find((one) => nameOf(one) === name),
  )
  head.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 2 }))
  await get('menu', 'Columns')
}
const item = (name: string): HTMLElement | undefined =>
  [...all('menuitem'), ...all('menuitemcheckbox')].find((one) => text(one) === name)

describe('the columns', () => {
  it('are moved, widened and reset by the menu of a head, which stays open', async () => {
    await mountList()
    expect(heads()).toEqual(['Last used', 'Signed in', 'First seen'])
    await openHeadMenu('Signed in')
    await press('Move left', 'menuitem')
    await vi.waitFor(() => expect(heads()).toEqual(['Signed in', 'Last used', 'First seen']))
    expect(cells()).toEqual(['signedIn', 'lastUsed', 'firstSeen'])
    expect(item('Move left')?.getAttribute('aria-disabled')).toBe('true')
    await press('Wider', 'menuitem')
    await vi.waitFor(() => expect(tracks()).toBe('minmax(4rem, 64px) 8rem'))
    await press('Reset columns', 'menuitem')
    await vi.waitFor(() => expect(heads()).toEqual(['Last used', 'Signed in', 'First seen']))
    expect(tracks()).toBe('')
  })

  it('are hidden and shown by the menu of the button', async () => {
    const fake = await mountList()
    const button = await get('button', 'Columns')
    button.focus()
    pressKey('Enter')
    const column = await find('the column', () => item('Signed in'))
    expect(item('Account')).toBeUndefined()
    column.click()
    await vi.waitFor(() => expect(heads()).toEqual(['Last used', 'First seen']))
    expect(cells()).toEqual(['lastUsed', 'firstSeen'])
    const sent = (): unknown =>
      (fake.callsOf('view:update').at(-1) as { view: ViewState } | undefined)?.view.columns
    await vi.waitFor(() => expect(sent()).toContainEqual({ name: 'signedIn', width: null, hidden: true }))
  })

  it('are as they were after a restart', async () => {
    const columns: ViewState['columns'] = [
      { name: 'firstSeen', width: null, hidden: true },
      { name: 'signedIn', width: 200, hidden: false },
      { name: 'account', width: null, hidden: false },
      { name: 'lastUsed', width: null, hidden: false },
    ]
    await mountList({}, appState({ view: { columns } }))
    expect([heads(), tracks()]).toEqual([['Signed in', 'Last used'], 'minmax(4rem, 200px) 8rem'])
  })
})
