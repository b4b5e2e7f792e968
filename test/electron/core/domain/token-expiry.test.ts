import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  deadlineOf,
  isExpiryDoubtful,
  renewalLead,
  lifeLeft,
  renewalDueIn,
} from '../../../../electron/core/domain/token-expiry.ts'

const MINUTE = 60_000
const lifetimes = fc.integer({ min: 1, max: 366 * 24 * 60 * MINUTE })
const believed = fc.integer({ min: 15_000, max: 366 * 24 * 60 * MINUTE })

describe('renewalLead', () => {
  it.each([
    [10, 5],
    [40_000, 20_000],
    [2 * MINUTE, 30_000],
    [20 * MINUTE, 2 * MINUTE],
    [60 * MINUTE, 5 * MINUTE],
    [30 * 24 * 60 * MINUTE, 5 * MINUTE],
    [0, 0],
    [-1_000, 0],
  ])('a lifetime of %i ms is renewed %i ms before its end', (lifetime, lead) => {
    expect(renewalLead(lifetime)).toBe(lead)
  })

  it('is a tenth, between 30 s and 5 min, and at most half of the lifetime', () => {
    fc.assert(
      fc.property(lifetimes, (lifetime) => {
        const lead = renewalLead(lifetime)
        expect(lead).toBeLessThanOrEqual(lifetime / 2)
        expect(lead).toBeLessThanOrEqual(5 * MINUTE)
        if (lifetime >= MINUTE) expect(lead).toBeGreaterThanOrEqual(30_000)
      }),
    )
  })
})

describe('when a token is to be renewed', () => {
  it('is within its lifetime, by the service’s clock if nothing else is known', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 41), believed, fc.nat(2 ** 42), (issuedAt, lifetime, now) => {
        const life = { issuedAt, expiresAt: issuedAt + lifetime }
        const deadline = deadlineOf(life, null) ?? NaN
        expect(deadline).toBeGreaterThanOrEqual(issuedAt)
        expect(deadline).toBeLessThan(life.expiresAt)
        expect(renewalDueIn(life, null, null, now)).toBe(Math.max(0, deadline - now))
      }),
    )
  })

  it('is never for a token without an expiry, unless the person chose an interval', () => {
    const life = { issuedAt: 1_000, expiresAt: null }
    const last = Number.MAX_SAFE_INTEGER
    expect([deadlineOf(life, null), renewalDueIn(life, null, null, last)]).toEqual([null, null])
    expect([renewalDueIn(life, null, 5_000, 5_999), renewalDueIn(life, null, 5_000, 6_000)]).toEqual([1, 0])
  })

  it('is never for a token that had expired, or nearly, when it was issued', () => {
    fc.assert(
      fc.property(
        fc.nat(2 ** 41),
        fc.integer({ min: -366 * 24 * 60 * MINUTE, max: 14_999 }),
        fc.option(fc.nat(2 ** 31)),
        fc.nat(2 ** 42),
        (issuedAt, lifetime, heldFor, now) => {
          const life = { issuedAt, expiresAt: issuedAt + lifetime }
          expect([
            isExpiryDoubtful(life),
            renewalDueIn(life, heldFor, null, now),
            lifeLeft(life, heldFor, now),
          ]).toEqual([true, null, null])
        },
      ),
    )
  })

  it('is when the steady clock says so; the service’s clock alone cannot make it due in the first minute', () => {
    fc.assert(
      fc.property(
        believed,
        fc.nat(2 ** 31),
        fc.integer({ min: -(2 ** 42), max: 2 ** 42 }),
        (lifetime, heldFor, now) => {
          const life = { issuedAt: 0, expiresAt: lifetime }
          const usable = lifetime - renewalLead(lifetime)
          const due = renewalDueIn(life, heldFor, null, now)
          if (heldFor >= usable) expect(due).toBe(0)
          else if (heldFor < MINUTE) expect(due).toBeGreaterThan(0)
          else expect(due === 0).toBe(now >= usable)
        },
      ),
    )
  })
})
