import { describe, expect, it, vi } from 'vitest'
import type { RefusedTarget } from '../../../../electron/shared/ends.ts'
import type { Failure } from '../../../../electron/shared/failure.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import type { SessionList } from '../../../../electron/shared/session-list.ts'
import {
  account,
  API_TOKEN,
  appState,
  keysOf,
  inOrder,
  manyEnds,
  session,
  sessions,
  singleEnd,
  type FakeBridge,
} from '../../fake-bridge.ts'
import { mountList } from '../../mount-app.ts'
import {
  all,
  describedBy,
  find,
  findMessage,
  focusOn,
  get,
  isDisabled,
  press,
  query,
  shows,
  text,
} from '../../screen.ts'

const STORAGE: Failure = { kind: 'misconfigured', reason: 'storage' }
const REFUSED: RefusedTarget = { accountId: 'a1', failure: STORAGE }

describe('End all others', () => {
  it('confirms with each name and this device, and sends exactly the listed sessions', async () => {
    const fake = await mountList()
    await press('End all others')
    await get('button', 'End 3 sessions')
    const named = all('listitem').map((item) => text(item))
    expect(named).toEqual(
      expect.arrayContaining(['Firefox on Ubuntu', 'Chrome on Windows', 'Safari on iPhone']),
    )
    expect(text()).toContain("Session Desk on ana-laptop stays signed in: it's this device.")
    await focusOn('button', 'Cancel')
    // A session that signs in while the dialog is open is not included.
    fake.changeList({ sessions: [...(fake.list.sessions ?? []), session(9, 'New phone')] })
    await press('End 3 sessions')
    const keys = keysOf(fake, 2, 3, 4)
    await vi.waitFor(() =>
      expect(fake.callsOf('session:revokeMany')).toEqual([{ plan: [{ accountId: 'a1', keys }] }]),
    )
    expect(all('alertdialog')).toEqual([])
  })

  it.each([
    ['none is this device', false, {}, "doesn't say which of these"],
    ['several are', true, {}, "doesn't say which of these"],
    [
      'an API token is used',
      false,
      { credential: API_TOKEN },
      'You can end them one by one or select several.',
    ],
  ])('is disabled, with the reason, when %s', async (_case, isCurrent, part, reason) => {
    const rows = sessions().map((each) => ({ ...each, isCurrent }))
    await mountList({ sessions: rows }, appState({ accounts: [account(part)] }))
    const button = await get('button', 'End all others')
    expect(isDisabled(button)).toBe(true)
    await vi.waitFor(() => expect(`${describedBy(button)} ${text()}`).toContain(reason))
    button.click()
    expect(all('alertdialog')).toEqual([])
  })

  it('is possible while others are being ended, and names only those that are not', async () => {
    const fake = await mountList()
    const batches = inOrder(
      singleEnd({ kind: 'going', wait: null }, { state: 'sent' }),
      manyEnds({ kind: 'going', wait: null }, { 3: 'waiting' }, { number: 2 }),
    )
    fake.changeEnds(batches)
    await get('button', 'Ending Chrome on Windows')
    await press('End all others')
    await press('End 1 session')
    const keys = keysOf(fake, 4)
    expect(fake.callsOf('session:revokeMany')).toEqual([{ plan: [{ accountId: 'a1', keys }] }])
    fake.changeEnds(
      inOrder(batches, manyEnds({ kind: 'going', wait: null }, { 4: 'waiting' }, { number: 3 })),
    )
    await vi.waitFor(async () => expect(isDisabled(await get('button', 'End all others'))).toBe(true))
  })

  it('names those of a batch that is paused, each of which says so and can be ended by itself', async () => {
    const fake = await mountList()
    fake.changeEnds(manyEnds({ kind: 'paused' }, { 3: 'waiting' }))
    await vi.waitFor(() => expect(all('row').some((row) => row.textContent.includes('Paused'))).toBe(true))
    expect(query('button', 'Ending Chrome on Windows')).toBeNull()
    await press('End all others')
    await press('End 3 sessions')
    const keys = keysOf(fake, 2, 3, 4)
    expect(fake.callsOf('session:revokeMany')).toEqual([{ plan: [{ accountId: 'a1', keys }] }])
  })

  it('says so when main refuses', async () => {
    const fake = await mountList()
    fake.handlers['session:revokeMany'] = () => failed({ kind: 'unauthenticated' })
    await press('End all others')
    await press('End 3 sessions')
    await findMessage('alert', "These sessions couldn't be ended")
    expect(query('button', 'End now, without undo')).toBeNull()
  })
})

describe('the ends of many that main could not store', () => {
  const NOT_STORED =
    "This computer couldn't store this, so nothing was sent. If you end now, you can't undo it"

  /** Ends all others while the disk refuses; main ends at once what is asked for at once. */
  async function endWithoutDisk(over: Partial<SessionList> = {}): Promise<FakeBridge> {
    const fake = await mountList(over)
    fake.handlers['session:revokeMany'] = ({ isAtOnce }) => ok({ refused: isAtOnce ? [] : [REFUSED] })
    await press('End all others')
    await press('End 3 sessions')
    await findMessage('alert', "These sessions couldn't be ended")
    return fake
  }

  it('can be sent at once, by a button of the message, which goes away', async () => {
    const fake = await endWithoutDisk()
    await shows(NOT_STORED)
    await find('the detail', () => all('status').find((each) => text(each).startsWith(NOT_STORED)))
    const keys = keysOf(fake, 2, 3, 4)
    const asked = { plan: [{ accountId: 'a1', keys }] }
    expect(fake.callsOf('session:revokeMany')).toEqual([asked])
    // A second press must not be possible while main has not answered.
    fake.handlers['session:revokeMany'] = () => new Promise(() => {})
    await press('End now, without undo')
    await vi.waitFor(() => expect(fake.callsOf('session:revokeMany')).toHaveLength(2))
    expect(fake.callsOf('session:revokeMany')[1]).toEqual({ ...asked, isAtOnce: true })
    await vi.waitFor(() => expect(all('alert')).toEqual([]))
    await focusOn('heading', 'Sessions')
  })

  it('are not offered to be sent at once while the service cannot be reached', async () => {
    await endWithoutDisk({ isLive: false })
    await shows("This computer couldn't write to its disk.")
    expect(query('button', 'End now, without undo')).toBeNull()
  })

  it('lose their button when the service cannot be reached any more, and the focus goes to the heading', async () => {
    const fake = await endWithoutDisk()
    ;(await get('button', 'End now, without undo')).focus()
    fake.changeState({ online: false })
    await vi.waitFor(() => expect(query('button', 'End now, without undo')).toBeNull())
    await focusOn('heading', 'Sessions')
    await shows("These sessions couldn't be ended", "This computer couldn't write to its disk.")
    fake.changeState({ online: true })
    await get('button', 'End now, without undo')
  })
})
