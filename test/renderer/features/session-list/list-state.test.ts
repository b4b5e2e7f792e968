import { describe, expect, it } from 'vitest'
import type { SessionList } from '../../../../electron/shared/session-list.ts'
import { SETTINGS } from '../../../../electron/shared/settings.ts'
import {
  listChangesIn,
  listState,
  STALE_AFTER_MS,
} from '../../../../renderer/features/session-list/list-state.ts'
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

describe('the next change of what the page says about a list', () => {
  const now = 1_000_000
  const changesIn = (checkedAt: number | null, retryAt: number | null = null): number =>
    listChangesIn({ checkedAt, retryAt }, now, '10s')

  it('is a step of the age, and each minute once it is over a minute', () => {
    expect([changesIn(now), changesIn(now - 12_000), changesIn(now - 61_000)]).toEqual([
      15_000, 3_000, 59_000,
    ])
    expect([changesIn(null), changesIn(now - 3_600_000)]).toEqual([60_000, 60_000])
  })

  it('is the moment at which the list becomes stale', () => {
    const checkedAt = now - STALE_AFTER_MS['10s']
    expect(changesIn(checkedAt)).toBe(1)
    const kindAt = (at: number): string => listState(list({ checkedAt }), undefined, true, at, '10s').kind
    expect([kindAt(now), kindAt(now + 1)]).toEqual(['fresh', 'stale'])
  })

  it('is each second of a short wait', () => {
    expect([changesIn(now - 60_500, now + 5_000), changesIn(now - 60_500, now - 1)]).toEqual([1_000, 59_500])
  })
})
