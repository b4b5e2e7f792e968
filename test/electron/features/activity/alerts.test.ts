import { describe, expect, it } from 'vitest'
import { accountOf, tokenAccountOf, userOf } from '../../fake-service.ts'
import { seenInfo } from '../../../../electron/features/activity/domain/history.ts'
import { setUpAlerts, row } from './alerts-harness.ts'

describe('an alert', () => {
  it('is raised once for a sign-in made elsewhere, and stays open across a restart', () => {
    const { id, events, start, file } = setUpAlerts()
    const first = start()
    first.alerts.evaluate(id, [row(1), row(2)])
    expect([events, first.alerts.open()]).toEqual([[], []])
    first.alerts.evaluate(id, [row(1), row(2), row(3)])
    first.alerts.evaluate(id, [row(1), row(2), row(3)])
    expect(events).toEqual(['open 1', 'alert 3 Device 3'])
    expect(file.writes).toHaveLength(2)

    const second = start()
    second.alerts.evaluate(id, [row(1), row(2), row(3)])
    expect(events).toHaveLength(2)
    expect(second.alerts.open()).toEqual([
      {
        accountId: id,
        count: 1,
        newest: [
          {
            accountId: id,
            sessionId: 3,
            createdAt: 800_000,
            name: 'Device 3',
            at: 800_000,
            mayBeRenewed: false,
          },
        ],
      },
    ])
    expect(seenInfo(second.history.find(id, row(3)))).toEqual({
      firstSeenAt: 1_000_000,
      isNew: true,
      mayBeRenewed: false,
    })
    expect(seenInfo(second.history.find(id, row(4)))).toEqual({
      firstSeenAt: null,
      isNew: false,
      mayBeRenewed: false,
    })
  })

  it('is raised for sign-ins while the app was not running', () => {
    const { id, events, start } = setUpAlerts()
    start().alerts.evaluate(id, [row(1)])
    start().alerts.evaluate(id, [row(1), row(2)])
    expect(events).toEqual(['open 1', 'alert 2 Device 2'])
  })

  it('is stored before it is announced, and announced although the disk refuses', () => {
    const { id, events, start, file, log } = setUpAlerts()
    const { alerts } = start()
    alerts.evaluate(id, [row(1)])
    file.broken = true
    alerts.evaluate(id, [row(1), row(2)])
    alerts.evaluate(id, [row(1), row(2)])
    expect(events).toEqual(['open 1', 'alert 2 Device 2'])
    expect(log.lines).toEqual(['history.notSaved {}'])
  })

  it('closes when the person acknowledges it, once, and the session stays', () => {
    const { id, events, start, lines } = setUpAlerts()
    const { alerts, history } = start()
    alerts.evaluate(id, [row(1)])
    alerts.evaluate(id, [row(1), row(2), row(3)])
    events.length = 0
    alerts.acknowledge(id, 2)
    alerts.acknowledge(id, 2)
    expect([events, lines(history).slice(2)]).toEqual([['open 1', 'close 2'], ['itWasMe thisApp 2']])
    alerts.acknowledge(id, null)
    expect(events.slice(2)).toEqual(['open 0', 'close 3'])
    start().alerts.evaluate(id, [row(1), row(2), row(3)])
    expect(events).toHaveLength(4)
  })

  it('closes when the session ends', () => {
    const { id, events, start } = setUpAlerts()
    const { alerts } = start()
    alerts.evaluate(id, [row(1)])
    alerts.evaluate(id, [row(1), row(2)])
    alerts.evaluate(id, [row(1)])
    expect(events.slice(2)).toEqual(['open 0', 'close 2'])
  })

  it('has the display name that the list gets after it is evaluated', () => {
    const { id, events, named, start } = setUpAlerts()
    const { alerts } = start()
    alerts.evaluate(id, [row(1)])
    named.naming.isDone = false
    alerts.evaluate(id, [row(1), row(2, { name: 'Mozilla/5.0' })])
    expect(events).toEqual(['open 1'])
    named.names.set(2, 'Firefox on Ubuntu (2)')
    for (const run of named.waiting) run()
    expect(events).toEqual(['open 1', 'alert 2 Firefox on Ubuntu (2)'])
    expect(alerts.open()[0]?.newest).toMatchObject([{ sessionId: 2, name: 'Firefox on Ubuntu (2)' }])
  })

  it('continues under the new id of a renewed session, without a second alert', () => {
    const { id, events, start } = setUpAlerts()
    const { alerts } = start()
    alerts.evaluate(id, [row(1)])
    alerts.evaluate(id, [row(1), row(2, { name: 'Phone' })])
    alerts.evaluate(id, [row(1), row(5, { name: 'Phone' })])
    expect(events).toEqual(['open 1', 'alert 2 Phone', 'open 1', 'close 2'])
    expect(alerts.open()[0]?.newest.map(({ sessionId }) => sessionId)).toEqual([5])
  })

  it('says that it may be a renewal, across a restart, until it is acknowledged', () => {
    const { id, events, start } = setUpAlerts()
    const first = start()
    first.alerts.evaluate(id, [row(1), row(2, { name: 'Phone', lastUsedAt: null })])
    first.alerts.evaluate(id, [row(1), row(5, { name: 'Phone' })])
    expect(events).toEqual(['open 1', 'alert 5 Phone'])
    const second = start()
    expect(second.alerts.open()[0]?.newest).toMatchObject([{ sessionId: 5, mayBeRenewed: true }])
    expect(seenInfo(second.history.find(id, row(5)))).toMatchObject({ isNew: true, mayBeRenewed: true })
    second.alerts.acknowledge(id, 5)
    expect(seenInfo(second.history.find(id, row(5)))).toMatchObject({ isNew: false, mayBeRenewed: false })
  })

  it('is raised again for a reused id, and the earlier one is closed', () => {
    const { id, events, start, lines } = setUpAlerts()
    const { alerts, history } = start()
    alerts.evaluate(id, [row(1)])
    alerts.evaluate(id, [row(1), row(2)])
    alerts.evaluate(id, [row(1), row(2, { createdAt: 950_000, name: 'Somebody' })])
    expect(events).toEqual(['open 1', 'alert 2 Device 2', 'open 1', 'close 2', 'alert 2 Somebody'])
    alerts.acknowledge(id, 2)
    expect(lines(history).slice(1)).toEqual([
      'ended elsewhere 2',
      'newSignIn elsewhere 2',
      'itWasMe thisApp 2',
    ])
    const sessions = history.of(id)?.sessions.filter((session) => session.id === 2) ?? []
    expect(sessions.map(({ alert }) => alert)).toEqual(['open', 'mine'])
  })

  it('is not raised for the app’s own probes and orphans', () => {
    const { id, events, start, probes, orphanIds, lines } = setUpAlerts()
    const { alerts, history } = start()
    alerts.evaluate(id, [row(1)])
    probes.add('Session Desk password check x-new')
    orphanIds.add(3)
    alerts.evaluate(id, [row(1), row(2, { name: 'Session Desk password check x-new' }), row(3)])
    expect([events, lines(history)]).toEqual([[], ['appeared thisApp 3']])
  })

  it('is raised for an unknown session with this app’s name', () => {
    const { id, events, start } = setUpAlerts()
    const { alerts } = start()
    alerts.evaluate(id, [row(1, { name: 'Session Desk on ana' })])
    alerts.evaluate(id, [row(1, { name: 'Session Desk on ana' }), row(2, { name: 'Session Desk on ana' })])
    expect(events).toEqual(['open 1', 'alert 2 Session Desk on ana'])
  })

  it('is counted per account', () => {
    const other = accountOf(8)
    const { id, start, events } = setUpAlerts([accountOf(7), other])
    const { alerts } = start()
    alerts.evaluate(id, [row(1)])
    alerts.evaluate(other.id, [row(1)])
    const many = Array.from({ length: 60 }, (_, index) => row(index + 2, { createdAt: index }))
    alerts.evaluate(other.id, [row(1), ...many])
    expect(alerts.open()).toMatchObject([{ accountId: other.id, count: 60 }])
    expect(alerts.open()[0]?.newest.map(({ sessionId }) => sessionId)).toEqual(
      Array.from({ length: 50 }, (_, index) => 61 - index),
    )
    expect(events).toHaveLength(61)
  })

  it('is raised by one of two accounts with the same sign-ins', () => {
    const token = tokenAccountOf('sk_abc', { user: userOf(7) })
    const { id, start, events } = setUpAlerts([accountOf(7), token])
    const { alerts, known } = start()
    for (const account of [token.id, id]) alerts.evaluate(account, [row(1)])
    for (const account of [token.id, id]) alerts.evaluate(account, [row(1), row(2)])
    expect(events).toEqual(['open 1', 'alert 2 Device 2'])
    known.setStatus(id, 'signedOut')
    alerts.evaluate(token.id, [row(1), row(2), row(3)])
    expect(events.slice(2)).toEqual(['open 1', 'alert 3 Device 3'])
  })

  it('is not evaluated for an unknown account', () => {
    const { start, file } = setUpAlerts([])
    start().alerts.evaluate('gone', [row(1)])
    expect(file.writes).toEqual([])
  })
})
