import { describe, expect, it } from 'vitest'
import type { RevocationPhase } from '../../../../electron/shared/bulk-revocation.ts'
import { account, user } from '../../../renderer/fake-bridge.ts'
import type { UnconfirmedSession } from '../../../../electron/shared/session.ts'
import type { Notification } from '../../../../electron/core/ports.ts'
import { parseNotificationTarget } from '../../../../electron/features/desktop/domain/notification-target.ts'
import { setUpNotifications } from './notices-harness.ts'

describe('notifications', () => {
  it('report that a review is due, and open it, also after a restart', () => {
    const { notifications, state } = setUpNotifications()
    notifications.reviewDue('a1')
    expect(state.shown).toMatchObject([{ id: 'review-a1', title: 'A review of your sessions is due' }])
    expect(state.shown[0]?.body).toContain('See which sessions are still yours.')
    expect(parseNotificationTarget('review-0123456789abcdef')).toEqual({
      page: 'review',
      accountId: '0123456789abcdef',
      sessionId: null,
    })
  })

  it('report every outcome of a revocation, unless the window has the focus', () => {
    const { ended, titles, state } = setUpNotifications()
    ended({ kind: 'ended' })
    ended({ kind: 'alreadyGone' })
    ended({ kind: 'failed', failure: { kind: 'timeout' } })
    ended({ kind: 'notConfirmed', failure: { kind: 'timeout' } })
    expect(titles()).toEqual([
      'Ended Old phone',
      'Old phone is no longer signed in',
      "Old phone couldn't be ended",
      "The service hasn't confirmed that Old phone ended",
    ])
    state.isFocused = true
    ended({ kind: 'ended' })
    expect(state.shown).toHaveLength(4)
  })

  it('about a failed revocation close once the session is gone', () => {
    const { ended, state, notifications } = setUpNotifications()
    ended({ kind: 'failed', failure: { kind: 'server', status: 500 } })
    const id = state.shown[0]?.id
    notifications.listChanged({ accountId: 'a1', sessions: null })
    notifications.listChanged({ accountId: 'a1', sessions: [{ id: 5 }] })
    notifications.listChanged({ accountId: 'a2', sessions: [] })
    expect(state.closed).toEqual([])
    notifications.listChanged({ accountId: 'a1', sessions: [{ id: 6 }] })
    expect(state.closed).toEqual([id])
    ended({ kind: 'failed', failure: { kind: 'server', status: 500 } })
    state.isFocused = true
    ended({ kind: 'ended' })
    expect(state.closed).toEqual([id, id])
  })

  it('about a signed-out account close once it is signed in', () => {
    const { notifications, state } = setUpNotifications([account()])
    notifications.accountsChanged()
    state.accounts = [account({ status: 'signedOut' })]
    notifications.accountsChanged()
    expect(state.shown).toHaveLength(1)
    state.accounts = [account()]
    notifications.accountsChanged()
    expect(state.closed).toContain(state.shown[0]?.id)
  })

  it('report a bulk revocation once, at its end or when it waits for the person', () => {
    const { notifications, state } = setUpNotifications()
    const counts = {
      queued: 0,
      sent: 0,
      confirmed: 2,
      alreadyGone: 1,
      failed: 3,
      notConfirmed: 0,
      cancelled: 0,
    }
    const revocation = {
      accountId: 'a1',
      counts,
      answered: 6,
      total: 6,
      startedAt: 1,
      sendAt: 2,
      msLeft: null,
    }
    const publish = (phase: RevocationPhase, over = {}): void =>
      notifications.bulkChanged({
        accountId: 'a1',
        rows: [],
        revocation: { ...revocation, phase, counts: { ...counts, ...over } },
      })
    publish({ is: 'running' })
    publish({ is: 'interrupted', reason: 'deviceUnclear' }, { queued: 4 })
    publish({ is: 'done' })
    publish({ is: 'done' })
    expect(state.shown.map(({ title, body }) => [title, body])).toEqual([
      [
        "4 sessions haven't ended yet",
        "The service doesn't say which session is this device, so no more sessions are ended.",
      ],
      ['Ended 2 sessions', "Ana Souza, Acme\n3 couldn't be ended.\n1 is no longer signed in."],
    ])
    // Retried in the window, so the notification about three failures is no longer true.
    const [, { id }] = state.shown as [Notification, Notification]
    state.isFocused = true
    state.closed = []
    publish({ is: 'running' })
    expect(state.closed).toEqual([id])
  })

  it('do not repeat the last run’s revocation while the window opens', () => {
    const { notifications, state } = setUpNotifications()
    state.isOpen = true
    const counts = {
      queued: 4,
      sent: 0,
      confirmed: 2,
      alreadyGone: 0,
      failed: 0,
      notConfirmed: 0,
      cancelled: 0,
    }
    const phase = { is: 'interrupted', reason: 'restarted' } as const
    const revocation = {
      accountId: 'a1',
      counts,
      phase,
      answered: 2,
      total: 6,
      startedAt: 1,
      sendAt: 2,
      msLeft: null,
    }
    notifications.bulkChanged({ accountId: 'a1', rows: [], revocation })
    expect(state.shown).toEqual([])
    const hidden = setUpNotifications()
    hidden.notifications.bulkChanged({ accountId: 'a1', rows: [], revocation })
    expect(hidden.titles()).toEqual(["4 sessions haven't ended yet"])
  })

  it('report each new sign-in, or several as one, and close when it is acknowledged', async () => {
    const { notifications, state, places } = setUpNotifications()
    const alert = (sessionId: number) => ({
      accountId: 'a1',
      sessionId,
      createdAt: null,
      name: `Phone ${sessionId}`,
      at: 5,
      mayBeRenewed: sessionId === 2,
    })
    notifications.alerted(alert(1))
    notifications.alerted(alert(2))
    notifications.alertClosed('a1', 2)
    await state.clock.advance(1_000)
    expect(state.shown.map(({ title }) => title)).toEqual(['New sign-in: Phone 1'])
    state.shown[0]?.clicked()
    expect(places).toEqual([{ page: 'sessions', accountId: 'a1', sessionId: 1 }])
    notifications.alerted(alert(2))
    await state.clock.advance(1_000)
    expect(state.shown.map(({ title }) => title).slice(1)).toEqual(['New, perhaps renewed: Phone 2'])
    for (let id = 10; id < 22; id++) notifications.alerted(alert(id))
    await state.clock.advance(1_000)
    expect(state.shown.map(({ title }) => title).slice(2)).toEqual(['12 new sign-ins'])
  })

  it('do not appear if they are turned off', () => {
    const { ended, state, notifications, hints } = setUpNotifications()
    state.isOn = false
    ended({ kind: 'ended' })
    notifications.notifyRunningInTray()
    expect(state.shown).toEqual([])
    expect(hints.writes).toEqual([])
  })

  it('report once that an account is signed out, and not what was so at the start', () => {
    const { notifications, state, titles, places } = setUpNotifications([account({ status: 'notPersisted' })])
    notifications.accountsChanged()
    expect(titles()).toEqual([])
    state.accounts = [account()]
    notifications.accountsChanged()
    state.accounts = [account({ status: 'renewalLost' })]
    notifications.accountsChanged()
    notifications.accountsChanged()
    expect(titles()).toEqual(['Renewal interrupted'])
    state.shown[0]?.clicked()
    expect(places).toEqual([{ page: 'sessions', accountId: 'a1', sessionId: null }])
  })

  it('contain no email, also if a name is one', () => {
    const { notifications, state } = setUpNotifications([
      account({ user: user({ name: 'ana@example.com' }) }),
    ])
    notifications.accountsChanged()
    state.accounts = state.accounts.map((each) => ({ ...each, status: 'signedOut' }))
    notifications.accountsChanged()
    expect(JSON.stringify(state.shown)).not.toContain('@')
    expect(state.shown).toHaveLength(1)
  })

  it('say once ever that the app keeps running, and again if that could not be stored', () => {
    const { notifications, hints, titles } = setUpNotifications()
    hints.broken = true
    notifications.notifyRunningInTray()
    hints.broken = false
    notifications.notifyRunningInTray()
    notifications.notifyRunningInTray()
    expect(titles()).toEqual(['Session Desk is still running', 'Session Desk is still running'])
  })

  it('repeat that the app keeps running until the system accepts it', () => {
    const { notifications, state, hints, titles } = setUpNotifications()
    state.isRefusing = true
    notifications.notifyRunningInTray()
    notifications.notifyRunningInTray()
    expect([titles().length, hints.writes]).toEqual([2, []])
    state.isRefusing = false
    notifications.notifyRunningInTray()
    notifications.notifyRunningInTray()
    expect([titles().length, hints.writes]).toEqual([3, [{ tray: true }]])
  })

  it('are grouped by account', () => {
    const { ended, notifications, state } = setUpNotifications()
    ended({ kind: 'ended' })
    notifications.notifyRunningInTray()
    expect(state.shown.map(({ groupId }) => groupId)).toEqual(['a1', null])
  })
})

describe('notifications about a session that may still be signed in', () => {
  const session: UnconfirmedSession = {
    id: 'u1',
    cause: 'signOut',
    baseUrl: 'https://example.com/api/v1',
    name: 'Ana Souza',
    deviceName: null,
    at: 5,
  }

  it('appear unless the window has the focus', () => {
    const { notifications, state } = setUpNotifications()
    state.isFocused = true
    notifications.sessionUnconfirmed(session)
    expect(state.shown).toEqual([])
    state.isFocused = false
    notifications.sessionUnconfirmed(session)
    expect(state.shown.map(({ id }) => id)).toEqual(['unconfirmed-u1'])
    expect(state.shown[0]?.body).toContain('Ana Souza')
  })

  it('appear after a start without a window', () => {
    const { notifications, state } = setUpNotifications()
    notifications.startedHidden([], [session, { ...session, id: 'u2', cause: 'signIn', name: null }])
    expect(state.shown.map(({ id }) => id)).toEqual(['unconfirmed-u1', 'unconfirmed-u2'])
    expect(state.shown[1]?.body).toContain('example.com')
  })
})
