import { describe, expect, it } from 'vitest'
import type { Answer } from '../../fake-service.ts'
import { LIST, ME, REFRESH, unauthenticated } from '../../core/core-harness.ts'
import { HOUR, setUpRenewal as setUp } from './renewal-harness.ts'

const MINUTE = 60_000
const busy: Answer = { status: 503 }

describe('a renewal warning', () => {
  it('is not shown while tries fail with hours left', async () => {
    const { list, renewals, account, service, clock, warnings, warningCounts } = await setUp({
      expiresIn: 5 * HOUR,
    })
    service.on(REFRESH, () => busy)
    await list()
    await renewals.renew(account.id)
    await clock.advance(4 * HOUR)
    expect([warnings.all(), warningCounts, clock.pending()]).toEqual([[], [], 0])
  })

  it('appears once half the time for retries is over, although the last try was before, and ends with a renewal', async () => {
    const { list, renewals, account, service, clock, warnings, warningCounts, renewed } = await setUp()
    service.on(REFRESH, () => busy)
    const endsAt = clock.now() + HOUR
    await clock.advance(55 * MINUTE)
    await list()
    expect(warnings.all()).toEqual([])
    await clock.advance(2.5 * MINUTE)
    expect(warnings.all()).toEqual([{ accountId: account.id, endsAt }])
    await list()
    await renewals.renew(account.id)
    expect([warnings.all(), warningCounts]).toEqual([[{ accountId: account.id, endsAt }], [1]])
    service.on(REFRESH, renewed)
    await renewals.renew(account.id)
    expect([warnings.all(), warningCounts, clock.pending()]).toEqual([[], [1, 0], 0])
  })

  it('appears again for the next token', async () => {
    const { list, renewals, account, service, clock, warningCounts, renewed } = await setUp()
    for (let token = 0; token < 3; token++) {
      service.on(REFRESH, () => busy)
      await clock.advance(55 * MINUTE)
      await list()
      await clock.advance(3 * MINUTE)
      service.on(REFRESH, renewed)
      await renewals.renew(account.id)
    }
    expect(warningCounts).toEqual([1, 0, 1, 0, 1, 0])
  })

  it('does not appear if a retry succeeds', async () => {
    const { list, service, clock, warnings, warningCounts, renewed } = await setUp()
    service.on(REFRESH, () => busy)
    await clock.advance(55 * MINUTE)
    await list()
    service.on(REFRESH, renewed)
    await clock.advance(2 * MINUTE)
    await list()
    await clock.advance(10 * MINUTE)
    expect([warnings.all(), warningCounts]).toEqual([[], []])
  })

  it('appears without a network near the expiry, and not before', async () => {
    const { list, account, clock, warnings } = await setUp()
    await list()
    warnings.failed(account.id)
    await clock.advance(50 * MINUTE)
    warnings.failed(account.id)
    expect([warnings.all(), clock.pending()]).toEqual([[], 0])
    await clock.advance(6 * MINUTE)
    warnings.failed(account.id)
    await clock.advance(2 * MINUTE)
    expect(warnings.all()).toHaveLength(1)
  })

  it('does not appear after a sleep before the first try failed', async () => {
    const { list, clock, warningCounts, countRequests } = await setUp()
    await list()
    clock.sleep(59 * MINUTE)
    await list()
    expect([warningCounts, countRequests(REFRESH)]).toEqual([[], 1])
  })

  it('depends on the service’s clock', async () => {
    const { list, serviceClocks, account, service, clock, warnings } = await setUp()
    service.on(REFRESH, () => busy)
    await list()
    serviceClocks.sync(account.id, clock.now() + 58 * MINUTE)
    await list()
    expect(warnings.all()).toEqual([{ accountId: account.id, endsAt: clock.now() + 2 * MINUTE }])
  })

  it.each([
    ['stays for the same token', 0, 0, 1],
    ['ends with a token of another issue', 1, 0, 0],
    ['ends with a token of another expiry', 0, 1, 0],
  ])('%s', async (_what, issued, expires, count) => {
    const { list, account, service, clock, warnings } = await setUp()
    const life = { issuedAt: clock.now() + issued, expiresAt: clock.now() + HOUR + expires }
    warnings.tokenChanged('unknown', null)
    service.on(REFRESH, () => busy)
    await clock.advance(58 * MINUTE)
    await list()
    warnings.tokenChanged(account.id, life)
    expect(warnings.all()).toHaveLength(count)
  })

  it('gives way to the status of a signed-out account', async () => {
    const { list, service, clock, warnings, accountStatus } = await setUp()
    service.on(REFRESH, () => busy)
    await clock.advance(58 * MINUTE)
    await list()
    expect(warnings.all()).toHaveLength(1)
    for (const endpoint of [LIST, ME, REFRESH]) service.on(endpoint, () => unauthenticated)
    await clock.advance(3 * MINUTE)
    await list()
    expect([accountStatus(), warnings.all()]).toEqual(['signedOut', []])
  })

  it('is deleted with its account', async () => {
    const { list, forget, account, service, clock, warnings } = await setUp()
    service.on(REFRESH, () => busy)
    await clock.advance(55 * MINUTE)
    await list()
    forget(account.id)
    expect(clock.pending()).toBe(0)
    await clock.advance(HOUR)
    expect(warnings.all()).toEqual([])
  })
})
