import { describe, expect, it } from 'vitest'
import type { Account } from '../../../../electron/shared/account.ts'
import type { Actor } from '../../../../electron/shared/activity.ts'
import { isOpen, withMark, type EndAnswer } from '../../../../electron/features/sessions/domain/record.ts'
import { keyOf } from '../../../support/builders.ts'
import { accountOf, tokenAccountOf, userOf } from '../../fake-service.ts'
import { setUpAlerts, row } from './activity-harness.ts'

/** Alerts that have seen these sessions, which raised none. */
function setUp(first = [row(1)], ...accounts: Parameters<typeof setUpAlerts>) {
  const world = setUpAlerts(...accounts)
  const services = world.start()
  services.see(...first)
  return { ...world, ...services }
}

describe('an alert', () => {
  it('is raised once for a sign-in made elsewhere, and stays open across a restart', () => {
    const { id, alerts, see, events, start, file } = setUp([row(1), row(2)])
    expect([events, alerts.open()]).toEqual([[], []])
    see(row(1), row(2), row(3))
    see(row(1), row(2), row(3))
    expect(events).toEqual(['open 1', 'alert 3 Device 3'])
    expect(file.writes).toHaveLength(2)

    const second = start()
    second.see(row(1), row(2), row(3))
    expect(events).toHaveLength(2)
    const alert = { key: keyOf({ id: 3 }), name: 'Device 3', at: 800_000 }
    expect(second.alerts.open()).toEqual([{ accountId: id, count: 1, newest: [{ accountId: id, ...alert }] }])
    const known = second.history.find(id, row(3))
    expect([known?.firstSeenAt, known && isOpen(known), second.history.find(id, row(4))]).toEqual([
      1_000_000,
      true,
      null,
    ])
  })

  it('is raised for sign-ins while the app was not running, with the span', () => {
    const { id, events, start, clock, history } = setUp()
    history.save()
    clock.sleep(900_000)
    const { see, history: later } = start()
    see(row(1), row(2))
    expect(events).toEqual(['open 1', 'alert 2 Device 2'])
    expect(later.of(id)?.entries).toMatchObject([{ type: 'newSignIn', after: clock.now() - 900_000 }])
  })

  it('is raised for none of the sessions that a damaged record lost, and for each sign-in after the next list', () => {
    const { id, events, start, history, file } = setUp([row(1), row(2), row(3)])
    history.save()
    const stored = file.readOne(id)
    const isLost = ({ id: sessionId }: { id: number }): boolean => sessionId !== 1
    if (stored)
      file.write(id, {
        ...stored,
        checkedAt: null,
        sessions: stored.sessions.filter((each) => !isLost(each)),
      })
    const { see, lines, sessions } = start()
    see(row(1), row(2), row(3))
    expect([events, lines(), sessions().map((session) => session.id)]).toEqual([[], [], [1, 2, 3]])
    // The next run knows that too.
    start().see(row(1), row(2), row(3), row(4))
    expect(events).toEqual(['open 1', 'alert 4 Device 4'])
  })

  it('is announced although the disk refuses it', () => {
    const { see, events, file, log } = setUp()
    file.broken = true
    see(row(1), row(2))
    see(row(1), row(2))
    expect(events).toEqual(['open 1', 'alert 2 Device 2'])
    expect(log.lines).toEqual(['history.notSaved {}'])
  })

  it('closes when the person acknowledges it, once, and the session stays', () => {
    const { id, alerts, see, events, file, lines, start } = setUp()
    see(row(1), row(2), row(3))
    events.length = 0
    alerts.acknowledge(id, keyOf({ id: 2 }))
    const writes = file.writes.length
    alerts.acknowledge(id, keyOf({ id: 2 }))
    alerts.acknowledge('gone', null)
    expect([events, file.writes.length]).toEqual([['open 1', 'close 2'], writes])
    alerts.acknowledge(id, null)
    expect(events.slice(2)).toEqual(['open 0', 'close 3'])
    expect(lines().slice(2)).toEqual(['itWasMe thisApp 2', 'itWasMe thisApp 3'])
    start().see(row(1), row(2), row(3))
    expect(events).toHaveLength(4)
  })

  it('has the display name that the list gets after it is evaluated', () => {
    const { alerts, see, events, names, waiting, naming } = setUp()
    naming.isDone = false
    see(row(1), row(2, { name: 'Mozilla/5.0' }))
    expect(events).toEqual(['open 1'])
    names.set(2, 'Firefox on Ubuntu (2)')
    for (const run of waiting) run()
    expect(events).toEqual(['open 1', 'alert 2 Firefox on Ubuntu (2)'])
    expect(alerts.open()[0]?.newest).toMatchObject([{ name: 'Firefox on Ubuntu (2)' }])
  })

  it('is raised again for a reused id, and the earlier one is closed', () => {
    const { id, alerts, see, events, lines, sessions } = setUp()
    see(row(1), row(2))
    see(row(1), row(2, { createdAt: 950_000, name: 'Somebody' }))
    expect(events).toEqual(['open 1', 'alert 2 Device 2', 'open 1', 'close 2', 'alert 2 Somebody'])
    alerts.acknowledge(id, keyOf({ id: 2 }))
    alerts.acknowledge(id, sessions()[2]?.key ?? 0)
    expect(lines().slice(1)).toEqual(['ended elsewhere 2', 'newSignIn elsewhere 2', 'itWasMe thisApp 2'])
    expect(sessions().map(({ alert, mark }) => [alert, mark?.decision])).toEqual([
      ['none', undefined],
      ['open', undefined],
      ['none', 'mine'],
    ])
  })

  it.each([
    ['now', undefined, 0],
    ['now, whatever it was before', { decision: 'notSure', at: -5 }, 0],
    ['as late as it was, if the clock goes back', { decision: 'mine', at: 5 }, 5],
  ] as const)('marks the session as mine when it is acknowledged: %s', (_when, before, later) => {
    const { id, alerts, see, history, clock, sessions } = setUp()
    see(row(1), row(2))
    const now = clock.now()
    const mark = before && { ...before, at: now + before.at }
    history.mark(id, (session) => withMark(session, mark))
    alerts.acknowledge(id, null)
    expect(sessions().map((session) => session.mark)).toEqual([mark, { decision: 'mine', at: now + later }])
  })

  it('is not raised for the app’s own probes, orphans and sign-ins', () => {
    const { see, events, probes, orphanIds, granted, lines } = setUp()
    probes.add('Session Desk password check x-new')
    orphanIds.add(3)
    granted.add(4)
    see(row(1), row(2, { name: 'Session Desk password check x-new' }), row(3), row(4))
    expect([events, lines()]).toEqual([[], ['appeared thisApp 3', 'signedIn thisApp 4']])
  })

  it('is raised for an unknown session with this app’s name', () => {
    const name = 'Session Desk on ana'
    const { see, events } = setUp([row(1, { name })])
    see(row(1, { name }), row(2, { name }))
    expect(events).toEqual(['open 1', `alert 2 ${name}`])
  })

  it('is counted per account, and has details for the newest', () => {
    const other = accountOf(8)
    const { alerts, events, known } = setUp([row(1)], [accountOf(7), other])
    alerts.evaluate(other.id, [row(1)])
    const many = Array.from({ length: 60 }, (_, index) => row(index + 2, { createdAt: index }))
    alerts.evaluate(other.id, [row(1), ...many])
    expect(alerts.open()).toMatchObject([{ accountId: other.id, count: 60 }])
    const newest = alerts.open()[0]?.newest.map(({ key }) => key)
    expect(newest).toEqual(Array.from({ length: 50 }, (_, index) => keyOf({ id: 61 - index })))
    expect(events).toHaveLength(61)
    known.setStatus(other.id, 'signedOut')
    expect(alerts.open()).toEqual([])
  })

  it.each<[string, Account, raised: number, hasNoList?: true]>([
    ['nothing if the user is signed in too', accountOf(7), 0],
    ['it if that account has no list yet', accountOf(7), 1, true],
    ['it if that is at another server', accountOf(7, { baseUrl: 'https://other.example/api/v1' }), 1],
    ['it if that is another user', accountOf(8), 1],
    ['it if that user is signed out', accountOf(7, { status: 'signedOut' }), 1],
    ['it if that is an API token', tokenAccountOf('sk_x', { user: userOf(7) }), 1],
  ])('of an API token’s account: raises %s', (_what, other, raised, hasNoList) => {
    const token = tokenAccountOf('sk_abc', { user: userOf(7) })
    const { alerts, see, events } = setUp([row(1)], [token, other])
    if (!hasNoList) alerts.evaluate(other.id, [row(1)])
    see(row(1), row(2))
    expect(events.filter((event) => event.startsWith('alert'))).toHaveLength(raised)
  })

  it.each<[string, Account, isOurs: boolean]>([
    ['what the other account of the user here does', accountOf(7), true],
    ['no other user’s', accountOf(8), false],
    ['not what happens at another server', accountOf(7, { baseUrl: 'https://other.example/api/v1' }), false],
  ])('counts as this app’s own: %s', (_what, other, isOurs) => {
    const token = tokenAccountOf('sk_abc', { user: userOf(7) })
    const seen = [row(1, { isCurrent: false }), row(2)]
    const { alerts, history, see, lines } = setUp(seen, [token, other])
    // The other account's own session is 3, and its DELETE ends 2.
    const own = row(3, { isCurrent: true })
    alerts.evaluate(other.id, [...seen, own])
    history.answered(other.id, row(2), 'ended')
    see(row(1, { isCurrent: false }), { ...own, isCurrent: false })
    const by = isOurs ? 'thisApp' : 'elsewhere'
    const kind = isOurs ? 'signedIn' : 'newSignIn'
    expect(lines()).toEqual([`ended ${by} 2`, `${kind} ${by} 3`])
  })

  it('of an account of the user that is gone, or that had not seen a session, counts as this app’s own all the same', () => {
    const token = tokenAccountOf('sk_abc', { user: userOf(7) })
    const [first, second] = [tokenAccountOf('sk_x', { user: userOf(7) }), accountOf(7)]
    const others = [row(2), row(3), row(4)]
    const { alerts, history, known, see, lines } = setUp([row(1), ...others], [token, first, second])
    alerts.evaluate(first.id, [row(1), ...others])
    alerts.evaluate(second.id, [row(1), row(2)])
    history.answered(first.id, row(2), 'ended')
    history.forget(first.id)
    known.remove(first.id)
    history.mayEnd(second.id, 'all')('ended')
    known.remove(second.id)
    see(row(1))
    expect(lines()).toEqual(['ended thisApp 2', 'ended thisApp 3', 'ended thisApp 4'])
  })

  it('is raised for none of the first sessions that an API token has', () => {
    const { see, events, history, id } = setUp([], [tokenAccountOf('sk_abc', { user: userOf(7) })])
    expect(history.of(id)).toBeNull()
    see(row(1))
    see(row(1), row(2))
    expect(events).toEqual(['open 1', 'alert 2 Device 2'])
  })

  it('is raised for a token whose user is not known', () => {
    const [unknown, other] = [tokenAccountOf('sk_abc', { user: userOf(0) }), accountOf(0)]
    const { see, events, lines } = setUp([row(1)], [unknown, other])
    see(row(1), row(2))
    expect(events).toEqual(['open 1', 'alert 2 Device 2'])
    // The other account may be one of the same user.
    see(row(1))
    expect(lines()).toEqual(['newSignIn elsewhere 2', 'ended unknown 2'])
  })

  it('uses no key of a history that was lost', () => {
    const { id, start, see, sessions, file } = setUp([row(1), row(2)])
    see(row(1), row(2), row(3))
    const before = sessions().map(({ key }) => key)
    file.write(id, null)
    const again = start(0.5)
    again.see(row(3), row(1))
    expect(again.sessions().filter(({ key }) => before.includes(key))).toEqual([])
  })

  it('is not evaluated for an unknown account', () => {
    const { start, file } = setUpAlerts([])
    start().alerts.evaluate('gone', [row(1)])
    expect(file.writes).toEqual([])
  })
})

describe('the end of a session', () => {
  const KEY_2 = keyOf({ id: 2 })

  it.each<[string, EndAnswer | null, Actor]>([
    ['success', 'ended', 'thisApp'],
    ['"not found"', 'gone', 'unknown'],
    ['nothing', 'lost', 'unknown'],
    ['a refusal', null, 'elsewhere'],
  ])('is told once, after this app’s DELETE of it was answered with %s', (_what, answer, actor) => {
    const { id, history, see, out, lines, sessions, events, clock } = setUp()
    see(row(1), row(2))
    out.set(id, KEY_2)
    see(row(1))
    const endedAt = clock.now()
    expect(events).toContain('close 2')
    clock.sleep(5)
    see(row(1))
    expect([lines(), sessions()[1]?.endedBy]).toEqual([['newSignIn elsewhere 2'], null])
    out.clear()
    if (answer) history.answered(id, row(2), answer)
    see(row(1))
    see(row(1))
    expect(lines()).toEqual(['newSignIn elsewhere 2', `ended ${actor} 2`])
    expect(sessions()[1]).toMatchObject({ endedBy: actor, endedAt })
  })

  it('is not told while a DELETE of another account of the user is out', () => {
    const token = tokenAccountOf('sk_abc', { user: userOf(7) })
    const { alerts, see, out, lines } = setUp([row(1), row(2)], [accountOf(7), token])
    alerts.evaluate(token.id, [row(1), row(2)])
    out.set(token.id, KEY_2)
    see(row(1))
    expect(lines()).toEqual([])
  })

  it('is by the rule or the review that asked for it, if the service said that this app ended it', () => {
    const listed = [1, 2, 3, 4, 5].map((each) => row(each))
    const { id, history, see, askedBy, lines } = setUp(listed)
    for (const [session, cause, answer] of [
      [2, 'rule', 'ended'],
      [3, 'review', 'ended'],
      [4, 'rule', 'gone'],
      [5, 'thisApp', 'lost'],
    ] as const) {
      askedBy.set(keyOf({ id: session }), cause)
      history.answered(id, row(session), answer)
    }
    see(...listed)
    expect(lines()).toEqual([])
    see(row(1))
    expect(lines()).toEqual(['ended rule 2', 'ended review 3', 'ended unknown 4', 'ended unknown 5'])
  })

  it('concerns the session that was to be ended, not the one that reuses its id', () => {
    const { id, history, see, out, lines, sessions } = setUp([row(1), row(2)])
    const listed = [row(1), row(2, { createdAt: 950_000, name: 'Somebody' })]
    out.set(id, KEY_2)
    see(...listed)
    out.clear()
    history.answered(id, row(2), 'ended')
    see(...listed)
    expect(lines()).toEqual(['newSignIn elsewhere 2', 'ended thisApp 2'])
    expect(sessions().map(({ createdAt, endedBy }) => [createdAt, endedBy])).toEqual([
      [800_000, null],
      [800_000, 'thisApp'],
      [950_000, null],
    ])
  })

  it('is unclear for what is gone just after a password change, here or in another account of the user', () => {
    const { alerts, history, see, lines, clock, known } = setUp([row(1), row(2), row(3), row(4)])
    const token = tokenAccountOf('sk_abc', { user: userOf(7) })
    known.add(token)
    alerts.evaluate(token.id, [row(2)])
    history.addEntry(token.id, 'passwordChanged')
    see(row(1), row(3), row(4))
    clock.sleep(600_001)
    see(row(1), row(4))
    // The next list after a change may come late.
    clock.sleep(1)
    history.addEntry(token.id, 'passwordChanged')
    clock.sleep(600_001)
    see(row(1))
    expect(lines()).toEqual(['ended unknown 2', 'ended elsewhere 3', 'ended unknown 4'])
  })

  it('is told neither after the history was cleared, nor again, nor of a session that no list had', () => {
    const { id, history, see, out, lines } = setUp([row(1), row(2), row(3)])
    see(row(1), row(2))
    history.store(id, { ...history.of(id)!, entries: [] })
    out.set(id, KEY_2)
    see(row(1))
    for (const session of [3, 9]) history.answered(id, row(session), 'ended')
    see(row(1))
    history.clear(id)
    out.clear()
    history.answered(id, row(2), 'ended')
    see(row(1))
    expect(lines()).toEqual([])
  })
})

describe('signing out', () => {
  it.each([
    ['signedOut', [1_000_500, null, 1_000_000]],
    ['signedOutEverywhere', [1_000_500, 1_000_500, 1_000_000]],
  ] as const)(
    'ends this device’s session, or all that are listed, and keeps the history: %s',
    (type, ended) => {
      const { id, alerts, see, lines, sessions, events, clock } = setUp([row(1), row(2), row(3)])
      see(row(2), row(1))
      clock.sleep(500)
      alerts.signedOut('gone', type)
      alerts.signedOut(id, type)
      expect(sessions().map(({ endedAt }) => endedAt)).toEqual(ended)
      expect([0, 2].map((index) => sessions()[index]?.endedBy)).toEqual(['thisApp', 'elsewhere'])
      expect(lines().slice(1)).toEqual([`${type} thisApp null`])
      see(row(5, { isCurrent: true }), row(2), row(4))
      expect(events.filter((item) => item.startsWith('alert'))).toEqual(['alert 4 Device 4'])
    },
  )
})

it('closes the alerts of an account that the person removed, whose notifications are about nothing any more', () => {
  const { id, alerts, see, events } = setUp()
  see(row(1), row(2), row(3))
  alerts.acknowledge(id, keyOf({ id: 3 }))
  events.length = 0
  alerts.forget(id)
  alerts.forget('gone')
  expect(events).toEqual(['close 2'])
})
