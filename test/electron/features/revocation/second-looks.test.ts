import { expect, it } from 'vitest'
import { createSecondLooks } from '../../../../electron/features/revocation/second-looks.ts'
import { fakeClock } from '../../fakes.ts'

it('waits longest for the session that was looked for most, and forgets how often after another answer', async () => {
  const clock = fakeClock()
  const looks = createSecondLooks(clock)
  expect(looks.left()).toBeLessThanOrEqual(0)
  expect([1, 1, 1, 2].map(looks.isLast)).toEqual([false, false, false, false])
  looks.plan([1, 2])
  expect(looks.left()).toBe(3_000)
  await clock.advance(3_000)
  expect([looks.left(), looks.isLast(1)]).toEqual([0, true])
  looks.plan([])
  expect(looks.left()).toBe(0)
  looks.answered(1)
  expect(looks.isLast(1)).toBe(false)
  looks.plan([1])
  expect(looks.left()).toBe(1_000)
  looks.settle(true)
  expect([looks.left(), looks.isLast(2)]).toEqual([0, true])
  looks.settle(false)
  expect(looks.left()).toBe(1_000)
})
