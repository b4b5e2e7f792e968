import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countingSleep } from '../../../../electron/platform/start/clock.ts'

/** A clock of a computer that alternates between awake and asleep; it counts in steps of `step`. */
function setUp(step = 1_000) {
  const time = { awake: 5_000.25, asleep: 0 }
  const sinceStart = () => Math.floor((90_000_000 + time.awake + time.asleep) / step) * step
  return { time, steady: countingSleep(() => time.awake, sinceStart) }
}

describe('the steady clock', () => {
  it('never goes back, is exact without sleep, and counts a sleep within the tolerance', () => {
    const turns = fc.array(
      fc.record({
        awake: fc.integer({ min: 0, max: 50_000 }),
        asleep: fc.constantFrom(0, 0, 3_600_000, 36_000_000),
      }),
    )
    fc.assert(
      fc.property(turns, fc.constantFrom(1, 10, 1_000), (order, step) => {
        const { time, steady } = setUp(step)
        let last = steady()
        const first = last - time.awake
        for (const turn of order) {
          time.awake += turn.awake
          time.asleep += turn.asleep
          const now = steady()
          expect(now).toBeGreaterThanOrEqual(last)
          expect(Math.abs(now - first - time.awake - time.asleep)).toBeLessThanOrEqual(
            time.asleep === 0 ? 0 : 2_000 + 2 * step,
          )
          last = now
        }
      }),
    )
  })

  it('continues if the time since boot is wrong', () => {
    let awake = 0
    const steady = countingSleep(
      () => awake,
      () => 0,
    )
    awake = 60_000
    expect(steady()).toBe(60_000)
  })
})
