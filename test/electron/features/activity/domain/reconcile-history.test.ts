import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SessionIdentity } from '../../../../../electron/shared/session.ts'
import type { ApiSession } from '../../../../../electron/domain/api-session.ts'
import { factsAt } from '../../sessions/record-harness.ts'
import { linesOf, row as plainRow } from '../activity-harness.ts'
import { createEntry, type History } from '../../../../../electron/features/activity/domain/history.ts'
import {
  isOpen,
  withMark,
  type RecordedSession,
} from '../../../../../electron/features/sessions/domain/record.ts'
import {
  reconcile,
  type ReconcileContext,
} from '../../../../../electron/features/activity/domain/reconcile-history.ts'

const AT = 1_800_000_000_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
const facts = (part: Partial<ReconcileContext> = {}): ReconcileContext => ({
  ...factsAt(AT),
  checkedAt: AT - 300_000,
  ...part,
})
const row = (id: number, part: Partial<ApiSession> = {}): ApiSession =>
  plainRow(id, { lastUsedAt: AT - DAY, createdAt: AT - 2 * DAY, ...part })
const phone = (id: number, part: Partial<ApiSession> = {}): ApiSession => row(id, { name: 'Phone', ...part })
const begun = (...rows: ApiSession[]): History => reconcile(null, rows, facts({ at: AT - DAY })).history

describe('reconciling a list', () => {
  it('raises no alert for the first list', () => {
    const { history, newAlerts } = reconcile(null, [row(1), row(2)], facts())
    expect([newAlerts, linesOf(history), history.since]).toEqual([[], [], AT])
    expect(history.sessions).toMatchObject([1, 2].map((id) => ({ id, firstSeenAt: AT, alert: 'none' })))
  })

  it('begins with the app’s own sign-in, if there was one', () => {
    const { history } = reconcile(null, [row(1, { createdAt: AT }), row(2)], facts())
    expect(linesOf(history)).toEqual(['signedIn thisApp 1'])
  })

  it.each([
    [15 * 60_000, AT - 15 * 60_000],
    [15 * 60_000 - 1, undefined],
  ])('records a span for changes between checks %i ms apart, but not for what this app did', (ms, span) => {
    const byWhom = ({ id }: SessionIdentity) => (id === 3 ? null : ('elsewhere' as const))
    const isOurs = ({ id }: SessionIdentity) => id === 5
    const listed = [row(1), row(4), row(5)]
    const context = facts({ checkedAt: AT - ms, byWhom, isOurs })
    const { history } = reconcile(begun(row(1), row(2), row(3)), listed, context)
    expect(history.entries.map(({ type, sessionId, after }) => [type, sessionId, after])).toEqual([
      ['ended', 2, span],
      ['newSignIn', 4, span],
      ['signedIn', 5, undefined],
    ])
    expect(history.sessions.slice(1, 3).map(({ endedAfter }) => endedAfter)).toEqual([span, undefined])
    expect('endedAfter' in history.sessions[1]!).toBe(span !== undefined)
    // A session that is listed again never ended.
    const again = reconcile(history, [row(1), row(2), row(4), row(5)], facts()).history
    expect(again.sessions[1]).not.toHaveProperty('endedAfter')
  })

  it.each<[string, ApiSession, Partial<ReconcileContext>, string]>([
    ['this device', row(2, { isCurrent: true }), {}, 'signedIn thisApp 2'],
    ['a session of this app', row(2), { isOurs: () => true }, 'signedIn thisApp 2'],
    ['the session of a lost renewal', row(2), { isOrphan: () => true }, 'appeared thisApp 2'],
    ['what another account reports', row(2), { alertsEnabled: false }, 'appeared elsewhere 2'],
  ])('raises no alert for %s', (_what, session, part, line) => {
    const { history, newAlerts } = reconcile(begun(row(9)), [row(9), session], facts(part))
    expect([newAlerts, linesOf(history)]).toEqual([[], [line]])
  })

  it('recognizes a renewal: no alert, the same record, and one entry a day', () => {
    const renewed = (id: number, at = AT): ApiSession => phone(id, { createdAt: at, lastUsedAt: at })
    const first = reconcile(begun(row(1), phone(2)), [row(1), renewed(3)], facts())
    expect([first.newAlerts, linesOf(first.history)]).toEqual([[], ['renewed elsewhere 3']])
    const times = { firstSeenAt: AT - DAY, createdAt: AT, signedInAt: AT - 2 * DAY }
    expect(first.history.sessions[1]).toMatchObject({ id: 3, ...times })
    const second = reconcile(first.history, [row(1), renewed(4, AT + HOUR)], facts({ at: AT + HOUR })).history
    expect(linesOf(second)).toEqual(['renewed elsewhere 4'])
    const third = reconcile(second, [row(1), renewed(5)], facts({ at: AT + DAY })).history
    expect(linesOf(third)).toEqual(['renewed elsewhere 4', 'renewed elsewhere 5'])
    const gone = reconcile(third, [row(1)], facts({ at: AT + DAY })).history
    expect(linesOf(gone).slice(2)).toEqual(['ended elsewhere 5'])
  })

  it('keeps the entries of each device’s renewals apart', () => {
    const before = begun(row(1), phone(2), row(3, { name: 'Laptop' }), row(4, { name: 'Tablet' }))
    const renewed = [row(1), phone(12), row(13, { name: 'Laptop' }), row(14, { name: 'Tablet' })]
    const { history, newAlerts } = reconcile(before, renewed, facts())
    expect([newAlerts, linesOf(history)]).toEqual([
      [],
      ['renewed elsewhere 12', 'renewed elsewhere 13', 'renewed elsewhere 14'],
    ])
  })

  it('has no entry for the renewal of this device', () => {
    const { history } = reconcile(begun(row(1)), [row(9, { name: 'Device 1', isCurrent: true })], facts())
    expect([linesOf(history), history.sessions.map(({ id }) => id)]).toEqual([[], [9]])
  })

  it('keeps the alert of a new sign-in that is renewed', () => {
    const { history } = reconcile(begun(row(1)), [row(1), phone(2)], facts())
    const renewed = reconcile(history, [row(1), phone(3)], facts())
    expect([renewed.newAlerts, renewed.history.sessions.filter(isOpen).map(({ id }) => id)]).toEqual([
      [],
      [3],
    ])
    expect(linesOf(renewed.history)).toEqual(['newSignIn elsewhere 2', 'renewed elsewhere 3'])
  })

  it('tells no end while this app’s DELETE is out', () => {
    const history = begun(row(1), row(2))
    const after = reconcile(history, [row(1)], facts({ byWhom: () => null })).history
    expect([linesOf(after), after.sessions[1]]).toMatchObject([[], { endedAt: AT, endedBy: null }])
    // It returns: nothing was told, so nothing is taken back.
    const back = reconcile(after, [row(1), row(2)], facts()).history
    expect([linesOf(back), back.sessions[1]?.endedAt]).toEqual([[], null])
    // It went before the list that names who ended it, so the time since the last list says nothing.
    const later = facts({ at: AT + HOUR, checkedAt: AT, byWhom: () => 'unknown' })
    const meanwhile = { ...after, entries: [createEntry('signedIn', 'thisApp', AT + 5)] }
    const named = reconcile(meanwhile, [row(1)], later).history
    // What a list shows comes last, though the service's clock seems to go back.
    const slow = reconcile(meanwhile, [row(1), row(9)], facts({ at: AT + 1 })).history
    expect(linesOf(slow)).toEqual(['ended elsewhere 2', 'signedIn thisApp null', 'newSignIn elsewhere 9'])
    expect(linesOf(named)).toEqual(['ended unknown 2', 'signedIn thisApp null'])
    expect(named.entries[0]).toMatchObject({ at: AT })
    expect(named.entries[0]).not.toHaveProperty('after')
  })

  it('takes an end back once when the session returns, with its key', () => {
    const [both, one] = [[row(1), row(2)], [row(1)]]
    let history = begun(...both)
    for (const rows of [one, both, both, one, both]) history = reconcile(history, rows, facts()).history
    expect(linesOf(history)).toEqual([
      'ended elsewhere 2',
      'returned unknown 2',
      'ended elsewhere 2',
      'returned unknown 2',
    ])
    expect(history.sessions.map(({ key, endedBy }) => [key, endedBy])).toEqual([
      [1, null],
      [2, null],
    ])
    expect(new Set(history.entries.map(({ key }) => key))).toEqual(new Set([2]))
  })

  it('gives every session a key of its own for good', () => {
    const keys = ({ sessions }: History) => sessions.map(({ id, key }) => `${id}: ${key}`)
    const first = reconcile(begun(row(1), phone(2)), [row(1), phone(3), row(4)], facts()).history
    expect(keys(first)).toEqual(['1: 1', '3: 2', '4: 3'])
    const pruned = { ...first, sessions: first.sessions.slice(0, 2) }
    expect(keys(reconcile(pruned, [row(1), phone(3), row(4)], facts()).history).at(-1)).toBe('4: 4')
  })

  it.each<[string, Partial<ApiSession>, Partial<ApiSession>, Partial<RecordedSession> | null]>([
    ['its last use', {}, { lastUsedAt: AT - DAY + 1 }, { lastUsedAt: AT - DAY + 1 }],
    ['nothing for an earlier use', {}, { lastUsedAt: AT - DAY - 1 }, null],
    ['nothing for an unreadable last use', {}, { lastUsedAt: 'unknown' }, null],
    ['nothing for a last use that is gone', {}, { lastUsedAt: null }, null],
    ['a last use that was unreadable', { lastUsedAt: 'unknown' }, { lastUsedAt: AT }, { lastUsedAt: AT }],
    ['that it is not used after all', { lastUsedAt: 'unknown' }, { lastUsedAt: null }, { lastUsedAt: null }],
    ['nothing while it stays unreadable', { lastUsedAt: 'unknown' }, { lastUsedAt: 'unknown' }, null],
    ['nothing while it is never used', { lastUsedAt: null }, { lastUsedAt: null }, null],
    ['its name', {}, { name: 'Tablet' }, { name: 'Tablet' }],
    ['that it is this device', {}, { isCurrent: true }, { isCurrent: true }],
    ['when it began', { createdAt: null }, { createdAt: AT }, { createdAt: AT, signedInAt: AT }],
    ['nothing for a missing creation time', {}, { createdAt: null }, null],
  ])('learns of a listed session %s', (_what, earlier, now, learned) => {
    const before = begun(row(1, { isCurrent: false }), row(2, earlier))
    const rows = [row(1, { isCurrent: false }), row(2, { ...earlier, ...now })]
    const { history, newAlerts } = reconcile(before, rows, facts())
    expect([newAlerts, linesOf(history)]).toEqual([[], []])
    if (learned) expect(history.sessions).toEqual([before.sessions[0], { ...before.sessions[1], ...learned }])
    else expect(history).toBe(before)
  })

  it('closes an open alert if its session is this device, and keeps its mark', () => {
    const { history } = reconcile(begun(row(9)), [row(9), row(2)], facts())
    const mark = { decision: 'notSure', at: AT } as const
    const sessions = history.sessions.map((session) => withMark(session, mark))
    const own = reconcile({ ...history, sessions }, [row(9), row(2, { isCurrent: true })], facts()).history
    expect(own.sessions[1]).toMatchObject({ alert: 'none', mark })
  })

  it.each([
    [7 * DAY, ['usedAgain elsewhere 2']],
    [7 * DAY - 1, []],
  ])('records that a session was used again after %i ms', (ms, lines) => {
    const history = begun(row(1, { lastUsedAt: AT - ms }), row(2, { lastUsedAt: AT - ms }))
    const used = [row(1, { lastUsedAt: AT }), row(2, { lastUsedAt: AT })]
    expect(linesOf(reconcile(history, used, facts()).history)).toEqual(lines)
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
