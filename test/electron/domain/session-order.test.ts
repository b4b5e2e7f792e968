import { expect, it } from 'vitest'
import { sortSessions } from '../../../electron/domain/session-order.ts'
import { apiSession } from '../../support/builders.ts'

it('the current session is first, then by last use, then by id, never-used and unknown ones last', () => {
  const rows = [
    apiSession({ id: 1, lastUsedAt: null }),
    apiSession({ id: 2, lastUsedAt: 50 }),
    apiSession({ id: 3, lastUsedAt: 90 }),
    apiSession({ id: 4, lastUsedAt: 10, isCurrent: true }),
    apiSession({ id: 5, lastUsedAt: 'unknown' }),
    apiSession({ id: 6, lastUsedAt: 50 }),
  ]
  expect(sortSessions(rows).map(({ id }) => id)).toEqual([4, 3, 6, 2, 5, 1])
})
