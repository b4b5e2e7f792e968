import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIST, REFRESH } from '../../core/core-harness.ts'
import { HOUR, setUpRenewal } from './renewal-harness.ts'
import type { Answer } from '../../fake-service.ts'

const SECOND = 1_000

/** The highest number of renewals in any 10 s. */
function mostInTenSeconds(at: readonly number[]): number {
  return Math.max(
    0,
    ...at.map((from) => at.filter((input) => input >= from && input <= from + 10 * SECOND).length),
  )
}

/** Uses a token at a service whose answers have any time, and expiries that may have passed. */
async function use(inputs: { ends: number[]; skews: number[]; gaps: number[] }) {
  const harness = await setUpRenewal({ expiresIn: HOUR, skew: () => skews[turn++ % skews.length] ?? 0 })
  const { ends, skews, gaps } = inputs
  let turn = 0
  const { clock, service, renewals, account, list, state, renewed } = harness
  const at: number[] = []
  service.on(REFRESH, (): Answer => {
    at.push(clock.real())
    const answer = renewed()
    const expires_at = new Date(clock.real() + (ends[at.length % ends.length] ?? 0)).toISOString()
    return { ...answer, status: 200, body: { data: { token: state.good, token_type: 'Bearer', expires_at } } }
  })
  renewals.signedIn(account.id)
  for (const gap of gaps) {
    await list()
    await clock.advance(gap)
  }
  return at
}

describe('a service with a wrong clock or wrong expiries', () => {
  it('does not make the app renew more than twice in any 10 s', async () => {
    const inputs = fc.record({
      ends: fc.array(
        fc.oneof(fc.integer({ min: -3 * HOUR, max: 40 * SECOND }), fc.integer({ min: 0, max: 5 * HOUR })),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      skews: fc.array(fc.constantFrom(0, 2 * HOUR, -2 * HOUR, 59 * 60 * SECOND), {
        minLength: 1,
        maxLength: 4,
      }),
      gaps: fc.array(fc.integer({ min: 1, max: 3 * SECOND }), { minLength: 60, maxLength: 60 }),
    })
    await fc.assert(
      fc.asyncProperty(inputs, async (input) => {
        expect(mostInTenSeconds(await use(input))).toBeLessThanOrEqual(2)
      }),
      { numRuns: 200 },
    )
  })

  it('gets no automatic renewal of a token that was due when it was issued, and the diagnostics show it', async () => {
    const { list, clock, countRequests, renewals, account, log, service, state, renewed } =
      await setUpRenewal()
    service.on(REFRESH, () => {
      renewed()
      const expires_at = new Date(clock.real() - 3 * HOUR).toISOString()
      return { status: 200, body: { data: { token: state.good, token_type: 'Bearer', expires_at } } }
    })
    await clock.advance(HOUR - 200 * SECOND)
    for (let turn = 0; turn < 100; turn++) {
      expect(await list()).toMatchObject({ ok: true })
      await clock.advance(30 * SECOND)
    }
    expect([countRequests(REFRESH), countRequests(LIST)]).toEqual([1, 100])
    expect([renewals.dueIn(account.id), renewals.isExpiryDoubtful(account.id)]).toEqual([null, true])
    expect(log.lines.filter((line) => line.startsWith('token.expiryDoubtful'))).toHaveLength(1)
  })

  it('gets three tries before the end of a token of 30 s', async () => {
    const { list, clock, service, renewals, account, countRequests, accountStatus } = await setUpRenewal({
      expiresIn: 30 * SECOND,
    })
    service.on(REFRESH, () => ({ status: 500 }))
    const end = clock.real() + 30 * SECOND
    while (clock.real() < end) {
      await list()
      await clock.advance(Math.max(SECOND, Math.min(10 * SECOND, renewals.dueIn(account.id) ?? 10 * SECOND)))
    }
    expect(countRequests(REFRESH)).toBeGreaterThanOrEqual(3)
    expect(accountStatus()).toBe('signedIn')
  })
})
