import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SessionIdentity } from '../../../../../electron/shared/session.ts'
import type { ApiSession } from '../../../../../electron/domain/api-session.ts'
import { factsAt } from '../../sessions/record-harness.ts'
import { linesOf, row as plainRow } from '../activity-harness.ts'
import type { History } from '../../../../../electron/features/activity/domain/history.ts'
import {
  isOpen,
  type EndAnswer,
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
  it('credits nobody with the end of what was this device: the app logs out a token that it replaced', () => {
    const [former, next] = [row(1, { isCurrent: false }), row(2, { isCurrent: true })]
    const replaced = reconcile(begun(row(1), row(3)), [former, next, row(3)], facts()).history
    expect(linesOf(reconcile(replaced, [next], facts()).history).slice(-2)).toEqual([
      'ended unknown 1',
      'ended elsewhere 3',
    ])
    // A mark that comes back was only away: the session may be renewed as before.
    const back = reconcile(replaced, [row(1), row(2), row(3)], facts()).history
    expect([replaced, back].map(({ sessions }) => sessions[0]?.answer)).toEqual(['lost', undefined])
  })

  it('credits nobody with the end of a session of this app, marked or not', () => {
    const originOf = ({ id }: SessionIdentity) => (id === 2 ? ('signIn' as const) : null)
    const own = reconcile(begun(row(1), row(2), row(3)), [row(1)], facts({ originOf })).history
    expect(linesOf(own)).toEqual(['ended unknown 2', 'ended elsewhere 3'])
  })

  it('credits nobody with the end of a session that got its id while a DELETE of the one before was under way', () => {
    const [known, heir] = [begun(row(1), row(2), row(3)), row(2, { createdAt: AT })]
    for (const [answer, actor] of [
      ['ended', 'unknown'],
      ['lost', 'unknown'],
      ['gone', 'elsewhere'],
    ] as const) {
      const sessions = known.sessions.map((each) => (each.id === 2 ? { ...each, answer } : each))
      const replaced = reconcile({ ...known, sessions }, [row(1), heir, row(3)], facts()).history
      const after = reconcile(replaced, [row(1), row(3)], facts()).history
      expect(after.sessions.find(({ createdAt }) => createdAt === AT)?.endedBy).toBe(actor)
    }
  })

  it('credits nobody with the end of what began before this app signed out everywhere, and was seen afterwards', () => {
    const [early, late] = [row(4, { createdAt: AT - 1 }), row(5, { createdAt: AT })]
    const context = facts({ endedAllAt: AT })
    const seen = reconcile(begun(row(1)), [row(1), early, late], context).history
    const { history } = reconcile(seen, [row(1)], context)
    expect(linesOf(history).slice(-2)).toEqual(['ended unknown 4', 'ended elsewhere 5'])
  })

  it('raises no alert for the first list', () => {
    const { history, newAlerts } = reconcile(null, [row(1), row(2)], facts())
    expect([newAlerts, linesOf(history), history.since]).toEqual([[], [], AT])
    expect(history.sessions).toMatchObject([1, 2].map((id) => ({ id, firstSeenAt: AT, alert: 'none' })))
    expect(history.sessions.map(({ mayBeRenewed }) => mayBeRenewed)).toEqual([false, false])
  })

  it('begins with the app’s own sign-in, if there was one', () => {
    const { history } = reconcile(null, [row(1), row(2)], facts({ originOf: () => 'signIn' }))
    expect(linesOf(history)).toEqual(['signedIn thisApp 1'])
  })

  it.each([
    [15 * 60_000, AT - 15 * 60_000],
    [15 * 60_000 - 1, undefined],
  ])('records a span for changes between checks %i ms apart, but not for what this app did', (ms, span) => {
    const context = { checkedAt: AT - ms, isRevoking: ({ id }: { id: number }) => id === 3 }
    const listed = [row(1), row(4), row(5)]
    const originOf = ({ id }: SessionIdentity) => (id === 5 ? ('signIn' as const) : null)
    const { history } = reconcile(begun(row(1), row(2), row(3)), listed, facts({ ...context, originOf }))
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
    ['a sign-in by this app to another account', row(2), { originOf: () => 'signIn' }, 'signedIn thisApp 2'],
    [
      'this device in another account of the user',
      row(2),
      { isOwnElsewhere: () => true },
      'signedIn thisApp 2',
    ],
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
    const originOf = ({ id }: SessionIdentity) => (id > 10 ? ('renewal' as const) : null)
    const renewed = [row(1), phone(12), row(13, { name: 'Laptop' }), row(14, { name: 'Tablet' })]
    const { history, newAlerts } = reconcile(before, renewed, facts({ originOf }))
    expect([newAlerts, linesOf(history)]).toEqual([
      [],
      ['renewed elsewhere 12', 'renewed elsewhere 13', 'renewed elsewhere 14'],
    ])
  })

  it('has no entry for the renewal of this device', () => {
    const { history } = reconcile(begun(row(1)), [row(9, { name: 'Device 1', isCurrent: true })], facts())
    expect([linesOf(history), history.sessions.map(({ id }) => id)]).toEqual([[], [9]])
  })

  it.each<[string, Partial<ApiSession>[], Partial<ApiSession>[]]>([
    ['was not used within a day', [{ lastUsedAt: AT - DAY - 1 }], [{}]],
    ['was never used', [{ lastUsedAt: null }], [{}]],
    ['had an unknown last use', [{ lastUsedAt: 'unknown' }], [{}]],
    ['had a namesake, whichever of the two ended', [{}, { lastUsedAt: AT }], [{}]],
    ['is followed by two', [{}], [{}, {}]],
  ])('asks whether it may be a renewal if the earlier session %s', (_what, earlier, appearing) => {
    const phones = (parts: Partial<ApiSession>[], first: number): ApiSession[] =>
      parts.map((part, index) => phone(first + index, { lastUsedAt: AT - HOUR, ...part }))
    const before = begun(row(1), ...phones(earlier, 2))
    const { newAlerts, history } = reconcile(before, [row(1), ...phones(appearing, 10)], facts())
    expect(newAlerts.map(({ id, mayBeRenewed, alert }) => [id, mayBeRenewed, alert])).toEqual(
      appearing.map((_, index) => [index + 10, true, 'open']),
    )
    expect(linesOf(history)).toEqual([
      ...earlier.map((_, index) => `ended elsewhere ${index + 2}`),
      ...appearing.map((_, index) => `perhapsRenewed elsewhere ${index + 10}`),
    ])
  })

  it.each<[string, Partial<ReconcileContext>, string[]]>([
    ['ends', { isRevoking: ({ id }) => id === 2 }, ['newSignIn elsewhere 3']],
    [
      'replaced by its own sign-in',
      { originOf: ({ id }) => (id === 3 ? 'signIn' : null) },
      ['ended elsewhere 2', 'signedIn thisApp 3'],
    ],
  ])('counts no session as the renewal of one that this app %s', (_what, part, lines) => {
    const { history } = reconcile(begun(row(1), phone(2)), [row(1), phone(3)], facts(part))
    expect(linesOf(history)).toEqual(lines)
  })

  it('raises an alert for a reused id, and keeps both sessions apart', () => {
    const before = begun(row(1), row(2, { lastUsedAt: AT }))
    const again = row(2, { createdAt: AT, lastUsedAt: AT })
    const { newAlerts, history } = reconcile(before, [row(1), again], facts())
    expect(newAlerts).toMatchObject([{ id: 2, createdAt: AT, mayBeRenewed: true }])
    expect(history.sessions.slice(1)).toMatchObject([
      { id: 2, endedAt: AT, alert: 'none' },
      { id: 2, endedAt: null, alert: 'open' },
    ])
    for (const createdAt of [AT, null])
      expect(reconcile(history, [row(1), { ...again, createdAt }], facts()).history).toBe(history)
    // The first one returns; the two stay separate.
    const back = reconcile(history, [row(1), row(2)], facts())
    expect(back.history.sessions.filter(({ endedAt }) => endedAt === null)).toHaveLength(2)
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

  it('leaves the entry to the outcome of this app’s revocation', () => {
    const history = begun(row(1), row(2))
    const after = reconcile(history, [row(1)], facts({ isRevoking: ({ id }) => id === 2 })).history
    expect([linesOf(after), after.sessions[1]]).toMatchObject([[], { endedAt: AT, endedBy: null }])
    // It returns: nothing was told, so nothing is taken back.
    const back = reconcile(after, [row(1), row(2)], facts()).history
    expect([linesOf(back), back.sessions[1]?.endedAt]).toEqual([[], null])
  })

  it.each<[string, EndAnswer | undefined, Partial<ReconcileContext>, string]>([
    ['this device', undefined, {}, 'ended unknown 1'],
    ['others', undefined, {}, 'ended elsewhere 2'],
    ['this app, by the answer to its DELETE', 'ended', { isRevoking: () => true }, 'ended thisApp 2'],
    ['a rule, by the answer to its DELETE', 'ended', { askedBy: () => 'rule' }, 'ended rule 2'],
    [
      'a review, long after the list before',
      'ended',
      { askedBy: () => 'review', checkedAt: 1 },
      'ended review 2',
    ],
    ['this app, in another account', undefined, { wasEndedElsewhere: () => true }, 'ended thisApp 2'],
    ['somebody before this app', 'gone', { isRevoking: () => true }, 'ended unknown 2'],
    ['nobody knows whom, as the answer was lost', 'lost', {}, 'ended unknown 2'],
  ])('says that it was ended by %s', (_who, answer, part, line) => {
    const id = Number(line.at(-1))
    const before = begun(row(1), row(2))
    const sessions = before.sessions.map((session) => (answer ? { ...session, answer } : session))
    const after = reconcile({ ...before, sessions }, [row(3 - id)], facts(part)).history
    expect(linesOf(after)).toEqual([line])
    expect(after.sessions[id - 1]?.endedBy).toBe(line.split(' ')[1])
    if (answer === 'ended') expect(after.entries.at(-1)).not.toHaveProperty('after')
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

  describe('of what looked renewed', () => {
    const [old, heir] = [phone(2, { lastUsedAt: AT - HOUR }), phone(3, { createdAt: AT })]
    const paired = reconcile(begun(row(1), old), [row(1), heir], facts()).history
    const mine = { ...paired, sessions: paired.sessions.map((each) => ({ ...each, alert: 'mine' as const })) }

    it('splits the two when the old one is back beside it: what refers to it stays with the old one', () => {
      const { history, newAlerts } = reconcile(mine, [row(1), old, heir], facts())
      expect(history.sessions.slice(1)).toMatchObject([
        { key: 2, id: 2, createdAt: AT - 2 * DAY, alert: 'mine', number: 1 },
        { key: 3, id: 3, createdAt: AT, alert: 'open', number: 2 },
      ])
      expect(history.sessions[1]).not.toHaveProperty('renewedFrom')
      expect(newAlerts.map(({ id }) => id)).toEqual([3])
      expect(linesOf(history)).toEqual(['renewed elsewhere 3', 'newSignIn elsewhere 3'])
    })

    it('lets the old one take its place again when it is back alone', () => {
      const { history, newAlerts } = reconcile(mine, [row(1), old], facts())
      expect(history.sessions.slice(1)).toMatchObject([{ key: 2, id: 2, endedAt: null }])
      expect(newAlerts).toEqual([])
    })

    it.each<[string, ApiSession[], Partial<ReconcileContext>]>([
      ['another session got the old id', [row(1), phone(2, { createdAt: AT + 1 }), heir], {}],
      ['this app renewed it', [row(1), old, heir], { originOf: ({ id }) => (id === 3 ? 'renewal' : null) }],
    ])('does not split if %s', (_what, rows, part) => {
      const before = reconcile(begun(row(1), old), [row(1), heir], facts(part)).history
      const { history } = reconcile(before, rows, facts(part))
      expect(history.sessions[1]).toMatchObject({ key: 2, id: 3 })
      expect(history.sessions[2]).toMatchObject({ key: 3, id: 2 })
    })

    it('is still this app’s own when a server that is behind shows it beside its renewal', () => {
      const renewed = row(4, { isCurrent: true, createdAt: AT })
      const before = reconcile(begun(row(1), old), [renewed, old], facts()).history
      expect(before.sessions[0]).toMatchObject({ key: 1, id: 4, renewedFrom: { id: 1 } })
      const shown = row(1, { isCurrent: false })
      const { history, newAlerts } = reconcile(before, [renewed, old, shown], facts())
      expect([newAlerts, linesOf(history)]).toEqual([[], ['appeared thisApp 1']])
      const another = row(1, { isCurrent: false, createdAt: AT - DAY })
      expect(reconcile(before, [renewed, old, another], facts()).newAlerts).toHaveLength(1)
      // Once it is not this device any more, a list can take its renewal back as any other.
      const left = row(4, { createdAt: AT })
      const after = reconcile(before, [row(9, { isCurrent: true }), left, old], facts()).history
      expect(reconcile(after, [row(9, { isCurrent: true }), left, old, shown], facts()).newAlerts).toEqual([
        expect.objectContaining({ id: 4 }),
      ])
    })

    it('may be the renewal of one whose DELETE was answered with 404', () => {
      const before = begun(row(1), old)
      const asked = (answer: EndAnswer) => ({
        ...before,
        sessions: before.sessions.map((session) => ({ ...session, answer })),
      })
      const isRevoking = () => true
      const after = reconcile(asked('gone'), [row(1), heir], facts({ isRevoking })).history
      expect(after.sessions[1]).toMatchObject({ key: 2, id: 3 })
      expect(after.sessions[1]).not.toHaveProperty('answer')
      for (const answer of ['ended', 'lost'] as const)
        expect(linesOf(reconcile(asked(answer), [row(1), heir], facts()).history).at(-1)).toBe(
          'newSignIn elsewhere 3',
        )
    })
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

  it.each(['open', 'mine'] as const)('closes an alert that is %s if its session is this device', (alert) => {
    const { history } = reconcile(begun(row(9)), [row(9), row(2)], facts())
    const sessions = history.sessions.map((session) => (session.id === 2 ? { ...session, alert } : session))
    const own = reconcile({ ...history, sessions }, [row(9), row(2, { isCurrent: true })], facts()).history
    expect(own.sessions[1]?.alert).toBe(alert === 'open' ? 'none' : 'mine')
  })

  it.each([
    [7 * DAY, ['usedAgain elsewhere 2']],
    [7 * DAY - 1, []],
  ])('records that a session was used again after %i ms', (ms, lines) => {
    const history = begun(row(1, { lastUsedAt: AT - ms }), row(2, { lastUsedAt: AT - ms }))
    const used = [row(1, { lastUsedAt: AT }), row(2, { lastUsedAt: AT })]
    expect(linesOf(reconcile(history, used, facts()).history)).toEqual(lines)
  })

  it('keeps the number of a session’s name, and reuses none of the history’s numbers', () => {
    const numbers = ({ sessions }: History): string[] => sessions.map(({ id, number }) => `${id}: ${number}`)
    const [second, third, fourth] = [2, 3, 4].map((id) => phone(id, { createdAt: id }))
    const first = begun(row(1), fourth!, second!, third!)
    expect(numbers(first)).toEqual(['1: 1', '4: 3', '2: 1', '3: 2'])
    const disk = JSON.parse(JSON.stringify(first)) as History
    const fresh = [row(1), fourth!, phone(9, { createdAt: 90 })]
    const next = reconcile(disk, fresh, facts({ customNames: ['Phone (4)'] })).history
    expect(numbers(next).at(-1)).toBe('9: 5')
    expect(next.entries.map(({ type, sessionId, number }) => [type, sessionId, number])).toEqual([
      ['ended', 2, 1],
      ['ended', 3, 2],
      ['perhapsRenewed', 9, 5],
    ])
    // A session that only an entry mentions is still in the history.
    const pruned = { ...next, sessions: next.sessions.filter(({ endedAt }) => endedAt === null) }
    expect(numbers(reconcile(pruned, [...fresh, phone(10)], facts()).history).at(-1)).toBe('10: 4')
  })

  it('assigns a new number if the service renames the session to another key', () => {
    const keyOf = (raw: string): string => raw.toLowerCase()
    const before = reconcile(null, [row(1), phone(2), phone(3)], facts({ keyOf })).history
    const renamed = [row(1), phone(2, { name: 'Tablet' }), phone(3, { name: 'PHONE' })]
    const { sessions } = reconcile(before, renamed, facts({ keyOf })).history
    expect(sessions.map(({ name, number }) => `${name} ${number}`)).toEqual([
      'Device 1 1',
      'Tablet 1',
      'PHONE 2',
    ])
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
