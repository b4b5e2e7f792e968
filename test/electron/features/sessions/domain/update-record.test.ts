import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApiSession } from '../../../../../electron/domain/api-session.ts'
import { byWhom, type EndFacts } from '../../../../../electron/features/sessions/domain/by-whom.ts'
import type {
  RecordedSession,
  SessionRecord,
} from '../../../../../electron/features/sessions/domain/record.ts'
import {
  compare,
  findRenewed,
  followDevice,
  takeReturned,
  updateRecord,
  type Compared,
  type RecordFacts,
  type UpdatedRecord,
} from '../../../../../electron/features/sessions/domain/update-record.ts'
import { anyApiSession } from '../../../../support/builders.ts'
import { sessionOf } from '../../revocation/lists-harness.ts'
import { beginRecord, factsAt } from '../record-harness.ts'

const AT = 1_800_000_000_000
const DAY = 86_400_000
const FIRST_KEY = factsAt(AT).firstKey

const anyRows = fc
  .uniqueArray(
    anyApiSession({
      id: fc.integer({ min: 1, max: 9 }),
      name: fc.constantFrom('Phone', 'Desk', 'Tablet'),
      lastUsedAt: fc.constantFrom(null, 'unknown' as const, AT - 1),
      createdAt: fc.constantFrom(null, 1, 2),
    }),
    { selector: ({ id }) => id, maxLength: 9 },
  )
  .chain((list) =>
    fc.option(fc.nat(9)).map((own) => list.map((each, index) => ({ ...each, isCurrent: index === own }))),
  )

describe('the record of any sequence of lists', () => {
  it('has every listed row once, loses no session, uses no key again, and tells each change once', () => {
    fc.assert(
      fc.property(anyRows, fc.array(fc.tuple(anyRows, fc.boolean()), { maxLength: 12 }), (first, lists) => {
        let record: SessionRecord = beginRecord(first, factsAt(AT))
        for (const [index, [fresh, isOut]] of lists.entries()) {
          const facts = { ...factsAt(AT + index), byWhom: () => (isOut ? null : ('elsewhere' as const)) }
          const next = updateRecord(record, fresh, facts)
          const listed = next.sessions.filter(({ endedAt }) => endedAt === null)
          const keys = next.sessions.map(({ key }) => key)
          expect(listed.map(({ id }) => id).sort()).toEqual(fresh.map(({ id }) => id).sort())
          for (const { id, name, isCurrent } of listed)
            expect(fresh.find((each) => each.id === id)).toMatchObject({ name, isCurrent })
          expect(keys.slice(0, record.sessions.length)).toEqual(record.sessions.map(({ key }) => key))
          expect(keys.slice(record.sessions.length).every((key) => key >= record.nextKey)).toBe(true)
          expect(new Set([...keys, next.nextKey]).size).toBe(keys.length + 1)

          // Each session that went, or that went before and is named now, and no other one.
          const before = new Map(record.sessions.map((each) => [each.key, each]))
          const told = next.changes.flatMap(({ kind, session }) => (kind === 'ended' ? session.key : []))
          const ended = next.sessions.filter(({ key, endedAt, endedBy }) => {
            const known = before.get(key)
            return endedAt !== null && (known?.endedAt === null || known?.endedBy !== endedBy)
          })
          expect(told.sort()).toEqual(ended.map(({ key }) => key).sort())
          // The same list again says nothing new.
          const again = updateRecord(next, fresh, facts)
          expect([again.changes, again.sessions === next.sessions]).toEqual([[], true])
          record = next
        }
      }),
    )
  })
})

/** A row from its id, name and mark, as `2 Phone`, `1 Desk*`; it began 9 days ago and was just used. */
function rowOf(text: string, part: Partial<ApiSession> = {}): ApiSession {
  const [, id, name = '', mark] = /^(\d+) (\w+)(\*?)$/.exec(text) ?? []
  const facts = { name, createdAt: AT - 9 * DAY, lastUsedAt: AT - 1, isCurrent: mark === '*' }
  return sessionOf(Number(id), { ...facts, ...part })
}
const rowsOf = (texts: readonly string[]): ApiSession[] => texts.map((text) => rowOf(text))
const recorded = (texts: readonly string[], part: Partial<RecordedSession> = {}): RecordedSession[] =>
  beginRecord(rowsOf(texts), factsAt(AT)).sessions.map((session) => ({ ...session, ...part }))
const comparedOf = (before: readonly string[], after: readonly string[]): Compared =>
  compare(recorded(before), rowsOf(after))
const ids = (sessions: readonly { id: number }[]): number[] => sessions.map(({ id }) => id)
const pairs = (found: readonly { session: RecordedSession; row: ApiSession }[]): string[] =>
  found.map(({ session, row }) => `${session.id} is ${row.id}`)

describe('line 2: what went and what came', () => {
  it('goes by id and creation time to the second; an unknown time is any', () => {
    const listed = [...recorded(['1 Desk', '2 Phone']), ...recorded(['3 Tablet'], { createdAt: null })]
    const rows = [rowOf('1 Desk', { createdAt: AT }), rowOf('2 Mobile'), rowOf('3 Tablet'), rowOf('4 Mac')]
    const { kept, went, came } = compare([...listed, ...recorded(['4 Mac'], { endedAt: 5 })], rows)
    expect([pairs(kept), ids(went), ids(came)]).toEqual([['2 is 2', '3 is 3'], [1], [1, 4]])
  })

  it.each<[string, Partial<ApiSession>, Partial<ApiSession>, boolean]>([
    ['with its times, under another name', {}, { name: 'Renamed' }, true],
    ['without a time, under its name', { createdAt: null }, { createdAt: null }, true],
    ['without a time, under another name', { createdAt: null }, { name: 'Renamed' }, false],
    ['whose time is not known any more, under another name', {}, { createdAt: null, name: 'Renamed' }, false],
    ['with another time', {}, { createdAt: AT }, false],
  ])('takes a row %s for the session that was gone', (_what, before, after, isIt) => {
    const gone = recorded(['2 Phone'], { ...before, endedAt: AT, endedBy: 'elsewhere' })
    const { returned, came } = takeReturned(gone, compare(gone, [rowOf('2 Phone', after)]))
    expect([returned.length, came.length]).toEqual(isIt ? [1, 0] : [0, 1])
  })
})

describe('line 3: this device', () => {
  it.each<[string, string[], string[], string[], number[]]>([
    ['has a new row in place of its own', ['1 Desk*', '2 Phone'], ['9 Desk*', '2 Phone'], ['1 is 9'], []],
    ['has one under another name', ['1 Desk*'], ['9 Mac*'], ['1 is 9'], []],
    ['has one beside its own, which came anew', ['1 Desk*'], ['9 Desk*', '1 Desk'], ['1 is 9'], [1]],
    ['has none', ['1 Desk*'], ['2 Phone'], [], [2]],
    ['is another listed row now', ['1 Desk*', '2 Phone'], ['1 Desk', '2 Phone*'], [], []],
    ['was not known', ['1 Desk'], ['9 Desk*'], [], [9]],
  ])('%s', (_what, before, after, own, came) => {
    const next = followDevice(comparedOf(before, after))
    expect([pairs(next.own), ids(next.came)]).toEqual([own, came])
  })
})

describe('line 4: a renewal', () => {
  const renewed = (
    before: readonly RecordedSession[],
    after: readonly ApiSession[],
    facts: Partial<RecordFacts> = {},
  ) => pairs(findRenewed(compare(before, after), { ...factsAt(AT), ...facts }))

  it.each<[string, string[], string[], string[]]>([
    ['one of a name went, and one came', ['1 Desk', '2 Phone'], ['1 Desk', '3 Phone'], ['2 is 3']],
    ['two devices at once', ['1 Desk', '2 Phone'], ['3 Desk', '4 Phone'], ['1 is 3', '2 is 4']],
    ['none: a namesake is listed still', ['1 Phone', '2 Phone'], ['1 Phone', '3 Phone'], []],
    ['none: two went', ['1 Phone', '2 Phone'], ['3 Phone'], []],
    ['none: two came', ['1 Phone'], ['2 Phone', '3 Phone'], []],
    ['none: it has another name', ['1 Phone'], ['2 Desk'], []],
    ['none: it is this device', ['1 Phone'], ['2 Phone*'], []],
  ])('%s', (_what, before, after, found) => {
    expect(renewed(recorded(before), rowsOf(after))).toEqual(found)
  })

  it.each<[string, Partial<RecordedSession>, boolean]>([
    ['was used a day ago', { lastUsedAt: AT - DAY }, true],
    ['was used longer ago', { lastUsedAt: AT - DAY - 1 }, false],
    ['was never used', { lastUsedAt: null }, false],
    ['was used at an unknown time', { lastUsedAt: 'unknown' }, false],
  ])('of a session that %s', (_what, part, isIt) => {
    expect(renewed(recorded(['1 Phone'], part), rowsOf(['2 Phone']))).toHaveLength(isIt ? 1 : 0)
  })

  it.each<[string, Partial<RecordFacts>, boolean]>([
    ['whose end was confirmed to this app', { byWhom: () => 'rule' }, false],
    ['whose end may have been asked for', { byWhom: () => 'unknown' }, true],
    ['whose DELETE is out', { byWhom: () => null }, true],
    ['beside a token that was issued to this app', { isOurs: ({ id }) => id === 2 }, false],
  ])('of a session %s', (_what, facts, isIt) => {
    expect(renewed(recorded(['1 Phone']), rowsOf(['2 Phone']), facts)).toHaveLength(isIt ? 1 : 0)
  })
})

/** The record of a first list, and of further ones, which follow every minute. */
function recordOf(first: ApiSession[], ...lists: ApiSession[][]): UpdatedRecord {
  return lists.reduce(
    (record, fresh, at) => updateRecord(record, fresh, factsAt(AT + (at + 1) * 60_000)),
    beginRecord(first, factsAt(AT)),
  )
}
const seen = ({ sessions }: SessionRecord) =>
  sessions.map(({ key, id, endedAt }) => `${key - FIRST_KEY}: ${id}${endedAt === null ? '' : ' ended'}`)

describe('line 5: what is left', () => {
  it('is new or gone, and what returns has its key again', () => {
    const [both, one] = [rowsOf(['1 Desk*', '2 Phone']), rowsOf(['1 Desk*'])]
    expect(seen(recordOf(both, one))).toEqual(['0: 1', '1: 2 ended'])
    expect(seen(recordOf(both, one, rowsOf(['1 Desk*', '3 Phone'])))).toEqual(['0: 1', '1: 2 ended', '2: 3'])
    expect(seen(recordOf(both, one, both))).toEqual(['0: 1', '1: 2'])
    // Also while a later session has its id.
    const later = [rowOf('1 Desk*'), rowOf('2 Tablet', { createdAt: AT })]
    expect(seen(recordOf(both, later, both))).toEqual(['0: 1', '1: 2', '2: 2 ended'])
  })

  it('is no renewal if one of its name returns with it', () => {
    const record = recordOf(
      rowsOf(['2 Phone', '3 Phone']),
      rowsOf(['2 Phone']),
      rowsOf(['3 Phone', '4 Phone']),
    )
    expect(seen(record)).toEqual(['0: 2 ended', '1: 3', '2: 4'])
  })

  it('leaves the former row of this device to the app, which logs it out', () => {
    const record = recordOf(rowsOf(['1 Desk*']), rowsOf(['9 Desk*', '1 Desk']))
    expect([seen(record), record.changes]).toEqual([['0: 9', '1: 1'], []])
    expect(record.sessions[1]).toMatchObject({ answer: 'lost', alert: 'none' })
  })

  it('keeps what the person said of a renewed session, but not what was answered before', () => {
    const mark = { decision: 'mine', at: AT } as const
    const said = { mark, alias: 'Work', note: 'By the window', isKept: true } as const
    const [session] = recorded(['2 Phone'], { ...said, answer: 'gone' })
    const { sessions } = updateRecord({ nextKey: 9, sessions: [session!] }, rowsOf(['3 Phone']), factsAt(AT))
    expect(sessions).toMatchObject([{ key: session!.key, id: 3, ...said }])
    expect(sessions[0]).not.toHaveProperty('answer')
  })

  it('keeps it of one that returns, and says nothing of it on another with its id', () => {
    const record = recordOf(rowsOf(['1 Desk*', '2 Phone']))
    const mark = { decision: 'notSure', at: AT } as const
    const said = { mark, alias: 'Work', note: 'By the window', isKept: true } as const
    const noted = record.sessions.map((each) => (each.id === 2 ? { ...each, ...said } : each))
    const other = [rowOf('1 Desk*'), rowOf('2 Tablet', { createdAt: AT })]
    const next = updateRecord({ ...record, sessions: noted }, other, factsAt(AT))
    expect(next.sessions.map(({ note, mark: marked, endedAt }) => [note, marked, endedAt])).toEqual([
      [undefined, undefined, null],
      [said.note, mark, AT],
      [undefined, undefined, null],
    ])
    const again = updateRecord(next, rowsOf(['1 Desk*', '2 Phone']), factsAt(AT))
    expect(again.sessions[1]).toMatchObject({ ...said, id: 2, endedAt: null })
  })
})

describe('line 5: what went while a DELETE of it was out', () => {
  const [both, one] = [rowsOf(['1 Desk*', '2 Phone']), rowsOf(['1 Desk*'])]
  const factsOf = (part: Partial<EndFacts>) => ({
    byWhom: () =>
      byWhom({ answer: undefined, isOut: false, mayBeOurs: false, askedBy: () => 'thisApp', ...part }),
  })
  const went = updateRecord(recordOf(both), one, { ...factsAt(AT + 1), ...factsOf({ isOut: true }) })
  const told = ({ changes }: UpdatedRecord) =>
    changes.map((change) => (change.kind === 'ended' ? `ended ${change.actor}` : change.kind))

  it.each<[string, ApiSession[], Partial<EndFacts>, changes: string[], Partial<RecordedSession>]>([
    ['is out still', one, { isOut: true }, [], { endedAt: AT + 1, endedBy: null }],
    ['ended it', one, { answer: 'ended' }, ['ended thisApp'], { endedAt: AT + 1, endedBy: 'thisApp' }],
    ['found it gone', one, { answer: 'gone' }, ['ended unknown'], { endedAt: AT + 1, endedBy: 'unknown' }],
    ['had no answer', one, { answer: 'lost' }, ['ended unknown'], { endedAt: AT + 1, endedBy: 'unknown' }],
    ['was refused', one, {}, ['ended elsewhere'], { endedAt: AT + 1, endedBy: 'elsewhere' }],
    ['had no answer, and it is back', both, { answer: 'lost' }, [], { endedAt: null, endedBy: null }],
  ])('is named once by the next list if that %s', (_what, rows, facts, changes, session) => {
    expect([told(went), went.sessions[1]]).toMatchObject([['ended null'], { endedBy: null }])
    const next = updateRecord(went, rows, { ...factsAt(AT + DAY), checkedAt: AT + 1, ...factsOf(facts) })
    expect([told(next), next.sessions[1]]).toMatchObject([changes, session])
    expect(next.sessions[1]).not.toHaveProperty('endedAfter')
    const again = updateRecord(next, rows, { ...factsAt(AT + 2 * DAY), ...factsOf(facts) })
    expect([told(again), again.sessions === next.sessions]).toEqual([[], true])
  })

  // Another account of this user may have had it listed still, and ended it.
  it('is corrected once by a confirmed DELETE, whoever was named before', () => {
    const before = updateRecord(recordOf(both), one, { ...factsAt(AT + 1), ...factsOf({}) })
    const sessions = before.sessions.map((each) =>
      each.id === 2 ? { ...each, answer: 'ended' as const } : each,
    )
    const facts = factsOf({ answer: 'ended' })
    const next = updateRecord({ ...before, sessions }, one, { ...factsAt(AT + 2), ...facts })
    expect([before, next].map(told)).toEqual([['ended elsewhere'], ['ended thisApp']])
    const again = updateRecord(next, one, { ...factsAt(AT + 3), ...facts })
    expect([told(again), again.sessions[1]?.endedAt]).toEqual([[], AT + 1])
  })
})

it('the sessions of a list get their keys by age, those of the first one too', () => {
  const aged = (...ids: number[]): ApiSession[] =>
    ids.map((id) => rowOf(`${id} Device${id}`, { createdAt: id }))
  expect(seen(recordOf(aged(4, 2, 3), aged(9, 4, 3, 2, 7)))).toEqual(['0: 2', '1: 3', '2: 4', '3: 7', '4: 9'])
})

it('a session is used again after a week, if both times are known and it is another device', () => {
  const kinds = (before: Partial<ApiSession>, after: Partial<ApiSession>) =>
    recordOf([rowOf('2 Phone', before)], [rowOf('2 Phone', after)]).changes.map(({ kind }) => kind)
  const long = { lastUsedAt: AT - 8 * DAY }
  expect(kinds(long, {})).toEqual(['usedAgain'])
  expect(kinds({ lastUsedAt: AT - 6 * DAY }, {})).toEqual([])
  for (const lastUsedAt of [null, 'unknown'] as const) expect(kinds({ lastUsedAt }, {})).toEqual([])
  expect(kinds(long, { lastUsedAt: null })).toEqual([])
  expect(kinds({ ...long, isCurrent: true }, { isCurrent: true })).toEqual([])
})

it('service fields alone change nothing, and are taken with anything else', () => {
  const fieldsIn = (record: SessionRecord) => record.sessions.map(({ serviceFields }) => serviceFields)
  const phone = (ip: string | null, over: Partial<ApiSession> = {}): ApiSession[] => [
    rowOf('2 Phone', { ...(ip !== null && { serviceFields: { ip } }), ...over }),
  ]
  const first = beginRecord(phone('203.0.113.7', { lastUsedAt: 1 }), factsAt(AT))
  const moved = updateRecord(first, phone('198.51.100.2', { lastUsedAt: 1 }), factsAt(AT + 1))
  expect([moved.sessions, moved.changes]).toEqual([first.sessions, []])
  expect(moved.sessions).toBe(first.sessions)
  const used = updateRecord(moved, phone('198.51.100.2', { lastUsedAt: 2 }), factsAt(AT + 2))
  const without = updateRecord(used, phone(null, { lastUsedAt: 3 }), factsAt(AT + 3))
  expect([first, used, without].map(fieldsIn)).toEqual([
    [{ ip: '203.0.113.7' }],
    [{ ip: '198.51.100.2' }],
    [undefined],
  ])
})

it('an end between lists far apart has a span, unless this app made it', () => {
  const first = beginRecord(rowsOf(['1 Desk', '2 Phone', '3 Mac']), factsAt(AT))
  const next = updateRecord(first, rowsOf(['1 Desk']), {
    ...{ ...factsAt(AT + DAY), checkedAt: AT },
    byWhom: ({ id }) => (id === 3 ? 'review' : 'elsewhere'),
  })
  expect(next.sessions.map(({ endedBy, endedAfter }) => [endedBy, endedAfter])).toEqual([
    [null, undefined],
    ['elsewhere', AT],
    ['review', undefined],
  ])
})
