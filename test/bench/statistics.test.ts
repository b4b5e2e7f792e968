import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth, median, medianRatio, percentile } from './statistics.ts'

describe('the statistics of the bench', () => {
  it('have a median with as many values above as below', () => {
    expect([median([3]), median([4, 1]), median([9, 1, 2])]).toEqual([3, 2.5, 2])
  })

  it('have a percentile that is one of the sample', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1)
    expect([percentile(hundred, 0.95), percentile(hundred, 0), percentile(hundred, 1)]).toEqual([95, 1, 100])
    expect(() => percentile([], 0.5)).toThrow()
  })

  it('compare pair by pair, whatever slows both', () => {
    expect(medianRatio([2, 20, 200], [1, 10, 100])).toBe(2)
  })

  it('find the exponent of a power', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 3, noNaN: true }), (k) => {
        const points = [100, 1_000, 10_000].map((size) => ({ size, cost: 7 * size ** k }))
        expect(growth(points)).toBeCloseTo(k, 6)
      }),
    )
  })
})
