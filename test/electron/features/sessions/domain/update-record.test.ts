import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type {
  RecordedSession,
  SessionRecord,
} from '../../../../../electron/features/sessions/domain/record.ts'
import { beginRecord, updateRecord } from '../../../../../electron/features/sessions/domain/update-record.ts'
import { factsAt } from '../record-harness.ts'

const AT = 1_800_000_000_000
const rows = fc
  .uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 9 }),
      name: fc.constantFrom('Phone', 'Desk', 'Tablet'),
      isCurrent: fc.constant(false),
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
