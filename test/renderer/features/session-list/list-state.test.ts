import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SessionList } from '../../../../electron/shared/session-list.ts'
import { SETTINGS, type PollInterval } from '../../../../electron/shared/settings.ts'
import {
  STALE_AFTER_MS,
  useListStates,
  type ListState,
} from '../../../../renderer/features/session-list/list-state.ts'
import { useSessions } from '../../../../renderer/features/session-list/session-lists.ts'
import { useAppStore } from '../../../../renderer/lib/app-state.ts'
import { appState, fakeBridge, list } from '../../fake-bridge.ts'

beforeEach(() => setActivePinia(createPinia()))

describe('the state of a list', () => {
  const now = 1_000_000
  async function stateOf(
    over: Partial<SessionList> | null,
    { online = true, pollInterval = '10s' }: { online?: boolean; pollInterval?: PollInterval } = {},
  ): Promise<ListState> {
    const state = appState({ online })
    fakeBridge({ ...state, settings: { ...state.settings, pollInterval } })
    await useAppStore().start()
    if (over) useSessions().lists.set('a1', list({ checkedAt: now, ...over }))
    return useListStates().stateOf('a1', now)
  }

  it.each<[string, Partial<SessionList>]>([
    ['fresh', {}],
    ['fresh', { checkedAt: now - STALE_AFTER_MS['10s'] }],
    ['stale', { checkedAt: now - STALE_AFTER_MS['10s'] - 1 }],
    ['fresh', { checkedAt: now + 5_000 }],
    ['loading', { sessions: null, checkedAt: null }],
    ['failed', { failure: { kind: 'timeout' } }],
    ['failed', { failure: { kind: 'offline', reason: 'refused' } }],
    ['limited', { failure: { kind: 'rateLimited', retryAt: now } }],
    ['offline', { failure: { kind: 'offline', reason: 'noNetwork' } }],
  ])('is %s', async (kind, over) => {
    expect((await stateOf(over)).kind).toBe(kind)
  })

  it.each(SETTINGS.pollInterval.choices)(
    'is not stale after one missed poll, at %s',
    async (pollInterval) => {
      const between = { '10s': 10_000, '30s': 30_000, '1min': 60_000, '5min': 300_000 }[pollInterval]
      const after = async (ms: number): Promise<string> =>
        (await stateOf({ checkedAt: now - ms }, { pollInterval })).kind
      expect([await after(2 * between), await after(8 * between)]).toEqual(['fresh', 'stale'])
    },
  )

  it('is offline before anything else', async () => {
    const { kind } = await stateOf({ failure: { kind: 'server', status: 500 } }, { online: false })
    expect(kind).toBe('offline')
  })

  it('reports why it could not be requested', async () => {
    expect((await stateOf(null)).kind).toBe('loading')
    useSessions().failures.set('a1', { kind: 'internal' })
    expect(await stateOf(null)).toEqual({ kind: 'failed', failure: { kind: 'internal' }, isUnclear: false })
  })
})
