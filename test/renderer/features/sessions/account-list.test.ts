import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope, type EffectScope } from 'vue'
import type { SessionList } from '../../../../electron/shared/session-list.ts'
import { useSessions } from '../../../../renderer/features/session-list/session-lists.ts'
import { useAccountList } from '../../../../renderer/features/sessions/account-list.ts'
import { useAppStore } from '../../../../renderer/lib/app-state.ts'
import { appState, bruno, account, fakeBridge, list, session, sessions } from '../../fake-bridge.ts'

let scope: EffectScope

beforeEach(() => {
  setActivePinia(createPinia())
  scope = effectScope()
})
afterEach(() => scope.stop())

/** The list of the shown account; `show` is what main sends of it. */
async function setUp(state = appState()) {
  const fake = fakeBridge(state)
  await useAppStore().start()
  const store = useSessions()
  const shown = scope.run(useAccountList)!
  const show = (over: Partial<SessionList>): void => void store.lists.set('a1', list(over))
  return { ...shown, fake, store, show }
}

describe('the list of the shown account', () => {
  it('is the last known one until it arrives', async () => {
    const { rows, checked, account: own, state, show } = await setUp()
    expect([rows.value, checked.value, state.value.kind]).toEqual([null, null, 'loading'])
    show({ sessions: sessions(), isLive: false, checkedAt: 1_000, skew: 7 })
    expect(checked.value).toEqual({ checkedAt: 1_000, count: 4, lastKnown: true, doubtful: false })
    expect(own.value.skew).toBe(7)
    show({ sessions: sessions(), checkedAt: Date.now(), skew: 3 })
    expect([rows.value?.length, own.value.skew]).toEqual([sessions().length, 3])
    expect(checked.value).toMatchObject({ count: sessions().length, lastKnown: false, doubtful: false })
  })

  it('is doubtful while it is live and could not be refreshed, and last known while its service is gone', async () => {
    const { checked, doubtful, endsWait, show } = await setUp()
    show({ failure: { kind: 'server', status: 500 } })
    expect([doubtful.value, endsWait.value, checked.value]).toMatchObject([true, false, { doubtful: true }])
    show({ failure: { kind: 'offline', reason: 'refused' } })
    expect([doubtful.value, endsWait.value, checked.value]).toMatchObject([true, true, { lastKnown: true }])
  })

  it('has the time of each second while it waits, and otherwise of every fifth', async () => {
    const { now, show } = await setUp()
    vi.useFakeTimers()
    try {
      const passed = async (ms: number): Promise<number> => {
        const before = now.value
        await vi.advanceTimersByTimeAsync(ms)
        return now.value - before
      }
      show({ failure: { kind: 'rateLimited', retryAt: Date.now() + 60_000 } })
      expect(await passed(3_000)).toBeGreaterThanOrEqual(2_000)
      show({})
      await passed(5_000)
      expect(await passed(4_000)).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('keeps what its rows depend on until a value changes', async () => {
    const { account: own, show } = await setUp()
    show({ sessions: [session(1, 'One', { isCurrent: true })] })
    const before = own.value
    show({ sessions: [session(1, 'One', { isCurrent: true }), session(2, 'Two')] })
    expect(own.value).toBe(before)
    show({ sessions: [session(1, 'One')] })
    expect(own.value).toEqual({ ...before, locked: true })
  })

  it('is that of another account once it is shown', async () => {
    const { fake, store, rows, account: own } = await setUp(appState({ accounts: [account(), bruno()] }))
    store.lists.set('a2', list({ accountId: 'a2', sessions: [session(9, 'Nine', { isCurrent: true })] }))
    fake.changeState({ activeAccountId: 'a2' })
    expect([own.value.id, rows.value?.map(({ id }) => id)]).toEqual(['a2', [9]])
  })
})
