import fc from 'fast-check'
import { expect, it } from 'vitest'
import { HOUR, REFRESH, setUpRenewal } from './renewal-harness.ts'

const SECOND = 1_000

it('a failed renewal is tried again in time, however this computer’s clock is set', async () => {
  const jumps = fc.array(fc.integer({ min: -48 * HOUR, max: 48 * HOUR }), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(jumps, async (each) => {
      const { clock, service, list, countRequests, account, renewals } = await setUpRenewal()
      renewals.signedIn(account.id)
      await clock.advance(HOUR - 250 * SECOND)
      service.on(REFRESH, () => ({ status: 500 }))
      await list()
      expect(countRequests(REFRESH)).toBe(1)
      each.forEach(clock.jump)
      await clock.advance(5 * SECOND)
      await list()
      expect(countRequests(REFRESH)).toBe(1)
      await clock.advance(80 * SECOND)
      await list()
      expect(countRequests(REFRESH)).toBe(2)
    }),
  )
})
