import { describe, expect, it } from 'vitest'
import { LIST, ME, REFRESH, unauthenticated } from '../../core/core-harness.ts'
import { HOUR, setUpRenewal } from './renewal-harness.ts'

const MINUTE = 60_000

/** A token of an hour or of `expiresIn` that cannot be renewed until `repair`. */
async function setUp(expiresIn = HOUR) {
  const harness = await setUpRenewal({ expiresIn })
  const { service, clock, list, warnings, warningCounts, renewed, renewals, account } = harness
  const endsAt = clock.now() + expiresIn
  const breakDown = () => service.on(REFRESH, () => ({ status: 503 }))
  breakDown()
  /** Advances, and uses the token. */
  const useAfter = async (minutes: number) => (await clock.advance(minutes * MINUTE), await list())
  return {
    ...harness,
    endsAt,
    breakDown,
    useAfter,
    repair: () => service.on(REFRESH, renewed),
    renew: () => renewals.renew(account.id),
    /** The warnings, and how many there were after each change. */
    state: () => [warnings.all(), warningCounts],
  }
}

describe('a renewal warning', () => {
  it('is not shown while tries fail with hours left', async () => {
    const { useAfter, renew, clock, state } = await setUp(5 * HOUR)
    await useAfter(0)
    await renew()
    await clock.advance(4 * HOUR)
    expect([state(), clock.pending()]).toEqual([[[], []], 0])
  })

  it('appears once half the time for retries is over, although the last try was before, and ends with a renewal', async () => {
    const { useAfter, renew, repair, account, clock, warnings, state, endsAt } = await setUp()
    await useAfter(55)
    expect(warnings.all()).toEqual([])
    await clock.advance(2.5 * MINUTE)
    expect(warnings.all()).toEqual([{ accountId: account.id, endsAt }])
    await useAfter(0)
    await renew()
    expect(state()).toEqual([[{ accountId: account.id, endsAt }], [1]])
    repair()
    await renew()
    expect([state(), clock.pending()]).toEqual([[[], [1, 0]], 0])
  })

  it('appears again for the next token', async () => {
    const { useAfter, renew, repair, breakDown, clock, warningCounts } = await setUp()
    for (let token = 0; token < 3; token++) {
      breakDown()
      await useAfter(55)
      await clock.advance(3 * MINUTE)
      repair()
      await renew()
    }
    expect(warningCounts).toEqual([1, 0, 1, 0, 1, 0])
  })

  it('does not appear if a retry succeeds', async () => {
    const { useAfter, repair, clock, state } = await setUp()
    await useAfter(55)
    repair()
    await useAfter(2)
    await clock.advance(10 * MINUTE)
    expect(state()).toEqual([[], []])
  })

  it('depends on the service’s clock', async () => {
    const { useAfter, serviceClocks, account, clock, warnings } = await setUp()
    await useAfter(0)
    serviceClocks.sync(account.id, clock.now() + 58 * MINUTE)
    await useAfter(0)
    expect(warnings.all()).toEqual([{ accountId: account.id, endsAt: clock.now() + 2 * MINUTE }])
  })

  it.each([
    ['stays for the same token', 0, 0, 1],
    ['ends with a token of another issue', 1, 0, 0],
    ['ends with a token of another expiry', 0, 1, 0],
  ])('%s', async (_case, issued, expires, count) => {
    const { useAfter, account, warnings, endsAt } = await setUp()
    warnings.tokenChanged('unknown', null)
    await useAfter(58)
    warnings.tokenChanged(account.id, { issuedAt: endsAt - HOUR + issued, expiresAt: endsAt + expires })
    expect(warnings.all()).toHaveLength(count)
  })

  it('gives way to the status of a signed-out account', async () => {
    const { useAfter, service, warnings, accountStatus } = await setUp()
    await useAfter(58)
    expect(warnings.all()).toHaveLength(1)
    for (const endpoint of [LIST, ME, REFRESH]) service.on(endpoint, () => unauthenticated)
    await useAfter(3)
    expect([accountStatus(), warnings.all()]).toEqual(['signedOut', []])
  })

  it('is deleted with its account', async () => {
    const { useAfter, forget, account, clock, warnings } = await setUp()
    await useAfter(55)
    forget(account.id)
    expect(clock.pending()).toBe(0)
    await clock.advance(HOUR)
    expect(warnings.all()).toEqual([])
  })
})
