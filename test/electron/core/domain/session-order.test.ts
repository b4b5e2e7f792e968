import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sortSessions } from '../../../../electron/core/domain/session-order.ts'

const session = fc.record({
  id: fc.nat(50),
  name: fc.constant('x'),
  lastUsedAt: fc.oneof(fc.option(fc.nat(5)), fc.constant('unknown' as const)),
  createdAt: fc.constant(null),
  isCurrent: fc.boolean(),
})

describe('sortSessions', () => {
  it('puts the current session first and never-used ones last', () => {
    const row = (id: number, lastUsedAt: number | null, isCurrent = false) => ({
      id,
      name: '',
      lastUsedAt,
      createdAt: null,
      isCurrent,
    })
    const sorted = sortSessions([row(1, null), row(2, 50), row(3, 90), row(4, 10, true)])
    expect(sorted.map(({ id }) => id)).toEqual([4, 3, 2, 1])
  })

  it('does not depend on the order of the service’s list', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(session, { selector: ({ id }) => id }),
        fc.infiniteStream(fc.nat()),
        (rows, keys) => {
          const shuffled = rows.map((row) => ({ row, key: keys.next().value as number }))
          shuffled.sort((a, b) => a.key - b.key)
          expect(sortSessions(shuffled.map(({ row }) => row))).toEqual(sortSessions(rows))
        },
      ),
    )
  })
})
