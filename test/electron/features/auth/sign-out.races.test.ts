import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSignOut } from '../../../../electron/features/auth/sign-out.ts'
import { fakeLog } from '../../fakes.ts'
import type { Answer } from '../../fake-service.ts'
import { REFRESH, setUpRenewal, unauthenticated } from '../renewal/renewal-harness.ts'

const LOGOUT = 'POST /auth/logout'

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await Promise.resolve()
}

/** An account that signs out during a renewal, at a service that knows the valid tokens. */
async function race(order: { renewalFirst: boolean; gap: number; refreshIn: number; logoutIn: number }) {
  const harness = await setUpRenewal()
  const { account, service, accounts, vault, renewals, logouts, unconfirmedSessions, work, clock } = harness
  const alive = new Set([harness.state.good])
  service.on(REFRESH, async ({ token = '' }): Promise<Answer> => {
    await turns(order.refreshIn)
    if (!alive.delete(token)) return unauthenticated
    alive.add('2|renewed')
    return { status: 200, body: { data: { token: '2|renewed', token_type: 'Bearer', expires_at: null } } }
  })
  service.on(LOGOUT, async ({ token = '' }): Promise<Answer> => {
    await turns(order.logoutIn)
    return alive.delete(token) ? { status: 200, body: { success: true } } : unauthenticated
  })
  const signOut = createSignOut({
    accounts,
    vault,
    logouts,
    renewals,
    unconfirmedSessions,
    work,
    transportOf: (_id, baseUrl) => service.transportTo(baseUrl),
    settle: () => Promise.resolve(),
    deviceName: () => null,
    accountRemoved: harness.forget,
    clock,
    log: fakeLog(),
  })
  const renew = () => renewals.renew(account.id)
  const leave = () => signOut.signOut(account.id)
  const first = order.renewalFirst ? renew() : leave()
  await turns(order.gap)
  const second = order.renewalFirst ? leave() : renew()
  const [left] = order.renewalFirst ? [await second, await first] : [await first, await second]
  return { left, alive, stored: await vault.get(account.id), onDisk: harness.files.vault.read() }
}

describe('signing out while the token is renewed', () => {
  it('leaves no valid token, here or at the service, once it is confirmed', async () => {
    const order = fc.record({
      renewalFirst: fc.boolean(),
      gap: fc.nat(60),
      refreshIn: fc.nat(60),
      logoutIn: fc.nat(60),
    })
    await fc.assert(
      fc.asyncProperty(order, async (schedule) => {
        const { left, alive, stored, onDisk } = await race(schedule)
        expect(left).toEqual({ ok: true, value: { service: 'confirmed' } })
        expect([[...alive], stored, onDisk]).toEqual([[], { state: 'none' }, {}])
      }),
      { numRuns: 1_000 },
    )
  })
})
