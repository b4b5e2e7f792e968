import { describe, expect, it, vi } from 'vitest'
import type {
  BatchView,
  DropReason,
  EndsView,
  EndState,
  EndView,
  SettledEnd,
} from '../../../../electron/shared/ends.ts'
import type { Failure } from '../../../../electron/shared/failure.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { inOrder, revokeOf, sessions, singleEnd, undoablePhase, type FakeBridge } from '../../fake-bridge.ts'
import { mountList } from '../../mount-app.ts'
import {
  all,
  findMessage,
  focusOn,
  focusOnRow,
  get,
  hides,
  isDisabled,
  press,
  pressKey,
  query,
  shows,
  text,
} from '../../screen.ts'
import { keyOf } from '../../../support/builders.ts'

const FIREFOX = { key: keyOf({ id: 2 }), name: 'Firefox on Ubuntu' }
const SERVER: Failure = { kind: 'server', status: 500 }
const STORAGE: Failure = { kind: 'misconfigured', reason: 'storage' }
const RUNNING = { kind: 'going', wait: null } as const
const UNDO = { accountId: 'a1', batch: 1, command: 'undo' }

/** Opens the list with ends. */
async function mountEnds(ends: Partial<EndsView> = {}): Promise<FakeBridge> {
  const fake = await mountList()
  fake.changeEnds(ends)
  return fake
}

/** The end of Firefox that is over, and did not succeed. */
const over = (
  state: EndState,
  failure: Failure | null,
  end: Partial<EndView> = {},
  batch: Partial<BatchView> = {},
): Pick<EndsView, 'batches' | 'ends'> => singleEnd({ kind: 'done' }, { state, failure, ...end }, batch)

/** Tells the outcome of the end of Firefox, unless `of` names another session. */
function settle(fake: FakeBridge, state: EndState, of: Partial<SettledEnd> = {}): void {
  fake.emit('session:revoked', {
    ...{ accountId: 'a1', ...FIREFOX, state, failure: null, dropped: null },
    ...of,
  })
}

const alerts = (): string[] => all('alert').map((each) => text(each))

describe('ending one session', () => {
  it('sends the request at the click, and shows the row as ending', async () => {
    const fake = await mountEnds()
    await press('End Firefox on Ubuntu')
    await vi.waitFor(() => expect(fake.callsOf('session:revoke')).toEqual([revokeOf(fake, 2)]))
    fake.changeEnds(singleEnd())
    const button = await get('button', 'Ending Firefox on Ubuntu')
    expect([text(button), isDisabled(button), document.activeElement]).toEqual(['Ending…', true, button])
    button.click()
    expect(fake.callsOf('session:revoke')).toHaveLength(1)
    fake.changeEnds(singleEnd(RUNNING, { state: 'sent' }))
    await vi.waitFor(() => expect(query('button', 'Undo ending Firefox on Ubuntu')).toBeNull())
    expect(isDisabled(await get('button', 'Ending Firefox on Ubuntu'))).toBe(true)
  })

  it('does nothing at the second click of a double click', async () => {
    const fake = await mountEnds()
    const button = await get('button', 'End Firefox on Ubuntu')
    for (const detail of [1, 2]) button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }))
    expect(fake.callsOf('session:revoke')).toHaveLength(1)
  })

  it('says in the dock, on every page, how long it can be undone', async () => {
    await mountEnds(singleEnd())
    await findMessage('status', 'Ending Firefox on Ubuntu')
    expect(text()).toMatch(/Ends in \d\d seconds/)
    await get('button', 'Undo')
    expect(all('alert')).toEqual([])
    await press('Settings', 'link')
    await get('heading', 'Settings')
    await findMessage('status', 'Ending Firefox on Ubuntu')
  })

  it.each([
    ['Undo', 'ends:control', UNDO],
    ['Undo ending Firefox on Ubuntu', 'session:undo', { accountId: 'a1', key: FIREFOX.key }],
  ] as const)('is undone by "%s", and the focus goes to the row', async (name, request, payload) => {
    const fake = await mountEnds(singleEnd())
    await press(name)
    await vi.waitFor(() => expect(fake.callsOf(request)).toEqual([payload]))
    fake.changeEnds({})
    await findMessage('status', 'Firefox on Ubuntu stays signed in')
    await focusOnRow('Firefox on Ubuntu')
    expect([query('button', 'Undo'), query('button', name)]).toEqual([null, null])
  })

  it('is said to stay signed in together with others, each of them once', async () => {
    const fake = await mountEnds(singleEnd())
    await press('Undo ending Firefox on Ubuntu')
    await press('Undo ending Firefox on Ubuntu')
    await vi.waitFor(() => expect(fake.callsOf('session:undo')).toHaveLength(2))
    await findMessage('status', 'Firefox on Ubuntu stays signed in')
    fake.changeEnds(singleEnd(undoablePhase(), { key: keyOf({ id: 3 }), name: 'Chrome on Windows' }))
    await press('Undo')
    await findMessage('status', '2 sessions stay signed in')
    expect(all('group')).toHaveLength(1)
  })

  it('undoes the latest one with Ctrl+Z', async () => {
    const chrome = { key: keyOf({ id: 3 }), name: 'Chrome on Windows' }
    const later = singleEnd(undoablePhase(60_000), chrome, { number: 2 })
    const fake = await mountEnds(inOrder(singleEnd(), later))
    await findMessage('status', 'Ending Chrome on Windows')
    pressKey('z', { ctrlKey: true })
    await vi.waitFor(() => expect(fake.callsOf('ends:control')).toEqual([{ ...UNDO, batch: 2 }]))
  })

  it('offers no undo once it is being sent', async () => {
    await mountEnds(singleEnd(RUNNING, { state: 'sent' }))
    await shows('Ending Firefox on Ubuntu', 'Waiting for the service…')
    expect(query('button', 'Undo')).toBeNull()
    expect(pressKey('z', { ctrlKey: true })).toBe(false)
  })

  it.each<[string, Failure]>([
    ['It was too late to undo ending Firefox on Ubuntu', { kind: 'conflict' }],
    ['It was too late to undo ending Firefox on Ubuntu', { kind: 'notFound' }],
    ["Ending Firefox on Ubuntu couldn't be undone", { kind: 'cancelled' }],
  ])('says: %s', async (message, failure) => {
    const fake = await mountEnds(singleEnd())
    fake.handlers['ends:control'] = () => (fake.changeEnds({}), failed(failure))
    await press('Undo')
    await findMessage('alert', message)
  })

  it('is undone for this run if the undo could not be stored, and says both', async () => {
    const fake = await mountEnds(singleEnd())
    fake.handlers['ends:control'] = () => (fake.changeEnds({}), failed(STORAGE))
    await press('Undo')
    await findMessage('alert', 'Firefox on Ubuntu stays signed in')
    await shows("This computer couldn't write to its disk.")
  })

  it('says so when main refuses the request', async () => {
    const fake = await mountEnds()
    fake.handlers['session:revoke'] = () => failed({ kind: 'unauthenticated' })
    await press('End Firefox on Ubuntu')
    await findMessage('alert', "Firefox on Ubuntu couldn't be ended")
    expect(text()).toContain('The service no longer accepts this sign-in. Sign in again.')
    expect(query('button', 'End now, without undo')).toBeNull()
    fake.handlers['session:revoke'] = () => ok(null)
    await press('End Firefox on Ubuntu')
    await vi.waitFor(() => expect(alerts()).toEqual([]))
  })

  it('can send at once what main could not store, and moves the focus to the row', async () => {
    const fake = await mountEnds()
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
    const fake = await mountEnds()
    fake.handlers['session:revoke'] = ({ isAtOnce }) =>
      failed(isAtOnce ? { kind: 'unauthenticated' } : STORAGE)
    await press('End Firefox on Ubuntu')
    await press('End now, without undo')
    await shows('The service no longer accepts this sign-in.')
    expect(alerts()).toEqual(["Firefox on Ubuntu couldn't be ended"])
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
})

describe('the end of one session that succeeded', () => {
  it.each<[EndState, one: string, three: string]>([
    ['ended', 'Ended Firefox on Ubuntu', 'Ended 3 sessions'],
    ['gone', 'Firefox on Ubuntu is no longer signed in', '3 are no longer signed in.'],
  ])('is said, together with others: %s', async (state, one, three) => {
    const fake = await mountEnds()
    settle(fake, state)
    await findMessage('status', one)
    settle(fake, state, { key: keyOf({ id: 3 }), name: 'Chrome on Windows' })
    settle(fake, state, { key: keyOf({ id: 4 }), name: 'Safari on iPhone' })
    await findMessage('status', three)
    await hides('Firefox on Ubuntu is')
    expect([query('button', 'Retry'), all('alert'), all('group')]).toEqual([null, [], [expect.anything()]])
  })

  it('shows the name as text', async () => {
    const fake = await mountEnds()
    const name = '<b onclick=x>{n} @:app.name | bold</b>'
    settle(fake, 'ended', { name })
    await findMessage('status', `Ended ${name}`)
    expect(document.querySelector('b')).toBeNull()
  })
})

describe('the end of one session that did not succeed', () => {
  it.each<[string, EndState, Failure | null, message: string, detail: string, not: string]>([
    [
      'a certain failure after a lost answer, when the list still has the session',
      'stillListed',
      { kind: 'outcomeUnknown' },
      "Firefox on Ubuntu couldn't be ended",
      "It's still in the list. You can end it again.",
      'unclear',
    ],
    [
      'a success that the list does not show',
      'stillListed',
      null,
      "Firefox on Ubuntu couldn't be ended",
      "It's still in the list. You can end it again.",
      'unclear',
    ],
    [
      'unconfirmed, and not reported as ended',
      'unclear',
      { kind: 'offline', reason: 'noNetwork' },
      "The service hasn't confirmed that Firefox on Ubuntu ended",
      'This computer is offline. It may still be signed in.',
      'Ended',
    ],
    [
      'a failure, with the reason',
      'refused',
      { kind: 'forbidden', message: 'Email not verified.' },
      "Firefox on Ubuntu couldn't be ended",
      "You don't have permission to do this. The service says: “Email not verified.”",
      'still in the list',
    ],
  ])('is %s, in a line of its own', async (_what, state, failure, message, detail, not) => {
    const fake = await mountEnds(over(state, failure))
    settle(fake, state, { failure })
    await findMessage('alert', message)
    await shows(detail)
    expect(text()).not.toContain(not)
    expect([alerts(), all('group')]).toEqual([[message], []])
    await get('button', 'End Firefox on Ubuntu')
  })

  it.each<[DropReason, detail: string]>([
    ['cancelled', ''],
    ['thisDevice', 'Firefox on Ubuntu is this device now.'],
    ['unclear', "It's unclear whether Firefox on Ubuntu is still the same session."],
  ])('was not sent, and says why: %s', async (dropped, detail) => {
    const fake = await mountEnds(over('dropped', null, { dropped }))
    settle(fake, 'dropped', { dropped })
    await findMessage('alert', "Firefox on Ubuntu wasn't ended")
    await shows(detail)
    expect([query('button', 'Retry'), all('group')]).toEqual([null, []])
    await press('Dismiss')
    expect(fake.callsOf('ends:control')).toEqual([{ ...UNDO, command: 'dismiss' }])
  })

  it('was gone before it was sent, and its line says so', async () => {
    await mountEnds(over('gone', null))
    await findMessage('alert', 'Firefox on Ubuntu is no longer signed in')
  })

  it('can be tried again, and the focus goes to the row', async () => {
    const fake = await mountEnds(over('refused', SERVER))
    await press('Retry')
    expect(fake.callsOf('ends:control')).toEqual([{ ...UNDO, command: 'retry' }])
    fake.changeEnds(singleEnd(RUNNING, { state: 'sent' }))
    await get('button', 'Ending Firefox on Ubuntu')
    await focusOnRow('Firefox on Ubuntu')
    expect(alerts()).toEqual([])
  })

  it('can be dismissed, each by itself, and the focus goes to its row if that is there', async () => {
    const chrome = over(
      'refused',
      SERVER,
      { key: keyOf({ id: 3 }), name: 'Chrome on Windows' },
      { number: 2 },
    )
    const fake = await mountEnds(inOrder(over('refused', SERVER), chrome))
    await vi.waitFor(() =>
      expect(alerts()).toEqual([
        "Chrome on Windows couldn't be ended",
        "Firefox on Ubuntu couldn't be ended",
      ]),
    )
    await press('Dismiss')
    expect(fake.callsOf('ends:control')).toEqual([{ ...UNDO, batch: 2, command: 'dismiss' }])
    fake.changeEnds(over('refused', SERVER))
    await vi.waitFor(() => expect(alerts()).toEqual(["Firefox on Ubuntu couldn't be ended"]))
    await focusOnRow('Chrome on Windows')
    fake.changeList({ sessions: sessions().filter(({ id }) => id !== 2) })
    await vi.waitFor(() => expect(query('button', 'End Firefox on Ubuntu')).toBeNull())
    await press('Dismiss')
    fake.changeEnds({})
    await vi.waitFor(() => expect(alerts()).toEqual([]))
    await focusOn('heading', 'Sessions')
  })
})
