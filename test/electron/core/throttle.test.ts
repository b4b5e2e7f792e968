import { expect, it } from 'vitest'
import { debounce, throttle } from '../../../electron/core/throttle.ts'
import { fakeClock } from '../fakes.ts'

function setUp() {
  const clock = fakeClock()
  const start = clock.now()
  const ranAt: number[] = []
  return { clock, ranAt, work: () => void ranAt.push(clock.now() - start) }
}

it('throttled work runs at once, then once an interval while it is called, and never loses the last call', async () => {
  const { clock, ranAt, work } = setUp()
  const run = throttle(clock, 100, work)
  run()
  await clock.advance(1_000)
  expect(ranAt).toEqual([0])
  run()
  run()
  await clock.advance(50)
  run()
  await clock.advance(1_000)
  expect(ranAt).toEqual([0, 1_000, 1_100])
  run()
  expect(ranAt.at(-1)).toBe(2_050)
})

it('throttled work does not run again from inside itself before the interval ends', async () => {
  const clock = fakeClock()
  const order: string[] = []
  let left = 3
  const run = throttle(clock, 100, () => {
    order.push('begin')
    if (left-- > 0) run()
    order.push('end')
  })
  run()
  expect(order).toEqual(['begin', 'end'])
  await clock.advance(1_000)
  expect(order).toEqual(Array.from({ length: 4 }, () => ['begin', 'end']).flat())
})

it.each([
  ['once after the last of a few calls', 3, 60, [220]],
  ['although the calls do not stop', 10, 50, [350, 550]],
])('debounced work runs %s', async (_case, calls, gap, expected) => {
  const { clock, ranAt, work } = setUp()
  const run = debounce(clock, { waitMs: 100, maxWaitMs: 350 }, work)
  for (let call = 0; call < calls; call++) {
    run()
    await clock.advance(gap)
  }
  await clock.advance(1_000)
  expect([ranAt, clock.pending()]).toEqual([expected, 0])
})
