import { describe, expect, it, vi } from 'vitest'
import { appState, list, sessions, type FakeBridge, identitiesOf } from '../../../fake-bridge.ts'
import { mountApp } from '../../../mount-app.ts'
import { get, nameOf, press, query, findMessage, text } from '../../../screen.ts'

const checks = (): HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>('tbody input[type=checkbox]'),
]
const checked = (): string[] =>
  checks()
    .filter((check) => check.checked)
    .map(nameOf)
const key = (name: string, over: KeyboardEventInit = {}): boolean =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...over }),
  )
const focusedRow = (): string =>
  text(document.activeElement?.querySelector('bdi') ?? document.createElement('i'))
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

async function pressKey(name: string, over: KeyboardEventInit = {}): Promise<void> {
  key(name, over)
  await settle()
}

async function open(): Promise<FakeBridge> {
  const fake = await mountApp(appState())
  await get('checkbox', 'Select Firefox on Ubuntu')
  return fake
}

describe('selecting sessions', () => {
  it('has a checkbox for each session except this device', async () => {
    await open()
    expect(checks().map(nameOf)).toEqual([
      'Select Firefox on Ubuntu',
      'Select Chrome on Windows',
      'Select Safari on iPhone',
    ])
  })

  it('says how many, ends them, and clears', async () => {
    const fake = await open()
    await press('Select Chrome on Windows', 'checkbox')
    await press('Select Firefox on Ubuntu', 'checkbox')
    await findMessage('status', '2 selected')
    expect(checked()).toEqual(['Select Firefox on Ubuntu', 'Select Chrome on Windows'])
    await press('End selected')
    await press('End 2 sessions')
    expect(fake.callsOf('session:revokeMany')).toEqual([
      { accountId: 'a1', target: { kind: 'these', sessions: identitiesOf(fake, 2, 3) } },
    ])
    await press('Clear selection')
    await vi.waitFor(() => expect(checked()).toEqual([]))
    expect(query('button', 'End selected')).toBeNull()
  })

  it('selects a range with Shift and a click, also onto a checked session', async () => {
    await open()
    await press('Select Safari on iPhone', 'checkbox')
    const first = await get('checkbox', 'Select Firefox on Ubuntu')
    first.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: true }))
    await vi.waitFor(() => expect(checked()).toHaveLength(3))
    const last = await get('checkbox', 'Select Safari on iPhone')
    last.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: true }))
    await vi.waitFor(() => expect(checked()).toEqual(['Select Safari on iPhone']))
  })

  it('works by keyboard: rows, ranges, all, none', async () => {
    await open()
    document.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus()
    expect(focusedRow()).toBe('Session Desk on ana-laptop')
    await pressKey(' ')
    expect(checked()).toEqual([])
    await pressKey('ArrowDown')
    expect(focusedRow()).toBe('Firefox on Ubuntu')
    await pressKey(' ')
    await pressKey('ArrowDown', { shiftKey: true })
    await pressKey('ArrowDown', { shiftKey: true })
    expect(checked()).toHaveLength(3)
    await pressKey('ArrowUp', { shiftKey: true })
    expect(checked()).toEqual(['Select Firefox on Ubuntu', 'Select Chrome on Windows'])
    await pressKey('End')
    expect(focusedRow()).toBe('Safari on iPhone')
    await pressKey(' ', { shiftKey: true })
    expect(checked()).toHaveLength(3)
    await pressKey('Escape')
    expect(checked()).toEqual([])
    await pressKey('a', { ctrlKey: true })
    expect(checked()).toHaveLength(3)
    await pressKey('Home')
    expect(focusedRow()).toBe('Session Desk on ana-laptop')
    expect(document.querySelectorAll('tr[tabindex="0"]')).toHaveLength(1)
  })

  it('selects all shown sessions with the check in the head, which says when only some are', async () => {
    await open()
    const head = (await get('checkbox', 'Select all')) as HTMLInputElement
    const state = (): [boolean, boolean] => [head.checked, head.indeterminate]
    expect(state()).toEqual([false, false])
    await press('Select Chrome on Windows', 'checkbox')
    await vi.waitFor(() => expect(state()).toEqual([false, true]))
    head.click()
    await vi.waitFor(() => expect(checked()).toHaveLength(3))
    await vi.waitFor(() => expect(state()).toEqual([true, false]))
    head.click()
    await vi.waitFor(() => expect(checked()).toEqual([]))
    await vi.waitFor(() => expect(state()).toEqual([false, false]))
  })

  it('starts a range at the focus', async () => {
    await open()
    ;(await get('button', 'End Chrome on Windows')).focus()
    await pressKey('ArrowDown', { shiftKey: true })
    expect(checked()).toEqual(['Select Chrome on Windows', 'Select Safari on iPhone'])
  })

  it('leaves Ctrl+A to the search', async () => {
    await open()
    document.querySelector<HTMLElement>('input[type=search]')?.focus()
    await pressKey('a', { ctrlKey: true })
    expect(checked()).toEqual([])
  })

  it('survives a refresh, without sessions that are gone or being ended', async () => {
    const fake = await open()
    await pressKey('a', { ctrlKey: true })
    await findMessage('status', '3 selected')
    fake.changeList({ sessions: sessions().slice(0, 3) })
    await findMessage('status', '2 selected')
    const end = {
      sessionId: 2,
      name: 'Firefox on Ubuntu',
      sendAt: Date.now() + 5_000,
      phase: 'undoable' as const,
    }
    fake.changeList({ pendingRevocations: [end] })
    await findMessage('status', '1 selected')
    expect(query('checkbox', 'Select Firefox on Ubuntu')).toBeNull()
  })

  it('is not offered while it is unclear which session is this device', async () => {
    await mountApp(appState(), (fake) => (fake.list = list({ sessions: sessions().slice(1) })))
    await get('button', 'End Firefox on Ubuntu')
    expect(checks()).toEqual([])
    expect(query('checkbox', 'Select all')).toBeNull()
    key('a', { ctrlKey: true })
    await settle()
    expect(query('button', 'End selected')).toBeNull()
  })
})

describe('the key Enter', () => {
  it('opens the details of the row', async () => {
    await open()
    document.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus()
    await pressKey('ArrowDown')
    await pressKey('Enter')
    await get('dialog', 'Firefox on Ubuntu')
  })
})
