import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sortSessions } from '../../../../electron/core/domain/session-order.ts'

const BLANK = { name: '', createdAt: null, isCurrent: false }

it('the current session is first, then by last use, then by id, never-used and unknown ones last', () => {
  const rows = [
    { ...BLANK, id: 1, lastUsedAt: null },
    { ...BLANK, id: 2, lastUsedAt: 50 },
    { ...BLANK, id: 3, lastUsedAt: 90 },
    { ...BLANK, id: 4, lastUsedAt: 10, isCurrent: true },
    { ...BLANK, id: 5, lastUsedAt: 'unknown' as const },
    { ...BLANK, id: 6, lastUsedAt: 50 },
  ]
  expect(sortSessions(rows).map(({ id }) => id)).toEqual([4, 3, 6, 2, 5, 1])
})

it('the order of the sessions does not depend on that of the service’s list', () => {
  const session = fc.record({
    id: fc.nat(50),
    name: fc.constant('x'),
    lastUsedAt: fc.oneof(fc.option(fc.nat(5)), fc.constant('unknown' as const)),
    createdAt: fc.constant(null),
    isCurrent: fc.boolean(),
  })
  const rows = fc.uniqueArray(session, { selector: ({ id }) => id })
  const twoOrders = rows.chain((all) => fc.tuple(fc.constant(all), shuffled(all)))
  fc.assert(
    fc.property(twoOrders, ([one, another]) => {
      expect(sortSessions(another)).toEqual(sortSessions(one))
    }),
  )
})

const shuffled = <T>(all: T[]) => fc.shuffledSubarray(all, { minLength: all.length })
