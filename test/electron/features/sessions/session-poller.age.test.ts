import { describe, expect, it } from 'vitest'
import type { Account } from '../../../../electron/shared/account.ts'
import type { Result } from '../../../../electron/shared/result.ts'
import { createAccounts } from '../../../../electron/core/accounts.ts'
import type { Gateway } from '../../../../electron/core/gateway.ts'
import { listsOver } from '../revocation/lists-harness.ts'
import { setUpPoller } from './session-poller-harness.ts'
import { fakeStore, fakeClock, fakeLog } from '../../fakes.ts'
import { accountOf } from '../../fake-service.ts'

const [ana, bruno] = [accountOf(1), accountOf(2)]

/** Two accounts, the first one active, and a poller that is rescheduled after every change, as in app.ts. */
function setUp() {
  const checked: string[] = []
  const gateway: Gateway = {
    callAs: async <T>(id: string) => (
      checked.push(id),
      { ok: true, value: { sessions: [], skew: 0 } } as Result<T>
    ),
    callAsOnce: () => Promise.reject(new Error('not used')),
    rateLimitedUntil: () => null,
  }
  const clock = fakeClock()
  const accountsFile = fakeStore({ accounts: [ana, bruno] as Account[], activeAccountId: ana.id })
  const accounts = createAccounts(accountsFile, fakeLog(), () => watch.reschedule())
  const lists = listsOver(gateway, clock)
  const watch = setUpPoller({
    accounts,
    lists,
    gateway,
    clock,
  })
  watch.reschedule()
  const checksOf = (account: Account): number => checked.filter((id) => id === account.id).length
  return { clock, accounts, watch, checksOf }
}

describe('polling as the window changes', () => {
  it('uses the window’s interval for an account once it is active', async () => {
    const { clock, accounts, checksOf } = setUp()
    await clock.advance(0)
    accounts.select(bruno.id)
    await clock.advance(30_000)
    expect([checksOf(ana), checksOf(bruno)]).toEqual([1, 4])
  })

  it('checks an account at once if its list is minutes old when it becomes active', async () => {
    const { clock, accounts, checksOf } = setUp()
    await clock.advance(240_000)
    const before = checksOf(bruno)
    accounts.select(bruno.id)
    await clock.advance(0)
    expect(checksOf(bruno)).toBe(before + 1)
  })

  it('continues however often something else changes', async () => {
    const { clock, watch, checksOf } = setUp()
    await clock.advance(0)
    for (let turn = 0; turn < 12; turn++) {
      await clock.advance(5_000)
      watch.reschedule()
    }
    expect(checksOf(ana)).toBeGreaterThan(4)
  })

  it('checks an account at once that signed in again', async () => {
    const { clock, accounts, checksOf } = setUp()
    await clock.advance(0)
    accounts.setStatus(ana.id, 'signedOut')
    await clock.advance(5_000)
    accounts.add(ana)
    await clock.advance(0)
    expect(checksOf(ana)).toBe(2)
  })
})
