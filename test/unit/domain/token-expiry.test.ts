import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deadlineOf, isDue, leadOf } from '../../../electron/domain/token-expiry.ts'

const MINUTE = 60_000
const lifetimes = fc.integer({ min: 1, max: 366 * 24 * 60 * MINUTE })

describe('leadOf', () => {
  it.each([
    [10, 5],
    [40_000, 20_000],
    [2 * MINUTE, 30_000],
    [20 * MINUTE, 2 * MINUTE],
    [60 * MINUTE, 5 * MINUTE],
    [30 * 24 * 60 * MINUTE, 5 * MINUTE],
    [0, 0],
    [-1_000, 0],
  ])('a lifetime of %i ms is renewed %i ms ahead', (lifetime, lead) => {
    expect(leadOf(lifetime)).toBe(lead)
  })

  it('is a tenth, between 30 s and 5 min, and never over half of the lifetime', () => {
    fc.assert(
      fc.property(lifetimes, (lifetime) => {
        const lead = leadOf(lifetime)
        expect(lead).toBeLessThanOrEqual(lifetime / 2)
        expect(lead).toBeLessThanOrEqual(5 * MINUTE)
        if (lifetime >= MINUTE) expect(lead).toBeGreaterThanOrEqual(30_000)
      }),
    )
  })
})

describe('isDue', () => {
  it('is so from the deadline on, and the deadline lies within the life of the token', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 41), lifetimes, fc.nat(2 ** 42), (issuedAt, lifetime, now) => {
        const life = { issuedAt, expiresAt: issuedAt + lifetime }
        const deadline = deadlineOf(life, null) ?? NaN
        expect(deadline).toBeGreaterThanOrEqual(issuedAt)
        expect(deadline).toBeLessThan(life.expiresAt)
        expect(isDue(life, null, now)).toBe(now >= deadline)
      }),
    )
  })

  it('never comes by itself for a token without an end, unless the person chose a rhythm', () => {
    const life = { issuedAt: 1_000, expiresAt: null }
    expect([deadlineOf(life, null), isDue(life, null, Number.MAX_SAFE_INTEGER)]).toEqual([null, false])
    expect([isDue(life, 5_000, 5_999), isDue(life, 5_000, 6_000)]).toEqual([false, true])
  })
})
