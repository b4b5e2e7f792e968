import { expect, it } from 'vitest'
import { createRecordedSession } from '../../../../../electron/features/sessions/domain/record.ts'
import { lackedBy, together } from '../../../../../electron/features/sessions/domain/two-looks.ts'
import { sessionOf } from '../../revocation/lists-harness.ts'

it('needs a second look for what a list lacks, unless something proves that it is gone', () => {
  const listed = [1, 2, 3, 4, 5].map((id) =>
    createRecordedSession(sessionOf(id, { createdAt: 10, isCurrent: id === 1 }), id, 0),
  )
  // 2 is lacked, 3 has another time, 4 was ended before, and 1 was replaced by 9.
  const rows = [sessionOf(9, { isCurrent: true }), sessionOf(3, { createdAt: 20 }), sessionOf(5)]
  const lacked = (list: typeof rows) => lackedBy(list, listed, new Set([4])).map(({ id }) => id)
  expect(lacked(rows)).toEqual([2])
  expect(lacked(rows.slice(1))).toEqual([1, 2])
})

it('takes two lists together: what either shows is there, and this device is that of the second', () => {
  const first = [sessionOf(1, { isCurrent: true }), sessionOf(2, { name: 'Before' }), sessionOf(3)]
  const second = [sessionOf(4, { isCurrent: true }), sessionOf(2, { name: 'Now' })]
  expect(together(first, second).map(({ id, name, isCurrent }) => `${id} ${name} ${isCurrent}`)).toEqual([
    '4 Device 4 true',
    '3 Device 3 false',
    '2 Now false',
    '1 Device 1 false',
  ])
  expect(together([second[1]!], second)).toBe(second)
})
