import { expect, it } from 'vitest'
import { createSecondLooks } from '../../../../electron/features/revocation/second-looks.ts'
import { fakeClock } from '../../fakes.ts'

it('waits longest for the session that was looked for most, and forgets how often after another answer', async () => {
  const clock = fakeClock()
  const looks = createSecondLooks(clock)
  expect(looks.left()).toBeLessThanOrEqual(0)
  const [end, other] = [{}, {}]
  expect([end, end, end, other].map(looks.isLast)).toEqual([false, false, false, false])
  looks.plan([end, other])
  expect(looks.left()).toBe(3_000)
  await clock.advance(3_000)
  expect([looks.left(), looks.isLast(end)]).toEqual([0, true])
  looks.plan([])
  expect(looks.left()).toBe(0)
  looks.answered(end)
  expect(looks.isLast(end)).toBe(false)
  looks.plan([end])
  expect(looks.left()).toBe(1_000)
  looks.settle(true)
  expect([looks.left(), looks.isLast(other)]).toEqual([0, true])
  looks.settle(false)
  expect(looks.left()).toBe(1_000)
})
