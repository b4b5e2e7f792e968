import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { serviceTime } from '../../../../electron/core/domain/service-time.ts'

const YEAR = 31_536_000_000
const sample = { service: 5_000_000, wall: 1_000_000, steady: 200 }

describe('the service’s time', () => {
  it('is this computer’s before the first answer', () => {
    expect(serviceTime(null, 1_000_000, 5)).toBe(1_000_000)
  })

  it('continues from the last answer, over a sleep that the steady clock did not count', () => {
    expect(serviceTime(sample, 1_000_700, 900)).toBe(5_000_700)
    expect(serviceTime(sample, 1_000_000 + YEAR, 900)).toBe(5_000_000 + YEAR)
  })

  it('does not go back with this computer’s clock', () => {
    expect(serviceTime(sample, 1_000_700 - YEAR, 900)).toBe(5_000_700)
  })

  it('is never behind the elapsed time, whichever way the clock was set', () => {
    fc.assert(
      fc.property(
        fc.nat(YEAR),
        fc.nat(YEAR),
        fc.integer({ min: -YEAR, max: YEAR }),
        (awake, asleep, jump) => {
          const wall = sample.wall + awake + asleep + jump
          const now = serviceTime(sample, wall, sample.steady + awake)
          // Only setting the clock back during a sleep can hide the sleep.
          expect(now).toBeGreaterThanOrEqual(sample.service + awake + (jump < 0 ? 0 : asleep))
        },
      ),
    )
  })
})
