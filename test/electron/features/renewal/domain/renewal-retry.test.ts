import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../../../electron/shared/failure.ts'
import { renewalRetryIn } from '../../../../../electron/features/renewal/domain/renewal-retry.ts'
import { renewalLead, lifeLeft, renewalDueIn } from '../../../../../electron/domain/token-expiry.ts'

const SECOND = 1_000
const DAY = 86_400_000
const passing: fc.Arbitrary<Failure> = fc.constantFrom(
  { kind: 'server', status: 500 },
  { kind: 'timeout' },
  { kind: 'notFound' },
  { kind: 'outcomeUnknown' },
  { kind: 'offline', reason: 'interrupted' },
)

/** The times of the tries for a token that was issued at 0, when every try fails. */
function triesOf(lifetime: number, heldAt: number | null, failure: Failure, random: () => number): number[] {
  const life = { issuedAt: 0, expiresAt: lifetime }
  const tries: number[] = []
  let now = 0
  for (;;) {
    const heldFor = heldAt === null ? null : now - heldAt
    if (tries.length === 0) now += renewalDueIn(life, heldFor, null, now) ?? NaN
    if (!(now < lifetime) || tries.length === 50) return tries
    tries.push(now)
    const left = lifeLeft(life, heldAt === null ? null : now - heldAt, now)
    now += renewalRetryIn({ failure, failures: tries.length, left, now, random: random() })
  }
}

describe('failing renewals', () => {
  it('are tried at least three times before the end of a token of 30 s or more, and at most twice in 10 s', () => {
    const [short, any] = [600 * SECOND, 365 * DAY].map((max) => fc.integer({ min: 30 * SECOND, max }))
    const random = fc.double({ min: 0, max: 0.999, noNaN: true })
    const randoms = fc.array(random, { minLength: 50, maxLength: 50 })
    const received = fc.option(fc.constant(0))
    fc.assert(
      fc.property(
        fc.oneof(short!, any!),
        received,
        passing,
        randoms,
        (lifetime, heldAt, failure, numbers) => {
          let next = 0
          const tries = triesOf(lifetime, heldAt, failure, () => numbers[next++ % 50] ?? 0)
          expect(tries.length).toBeGreaterThanOrEqual(3)
          expect(tries[0]).toBe(lifetime - renewalLead(lifetime))
          const gaps = tries.slice(2).map((at, index) => at - (tries[index] ?? NaN))
          expect(Math.min(...gaps)).toBeGreaterThan(10 * SECOND)
        },
      ),
    )
  })

  it('wait a second longer than the service requires of all calls, and a day without an expiry, if a retry would change nothing', () => {
    const failed = { failures: 1, left: 15_000, now: 1_000, random: 0.5 }
    expect(renewalRetryIn({ ...failed, failure: { kind: 'rateLimited', retryAt: 61_000 } })).toBe(61_000)
    expect(renewalRetryIn({ ...failed, left: null, failure: { kind: 'notFound' } })).toBe(DAY)
  })

  it.each([
    [null, 60_000],
    [-1, 60_000],
    [0, 60_000],
    [1, 5_500],
    [60_000, 20_000],
    [600_000, 60_000],
  ])('wait a third of the %j ms that are left, unless it is too late', (left, wait) => {
    const failure = { kind: 'timeout' } as const
    expect(renewalRetryIn({ failure, failures: 1, left, now: 0, random: 0.5 })).toBe(wait)
  })
})
