import { describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import { ok } from '../../../../electron/shared/result.ts'
import { account, appState, bruno, keysOf, revokeOf, session, singleEnd } from '../../fake-bridge.ts'
import { keyOf } from '../../../support/builders.ts'
import { mountList } from '../../mount-app.ts'
import {
  all,
  field,
  find,
  findMessage,
  focusOnRow,
  get,
  press,
  pressKey,
  query,
  shows,
  text,
} from '../../screen.ts'

const OWN = 'Session Desk on ana-laptop'
const row = (name: string): Promise<HTMLElement> =>
  find(`row ${name}`, () => all('row').find((each) => text(each).includes(name)))
const items = (): string[] => all('menuitem').map((item) => text(item))

/** Asks for the menu of a row with the right button, or by key. */
async function openMenu(
  name: string,
  over: MouseEventInit = { button: 2, clientX: 300, clientY: 200 },
): Promise<boolean> {
  const element = await row(name)
  element.focus()
  const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...over })
  element.dispatchEvent(event)
  await get('menu', name)
  return event.defaultPrevented
}

/** What the window copies while it runs. */
function copied(): string[] {
  const texts: string[] = []
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- see copy-text.ts
  document.execCommand = () => {
    const event = new Event('copy', { bubbles: true })
    Object.assign(event, { clipboardData: { setData: (_type: string, value: string) => texts.push(value) } })
    return document.dispatchEvent(event)
  }
  return texts
}

describe('the menu of a row', () => {
  it('ends the session as its button does, and gives the focus back to the row', async () => {
    const fake = await mountList()
    expect(await openMenu('Firefox on Ubuntu')).toBe(true)
    expect(items()).toEqual(['Open details', 'Name…', 'Copy name', 'Copy ID', 'Show in Activity', 'End'])
    await press('End', 'menuitem')
    await vi.waitFor(() => expect(fake.callsOf('session:revoke')).toEqual([revokeOf(fake, 2)]))
    expect(all('menu')).toEqual([])
    await focusOnRow('Firefox on Ubuntu')
  })

  it('opens by key with its first item focused, and closes with Escape', async () => {
    await mountList()
    await openMenu('Firefox on Ubuntu', { button: 0 })
    await vi.waitFor(() => expect(document.activeElement).toBe(query('menuitem', 'Open details')))
    pressKey('Escape')
    await focusOnRow('Firefox on Ubuntu')
    expect(all('menu')).toEqual([])
  })

  it('stays open although it follows another one, whose focus returns later', async () => {
    await mountList()
    await openMenu('Firefox on Ubuntu')
    pressKey('Escape')
    // Without a timer, by which the focus returns.
    while (all('menu').length > 0) await nextTick()
    await openMenu('Chrome on Windows')
    expect(document.activeElement).toBe(query('menu', 'Chrome on Windows'))
  })

  it('has no Name of a session that the record does not have', async () => {
    const sessions = [session(1, OWN, { isCurrent: true }), session(2, 'Tablet', { key: -2 })]
    await mountList({ sessions })
    await openMenu('Tablet')
    expect(items()).toEqual(['Open details', 'Copy name', 'Copy ID', 'Show in Activity', 'End'])
  })

  it('has no End on this device, nor while the session is ended', async () => {
    const fake = await mountList()
    await openMenu(OWN)
    expect(items()).not.toContain('End')
    pressKey('Escape')
    await vi.waitFor(() => expect(all('menu')).toEqual([]))
    fake.changeEnds(singleEnd())
    await get('button', 'Ending Firefox on Ubuntu')
    await openMenu('Firefox on Ubuntu')
    expect(items()).not.toContain('End')
  })

  it('of one of several selected rows asks to end them all', async () => {
    const fake = await mountList()
    await press('Select Firefox on Ubuntu', 'checkbox')
    await openMenu('Firefox on Ubuntu')
    expect(items()).toContain('End')
    pressKey('Escape')
    await vi.waitFor(() => expect(all('menu')).toEqual([]))
    await press('Select Chrome on Windows', 'checkbox')
    await openMenu('Firefox on Ubuntu')
    await press('End selected', 'menuitem')
    await press('End 2 sessions')
    const keys = keysOf(fake, 2, 3)
    expect(fake.callsOf('session:revokeMany')).toEqual([{ plan: [{ accountId: 'a1', keys }] }])
  })

  it.each([
    ['Copy name', 'Firefox on Ubuntu'],
    ['Copy ID', '2'],
  ])('copies with "%s"', async (item, copy) => {
    await mountList()
    const texts = copied()
    await openMenu('Firefox on Ubuntu')
    await press(item, 'menuitem')
    await vi.waitFor(() => expect(texts).toEqual([copy]))
  })

  it('opens the details, or their field for the name', async () => {
    await mountList()
    await openMenu('Firefox on Ubuntu')
    await press('Open details', 'menuitem')
    await shows('Session ID')
    pressKey('Escape')
    await vi.waitFor(() => expect(query('button', 'Close')).toBeNull())
    await openMenu('Chrome on Windows')
    await press('Name…', 'menuitem')
    const input = await field('Name on this computer')
    await vi.waitFor(() => expect(document.activeElement).toBe(input))
  })

  it('shows what happened to the session in Activity, and nothing of it in another account', async () => {
    const fake = await mountList({}, appState({ accounts: [account(), bruno()] }))
    const entry = { type: 'newSignIn', actor: 'elsewhere', sessionId: 2 } as const
    const entries = [
      { ...entry, at: 5, name: 'Firefox', key: keyOf({ id: 2 }) },
      { ...entry, at: 4, name: 'Other', sessionId: 3, key: 7 },
    ]
    fake.handlers['activity:get'] = ({ accountId }) =>
      ok({ accountId, since: 1, now: 5, sessions: [], entries })
    await openMenu('Firefox on Ubuntu')
    await press('Show in Activity', 'menuitem')
    await get('heading', 'Activity')
    await findMessage('status', '1 of 2 entries')
    fake.changeState({ activeAccountId: 'a2' })
    await findMessage('status', '2 of 2 entries')
  })
})
