import fc from 'fast-check'
import { expect, it } from 'vitest'
import { skewFrom, smoothSkew } from '../../../electron/domain/clock-skew.ts'

it('skewFrom estimates the skew within a second, whatever the latency', () => {
  const skews = fc.integer({ min: -31_536_000_000, max: 31_536_000_000 })
  fc.assert(
    fc.property(skews, fc.nat(1_000), fc.nat(1_000), (skew, there, back) => {
      const sentAt = 1_700_000_000_123
      const header = Math.floor((sentAt + there + skew) / 1000) * 1000
      const found = skewFrom(header, sentAt, sentAt + there + back)
      expect(Math.abs(found - skew)).toBeLessThanOrEqual(500 + Math.abs(there - back) / 2 + 1)
    }),
  )
})

it.each([
  [400, -1_099, 400],
  [400, -1_100, -1_100],
  [400, 10_800_000, 10_800_000],
])(
  'smoothSkew keeps the earlier estimate while the newer one agrees: %s, %s -> %s',
  (earlier, newer, skew) => {
    expect(smoothSkew(earlier, newer)).toBe(skew)
  },
)
