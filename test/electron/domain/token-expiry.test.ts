import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  deadlineOf,
  intervalMs,
  isExpiryDoubtful,
  renewalLead,
  lifeLeft,
  renewalDueIn,
  type TokenLife,
} from '../../../electron/domain/token-expiry.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const believed = fc.integer({ min: 15_000, max: 366 * DAY })
const endless = { issuedAt: 1_000, expiresAt: null }
const hour = { issuedAt: 1_000, expiresAt: 1_000 + 60 * MINUTE }

it.each([
  ['never', null],
  ['daily', DAY],
  ['weekly', 7 * DAY],
] as const)('the renewal interval %s has %s ms', (interval, ms) => {
  expect(intervalMs(interval)).toBe(ms)
})

it.each([
  [10, 5],
  [40_000, 20_000],
  [2 * MINUTE, 30_000],
  [20 * MINUTE, 2 * MINUTE],
  [60 * MINUTE, 5 * MINUTE],
  [30 * DAY, 5 * MINUTE],
  [0, 0],
  [-1_000, 0],
])('a lifetime of %i ms is renewed %i ms before its end', (lifetime, lead) => {
  expect(renewalLead(lifetime)).toBe(lead)
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

  it.each<[string, TokenLife, interval: number | null, now: number, dueIn: number | null]>([
    ['never without an expiry', endless, null, Number.MAX_SAFE_INTEGER, null],
    ['after the interval that the person chose', endless, 5_000, 5_999, 1],
    ['due once that interval is over', endless, 5_000, 6_000, 0],
  ])('is %s', (_case, life, interval, now, dueIn) => {
    expect(renewalDueIn(life, null, interval, now)).toBe(dueIn)
    expect([isExpiryDoubtful(life), lifeLeft(life, null, now)]).toEqual([false, null])
  })

  it('is never for a token that had expired, or nearly, when it was issued', () => {
    const lifetimes = fc.integer({ min: -366 * DAY, max: 14_999 })
    const ages = fc.option(fc.nat(2 ** 31))
    fc.assert(
      fc.property(fc.nat(2 ** 41), lifetimes, ages, fc.nat(2 ** 42), (issuedAt, lifetime, age, now) => {
        const life = { issuedAt, expiresAt: issuedAt + lifetime }
        const due = renewalDueIn(life, age, null, now)
        expect([isExpiryDoubtful(life), due, lifeLeft(life, age, now)]).toEqual([true, null, null])
      }),
    )
  })

  it('is when the steady clock says so; the service’s clock alone cannot make it due in the first minute', () => {
    const times = fc.integer({ min: -(2 ** 42), max: 2 ** 42 })
    fc.assert(
      fc.property(fc.nat(2 ** 41), believed, fc.nat(2 ** 31), times, (issuedAt, lifetime, age, passed) => {
        const usable = lifetime - renewalLead(lifetime)
        const life = { issuedAt, expiresAt: issuedAt + lifetime }
        const due = renewalDueIn(life, age, null, issuedAt + passed)
        if (age >= usable) expect(due).toBe(0)
        else if (age < MINUTE) expect(due).toBeGreaterThan(0)
        else expect(due === 0).toBe(passed >= usable)
      }),
    )
  })
})

it.each([
  ['by the service’s clock', null, 1_000 + 20 * MINUTE, 40 * MINUTE],
  ['by the steady clock, whatever the service’s says', 20 * MINUTE, 0, 40 * MINUTE],
  ['negative afterwards', 61 * MINUTE, 0, -MINUTE],
])('the life that is left is %s', (_case, age, now, left) => {
  expect(lifeLeft(hour, age, now)).toBe(left)
})
