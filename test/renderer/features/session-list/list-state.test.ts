import { describe, expect, it } from 'vitest'
import type { SessionList } from '../../../../electron/shared/session-list.ts'
import { SETTINGS } from '../../../../electron/shared/settings.ts'
import { listState, STALE_AFTER_MS } from '../../../../renderer/features/session-list/list-state.ts'
import { list } from '../../fake-bridge.ts'

describe('the state of a list', () => {
  const now = 1_000_000
  const kindOf = (over: Partial<SessionList>, online = true): string =>
    listState(list({ checkedAt: now, ...over }), undefined, online, now, '10s').kind

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
  ])('is %s', (kind, over) => {
    expect(kindOf(over)).toBe(kind)
  })

  it.each(SETTINGS.pollInterval.choices)('is not stale after one missed poll, at %s', (interval) => {
    const between = { '10s': 10_000, '30s': 30_000, '1min': 60_000, '5min': 300_000 }[interval]
    const after = (ms: number): string =>
      listState(list({ checkedAt: now - ms }), undefined, true, now, interval).kind
    expect([after(2 * between), after(8 * between)]).toEqual(['fresh', 'stale'])
  })

  it('is offline before anything else', () => {
    expect(kindOf({ failure: { kind: 'server', status: 500 } }, false)).toBe('offline')
  })

  it('reports why it could not be requested', () => {
    expect(listState(undefined, { kind: 'internal' }, true, now, '10s')).toEqual({
      kind: 'failed',
      failure: { kind: 'internal' },
      isUnclear: false,
    })
    expect(listState(undefined, undefined, true, now, '10s').kind).toBe('loading')
  })
})
