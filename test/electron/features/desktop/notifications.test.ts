import { describe, expect, it } from 'vitest'
import {
  hasFailed,
  type BatchPhase,
  type BatchView,
  type EndState,
} from '../../../../electron/shared/ends.ts'
import type { PasswordVerdict } from '../../../../electron/shared/password.ts'
import { account, bruno, user } from '../../../renderer/fake-bridge.ts'
import { endCounts } from '../../../support/builders.ts'
import { newSignIn, setUpNotifications, unconfirmed } from './notifications-harness.ts'

const failure = { kind: 'timeout' } as const
/** An end, without what became of it. */
const END = { key: 5, name: 'Old phone', dropped: null }
const LIST = { page: 'sessions', accountId: 'a1', key: null }

const RUNNING = { kind: 'going', wait: null } as const
const DONE = { kind: 'done' } as const
const ASKING = { kind: 'asking', why: 'restarted' } as const

/** A batch of many in a phase, with three sessions that are not sent. */
function batchIn(phase: BatchPhase, part: Partial<BatchView> = {}): BatchView {
  const counts = endCounts({ waiting: 3 })
  const asked = { number: 1, cause: 'many', askedAt: 5 } as const
  return { ...asked, phase, counts, answered: 0, total: 3, msLeft: null, ...part }
}

function setUp(...accounts: Parameters<typeof setUpNotifications>) {
  const world = setUpNotifications(...accounts)
  const { state, notifications } = world
  return {
    ...world,
    ids: () => state.shown.map(({ id }) => id),
    ended: (state: EndState) =>
      notifications.ended({ ...END, accountId: 'a1', state, failure: hasFailed(state) ? failure : null }),
    listed: (accountId: string, ...keys: number[]) =>
      notifications.listChanged({ accountId, sessions: keys.map((key) => ({ key })) }),
    /** The ends of an account are these batches of many from now on, the oldest first. */
    bulk: (...phases: BatchPhase[]) =>
      notifications.endsChanged({
        accountId: 'a1',
        batches: phases.map((phase, at) => batchIn(phase, { number: at + 1 })),
      }),
    settled: (accountId: string, verdict: PasswordVerdict, foundAt: number | null = null) =>
      notifications.passwordSettled({ accountId, verdict, canVerify: false, foundAt }),
    changed: (...accounts: Parameters<typeof setUpNotifications>[0] & object) => {
      state.accounts = accounts
      notifications.accountsChanged()
    },
  }
}

const contentOf = (title: string) => ({
  id: 'x',
  title,
  body: 'b',
  target: { ...LIST, page: 'sessions' as const },
})

describe('notifications', () => {
  it('are grouped by account, and open their page', () => {
    const { notifications, state, places } = setUp()
    notifications.notify(contentOf('Renewed'))
    notifications.notifyRunningInTray()
    expect(state.shown).toMatchObject([
      { id: 'x', title: 'Renewed', body: 'b', groupId: 'a1' },
      { id: 'tray', title: 'Session Desk is still running', groupId: null },
    ])
    expect(state.shown[1]?.body).toContain('Open it from the tray')
    state.shown[0]?.clicked()
    expect(places).toEqual([LIST])
  })

  it('do not appear if they are turned off', () => {
    const { state, notifications, hints } = setUp()
    state.isOn = false
    notifications.notify(contentOf('Renewed'))
    notifications.notifyRunningInTray()
    expect([state.shown, hints.writes]).toEqual([[], []])
  })

  it('contain no email, also if a name is one', () => {
    const { state, changed } = setUp()
    const user1 = user({ name: 'ana@example.com' })
    changed(account({ user: user1 }))
    changed(account({ user: user1, status: 'signedOut' }))
    expect(state.shown).toHaveLength(1)
    expect(JSON.stringify(state.shown)).not.toContain('@')
  })

  it('report a due review and a rule’s run, also while the window has the focus, until that is undone', () => {
    const { state, notifications, bulk } = setUp()
    state.isFocused = true
    notifications.reviewDue('a1')
    notifications.ruleRan({ accountId: 'a1', afterDays: 90, count: 3 })
    const body = expect.stringMatching(/^Ana Souza, Acme\n/)
    bulk()
    expect(state.closed).toEqual(['bulk-a1'])
    expect(state.shown).toMatchObject(['review-a1', 'bulk-a1'].map((id) => ({ id, body })))
  })

  it.each<[string, (world: ReturnType<typeof setUp>, fails: boolean) => unknown]>([
    ['that could not be stored', ({ hints }, fails) => (hints.broken = fails)],
    ['the system refused it', ({ state }, fails) => (state.isRefusing = fails)],
  ])('say once ever that the app keeps running, and again if %s', (_case, setFailing) => {
    const world = setUp()
    const { notifications, hints, ids } = world
    setFailing(world, true)
    notifications.notifyRunningInTray()
    expect([ids(), hints.writes]).toEqual([['tray'], []])
    setFailing(world, false)
    notifications.notifyRunningInTray()
    notifications.notifyRunningInTray()
    expect([ids(), hints.writes]).toEqual([['tray', 'tray'], [{ tray: true, lossesSeenAt: 0 }]])
  })
})

describe('notifications of one revocation', () => {
  it.each<[EndState, closes: boolean]>([
    ['ended', false],
    ['gone', false],
    ['dropped', false],
    ['refused', true],
    ['stillListed', true],
    ['unclear', true],
  ])('appear for one that is %s, and close once a failed one’s session is gone', (became, closes) => {
    const { ended, listed, ids, state, notifications } = setUp()
    ended(became)
    expect(ids()).toEqual(['revocation-a1-5'])
    notifications.listChanged({ accountId: 'a1', sessions: null })
    listed('a1', 5, 6)
    listed('a2')
    expect(state.closed).toEqual([])
    listed('a1', 6)
    listed('a1', 6)
    expect(state.closed).toEqual(closes ? ['revocation-a1-5'] : [])
  })

  it('give way to the window that has the focus, and are forgotten after a success', () => {
    const { ended, listed, ids, state } = setUp()
    ended('refused')
    state.isFocused = true
    ended('ended')
    listed('a1')
    expect([ids().length, state.closed]).toEqual([1, ['revocation-a1-5']])
  })
})

describe('notifications of a bulk revocation', () => {
  it('appear once, at its end or when it asks the person, and close when it goes on', () => {
    const { bulk, titles, state } = setUp()
    bulk(RUNNING)
    bulk(ASKING)
    expect(state.closed).toEqual([])
    state.isOpen = true
    bulk(DONE)
    bulk(DONE)
    expect(titles()).toEqual(["3 sessions haven't ended yet", 'Ended 0 sessions'])
    expect(state.closed).toEqual(['bulk-a1'])
    state.isFocused = true
    bulk(RUNNING)
    bulk(DONE)
    bulk()
    expect([titles().length, state.closed]).toEqual([2, ['bulk-a1', 'bulk-a1', 'bulk-a1']])
  })

  it('say whose they are and why some did not end', () => {
    const { notifications, state } = setUp()
    state.ends = [{ ...END, state: 'refused', failure, batches: [1] }]
    const counts = endCounts({ ended: 1, refused: 1 })
    notifications.endsChanged({ accountId: 'a1', batches: [batchIn(DONE, { counts, total: 2 })] })
    expect(state.shown).toMatchObject([
      {
        title: '1 ended, 1 refused',
        body: 'Ana Souza, Acme\ndesk.example.com took too long to answer. Try again in a moment.',
      },
    ])
  })

  it('are about the one that asks, or else appear when all are over', () => {
    const { bulk, titles } = setUp()
    bulk(DONE, RUNNING)
    expect(titles()).toEqual([])
    bulk(ASKING, RUNNING)
    bulk(ASKING, DONE)
    expect(titles()).toEqual(["3 sessions haven't ended yet"])
    bulk(DONE, DONE)
    expect(titles().slice(1)).toEqual(['Ended 0 sessions'])
  })

  it('do not appear again for an older one, when the newer one was seen', () => {
    const { notifications, titles, state, changed } = setUp()
    const tell = (...numbers: number[]) =>
      notifications.endsChanged({
        accountId: 'a1',
        batches: numbers.map((number) => batchIn(DONE, { number, counts: endCounts({ ended: number }) })),
      })
    tell(1)
    tell(1, 2)
    expect(titles()).toEqual(['Ended 1 session', 'Ended 2 sessions'])
    tell(1)
    expect([titles().length, state.closed]).toEqual([2, ['bulk-a1', 'bulk-a1']])
    // Its numbers begin anew when the account is added again.
    changed(account())
    changed()
    tell(1)
    expect(titles().slice(2)).toEqual(['Ended 1 session'])
  })

  it('do not appear for the end of one session, nor for what waits for the network', () => {
    const { notifications, state } = setUp()
    const alone = batchIn(DONE, { cause: 'one' })
    notifications.endsChanged({
      accountId: 'a1',
      batches: [alone, batchIn({ kind: 'waiting' }, { number: 2 })],
    })
    expect([state.shown, state.closed]).toEqual([[], []])
  })

  it.each([
    [true, []],
    [false, ["3 sessions haven't ended yet"]],
  ])('do not repeat the last run’s while the window opens: %s', (isOpen, shown) => {
    const { bulk, titles, state } = setUp()
    state.isOpen = isOpen
    bulk({ kind: 'asking', why: 'restarted' })
    expect(titles()).toEqual(shown)
  })
})

it('notifications of new sign-ins wait for the others of the list, and close when they are acknowledged', async () => {
  const { notifications, state, titles } = setUp([account(), bruno()])
  const { alerted, alertClosed } = notifications
  for (const alert of [newSignIn(1), newSignIn(2), newSignIn(1, 'a2')]) alerted(alert)
  alertClosed('a1', 2)
  expect([state.closed, state.clock.pending(), titles()]).toEqual([['alert-a1-2'], 1, []])
  await state.clock.advance(200)
  expect(state.shown.map(({ id }) => id)).toEqual(['alert-a1-1', 'alert-a2-1'])
  for (let id = 10; id < 22; id++) alerted(newSignIn(id))
  alertClosed('a2', 10)
  await state.clock.advance(200)
  expect(titles().slice(2)).toEqual(['12 new sign-ins'])
})

describe('notifications of an account’s status', () => {
  it('appear once when it is no longer signed in, not for what was so at the start, and close after a sign-in', () => {
    const { changed, ids, state } = setUp()
    changed(account({ status: 'notPersisted' }))
    expect(state.closed).toEqual([])
    changed(account())
    changed(account())
    expect([ids(), state.closed]).toEqual([[], ['status-a1']])
    for (let times = 0; times < 2; times++) changed(account({ status: 'renewalLost' }))
    expect(ids()).toEqual(['status-a1'])
    changed(account())
    expect(state.closed).toEqual(['status-a1', 'review-a1', 'status-a1'])
    state.isFocused = true
    changed(account({ status: 'signedOut' }))
    expect(ids()).toHaveLength(1)
  })

  it('do not appear for an account that was removed and is added again', () => {
    const { changed, ids } = setUp()
    changed(account(), bruno())
    changed(bruno())
    changed(account({ status: 'signedOut' }), bruno({ status: 'signedOut' }))
    expect(ids()).toEqual(['status-a2'])
  })
})

it('notifications of an account that is gone close, as its ends and its page are gone', () => {
  const { bulk, changed, ids, state } = setUp([account(), bruno()])
  changed(account(), bruno())
  changed(account({ status: 'signedOut' }), bruno())
  bulk(DONE)
  expect(ids()).toEqual(['status-a1', 'bulk-a1'])
  state.closed.length = 0
  changed(bruno())
  expect(state.closed).toEqual(['status-a1', 'bulk-a1', 'review-a1'])
})

describe('notifications of a password change', () => {
  it('appear without focus or for another account, and close when the window shows the outcome', () => {
    const { settled, ids, state } = setUp([account(), bruno()])
    for (const verdict of ['unknown', 'unchanged'] as const) settled('a1', verdict)
    state.isFocused = true
    settled('a1', 'changed')
    settled('a2', 'changed')
    expect([ids(), state.closed]).toEqual([['password-a1', 'password-a1', 'password-a2'], ['password-a1']])
  })

  it('show the time in the profile’s zone', () => {
    const { state, settled } = setUp()
    settled('a1', 'unchanged', Date.UTC(2026, 10, 22, 14, 5))
    expect(state.shown[0]?.title.replaceAll('\u202f', ' ')).toBe('The old password worked at 2:05 PM')
  })

  it('need an account', () => {
    const { state, settled } = setUp([])
    state.isFocused = true
    settled('gone', 'changed')
    expect([state.shown, state.closed]).toEqual([[], []])
  })
})

describe('notifications of a renewal', () => {
  const warning = (accountId: string, endsAt = 5) => ({ accountId, endsAt })

  it('appear once for each token, and close when it is renewed', () => {
    const { state, ids, notifications } = setUp([account(), bruno()])
    const lists = [[], [warning('a1')], [warning('a1')], [warning('a2')], [warning('a1', 9), warning('a2')]]
    lists.forEach(notifications.renewalWarningsChanged)
    expect([ids(), state.closed]).toEqual([['renewal-a1', 'renewal-a2', 'renewal-a1'], ['renewal-a1']])
  })

  it('do not appear while the window shows the warning, nor later', () => {
    const { state, ids, notifications } = setUp([account(), bruno()])
    state.isFocused = true
    notifications.renewalWarningsChanged([warning('a1'), warning('a2')])
    state.isFocused = false
    notifications.renewalWarningsChanged([warning('a1'), warning('a2')])
    expect(ids()).toEqual(['renewal-a2'])
  })
})

describe('notifications of what was left open', () => {
  const left = { at: 5, verdict: 'unknown', canVerify: false, wasProbed: false, foundAt: null } as const

  it('appear after a start without a window, and close on their page; none of an unknown account', () => {
    const { notifications, ids, state } = setUp()
    const reports = ['a1', 'gone'].map((accountId) => ({ accountId, ...left }))
    notifications.startedHidden(reports, [unconfirmed(), unconfirmed({ id: 'u2' })])
    expect(ids()).toEqual(['password-a1', 'unconfirmed-u1', 'unconfirmed-u2'])
    notifications.passwordClosed('a1')
    expect(state.closed).toEqual(['password-a1'])
  })

  it('appear for a session that may still be signed in, unless the window has the focus', () => {
    const { notifications, ids, state } = setUp()
    state.isFocused = true
    notifications.sessionUnconfirmed(unconfirmed())
    expect(ids()).toEqual([])
    state.isFocused = false
    notifications.sessionUnconfirmed(unconfirmed())
    expect(ids()).toEqual(['unconfirmed-u1'])
  })
})
