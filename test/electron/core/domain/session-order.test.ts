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
