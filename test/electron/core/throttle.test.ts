import { describe, expect, it } from 'vitest'
import { debounce, throttle } from '../../../electron/core/throttle.ts'
import { fakeClock } from '../fakes.ts'

describe('throttled work', () => {
  it('runs at once, then once an interval, and never loses the last call', async () => {
    const clock = fakeClock()
    const ranAt: number[] = []
    const run = throttle(clock, 100, () => ranAt.push(clock.now()))
    const start = clock.now()
    run()
    run()
    await clock.advance(50)
    run()
    await clock.advance(1_000)
    expect(ranAt).toEqual([start, start + 100])
    run()
    expect(ranAt.at(-1)).toBe(start + 1_050)
  })

  it('does not run again from inside itself before the interval ends', async () => {
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
})

describe('collected work', () => {
  function setUp() {
    const clock = fakeClock()
    const start = clock.now()
    const ranAt: number[] = []
    const run = debounce(clock, { waitMs: 100, maxWaitMs: 350 }, () => ranAt.push(clock.now() - start))
    return { clock, ranAt, run }
  }

  it('runs once after the last of many calls', async () => {
    const { clock, ranAt, run } = setUp()
    for (let call = 0; call < 3; call++) {
      run()
      await clock.advance(60)
    }
    await clock.advance(1_000)
    expect([ranAt, clock.pending()]).toEqual([[220], 0])
  })

  it('runs although the calls do not stop', async () => {
    const { clock, ranAt, run } = setUp()
    for (let call = 0; call < 10; call++) {
      run()
      await clock.advance(50)
    }
    await clock.advance(1_000)
    expect(ranAt).toEqual([350, 550])
  })
})
