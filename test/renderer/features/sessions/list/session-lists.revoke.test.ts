import { describe, expect, it, vi } from 'vitest'
import type { Failure } from '../../../../../electron/shared/failure.ts'
import type { RevocationOutcome, PendingRevocation } from '../../../../../electron/shared/bulk-revocation.ts'
import { failed } from '../../../../../electron/shared/result.ts'
import { appState, list, sessions, type FakeBridge, revokeOf } from '../../../fake-bridge.ts'
import { mountApp } from '../../../mount-app.ts'
import { all, find, get, press, query, findMessage, text } from '../../../screen.ts'

const FIREFOX = { sessionId: 2, createdAt: null, name: 'Firefox on Ubuntu' }

function ending(over: Partial<PendingRevocation> = {}): PendingRevocation {
  return { ...FIREFOX, sendAt: Date.now() + 5_000, phase: 'undoable', ...over }
}

async function mountEnding(...pendingRevocations: PendingRevocation[]): Promise<FakeBridge> {
  const fake = await mountApp(appState(), (prepared) => (prepared.list = list({ pendingRevocations })))
  await get('table', 'Sessions')
  return fake
}

async function settle(fake: FakeBridge, outcome: RevocationOutcome): Promise<void> {
  await get('table', 'Sessions')
  fake.emit('session:revoked', { accountId: 'a1', ...FIREFOX, outcome })
}

describe('ending one session', () => {
  it('sends the request at the click, and shows the row as ending', async () => {
    const fake = await mountEnding()
    await press('End Firefox on Ubuntu')
    await vi.waitFor(() => expect(fake.callsOf('session:revoke')).toEqual([revokeOf(fake, 2)]))
    fake.changeList({ pendingRevocations: [ending()] })
    const button = await get('button', 'Ending Firefox on Ubuntu')
    expect(text(button)).toBe('Ending…')
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(document.activeElement).toBe(button)
    button.click()
    expect(fake.callsOf('session:revoke')).toHaveLength(1)
  })

  it('shows in a toast how long it can be undone', async () => {
    await mountEnding(ending())
    await findMessage('status', 'Ending Firefox on Ubuntu')
    expect(text()).toMatch(/Ends in [45] seconds/)
    await get('button', 'Undo')
    expect(all('alert')).toEqual([])
  })

  it('undoes from the toast, and moves the focus back to the row', async () => {
    const fake = await mountEnding(ending())
    await press('Undo')
    await vi.waitFor(() => expect(fake.callsOf('session:undo')).toEqual([{ accountId: 'a1', sessionId: 2 }]))
    fake.changeList({ pendingRevocations: [] })
    await findMessage('status', 'Firefox on Ubuntu stays signed in')
    await vi.waitFor(async () => {
      expect(document.activeElement).toBe(await get('button', 'End Firefox on Ubuntu'))
    })
    expect(query('button', 'Undo')).toBeNull()
  })

  it('undoes the latest one with Ctrl+Z', async () => {
    const later = ending({ sessionId: 3, name: 'Chrome on Windows', sendAt: Date.now() + 9_000 })
    const fake = await mountEnding(ending(), later)
    await findMessage('status', 'Ending Chrome on Windows')
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, cancelable: true }))
    await vi.waitFor(() => expect(fake.callsOf('session:undo')).toEqual([{ accountId: 'a1', sessionId: 3 }]))
  })

  it('offers no undo once it is being sent', async () => {
    await mountEnding(ending({ phase: 'sending' }))
    await findMessage('status', 'Ending Firefox on Ubuntu')
    expect(query('button', 'Undo')).toBeNull()
    expect(text()).toContain('Waiting for the service…')
  })

  it('removes Undo when its time is over, and moves the focus back to the row', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    await mountEnding(ending())
    ;(await get('button', 'Undo')).focus()
    vi.advanceTimersByTime(5_000)
    await vi.waitFor(() => expect(query('button', 'Undo')).toBeNull())
    expect(document.activeElement).toBe(await get('button', 'Ending Firefox on Ubuntu'))
    expect(text()).toContain('Waiting for the service…')
  })

  it.each<[string, Failure]>([
    ['It was too late to undo ending Firefox on Ubuntu', { kind: 'conflict' }],
    ['It was too late to undo ending Firefox on Ubuntu', { kind: 'notFound' }],
    ["Ending Firefox on Ubuntu couldn't be undone", { kind: 'cancelled' }],
  ])('says: %s', async (message, failure) => {
    const fake = await mountEnding(ending())
    fake.handlers['session:undo'] = () => failed(failure)
    await press('Undo')
    await findMessage('alert', message)
  })

  it('says so when main refuses the request', async () => {
    const fake = await mountEnding()
    fake.handlers['session:revoke'] = () => failed({ kind: 'unauthenticated' })
    await press('End Firefox on Ubuntu')
    await findMessage('alert', "Firefox on Ubuntu couldn't be ended")
    expect(text()).toContain('The service no longer accepts this sign-in. Sign in again.')
  })

  it('keeps toasts on other pages', async () => {
    await mountEnding(ending())
    ;(await get('link', 'Settings')).click()
    await get('heading', 'Settings')
    await findMessage('status', 'Ending Firefox on Ubuntu')
  })
})

describe('the focus when its row is removed', () => {
  it.each([
    [2, 'End Firefox on Ubuntu', 'End Chrome on Windows'],
    [4, 'End Safari on iPhone', 'End Chrome on Windows'],
  ])('moves on from row %i', async (id, from, to) => {
    const fake = await mountEnding()
    ;(await get('button', from)).focus()
    fake.changeList({ sessions: sessions().filter((session) => session.id !== id) })
    await vi.waitFor(async () => expect(document.activeElement).toBe(await get('button', to)))
  })

  it('goes to the heading when no other row is left', async () => {
    const fake = await mountEnding()
    ;(await get('button', 'End Firefox on Ubuntu')).focus()
    fake.changeList({ sessions: sessions().slice(0, 1) })
    await vi.waitFor(async () => expect(document.activeElement).toBe(await get('heading', 'Sessions')))
  })

  it('stays where it is outside the removed rows', async () => {
    const fake = await mountEnding()
    const refresh = await get('button', 'Refresh')
    refresh.focus()
    fake.changeList({ sessions: sessions().slice(0, 2) })
    await find('the shorter list', () => (all('row').length === 2 ? true : null))
    expect(document.activeElement).toBe(refresh)
  })
})

describe('the outcome of ending one session', () => {
  it('is that it ended', async () => {
    const fake = await mountEnding()
    await settle(fake, { kind: 'ended' })
    await findMessage('status', 'Ended Firefox on Ubuntu')
    expect(all('alert')).toEqual([])
  })

  it('is that it was already gone', async () => {
    const fake = await mountEnding()
    await settle(fake, { kind: 'alreadyGone' })
    await findMessage('status', 'Firefox on Ubuntu is no longer signed in')
  })

  it('is a failure, with the reason', async () => {
    const fake = await mountEnding()
    await settle(fake, { kind: 'failed', failure: { kind: 'forbidden', message: 'Email not verified.' } })
    await findMessage('alert', "Firefox on Ubuntu couldn't be ended")
    expect(text()).toContain("You don't have permission to do this. The service says: “Email not verified.”")
    await press('Dismiss')
    await vi.waitFor(() => expect(all('alert')).toEqual([]))
    expect(document.activeElement).toBe(await get('heading', 'Sessions'))
  })

  it('is a certain failure after a lost answer, when the list still has the session', async () => {
    const fake = await mountEnding()
    await settle(fake, { kind: 'failed', failure: { kind: 'outcomeUnknown' } })
    await findMessage('alert', "Firefox on Ubuntu couldn't be ended")
    expect(text()).toContain("It's still in the list. You can end it again.")
    expect(text()).not.toContain('unclear')
  })

  it('is unconfirmed, and not reported as ended', async () => {
    const fake = await mountEnding()
    await settle(fake, { kind: 'notConfirmed', failure: { kind: 'offline', reason: 'noNetwork' } })
    await findMessage('alert', "The service hasn't confirmed that Firefox on Ubuntu ended")
    expect(text()).toContain('It may still be signed in.')
    expect(text()).not.toContain('Ended Firefox on Ubuntu')
  })

  it('is a failure whose message a later success removes', async () => {
    const fake = await mountEnding()
    await settle(fake, { kind: 'failed', failure: { kind: 'server', status: 500 } })
    await findMessage('alert', "Firefox on Ubuntu couldn't be ended")
    await settle(fake, { kind: 'ended' })
    await findMessage('status', 'Ended Firefox on Ubuntu')
    expect(all('alert')).toEqual([])
  })

  it('is a failure whose message a retry removes', async () => {
    const fake = await mountEnding()
    await settle(fake, { kind: 'failed', failure: { kind: 'server', status: 500 } })
    await findMessage('alert', "Firefox on Ubuntu couldn't be ended")
    await press('End Firefox on Ubuntu')
    await vi.waitFor(() => expect(all('alert')).toEqual([]))
  })

  it('is a failure or unconfirmed until the list no longer has the session', async () => {
    const fake = await mountEnding()
    await settle(fake, { kind: 'notConfirmed', failure: { kind: 'timeout' } })
    fake.emit('session:revoked', {
      accountId: 'a1',
      sessionId: 3,
      createdAt: null,
      name: 'Chrome on Windows',
      outcome: { kind: 'failed', failure: { kind: 'server', status: 500 } },
    })
    await findMessage('alert', "Chrome on Windows couldn't be ended")
    fake.changeList({ sessions: sessions().filter((session) => session.id !== FIREFOX.sessionId) })
    await vi.waitFor(() => expect(all('alert')).toHaveLength(1))
    expect(text()).toContain("Chrome on Windows couldn't be ended")
    expect(text()).not.toContain('has not confirmed that Firefox')
  })

  it('shows the name as text', async () => {
    const fake = await mountEnding()
    const name = '<b onclick=x>{n} @:app.name | bold</b>'
    fake.emit('session:revoked', {
      accountId: 'a1',
      sessionId: 2,
      createdAt: null,
      name,
      outcome: { kind: 'ended' },
    })
    await findMessage('status', `Ended ${name}`)
    expect(document.querySelector('b')).toBeNull()
  })
})
