import { describe, expect, it } from 'vitest'
import type { RevocationOutcome } from '../../../../electron/shared/bulk-revocation.ts'
import { observed } from '../../../../electron/api/transport.ts'
import { BASE_URL, fakeService, later, type Answer } from '../../fake-service.ts'
import { setUpAlerts, row } from './alerts-harness.ts'

const LOGIN = 'POST /auth/login'
const granted = (token: string): Answer => ({
  status: 200,
  body: { success: true, data: { token, expires_at: null } },
})

describe('the app’s own sign-in', () => {
  it('raises no alert although the list arrives before its token', async () => {
    const { id, events, start, clock, lines } = setUpAlerts()
    const { alerts, own, history } = start()
    const service = fakeService(clock)
    const { promise, resolve } = later<Answer>()
    service.on(LOGIN, () => promise)
    alerts.evaluate(id, [row(1)])
    const call = observed(service.transportTo(BASE_URL), [own.observe]).request({
      method: 'POST',
      path: '/auth/login',
    })
    alerts.evaluate(id, [row(1), row(2), row(3)])
    expect([events, lines(history)]).toEqual([[], []])
    resolve(granted('2|secret-canary'))
    await call
    expect(events).toEqual(['open 1', 'alert 3 Device 3'])
    expect(lines(history)).toEqual(['signedIn thisApp 2', 'newSignIn elsewhere 3'])
    // The id was reused much later.
    expect(own.originOf(BASE_URL, row(2, { createdAt: clock.now() + 180_000 }))).toBeNull()
    expect(own.originOf('https://elsewhere.example/api/v1', row(2))).toBeNull()
  })

  it.each<[string, Answer]>([
    ['refused', { status: 422, body: { message: 'No.' } }],
    ['lost', { kind: 'outcomeUnknown' }],
    ['without an id', granted('canary')],
  ])('delays no alert if it is %s', async (_what, answer) => {
    const { id, events, start, clock } = setUpAlerts()
    const { alerts, own } = start()
    const service = fakeService(clock)
    service.on(LOGIN, () => answer)
    alerts.evaluate(id, [row(1)])
    await observed(service.transportTo(BASE_URL), [own.observe]).request({
      method: 'POST',
      path: '/auth/login',
    })
    expect(own.hasPendingGrant(BASE_URL)).toBe(false)
    alerts.evaluate(id, [row(1), row(2)])
    expect(events).toEqual(['open 1', 'alert 2 Device 2'])
  })
})

describe('the outcome of a revocation', () => {
  const settled = (outcome: RevocationOutcome) => [
    { sessionId: 2, createdAt: 800_000, name: 'Device 2', outcome },
  ]

  it.each<[string, RevocationOutcome, string]>([
    ['ended', { kind: 'ended' }, 'ended thisApp 2'],
    ['it was gone already', { kind: 'alreadyGone' }, 'ended unknown 2'],
    ['nobody knows', { kind: 'notConfirmed', failure: { kind: 'timeout' } }, 'ended unknown 2'],
  ])('is recorded when it is known: %s', (_what, outcome, line) => {
    const { id, start, revoking, lines, events } = setUpAlerts()
    const { alerts, history } = start()
    alerts.evaluate(id, [row(1)])
    alerts.evaluate(id, [row(1), row(2)])
    revoking.add(2)
    alerts.evaluate(id, [row(1)])
    expect(lines(history)).toEqual(['newSignIn elsewhere 2'])
    alerts.settled(id, settled(outcome))
    expect(lines(history)).toEqual(['newSignIn elsewhere 2', line])
    expect(history.of(id)?.sessions[1]?.endedBy).toBe(line.split(' ')[1])
    expect(events).toContain('close 2')
  })

  it('concerns the session that was to be ended, not the one that reuses its id', () => {
    const { id, start, revoking, lines } = setUpAlerts()
    const { alerts, history } = start()
    alerts.evaluate(id, [row(1), row(2)])
    revoking.add(2)
    alerts.evaluate(id, [row(1), row(2, { createdAt: 950_000, name: 'Somebody' })])
    alerts.settled(id, settled({ kind: 'ended' }))
    alerts.settled(id, settled({ kind: 'ended' }))
    expect(lines(history)).toEqual(['newSignIn elsewhere 2', 'ended thisApp 2'])
    expect(history.of(id)?.sessions.map(({ createdAt, endedBy }) => [createdAt, endedBy])).toEqual([
      [800_000, null],
      [800_000, 'thisApp'],
      [950_000, null],
    ])
  })

  it('is not recorded while the session is listed, and not twice', () => {
    const { id, start, lines } = setUpAlerts()
    const { alerts, history } = start()
    alerts.evaluate(id, [row(1), row(2)])
    alerts.settled(id, settled({ kind: 'failed', failure: { kind: 'timeout' } }))
    expect(lines(history)).toEqual([])
    alerts.evaluate(id, [row(1)])
    alerts.settled(id, settled({ kind: 'alreadyGone' }))
    expect(lines(history)).toEqual(['ended elsewhere 2'])
  })
})

describe('signing out', () => {
  it.each([
    ['signedOut', [1], 'signedOut thisApp null'],
    ['signedOutEverywhere', [1, 2], 'signedOutEverywhere thisApp null'],
  ] as const)('keeps the history: %s', (type, gone, line) => {
    const { id, start, lines, events } = setUpAlerts()
    const { alerts, history } = start()
    alerts.evaluate(id, [row(1), row(2)])
    alerts.signedOut(id, type)
    const sessions = history.of(id)?.sessions ?? []
    expect(sessions.filter(({ endedAt }) => endedAt !== null).map((item) => item.id)).toEqual(gone)
    expect(lines(history)).toEqual([line])
    alerts.evaluate(id, [row(5, { isCurrent: true }), row(2), row(3)])
    expect(events.filter((item) => item.startsWith('alert'))).toEqual(['alert 3 Device 3'])
  })
})
