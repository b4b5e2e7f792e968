import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR } from './renewal-harness.ts'
import { setUpRenewalOrders, type Step } from './renewals.orders-harness.ts'

const YEAR = 365 * 24 * HOUR
const MINUTE = 60_000
const constant = (step: Step): fc.Arbitrary<Step> => fc.constant(step)
const jumps = fc.constantFrom(YEAR, -YEAR, HOUR, -HOUR).map((ms): Step => ({ do: 'jump', ms }))

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: constant({ do: 'call' }) },
  constant({ do: 'calls' }),
  constant({ do: 'renew' }),
  constant({ do: 'signIn' }),
  { weight: 2, arbitrary: fc.nat(HOUR / 4).map((ms): Step => ({ do: 'tick', ms })) },
  fc.nat(HOUR / 2).map((ms): Step => ({ do: 'sleep', ms })),
  jumps,
  fc.boolean().map((carriedOut): Step => ({ do: 'loseReply', carriedOut })),
  fc.boolean().map((carriedOut): Step => ({ do: 'crash', carriedOut })),
  fc
    .constantFrom('offline' as const, 'html401' as const, 'server' as const, 'limited' as const)
    .map((how): Step => ({ do: 'refuse', how })),
  { weight: 1, arbitrary: constant({ do: 'revoke' }) },
)

describe('in any order of calls, timers, sleeps, clock jumps, lost replies, refusals and crashes', () => {
  it('nobody is signed out wrongly, no token is lost, and none is renewed twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 40 }), async (order) => {
        const { take, facts, accountStatus, storesValidToken } = await setUpRenewalOrders()
        for (const step of order) {
          await take(step)
          // The status shows the actual outcome.
          if (accountStatus() === 'signedOut') expect(facts).toMatchObject({ wasTokenInvalid: true })
          if (accountStatus() === 'renewalLost') expect(facts).toMatchObject({ leftOpen: true })
          if (accountStatus() === 'signedIn') {
            const isOver = facts.leftOpen || facts.wasTokenInvalid || facts.revoked
            expect((await storesValidToken()) || isOver).toBe(true)
          }
        }
        expect([new Set(facts.replaced).size, facts.sentAgain]).toEqual([facts.replaced.length, 0])
      }),
      { numRuns: 500 },
    )
  })

  it('a token in regular use never expires, however the clock is set, and is renewed no more than necessary', async () => {
    const going = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.integer({ min: 1, max: 4 * MINUTE }).map((ms): Step => ({ do: 'tick', ms })),
      },
      fc.integer({ min: 1, max: 4 * MINUTE }).map((ms): Step => ({ do: 'sleep', ms })),
      jumps,
    )
    await fc.assert(
      fc.asyncProperty(fc.array(going, { maxLength: 60 }), async (order) => {
        const { take, facts, accountStatus, clock } = await setUpRenewalOrders()
        const from = clock.real()
        await take({ do: 'call' })
        for (const step of order) {
          await take(step)
          await take({ do: 'call' })
        }
        expect([accountStatus(), facts.wasTokenInvalid]).toEqual(['signedIn', false])
        const turns = order.filter((step) => step.do === 'jump').length
        expect(facts.replaced.length).toBeLessThanOrEqual((clock.real() - from) / (55 * MINUTE) + turns)
      }),
      { numRuns: 200 },
    )
  })
})
