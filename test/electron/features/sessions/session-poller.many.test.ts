import { describe, expect, it } from 'vitest'
import type { Result } from '../../../../electron/shared/result.ts'
import { createAccounts } from '../../../../electron/core/accounts.ts'
import type { Gateway } from '../../../../electron/core/gateway.ts'
import { MIN_GAP_MS } from '../../../../electron/features/sessions/domain/background-checks.ts'
import { setUpPoller } from './session-poller-harness.ts'
import { listsOver } from '../revocation/lists-harness.ts'
import { accountOf } from '../../fake-service.ts'
import { fakeClock, fakeLog, fakeStore } from '../../fakes.ts'

const MINUTES = 60_000

/** So many accounts, the first one active; the service answers the calls of that one, or of all, after `delay` ms. */
function setUp(count: number, delay = 0, slow: 'active' | 'all' = 'active') {
  const clock = fakeClock()
  const begun = clock.steady()
  const starts: { id: string; at: number }[] = []
  const renewals = new Map<string, number>()
  const state = { online: true, underWay: 0, most: 0 }
  const gateway: Gateway = {
    async callAs<T>(id: string) {
      starts.push({ id, at: clock.steady() - begun })
      state.most = Math.max(state.most, ++state.underWay)
      if (delay > 0 && (slow === 'all' || id === ids[0]))
        await new Promise<void>((resolve) => clock.after(delay, resolve))
      state.underWay--
      return { ok: true, value: { sessions: [], skew: 0 } } as Result<T>
    },
    callAsOnce: () => Promise.reject(new Error('not used')),
    rateLimitedUntil: () => null,
  }
  const list = Array.from({ length: count }, (_, index) => ({
    ...accountOf(index),
    baseUrl: 'https://x.example/api/v1',
  }))
  const ids = list.map(({ id }) => id)
  const accountsFile = fakeStore({ accounts: list, activeAccountId: ids[0] ?? null })
  const accounts = createAccounts(accountsFile, fakeLog(), () => undefined)
  let drawn = 0
  const watch = setUpPoller({
    accounts,
    lists: listsOver(gateway, clock),
    gateway,
    clock,
    visibility: () => 'hidden',
    isOnline: () => state.online,
    renewalIn(id) {
      const dueAt = renewals.get(id)
      return dueAt === undefined ? null : Math.max(0, dueAt - (clock.steady() - begun))
    },
    random: () => ((drawn++ * 37) % 97) / 97,
  })
  const startsOf = (id: string | undefined): number[] =>
    starts.flatMap((each) => (each.id === id ? each.at : []))
  return { clock, accounts, watch, starts, startsOf, ids, renewals, state }
}

describe('polling many accounts', () => {
  it('asks for the active one first, and for no other before its list is there', async () => {
    const { watch, clock, starts, startsOf, ids } = setUp(50, 700)
    watch.reschedule()
    await clock.advance(699)
    expect(starts.map(({ id }) => id)).toEqual([ids[0]])
    await clock.advance(60_000)
    expect(new Set(starts.map(({ id }) => id)).size).toBe(50)
    expect(startsOf(ids[1])[0]).toBeGreaterThan(700)
  })

  it('checks all on request, four at once at most', async () => {
    const { watch, clock, starts, state, ids } = setUp(50, 300, 'all')
    const checked = watch.checkAll()
    await clock.advance(20_000)
    await checked
    expect(starts.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    expect(state.most).toBe(4)
  })

  it('starts no more checks in a minute than a service usually allows, on request or not', async () => {
    const { watch, clock, starts, ids } = setUp(200, 1, 'all')
    watch.reschedule()
    await clock.advance(20_000)
    void watch.checkAll()
    await clock.advance(20 * MINUTES)
    expect(new Set(starts.map(({ id }) => id)).size).toBe(ids.length)
    for (const { at } of starts)
      expect(starts.filter((check) => check.at > at - MINUTES && check.at <= at).length).toBeLessThanOrEqual(
        60,
      )
  })

  it('waits only seconds for an active account that does not answer', async () => {
    const { watch, clock, startsOf, ids } = setUp(2, 600_000)
    watch.reschedule()
    await clock.advance(4_999)
    expect(startsOf(ids[1])).toEqual([])
    await clock.advance(2_000)
    expect(startsOf(ids[1])).toHaveLength(1)
  })

  it('never starts two checks of other accounts at once, and leaves none out', async () => {
    const { watch, clock, starts, startsOf, ids } = setUp(50)
    watch.reschedule()
    await clock.advance(30 * MINUTES)
    const others = starts.filter(({ id }) => id !== ids[0]).map(({ at }) => at)
    const gaps = others.slice(1).map((at, index) => at - others[index]!)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(MIN_GAP_MS)
    const turns = ids.slice(1).map((id) => startsOf(id).length)
    expect([Math.min(...turns), Math.max(...turns)]).toEqual([6, 6])
  })

  it('is not delayed by frequent changes', async () => {
    const { watch, clock, starts } = setUp(20)
    for (let turn = 0; turn < 600; turn++) {
      watch.reschedule()
      await clock.advance(50)
    }
    expect(new Set(starts.map(({ id }) => id)).size).toBe(20)
  })

  it('renews a token when it is due, whoever else is being checked', async () => {
    const { watch, clock, startsOf, ids, renewals } = setUp(50)
    renewals.set(ids[49]!, 800)
    renewals.set(ids[48]!, 800)
    watch.reschedule()
    await clock.advance(2_000)
    expect([startsOf(ids[49])[0], startsOf(ids[48])[0]]).toEqual([800, 800])
  })

  it('spreads the checks after the network came back', async () => {
    const { watch, clock, starts, state, ids } = setUp(30)
    state.online = false
    watch.reschedule()
    await clock.advance(10 * MINUTES)
    expect(starts).toEqual([])
    state.online = true
    watch.reschedule()
    await clock.advance(0)
    expect(starts.map(({ id }) => id)).toEqual([ids[0]])
    await clock.advance(30_000)
    expect(new Set(starts.map(({ id }) => id)).size).toBe(30)
  })

  it('has one timer for all the others', () => {
    const { watch, clock } = setUp(50)
    watch.reschedule()
    expect(clock.pending()).toBe(2)
    watch.stop()
    expect(clock.pending()).toBe(0)
  })
})
