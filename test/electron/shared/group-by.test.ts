import { expect, it } from 'vitest'
import { groupBy } from '../../../electron/shared/group-by.ts'

it('groups items by their key, in their order', () => {
  const groups = groupBy(['b1', 'a1', 'b2'], (item) => item.charAt(0))
  expect([...groups]).toEqual([
    ['b', ['b1', 'b2']],
    ['a', ['a1']],
  ])
})
