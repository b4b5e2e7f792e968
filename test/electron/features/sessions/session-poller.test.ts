import { describe, expect, it } from 'vitest'
import type { Account } from '../../../../electron/shared/account.ts'
import type { PollInterval } from '../../../../electron/shared/settings.ts'
import { failed, type Result } from '../../../../electron/shared/result.ts'
import type { Visibility } from '../../../../electron/core/domain/visibility.ts'
import { createAccounts } from '../../../../electron/core/accounts.ts'
import type { Gateway } from '../../../../electron/core/gateway.ts'
import { listsOver } from '../revocation/lists-harness.ts'
import { setUpPoller } from './session-poller-harness.ts'
import { userOf } from '../../fake-service.ts'
import { fakeStore, fakeClock, fakeLog } from '../../fakes.ts'

const account = (id: string, baseUrl = 'https://x.example/api/v1'): Account => ({
  id,
  baseUrl,
  credential: { kind: 'user' },
  status: 'signedIn',
  user: userOf(1),
})

function setUp(list = [account('a')]) {
  const state = {
    visibility: 'visible' as Visibility,
    online: true,
    rateLimitedUntil: null as number | null,
    pace: '10s' as PollInterval,
  }
  const checked: string[] = []
  const unreached: string[] = []
  let answer = (): Result<unknown> => ({ ok: true, value: { sessions: [], skew: 0 } })
  const gateway: Gateway = {
    callAs: async <T>(accountId: string) => {
      checked.push(accountId)
      return answer() as Result<T>
    },
    callAsOnce: () => Promise.reject(new Error('not used')),
    rateLimitedUntil: () => state.rateLimitedUntil,
  }
  const clock = fakeClock()
  const accounts = createAccounts(
    fakeStore({ accounts: list, activeAccountId: list[0]?.id ?? null }),
    fakeLog(),
    () => undefined,
  )
  const lists = listsOver(gateway, clock)
  const watch = setUpPoller({
    accounts,
    lists,
    gateway,
    clock,
    visibility: () => state.visibility,
    isOnline: () => state.online,
    pollInterval: () => state.pace,
    unreachable: (id) => void unreached.push(id),
  })
  const fail = (): void => void (answer = () => failed({ kind: 'server', status: 500 }))
  return { state, checked, unreached, clock, accounts, watch, fail }
}

describe('polling the lists', () => {
  it('checks at once, then every 10 s while the window is visible', async () => {
    const { watch, clock, checked } = setUp()
    watch.reschedule()
    await clock.advance(0)
    expect(checked).toHaveLength(1)
    await clock.advance(30_000)
    expect(checked).toHaveLength(4)
  })

  it('checks every account after a sleep, during which timers stopped', async () => {
    const { watch, clock, checked } = setUp([account('a'), account('b')])
    watch.reschedule()
    await clock.advance(0)
    checked.length = 0
    clock.sleep(3_600_000)
    watch.pollNow()
    await clock.advance(0)
    expect(checked[0]).toBe('a')
    await clock.advance(1_000)
    expect(checked.toSorted()).toEqual(['a', 'b'])
  })

  it('applies another interval at once, counted from the last check', async () => {
    const { watch, clock, checked, state } = setUp()
    watch.reschedule()
    await clock.advance(0)
    state.pace = '1min'
    watch.reschedule()
    await clock.advance(59_999)
    expect(checked).toHaveLength(1)
    await clock.advance(1)
    expect(checked).toHaveLength(2)
    await clock.advance(31_000)
    state.pace = '30s'
    watch.reschedule()
    await clock.advance(0)
    expect(checked).toHaveLength(3)
  })

  it('checks every minute when minimised, and at once when visible again', async () => {
    const { watch, clock, checked, state } = setUp()
    watch.reschedule()
    await clock.advance(0)
    state.visibility = 'minimised'
    watch.reschedule()
    await clock.advance(59_999)
    expect(checked).toHaveLength(1)
    await clock.advance(1)
    expect(checked).toHaveLength(2)
    watch.pollNow()
    await clock.advance(0)
    expect(checked).toHaveLength(3)
  })

  it('checks other accounts at the tray’s interval', async () => {
    const { watch, clock, checked } = setUp([account('a'), account('b')])
    watch.reschedule()
    // The first check waits for the active account, and each later one is up to a tenth late.
    await clock.advance(1_000)
    expect(checked.filter((id) => id === 'b')).toHaveLength(1)
    await clock.advance(299_000)
    expect(checked.filter((id) => id === 'b')).toHaveLength(1)
    await clock.advance(30_000)
    expect(checked.filter((id) => id === 'b')).toHaveLength(2)
  })

  it('checks nothing while offline, and soon after the network is back', async () => {
    const { watch, clock, checked, unreached, state } = setUp()
    state.online = false
    watch.reschedule()
    await clock.advance(120_000)
    expect([checked, [...new Set(unreached)]]).toEqual([[], ['a']])
    state.online = true
    await clock.advance(5_000)
    expect(checked).toHaveLength(1)
  })

  it('needs no network for a service on this computer', async () => {
    const { watch, clock, checked, state } = setUp([account('a', 'http://127.0.0.1:1/api/v1')])
    state.online = false
    watch.reschedule()
    await clock.advance(0)
    expect(checked).toHaveLength(1)
  })

  it('checks less often while the service fails, and not during a pause', async () => {
    const { watch, clock, checked, fail, state } = setUp()
    fail()
    watch.reschedule()
    await clock.advance(60_000)
    expect(checked.length).toBeLessThan(5)
    const before = checked.length
    state.rateLimitedUntil = clock.now() + 600_000
    await clock.advance(500_000)
    expect(checked.length).toBe(before)
  })

  it('checks nothing for a signed-out account, and leaves no timer', async () => {
    const { watch, clock, checked, accounts } = setUp()
    watch.reschedule()
    await clock.advance(0)
    accounts.setStatus('a', 'signedOut')
    watch.reschedule()
    await clock.advance(600_000)
    expect([checked.length, clock.pending()]).toEqual([1, 0])
    accounts.setStatus('a', 'signedIn')
    watch.reschedule()
    watch.stop()
    expect(clock.pending()).toBe(0)
  })
})
