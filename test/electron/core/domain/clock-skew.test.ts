import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { skewFrom, smoothSkew } from '../../../../electron/core/domain/clock-skew.ts'

describe('skewFrom', () => {
  it('estimates the skew within a second, whatever the latency', () => {
    const year = 31_536_000_000
    fc.assert(
      fc.property(
        fc.integer({ min: -year, max: year }),
        fc.nat(1_000),
        fc.nat(1_000),
        (skew, there, back) => {
          const sentAt = 1_700_000_000_123
          const header = Math.floor((sentAt + there + skew) / 1000) * 1000
          const found = skewFrom(header, sentAt, sentAt + there + back)
          expect(Math.abs(found - skew)).toBeLessThanOrEqual(500 + Math.abs(there - back) / 2 + 1)
        },
      ),
    )
  })
})

describe('smoothSkew', () => {
  it('keeps the earlier estimate while the newer one agrees', () => {
    expect(smoothSkew(400, -300)).toBe(400)
    expect(smoothSkew(400, 10_800_000)).toBe(10_800_000)
    expect(smoothSkew(null, 700)).toBe(700)
  })
})
