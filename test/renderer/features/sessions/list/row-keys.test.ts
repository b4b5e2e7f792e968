import { describe, expect, it, vi } from 'vitest'
import { isDeletion } from '../../../../../renderer/features/sessions/list/row-keys.ts'
import { appState, identitiesOf, revokeOf, type FakeBridge } from '../../../fake-bridge.ts'
import { mountApp } from '../../../mount-app.ts'
import { get, nameOf, press, query, text } from '../../../screen.ts'

const row = (name: string): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('tbody tr')].find(
    (element) => text(element.querySelector('bdi') ?? undefined) === name,
  )!
const OWN = 'Session Desk on ana-laptop'

/** Presses a key where the focus is, and waits until the focus has moved. */
async function key(name: string, over: KeyboardEventInit = {}): Promise<void> {
  const at = document.activeElement ?? document.body
  at.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...over }))
  await new Promise((resolve) => setTimeout(resolve))
}
const focused = (): string => {
  const element = document.activeElement ?? document.body
  return element instanceof HTMLTableRowElement
    ? `row ${text(element.querySelector('bdi') ?? undefined)}`
    : nameOf(element)
}

async function openAt(name: string): Promise<FakeBridge> {
  const fake = await mountApp(appState())
  await get('button', 'End Firefox on Ubuntu')
  row(name).focus()
  return fake
}

describe('the keys of the table', () => {
  it('has one tab stop in the whole table', async () => {
    await openAt(OWN)
    const table = await get('table', 'Sessions')
    const stops = [...table.querySelectorAll<HTMLElement>('tr[tabindex], button, input')].filter(
      ({ tabIndex }) => tabIndex >= 0,
    )
    expect(stops).toEqual([row(OWN)])
  })

  it('reaches the controls of the row with Left and Right, and stays in their column with Up and Down', async () => {
    await openAt('Firefox on Ubuntu')
    const path = ['Select Firefox on Ubuntu', 'Firefox on Ubuntu', 'End Firefox on Ubuntu']
    for (const name of path) {
      await key('ArrowRight')
      expect(focused()).toBe(name)
    }
    await key('ArrowRight')
    expect(focused()).toBe('End Firefox on Ubuntu')
    await key('ArrowDown')
    expect(focused()).toBe('End Chrome on Windows')
    await key('ArrowLeft')
    await key('ArrowLeft')
    expect(focused()).toBe('Select Chrome on Windows')
    await key('ArrowLeft')
    expect(focused()).toBe('row Chrome on Windows')
    await key('ArrowLeft')
    expect(focused()).toBe('row Chrome on Windows')
  })

  it('goes from the first row to the head, along it and back', async () => {
    await openAt(OWN)
    await key('ArrowUp')
    expect(focused()).toBe('Select all')
    await key('ArrowRight')
    expect(focused()).toBe('Name')
    await key('ArrowDown')
    expect(focused()).toBe(`row ${OWN}`)
  })

  it('goes from the search to the first row', async () => {
    await openAt('Chrome on Windows')
    document.querySelector<HTMLElement>('input[type=search]')?.focus()
    await key('ArrowDown')
    expect(focused()).toBe(`row ${OWN}`)
  })
})

describe('Delete', () => {
  it('ends the session of the row as its button does, once while it is held', async () => {
    const fake = await openAt('Firefox on Ubuntu')
    await key('Delete', { repeat: true })
    expect(fake.callsOf('session:revoke')).toEqual([])
    await key('Delete')
    expect(fake.callsOf('session:revoke')).toEqual([revokeOf(fake, 2)])
    expect(focused()).toBe('row Firefox on Ubuntu')
  })

  it('does nothing on this device, nor on a session that is being ended', async () => {
    const fake = await openAt(OWN)
    await key('Delete')
    const end = { sessionId: 2, name: 'Firefox on Ubuntu', sendAt: Date.now() + 5_000 }
    fake.changeList({ pendingRevocations: [{ ...end, phase: 'undoable' }] })
    await get('button', 'Ending Firefox on Ubuntu')
    row('Firefox on Ubuntu').focus()
    await key('Delete')
    expect(fake.callsOf('session:revoke')).toEqual([])
    expect(fake.callsOf('account:renew')).toEqual([])
  })

  it('asks about the selection, if there is one', async () => {
    const fake = await openAt('Firefox on Ubuntu')
    await key('ArrowDown')
    await key(' ')
    await key('ArrowDown', { shiftKey: true })
    await key('Delete')
    await press('End 2 sessions')
    expect(fake.callsOf('session:revokeMany')).toEqual([
      { accountId: 'a1', target: { kind: 'these', sessions: identitiesOf(fake, 3, 4) } },
    ])
    expect(fake.callsOf('session:revoke')).toEqual([])
  })

  it('is Backspace too on macOS alone', () => {
    const backspace = { key: 'Backspace', repeat: false, shiftKey: false }
    expect(isDeletion(backspace, true)).toBe(true)
    expect(isDeletion(backspace, false)).toBe(false)
    expect(isDeletion({ ...backspace, key: 'Delete', shiftKey: true }, true)).toBe(false)
  })
})

describe('the bar of the selection', () => {
  it('returns the focus to the row when it is closed', async () => {
    await openAt('Firefox on Ubuntu')
    await key(' ')
    const clear = await get('button', 'Clear selection')
    clear.focus()
    clear.click()
    await vi.waitFor(() => expect(focused()).toBe('row Firefox on Ubuntu'))
    expect(query('button', 'Clear selection')).toBeNull()
  })
})
