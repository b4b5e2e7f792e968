import { describe, expect, it } from 'vitest'
import { accountOf, tokenAccountOf, userOf } from '../../fake-service.ts'
import { seenInfo } from '../../../../electron/features/activity/domain/history.ts'
import { alertsStand, row } from './alerts-harness.ts'

describe('an alert', () => {
  it('is raised once for a sign-in made elsewhere, and stays open over a restart', () => {
    const { id, told, start, file } = alertsStand()
    const first = start()
    first.alerts.evaluate(id, [row(1), row(2)])
    expect([told, first.alerts.open()]).toEqual([[], []])
    first.alerts.evaluate(id, [row(1), row(2), row(3)])
    first.alerts.evaluate(id, [row(1), row(2), row(3)])
    expect(told).toEqual(['open 1', 'alert 3 Device 3'])
    expect(file.writes).toHaveLength(2)

    const second = start()
    second.alerts.evaluate(id, [row(1), row(2), row(3)])
    expect(told).toHaveLength(2)
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

  it('is raised for what signed in while the app was not running', () => {
    const { id, told, start } = alertsStand()
    start().alerts.evaluate(id, [row(1)])
    start().alerts.evaluate(id, [row(1), row(2)])
    expect(told).toEqual(['open 1', 'alert 2 Device 2'])
  })

  it('is on the disk before anybody hears of it, and is raised without one all the same', () => {
    const { id, told, start, file, log } = alertsStand()
    const { alerts } = start()
    alerts.evaluate(id, [row(1)])
    file.broken = true
    alerts.evaluate(id, [row(1), row(2)])
    alerts.evaluate(id, [row(1), row(2)])
    expect(told).toEqual(['open 1', 'alert 2 Device 2'])
    expect(log.lines).toEqual(['history.notSaved {}'])
  })

  it('closes when the person says that it was them, once, and the session stays', () => {
    const { id, told, start, lines } = alertsStand()
    const { alerts, history } = start()
    alerts.evaluate(id, [row(1)])
    alerts.evaluate(id, [row(1), row(2), row(3)])
    told.length = 0
    alerts.acknowledge(id, 2)
    alerts.acknowledge(id, 2)
    expect([told, lines(history).slice(2)]).toEqual([['open 1', 'close 2'], ['itWasMe thisApp 2']])
    alerts.acknowledge(id, null)
    expect(told.slice(2)).toEqual(['open 0', 'close 3'])
    start().alerts.evaluate(id, [row(1), row(2), row(3)])
    expect(told).toHaveLength(4)
  })

  it('closes when the session is gone', () => {
    const { id, told, start } = alertsStand()
    const { alerts } = start()
    alerts.evaluate(id, [row(1)])
    alerts.evaluate(id, [row(1), row(2)])
    alerts.evaluate(id, [row(1)])
    expect(told.slice(2)).toEqual(['open 0', 'close 2'])
  })

  it('goes on under the new id of a session that was renewed, without being raised again', () => {
    const { id, told, start } = alertsStand()
    const { alerts } = start()
    alerts.evaluate(id, [row(1)])
    alerts.evaluate(id, [row(1), row(2, { name: 'Phone' })])
    alerts.evaluate(id, [row(1), row(5, { name: 'Phone' })])
    expect(told).toEqual(['open 1', 'alert 2 Phone', 'open 1', 'close 2'])
    expect(alerts.open()[0]?.newest.map(({ sessionId }) => sessionId)).toEqual([5])
  })

  it('says that it is perhaps a renewal, over a restart too, until it is answered', () => {
    const { id, told, start } = alertsStand()
    const first = start()
    first.alerts.evaluate(id, [row(1), row(2, { name: 'Phone', lastUsedAt: null })])
    first.alerts.evaluate(id, [row(1), row(5, { name: 'Phone' })])
    expect(told).toEqual(['open 1', 'alert 5 Phone'])
    const second = start()
    expect(second.alerts.open()[0]?.newest).toMatchObject([{ sessionId: 5, mayBeRenewed: true }])
    expect(seenInfo(second.history.find(id, row(5)))).toMatchObject({ isNew: true, mayBeRenewed: true })
    second.alerts.acknowledge(id, 5)
    expect(seenInfo(second.history.find(id, row(5)))).toMatchObject({ isNew: false, mayBeRenewed: false })
  })

  it('is raised anew for an id that was used again, and the one before is taken back', () => {
    const { id, told, start, lines } = alertsStand()
    const { alerts, history } = start()
    alerts.evaluate(id, [row(1)])
    alerts.evaluate(id, [row(1), row(2)])
    alerts.evaluate(id, [row(1), row(2, { createdAt: 950_000, name: 'Somebody' })])
    expect(told).toEqual(['open 1', 'alert 2 Device 2', 'open 1', 'close 2', 'alert 2 Somebody'])
    alerts.acknowledge(id, 2)
    expect(lines(history).slice(1)).toEqual([
      'ended elsewhere 2',
      'newSignIn elsewhere 2',
      'itWasMe thisApp 2',
    ])
    const sessions = history.of(id)?.sessions.filter((one) => one.id === 2) ?? []
    expect(sessions.map(({ alert }) => alert)).toEqual(['open', 'mine'])
  })

  it('is not raised for our own probes and leftovers', () => {
    const { id, told, start, probes, orphanIds, lines } = alertsStand()
    const { alerts, history } = start()
    alerts.evaluate(id, [row(1)])
    probes.add('Session Desk password check x-new')
    orphanIds.add(3)
    alerts.evaluate(id, [row(1), row(2, { name: 'Session Desk password check x-new' }), row(3)])
    expect([told, lines(history)]).toEqual([[], ['appeared thisApp 3']])
  })

  it('is raised for a stranger that calls itself like this app', () => {
    const { id, told, start } = alertsStand()
    const { alerts } = start()
    alerts.evaluate(id, [row(1, { name: 'Session Desk on ana' })])
    alerts.evaluate(id, [row(1, { name: 'Session Desk on ana' }), row(2, { name: 'Session Desk on ana' })])
    expect(told).toEqual(['open 1', 'alert 2 Session Desk on ana'])
  })

  it('is per account, and told in sum', () => {
    const other = accountOf(8)
    const { id, start, told } = alertsStand([accountOf(7), other])
    const { alerts } = start()
    alerts.evaluate(id, [row(1)])
    alerts.evaluate(other.id, [row(1)])
    const many = Array.from({ length: 60 }, (_, index) => row(index + 2, { createdAt: index }))
    alerts.evaluate(other.id, [row(1), ...many])
    expect(alerts.open()).toMatchObject([{ accountId: other.id, count: 60 }])
    expect(alerts.open()[0]?.newest.map(({ sessionId }) => sessionId)).toEqual(
      Array.from({ length: 50 }, (_, index) => 61 - index),
    )
    expect(told).toHaveLength(61)
  })

  it('is raised by one of two accounts that see the same sign-ins', () => {
    const token = tokenAccountOf('sk_abc', { user: userOf(7) })
    const { id, start, told } = alertsStand([accountOf(7), token])
    const { alerts, known } = start()
    for (const account of [token.id, id]) alerts.evaluate(account, [row(1)])
    for (const account of [token.id, id]) alerts.evaluate(account, [row(1), row(2)])
    expect(told).toEqual(['open 1', 'alert 2 Device 2'])
    known.setStatus(id, 'signedOut')
    alerts.evaluate(token.id, [row(1), row(2), row(3)])
    expect(told.slice(2)).toEqual(['open 1', 'alert 3 Device 3'])
  })

  it('asks nothing about an account that is not there', () => {
    const { start, file } = alertsStand([])
    start().alerts.evaluate('gone', [row(1)])
    expect(file.writes).toEqual([])
  })
})
