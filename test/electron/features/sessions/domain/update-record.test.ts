import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type {
  RecordedSession,
  SessionRecord,
} from '../../../../../electron/features/sessions/domain/record.ts'
import type { ApiSession } from '../../../../../electron/domain/api-session.ts'
import {
  beginRecord,
  updateRecord,
  type RecordFacts,
  type UpdatedRecord,
} from '../../../../../electron/features/sessions/domain/update-record.ts'
import { sessionOf } from '../../revocation/lists-harness.ts'
import { factsAt } from '../record-harness.ts'
import { anyApiSession } from '../../../../support/builders.ts'

const AT = 1_800_000_000_000
const rows = fc
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
    fc.option(fc.nat(9)).map((own) => list.map((row, index) => ({ ...row, isCurrent: index === own }))),
  )

describe('the record of any sequence of lists', () => {
  it('has every listed row once, loses no session, uses no key again, and tells each change once', () => {
    fc.assert(
      fc.property(rows, fc.array(rows, { maxLength: 12 }), (first, lists) => {
        let record: SessionRecord = beginRecord(first, factsAt(AT))
        for (const [index, fresh] of lists.entries()) {
          const facts = factsAt(AT + index)
          const next = updateRecord(record, fresh, facts)
          const listed = next.sessions.filter(({ endedAt }) => endedAt === null)
          const keys = next.sessions.map(({ key }) => key)
          expect(listed.map(({ id }) => id).sort()).toEqual(fresh.map(({ id }) => id).sort())
          for (const { id, name, isCurrent } of listed)
            expect(fresh.find((row) => row.id === id)).toMatchObject({ name, isCurrent })
          expect(keys.slice(0, record.sessions.length)).toEqual(record.sessions.map(({ key }) => key))
          expect(keys.slice(record.sessions.length).every((key) => key >= record.nextKey)).toBe(true)
          expect(new Set([...keys, next.nextKey]).size).toBe(keys.length + 1)

          // Each session that came, went or returned.
          const wasListed = ({ key }: RecordedSession): boolean =>
            record.sessions.find((each) => each.key === key)?.endedAt === null
          const moved = next.sessions.filter((each) => wasListed(each) !== (each.endedAt === null))
          const told = next.changes.filter(({ kind }) => ['appeared', 'ended', 'returned'].includes(kind))
          expect(told.map(({ session }) => session.key).sort()).toEqual(moved.map(({ key }) => key).sort())
          // The same list again says nothing new.
          const again = updateRecord(next, fresh, facts)
          expect([again.changes, again.sessions === next.sessions]).toEqual([[], true])
          record = next
        }
      }),
    )
  })
})

const DAY = 86_400_000
const row = (id: number, part: Partial<ApiSession> = {}): ApiSession =>
  sessionOf(id, { name: 'Phone', createdAt: AT - 9 * DAY, lastUsedAt: AT - 1, ...part })

/** The record of a first list, and of further ones, which follow every minute. */
function recordOf(first: ApiSession[], ...lists: ApiSession[][]): UpdatedRecord {
  return lists.reduce(
    (record, fresh, at) => updateRecord(record, fresh, factsAt(AT + (at + 1) * 60_000)),
    beginRecord(first, factsAt(AT)),
  )
}
const seen = ({ sessions }: SessionRecord) =>
  sessions.map(({ key, id, endedAt }) => `${key - FIRST_KEY}: ${id}${endedAt === null ? '' : ' ended'}`)
const FIRST_KEY = factsAt(AT).firstKey

describe('a renewal that lists only seemed to show', () => {
  const [desk, before, heir] = [row(1, { name: 'Desk' }), row(2), row(3)]

  it('is taken back when the identity of before is listed again', () => {
    expect(seen(recordOf([desk, before], [desk, heir]))).toEqual(['0: 1', '1: 3'])
    expect(seen(recordOf([desk, before], [desk, heir], [desk, before]))).toEqual(['0: 1', '1: 2'])
    expect(seen(recordOf([desk, before], [desk, heir], [desk, before, heir]))).toEqual([
      '0: 1',
      '1: 2',
      '2: 3',
    ])
  })

  it('stays while another session has the id of before', () => {
    const other = row(2, { name: 'Tablet', createdAt: AT })
    const both = [desk, heir, other]
    expect(seen(recordOf([desk, before], [desk, heir], both, both))).toEqual(['0: 1', '1: 3', '2: 2'])
    const again = [desk, heir, row(2, { name: 'Tablet', createdAt: null })]
    expect(seen(recordOf([desk, before], [desk, heir], both, again))).toEqual(['0: 1', '1: 3', '2: 2'])
  })

  it('stays once the session has ended, as far as lists tell', () => {
    const ended = recordOf([desk, before], [desk, heir], [desk])
    expect(seen(ended)).toEqual(['0: 1', '1: 3 ended'])
    const next = updateRecord(ended, [desk, before], factsAt(AT + DAY))
    expect(seen(next)).toEqual(['0: 1', '1: 3 ended', '2: 2'])
  })

  it('makes the heir no renewal of a third one that is missed at the same time', () => {
    const third = row(4, { name: 'Tablet' })
    const renamed = row(3, { name: 'Tablet' })
    const record = recordOf([desk, before, third], [desk, heir, third], [desk, before, renamed])
    expect(seen(record)).toEqual(['0: 1', '1: 2', '2: 4 ended', '3: 3'])
  })
})

describe('a renewal', () => {
  const desk = row(1, { name: 'Desk', isCurrent: true })
  const former = row(1, { name: 'Desk' })
  const renewed = row(3, { name: 'Desk', isCurrent: true })
  const origins = (update: UpdatedRecord) =>
    update.changes.map((change) => ('origin' in change ? change.origin : change.kind))

  it('of this device is refuted by no list: the session of before is left over, while this one is listed', () => {
    const record = recordOf([desk], [renewed], [former, renewed])
    expect([seen(record), origins(record)]).toEqual([['0: 3', '1: 1'], ['orphan']])
    expect(origins(recordOf([desk], [renewed], [], [former]))).toEqual(['elsewhere'])
  })

  it('is taken back though a session that is gone had the id of before', () => {
    const session = beginRecord([row(3)], factsAt(AT)).sessions[0]!
    const heir = { ...session, renewedFrom: { id: 2, createdAt: session.createdAt } }
    const gone = { ...session, key: 7, id: 2, createdAt: 4, endedAt: AT }
    const next = updateRecord({ nextKey: 9, sessions: [heir, gone] }, [row(2)], factsAt(AT + DAY))
    expect(seen(next)).toEqual(['0: 2', '6: 2 ended'])
  })

  const [one, two, later] = [row(1), row(2), row(5, { createdAt: AT })]
  const pairsOf = (rows: ApiSession[], fresh: ApiSession[], facts: Partial<RecordFacts>) =>
    seen(updateRecord(beginRecord(rows, factsAt(AT)), fresh, { ...factsAt(AT + 60_000), ...facts }))

  it('is certain if this app ended the namesake, or made it', () => {
    const first = beginRecord([one, two], factsAt(AT))
    const sessions = first.sessions.map((each) =>
      each.id === 1 ? { ...each, answer: 'ended' as const } : each,
    )
    expect(seen(updateRecord({ ...first, sessions }, [later], factsAt(AT + 60_000)))).toEqual([
      '0: 1 ended',
      '1: 5',
    ])
    const originOf = ({ id }: { id: number }) => (id === 5 ? 'renewal' : null)
    expect(pairsOf([one, two], [two, later], { originOf })).toEqual(['0: 5', '1: 2'])
    expect(pairsOf([one, two], [two, later], {})).toEqual(['0: 1 ended', '1: 2', '2: 5'])
  })

  it('of this device may be that of a session of this app, if none was marked', () => {
    const marked = { ...later, isCurrent: true }
    const originOf = ({ id }: { id: number }) => (id === 1 ? 'signIn' : null)
    expect(pairsOf([one], [marked], { originOf })).toEqual(['0: 5'])
    expect(pairsOf([one], [marked], {})).toEqual(['0: 1 ended', '1: 5'])
  })
})

it('a session that returns is the same one by its times, or else by its name', () => {
  const desk = row(1, { name: 'Desk' })
  const undated = { createdAt: null }
  const cases: [Partial<ApiSession>, Partial<ApiSession>, boolean][] = [
    [{}, { name: 'Renamed' }, true],
    [undated, { name: 'Renamed' }, false],
    [{}, { ...undated, name: 'Renamed' }, false],
    [undated, undated, true],
    [{}, { createdAt: AT }, false],
  ]
  for (const [first, later, isSame] of cases) {
    const { sessions } = recordOf([desk, row(2, first)], [desk], [desk, row(2, later)])
    expect(sessions).toHaveLength(isSame ? 2 : 3)
  }
})

it('a session keeps its number under a new name of the same device, and gets a new one under another', () => {
  const facts = { ...factsAt(AT), keyOf: (raw: string) => raw.replace(/\/.*/, '') }
  const first = beginRecord([row(1, { name: 'Fox/1', createdAt: 1 }), row(2, { name: 'Fox/1' })], facts)
  const numbers = (name: string) =>
    updateRecord(first, [row(1, { name: 'Fox/1', createdAt: 1 }), row(2, { name })], facts).sessions.map(
      ({ number }) => number,
    )
  expect([numbers('Fox/2'), numbers('Chrome/1')]).toEqual([
    [1, 2],
    [1, 1],
  ])
})

it('a session is used again after a week, if both times are known and it is another device', () => {
  const kinds = (before: Partial<ApiSession>, after: Partial<ApiSession>) =>
    recordOf([row(2, before)], [row(2, after)]).changes.map(({ kind }) => kind)
  const long = { lastUsedAt: AT - 8 * DAY }
  expect(kinds(long, {})).toEqual(['usedAgain'])
  expect(kinds({ lastUsedAt: AT - 6 * DAY }, {})).toEqual([])
  for (const lastUsedAt of [null, 'unknown'] as const) expect(kinds({ lastUsedAt }, {})).toEqual([])
  expect(kinds(long, { lastUsedAt: null })).toEqual([])
  expect(kinds({ ...long, isCurrent: true }, { isCurrent: true })).toEqual([])
})

it('an end between lists far apart has a span, unless this app made it', () => {
  const first = beginRecord([row(1), row(2), row(3)], factsAt(AT))
  const sessions = first.sessions.map((each) =>
    each.id === 3 ? { ...each, answer: 'ended' as const } : each,
  )
  const facts = { ...factsAt(AT + DAY), checkedAt: AT, askedBy: () => 'review' as const }
  const next = updateRecord({ ...first, sessions }, [row(1)], facts)
  expect(next.sessions.map(({ endedBy, endedAfter }) => [endedBy, endedAfter])).toEqual([
    [null, undefined],
    ['elsewhere', AT],
    ['review', undefined],
  ])
})

it('a sign-out everywhere may have ended what began before it, but not what a token of this app tells to be newer', () => {
  const before = beginRecord([row(1)], factsAt(AT))
  const answerOf = (facts: Partial<Parameters<typeof updateRecord>[2]>) =>
    updateRecord(before, [row(1), row(2, { createdAt: AT - 1 })], { ...factsAt(AT + DAY), ...facts })
      .sessions[1]?.answer
  expect(answerOf({ endedAllAt: AT })).toBe('lost')
  expect(answerOf({ endedAllAt: AT - 1 })).toBe(undefined)
  expect(answerOf({ endedAllAt: AT, originOf: ({ id }) => (id === 2 ? 'signIn' : null) })).toBe(undefined)
})

it('what had got the id of an ended session when that was ended may have ended by the same DELETE', () => {
  const was = { ...beginRecord([row(2, { createdAt: 5 })], factsAt(AT)).sessions[0]!, endedAt: AT }
  const answerOf = (known: Partial<RecordedSession>, fresh: Partial<ApiSession>) =>
    updateRecord({ nextKey: 9, sessions: [{ ...was, ...known }] }, [row(2, fresh)], factsAt(AT + DAY))
      .sessions[1]?.answer
  for (const answer of ['ended', 'lost'] as const) {
    expect(answerOf({ answer }, { createdAt: AT })).toBe('lost')
    expect(answerOf({ answer }, { createdAt: AT + 1 })).toBe(undefined)
    expect(answerOf({ answer }, { id: 3, createdAt: AT })).toBe(undefined)
  }
  expect(answerOf({ answer: 'ended' }, { name: 'Tablet', createdAt: null })).toBe(undefined)
  const earlier: RecordedSession = { ...was, key: was.key - 1, endedAt: AT - 1, answer: 'ended' }
  const both = { nextKey: 9, sessions: [earlier, { ...was, answer: 'ended' as const }] }
  expect(updateRecord(both, [row(2, { createdAt: AT })], factsAt(AT + DAY)).sessions[2]?.answer).toBe('lost')
  expect(answerOf({ answer: 'gone' }, { createdAt: AT })).toBe(undefined)
  expect(answerOf({}, { createdAt: AT })).toBe(undefined)
})
