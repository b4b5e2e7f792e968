import { describe, expect, it } from 'vitest'
import { account, bruno } from '../../../renderer/fake-bridge.ts'
import { newSignIn, setUpNotifications } from './notifications-harness.ts'

/** Notifies of these sign-ins of Ana, all of one list. */
async function setUp(...ids: number[]) {
  const world = setUpNotifications([account(), bruno()])
  const { state, notifications } = world
  notifications.accountsChanged()
  state.closed.length = 0
  const alert = async (...keys: number[]): Promise<void> => {
    for (const key of keys) notifications.alerted(newSignIn(key))
    await state.clock.advance(200)
  }
  await alert(...ids)
  const buttons = (at = 0) => state.shown[at]?.decision?.buttons ?? []
  return { ...world, alert, buttons, labels: (at = 0) => buttons(at).map(({ label }) => label) }
}

describe('a notification about a new sign-in', () => {
  it('stays, and has a button for each answer', async () => {
    const { state, labels, buttons, acknowledged, places } = await setUp(7, 8)
    expect([labels(0), labels(1)]).toEqual(Array(2).fill(['It was me', 'End…']))
    expect(state.shown[0]?.decision?.clickLabel).toBe('Show')
    buttons(1)[0]?.pressed()
    expect([acknowledged, places]).toEqual([[['a1', 8]], []])
  })

  it('asks in the window before it ends that session, and opens it without a question by a click', async () => {
    const { state, buttons, acknowledged, places } = await setUp(7)
    const row = { page: 'sessions', accountId: 'a1', key: 7 }
    state.shown[0]?.clicked()
    buttons()[1]?.pressed()
    expect([acknowledged, places]).toEqual([[], [row, { ...row, asksToEnd: true }]])
  })

  it('closes when the account is gone or not signed in any more', async () => {
    const { state, notifications } = await setUp(7, 8)
    notifications.alertClosed('a1', 7)
    state.closed.length = 0
    state.accounts = [account({ status: 'signedOut' }), bruno()]
    notifications.accountsChanged()
    expect(state.closed).toEqual(['alert-a1-8', 'review-a1'])
    state.closed.length = 0
    state.accounts = [account({ status: 'signedOut' }), bruno({ status: 'signedOut' })]
    notifications.accountsChanged()
    expect(state.closed).toEqual(['review-a2'])
  })

  it('does not appear for an account that was signed out meanwhile', async () => {
    const { state, notifications } = await setUp()
    notifications.alerted(newSignIn(7))
    state.accounts = [bruno()]
    notifications.accountsChanged()
    await state.clock.advance(200)
    expect(state.shown).toEqual([])
  })
})

describe('a notification that several new sign-ins share', () => {
  it('stays without buttons, and closes when all of them are closed', async () => {
    const { state, labels, notifications, alert } = await setUp(1, 2, 3, 4)
    expect([labels(), state.shown[0]?.decision !== undefined]).toEqual([[], true])
    for (const id of [1, 2, 3]) notifications.alertClosed('a1', id)
    await alert(5, 6, 7, 8)
    for (const id of [4, 5, 6, 7]) notifications.alertClosed('a1', id)
    expect(state.closed).not.toContain('alerts-a1')
    notifications.alertClosed('a1', 8)
    expect(state.closed.at(-1)).toBe('alerts-a1')
  })

  it('closes with its account', async () => {
    const { state, notifications } = await setUp(1, 2, 3, 4)
    state.accounts = [bruno()]
    notifications.accountsChanged()
    expect(state.closed).toEqual(['status-a1', 'bulk-a1', 'alerts-a1', 'review-a1'])
  })
})

it('another notification neither stays nor has buttons', async () => {
  const { state, notifications } = await setUp()
  notifications.reviewDue('a1')
  notifications.notifyRunningInTray()
  expect(state.shown.map(({ decision }) => decision)).toEqual([undefined, undefined])
})

it('the notification about a due review closes once that was begun, and not before', async () => {
  const { state, notifications } = await setUp()
  const changed = (isDue: boolean): void =>
    notifications.reviewChanged({
      accountId: 'a1',
      schedule: { days: 90, finishedAt: null, dueAt: 5, isDue },
    })
  notifications.reviewDue('a1')
  changed(true)
  expect(state.closed).toEqual([])
  changed(false)
  expect(state.closed).toEqual(['review-a1'])
})
