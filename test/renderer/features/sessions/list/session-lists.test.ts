import { describe, expect, it, vi } from 'vitest'
import type { Failure } from '../../../../../electron/shared/failure.ts'
import type { RevocationOutcome, PendingRevocation } from '../../../../../electron/shared/ends.ts'
import type { SessionListUpdate } from '../../../../../electron/shared/session-list-update.ts'
import { failed, ok } from '../../../../../electron/shared/result.ts'
import { list, pendingEnd, revokeOf, session, sessions, type FakeBridge } from '../../../fake-bridge.ts'
import { mountList } from '../../../mount-app.ts'
import {
  all,
  find,
  findMessage,
  focusOn,
  focusOnRow,
  get,
  isDisabled,
  press,
  pressKey,
  query,
  shows,
  text,
} from '../../../screen.ts'

const FIREFOX = { sessionId: 2, createdAt: null, name: 'Firefox on Ubuntu' }
const SERVER: Failure = { kind: 'server', status: 500 }
const STORAGE: Failure = { kind: 'misconfigured', reason: 'storage' }

const mountEnding = (...pendingRevocations: PendingRevocation[]): Promise<FakeBridge> =>
  mountList({ pendingRevocations })

function settle(fake: FakeBridge, outcome: RevocationOutcome, of: Partial<typeof FIREFOX> = {}): void {
  fake.emit('session:revoked', { accountId: 'a1', ...FIREFOX, ...of, outcome })
}

describe('the updates of a list', () => {
  /** An update without rows: they are those of the same revision. */
  function withoutRows(revision: number): SessionListUpdate {
    const { sessions: _, ...rest } = list()
    return { ...rest, revision, rows: null }
  }

  it('requests the whole list after a missed one', async () => {
    const fake = await mountList()
    const before = fake.callsOf('session:list').length
    fake.list = list({ sessions: [session(1, 'Here', { isCurrent: true }), session(9, 'Edge on Windows')] })
    fake.emit('sessions:changed', withoutRows(99))
    await get('button', 'End Edge on Windows')
    expect(query('button', 'End Firefox on Ubuntu')).toBeNull()
    expect(fake.callsOf('session:list').slice(before)).toEqual([{ accountId: 'a1' }])
  })

  it('keeps the rows, and requests nothing, if they are still the same', async () => {
    const fake = await mountList()
    const before = fake.callsOf('session:list').length
    const { revision } = fake.changeList({})
    const pendingRevocations = [pendingEnd({ phase: 'sending' })]
    fake.emit('sessions:changed', { ...withoutRows(revision), pendingRevocations })
    await get('button', 'Ending Firefox on Ubuntu')
    expect(fake.callsOf('session:list')).toHaveLength(before)
  })
})

describe('ending one session', () => {
  it('sends the request at the click, and shows the row as ending', async () => {
    const fake = await mountEnding()
    await press('End Firefox on Ubuntu')
    await vi.waitFor(() => expect(fake.callsOf('session:revoke')).toEqual([revokeOf(fake, 2)]))
    fake.changeList({ pendingRevocations: [pendingEnd()] })
    const button = await get('button', 'Ending Firefox on Ubuntu')
    expect([text(button), isDisabled(button), document.activeElement]).toEqual(['Ending…', true, button])
    button.click()
    expect(fake.callsOf('session:revoke')).toHaveLength(1)
  })

  it('shows in a toast, on every page, how long it can be undone', async () => {
    await mountEnding(pendingEnd({ sendAt: Date.now() + 50_000 }))
    await findMessage('status', 'Ending Firefox on Ubuntu')
    expect(text()).toMatch(/Ends in \d\d seconds/)
    await get('button', 'Undo')
    expect(all('alert')).toEqual([])
    await press('Settings', 'link')
    await get('heading', 'Settings')
    await findMessage('status', 'Ending Firefox on Ubuntu')
  })

  it('undoes from the toast, and moves the focus back to the row', async () => {
    const fake = await mountEnding(pendingEnd())
    await press('Undo')
    await vi.waitFor(() => expect(fake.callsOf('session:undo')).toEqual([{ accountId: 'a1', sessionId: 2 }]))
    fake.changeList({ pendingRevocations: [] })
    await findMessage('status', 'Firefox on Ubuntu stays signed in')
    await focusOnRow('Firefox on Ubuntu')
    expect(query('button', 'Undo')).toBeNull()
  })

  it('undoes the latest one with Ctrl+Z', async () => {
    const later = { sessionId: 3, name: 'Chrome on Windows', sendAt: Date.now() + 9_000 }
    const fake = await mountEnding(pendingEnd(), pendingEnd(later))
    await findMessage('status', 'Ending Chrome on Windows')
    pressKey('z', { ctrlKey: true })
    await vi.waitFor(() => expect(fake.callsOf('session:undo')).toEqual([{ accountId: 'a1', sessionId: 3 }]))
  })

  it('offers no undo once it is being sent', async () => {
    await mountEnding(pendingEnd({ phase: 'sending' }))
    await findMessage('status', 'Ending Firefox on Ubuntu')
    expect(query('button', 'Undo')).toBeNull()
    expect(text()).toContain('Waiting for the service…')
  })

  it('removes Undo when its time is over, and moves the focus back to the row', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    await mountEnding(pendingEnd())
    ;(await get('button', 'Undo')).focus()
    vi.advanceTimersByTime(5_000)
    await vi.waitFor(() => expect(query('button', 'Undo')).toBeNull())
    await focusOnRow('Firefox on Ubuntu')
    expect(text()).toContain('Waiting for the service…')
  })

  it.each<[string, Failure]>([
    ['It was too late to undo ending Firefox on Ubuntu', { kind: 'conflict' }],
    ['It was too late to undo ending Firefox on Ubuntu', { kind: 'notFound' }],
    ["Ending Firefox on Ubuntu couldn't be undone", { kind: 'cancelled' }],
  ])('says: %s', async (message, failure) => {
    const fake = await mountEnding(pendingEnd())
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
    expect(query('button', 'End now, without undo')).toBeNull()
  })

  it('can send at once what main could not store, and moves the focus to the row', async () => {
    const fake = await mountEnding()
    fake.handlers['session:revoke'] = ({ isAtOnce }) => (isAtOnce ? ok(null) : failed(STORAGE))
    await press('End Firefox on Ubuntu')
    await findMessage('alert', "Firefox on Ubuntu couldn't be ended")
    await shows("This computer couldn't store this, so nothing was sent.", "won't continue after a restart.")
    await press('End now, without undo')
    const asked = revokeOf(fake, 2)
    await vi.waitFor(() =>
      expect(fake.callsOf('session:revoke')).toEqual([asked, { ...asked, isAtOnce: true }]),
    )
    await vi.waitFor(() => expect(all('alert')).toEqual([]))
    await focusOnRow('Firefox on Ubuntu')
  })

  it('says again what the second attempt failed with', async () => {
    const fake = await mountEnding()
    fake.handlers['session:revoke'] = ({ isAtOnce }) =>
      failed(isAtOnce ? { kind: 'unauthenticated' } : STORAGE)
    await press('End Firefox on Ubuntu')
    await press('End now, without undo')
    await shows('The service no longer accepts this sign-in.')
    expect(all('alert').map((each) => text(each))).toEqual(["Firefox on Ubuntu couldn't be ended"])
    expect(query('button', 'End now, without undo')).toBeNull()
  })

  it('does not offer to send at once what would wait for the service', async () => {
    const fake = await mountList({ isLive: false })
    fake.handlers['session:revoke'] = () => failed(STORAGE)
    await press('End Firefox on Ubuntu')
    await findMessage('alert', "Firefox on Ubuntu couldn't be ended")
    await shows("This computer couldn't write to its disk.")
    expect(query('button', 'End now, without undo')).toBeNull()
  })

  it('is undone for this run if the undo could not be stored, and says both', async () => {
    const fake = await mountEnding(pendingEnd())
    fake.handlers['session:undo'] = () => failed(STORAGE)
    await press('Undo')
    await findMessage('alert', 'Firefox on Ubuntu stays signed in')
    await shows("This computer couldn't write to its disk.")
  })
})

describe('the focus when rows are removed', () => {
  const except = (...ids: number[]) => sessions().filter(({ id }) => !ids.includes(id))

  it.each<[string, from: string, row: string, gone: number[]]>([
    ['moves on to the next row', 'End Firefox on Ubuntu', 'Chrome on Windows', [2]],
    ['moves back from the last row', 'End Safari on iPhone', 'Chrome on Windows', [4]],
    ['goes to this device when no other row is left', 'End Firefox on Ubuntu', 'This device', [2, 3, 4]],
  ])('%s, and never to its End button', async (_what, from, to, gone) => {
    const fake = await mountEnding()
    ;(await get('button', from)).focus()
    fake.changeList({ sessions: except(...gone) })
    await find('the shorter list', () => (all('row').length === 4 - gone.length ? true : null))
    await focusOnRow(to)
  })

  it('stays where it is outside of them', async () => {
    const fake = await mountEnding()
    ;(await get('button', 'Refresh')).focus()
    fake.changeList({ sessions: except(3, 4) })
    await find('the shorter list', () => (all('row').length === 2 ? true : null))
    await focusOn('button', 'Refresh')
  })
})

describe('the outcome of ending one session', () => {
  it.each<[string, RevocationOutcome, 'status' | 'alert', message: string, detail: string, not: string]>([
    ['that it ended', { kind: 'ended' }, 'status', 'Ended Firefox on Ubuntu', '', "couldn't"],
    [
      'that it was already gone',
      { kind: 'alreadyGone' },
      'status',
      'Firefox on Ubuntu is no longer signed in',
      '',
      'Ended',
    ],
    [
      'a certain failure after a lost answer, when the list still has the session',
      { kind: 'failed', failure: { kind: 'outcomeUnknown' } },
      'alert',
      "Firefox on Ubuntu couldn't be ended",
      "It's still in the list. You can end it again.",
      'unclear',
    ],
    [
      'unconfirmed, and not reported as ended',
      { kind: 'notConfirmed', failure: { kind: 'offline', reason: 'noNetwork' } },
      'alert',
      "The service hasn't confirmed that Firefox on Ubuntu ended",
      'It may still be signed in.',
      'Ended',
    ],
  ])('is %s', async (_what, outcome, role, message, detail, not) => {
    const fake = await mountEnding()
    settle(fake, outcome)
    await findMessage(role, message)
    await shows(detail)
    expect(text()).not.toContain(not)
    expect(all('alert')).toHaveLength(role === 'alert' ? 1 : 0)
  })

  it('is a failure, with the reason, which can be dismissed', async () => {
    const fake = await mountEnding()
    settle(fake, { kind: 'failed', failure: { kind: 'forbidden', message: 'Email not verified.' } })
    await findMessage('alert', "Firefox on Ubuntu couldn't be ended")
    expect(text()).toContain("You don't have permission to do this. The service says: “Email not verified.”")
    await press('Dismiss')
    await vi.waitFor(() => expect(all('alert')).toEqual([]))
    await focusOn('heading', 'Sessions')
  })

  it.each<[string, (fake: FakeBridge) => unknown]>([
    ['a later success', (fake) => settle(fake, { kind: 'ended' })],
    ['a retry', () => press('End Firefox on Ubuntu')],
  ])('is a failure whose message %s removes', async (_what, next) => {
    const fake = await mountEnding()
    settle(fake, { kind: 'failed', failure: SERVER })
    await findMessage('alert', "Firefox on Ubuntu couldn't be ended")
    await next(fake)
    await vi.waitFor(() => expect(all('alert')).toEqual([]))
  })

  it('is a failure or unconfirmed until the list no longer has the session', async () => {
    const fake = await mountEnding()
    settle(fake, { kind: 'notConfirmed', failure: { kind: 'timeout' } })
    settle(fake, { kind: 'failed', failure: SERVER }, { sessionId: 3, name: 'Chrome on Windows' })
    await findMessage('alert', "Chrome on Windows couldn't be ended")
    fake.changeList({ sessions: sessions().filter(({ id }) => id !== 2) })
    await vi.waitFor(() => expect(all('alert')).toHaveLength(1))
    expect(text()).toContain("Chrome on Windows couldn't be ended")
    expect(text()).not.toContain("hasn't confirmed that Firefox")
  })

  it('shows the name as text', async () => {
    const fake = await mountEnding()
    const name = '<b onclick=x>{n} @:app.name | bold</b>'
    settle(fake, { kind: 'ended' }, { name })
    await findMessage('status', `Ended ${name}`)
    expect(document.querySelector('b')).toBeNull()
  })
})
