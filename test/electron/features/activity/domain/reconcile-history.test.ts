import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SessionIdentity } from '../../../../../electron/shared/session.ts'
import type { ApiSession } from '../../../../../electron/core/domain/api-session.ts'
import { isOpen, type History } from '../../../../../electron/features/activity/domain/history.ts'
import {
  reconcile,
  type ReconcileContext,
} from '../../../../../electron/features/activity/domain/reconcile-history.ts'

const AT = 1_800_000_000_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
const facts = (part: Partial<ReconcileContext> = {}): ReconcileContext => ({
  at: AT,
  checkedAt: AT - 300_000,
  originOf: () => null,
  isRevoking: () => false,
  isOrphan: () => false,
  keyOf: (raw) => raw,
  customNames: [],
  alertsEnabled: true,
  ...part,
})
const row = (id: number, part: Partial<ApiSession> = {}): ApiSession => ({
  id,
  name: `Device ${id}`,
  lastUsedAt: AT - DAY,
  createdAt: AT - 2 * DAY,
  isCurrent: id === 1,
  ...part,
})
const begun = (...rows: ApiSession[]): History => reconcile(null, rows, facts({ at: AT - DAY })).history
const describeEntries = ({ entries }: History): string[] =>
  entries.map(({ type, actor, sessionId }) => `${type} ${actor} ${sessionId}`)

describe('reconciling a list', () => {
  it('raises no alert for the first list', () => {
    const { history, newAlerts } = reconcile(null, [row(1), row(2)], facts())
    expect([newAlerts, describeEntries(history), history.since]).toEqual([[], [], AT])
    expect(history.sessions.map(({ id, firstSeenAt, alert }) => [id, firstSeenAt, alert])).toEqual([
      [1, AT, 'none'],
      [2, AT, 'none'],
    ])
  })

  it('begins with the app’s own sign-in, if there was one', () => {
    expect(describeEntries(reconcile(null, [row(1)], facts({ originOf: () => 'signIn' })).history)).toEqual([
      'signedIn thisApp 1',
    ])
  })

  it('returns the same history if nothing changed', () => {
    const history = begun(row(1), row(2))
    expect(reconcile(history, [row(1), row(2, { lastUsedAt: AT - DAY + HOUR - 1 })], facts()).history).toBe(
      history,
    )
  })

  it('records a span for changes between two checks, but not for what this app did', () => {
    const before = begun(row(1), row(2), row(3))
    const context = { checkedAt: AT - 8 * DAY, isRevoking: ({ id }: { id: number }) => id === 3 }
    const { history } = reconcile(before, [row(1), row(4)], facts(context))
    expect(history.entries.map(({ type, sessionId, after }) => [type, sessionId, after])).toEqual([
      ['ended', 2, AT - 8 * DAY],
      ['newSignIn', 4, AT - 8 * DAY],
    ])
    const endedAfter = (id: number): number | undefined =>
      history.sessions.find((session) => session.id === id)?.endedAfter
    expect([endedAfter(2), endedAfter(3)]).toEqual([AT - 8 * DAY, undefined])
    // A session that is listed again never ended.
    const again = reconcile(history, [row(1), row(2), row(4)], facts()).history
    expect(again.sessions.find(({ id }) => id === 2)).not.toHaveProperty('endedAfter')
    const usual = reconcile(before, [row(1), row(4)], facts())
    expect(usual.history.entries.map(({ after }) => after)).toEqual([undefined, undefined, undefined])
  })

  it('raises one alert for an unknown session', () => {
    const first = reconcile(begun(row(1)), [row(1), row(2)], facts())
    expect(first.newAlerts.map(({ id }) => id)).toEqual([2])
    expect(describeEntries(first.history)).toEqual(['newSignIn elsewhere 2'])
    const second = reconcile(first.history, [row(1), row(2)], facts())
    expect([second.newAlerts, second.history]).toEqual([[], first.history])
  })

  it.each<[string, ApiSession, Partial<ReconcileContext>, string]>([
    ['this device', row(2, { isCurrent: true }), {}, 'signedIn thisApp 2'],
    [
      'a sign-in by this app in the list of another account',
      row(2),
      { originOf: () => 'signIn' },
      'signedIn thisApp 2',
    ],
    ['the session of a lost renewal', row(2), { isOrphan: () => true }, 'appeared thisApp 2'],
    [
      'a session whose alert another account raises',
      row(2),
      { alertsEnabled: false },
      'appeared elsewhere 2',
    ],
  ])('raises no alert for %s', (_what, session, part, line) => {
    const { history, newAlerts } = reconcile(begun(row(9)), [row(9), session], facts(part))
    expect([newAlerts, describeEntries(history)]).toEqual([[], [line]])
  })

  it('recognizes a renewal: no alert, the same record, and one entry a day', () => {
    const phone = (id: number, at = AT): ApiSession =>
      row(id, { name: 'Phone', createdAt: at, lastUsedAt: at })
    const before = begun(row(1), row(2, { name: 'Phone' }))
    const first = reconcile(before, [row(1), phone(3)], facts())
    expect([first.newAlerts, describeEntries(first.history)]).toEqual([[], ['renewed elsewhere 3']])
    expect(first.history.sessions[1]).toMatchObject({
      id: 3,
      firstSeenAt: AT - DAY,
      createdAt: AT,
      signedInAt: AT - 2 * DAY,
    })
    const second = reconcile(first.history, [row(1), phone(4, AT + HOUR)], facts({ at: AT + HOUR }))
    expect(describeEntries(second.history)).toEqual(['renewed elsewhere 4'])
    const third = reconcile(second.history, [row(1), phone(5)], facts({ at: AT + DAY }))
    expect(describeEntries(third.history)).toEqual(['renewed elsewhere 4', 'renewed elsewhere 5'])
  })

  it.each<[string, Partial<ApiSession>[], Partial<ApiSession>[]]>([
    ['was not used within a day', [{ lastUsedAt: AT - DAY - 1 }], [{}]],
    ['was never used', [{ lastUsedAt: null }], [{}]],
    ['had a namesake, whichever of the two ended', [{}, { lastUsedAt: AT }], [{}]],
    ['is followed by two', [{}], [{}, {}]],
  ])('asks whether it may be a renewal if the earlier session ended %s', (_what, earlier, appearing) => {
    const phone = (part: Partial<ApiSession>, id: number): ApiSession =>
      row(id, { name: 'Phone', lastUsedAt: AT - HOUR, ...part })
    const before = begun(row(1), ...earlier.map((part, index) => phone(part, index + 2)))
    const { newAlerts, history } = reconcile(
      before,
      [row(1), ...appearing.map((part, index) => phone(part, index + 10))],
      facts(),
    )
    expect(newAlerts.map(({ id, mayBeRenewed, alert }) => [id, mayBeRenewed, alert])).toEqual(
      appearing.map((_, index) => [index + 10, true, 'open']),
    )
    expect(describeEntries(history)).toEqual([
      ...earlier.map((_, index) => `ended elsewhere ${index + 2}`),
      ...appearing.map((_, index) => `perhapsRenewed elsewhere ${index + 10}`),
    ])
  })

  it('recognizes a renewal by this app, also from another account', () => {
    const before = begun(row(1), row(2, { name: 'Desk' }), row(3, { name: 'Desk' }))
    const fresh = [row(1), row(2, { name: 'Desk' }), row(5, { name: 'Desk' })]
    const originOf = ({ id }: SessionIdentity) => (id === 5 ? ('renewal' as const) : null)
    const { newAlerts, history } = reconcile(before, fresh, facts({ originOf: originOf }))
    expect([newAlerts, describeEntries(history)]).toEqual([[], ['renewed elsewhere 5']])
  })

  it('raises an alert for a reused id, and keeps both sessions apart', () => {
    const before = begun(row(1), row(2, { lastUsedAt: AT }))
    const again = row(2, { createdAt: AT, lastUsedAt: AT })
    const { newAlerts, history } = reconcile(before, [row(1), again], facts())
    expect(newAlerts.map(({ id, createdAt, mayBeRenewed }) => [id, createdAt, mayBeRenewed])).toEqual([
      [2, AT, true],
    ])
    expect(
      history.sessions.filter(({ id }) => id === 2).map(({ endedAt, alert }) => [endedAt, alert]),
    ).toEqual([
      [AT, 'none'],
      [null, 'open'],
    ])
    expect(reconcile(history, [row(1), again], facts()).history).toBe(history)
    // The first one returns; the two stay separate.
    const back = reconcile(history, [row(1), row(2)], facts())
    expect(back.history.sessions.filter(({ endedAt }) => endedAt === null)).toHaveLength(2)
  })

  it('keeps the record of a session whose creation time was missing for a while', () => {
    const before = begun(row(1), row(2))
    const { newAlerts, history } = reconcile(before, [row(1), row(2, { createdAt: null })], facts())
    expect([newAlerts, history]).toEqual([[], before])
  })

  it('keeps the alert of a new sign-in that is renewed', () => {
    const phone = (id: number): ApiSession => row(id, { name: 'Phone' })
    const { history } = reconcile(begun(row(1)), [row(1), phone(2)], facts())
    const renewed = reconcile(history, [row(1), phone(3)], facts())
    expect([renewed.newAlerts, renewed.history.sessions.filter(isOpen).map(({ id }) => id)]).toEqual([
      [],
      [3],
    ])
  })

  it('does not count a new session as a renewal of one that this app ended', () => {
    const history = begun(row(1), row(2, { name: 'Phone' }))
    const isEnding = ({ id }: SessionIdentity): boolean => id === 2
    const { newAlerts } = reconcile(
      history,
      [row(1), row(3, { name: 'Phone' })],
      facts({ isRevoking: isEnding }),
    )
    expect(newAlerts.map(({ id }) => id)).toEqual([3])
  })

  it('leaves the entry to the outcome if this app is revoking the session, and records other ends', () => {
    const history = begun(row(1), row(2), row(3))
    const after = reconcile(history, [row(1)], facts({ isRevoking: ({ id }) => id === 2 })).history
    expect(describeEntries(after)).toEqual(['ended elsewhere 3'])
    expect(after.sessions.map(({ id, endedBy }) => [id, endedBy])).toEqual([
      [1, null],
      [2, 'thisApp'],
      [3, 'elsewhere'],
    ])
  })

  it('keeps a known last use if the next one is unreadable', () => {
    const used = { lastUsedAt: AT - 20 * DAY }
    const before = begun(row(1), row(2, used), row(3, { lastUsedAt: 'unknown' }))
    const unknown = row(2, { lastUsedAt: 'unknown' })
    const { history, newAlerts } = reconcile(before, [row(1), unknown, row(3, { lastUsedAt: AT })], facts())
    expect(newAlerts).toEqual([])
    expect(history.sessions.map(({ lastUsedAt }) => lastUsedAt)).toEqual([AT - DAY, AT - 20 * DAY, AT])
    expect(describeEntries(history)).toEqual([])
  })

  it('does not count a session with an unknown last use as in use', () => {
    const before = begun(row(1), row(2, { name: 'Phone', lastUsedAt: 'unknown' }))
    const { newAlerts } = reconcile(before, [row(1), row(3, { name: 'Phone' })], facts())
    expect(newAlerts.map(({ mayBeRenewed }) => mayBeRenewed)).toEqual([true])
  })

  it('keeps the number of a session’s name, and reuses none of the history’s numbers', () => {
    const phone = (id: number, createdAt: number): ApiSession => row(id, { name: 'Phone', createdAt })
    const numbers = ({ sessions }: History): number[][] => sessions.map(({ id, number }) => [id, number])
    const first = begun(row(1), phone(4, 40), phone(2, 20), phone(3, 30))
    expect(numbers(first)).toEqual([
      [1, 1],
      [4, 3],
      [2, 1],
      [3, 2],
    ])
    const disk = JSON.parse(JSON.stringify(first)) as History
    const second = reconcile(
      disk,
      [row(1), phone(4, 40), phone(9, 90)],
      facts({ customNames: ['Phone (4)'] }),
    ).history
    expect(numbers(second).slice(-1)).toEqual([[9, 5]])
    expect(second.entries.map(({ type, sessionId, number }) => [type, sessionId, number])).toEqual([
      ['ended', 2, 1],
      ['ended', 3, 2],
      ['perhapsRenewed', 9, 5],
    ])
    // A session that only an entry mentions is still in the history.
    const pruned = { ...second, sessions: second.sessions.filter(({ endedAt }) => endedAt === null) }
    const third = reconcile(pruned, [row(1), phone(4, 40), phone(9, 90), phone(10, 100)], facts())
    expect(numbers(third.history).slice(-1)).toEqual([[10, 4]])
  })

  it('assigns a new number if the service renames the session', () => {
    const before = begun(row(1), row(2, { name: 'Phone' }), row(3, { name: 'Phone', createdAt: AT - DAY }))
    const { history } = reconcile(
      before,
      [row(1), row(2, { name: 'Phone' }), row(3, { name: 'Tablet' })],
      facts(),
    )
    expect(history.sessions.map(({ name, number }) => `${name} ${number}`)).toContain('Tablet 1')
  })

  it('records that a session was used again after a long time', () => {
    const history = begun(row(1), row(2, { lastUsedAt: AT - 20 * DAY }))
    expect(
      describeEntries(reconcile(history, [row(1), row(2, { lastUsedAt: AT })], facts()).history),
    ).toEqual(['usedAgain elsewhere 2'])
  })

  it('raises exactly one alert for each unknown session, in any sequence of lists', () => {
    const poll = fc.uniqueArray(fc.integer({ min: 2, max: 8 }), { maxLength: 7 })
    fc.assert(
      fc.property(poll, fc.array(poll, { maxLength: 12 }), (start, polls) => {
        let history = begun(row(1), ...start.map((id) => row(id)))
        const alarms: number[] = []
        for (const [index, ids] of polls.entries()) {
          // A restart has only the stored history.
          history = JSON.parse(JSON.stringify(history)) as History
          const result = reconcile(history, [row(1), ...ids.map((id) => row(id))], facts({ at: AT + index }))
          history = result.history
          alarms.push(...result.newAlerts.map(({ id }) => id))
          const open = history.sessions.filter(isOpen).map(({ id }) => id)
          expect(open.sort()).toEqual(ids.filter((id) => !start.includes(id)).sort())
        }
        const unknown = new Set(polls.flat().filter((id) => !start.includes(id)))
        expect(alarms.sort()).toEqual([...unknown].sort())
        const ids = history.sessions.map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
      }),
    )
  })
})
