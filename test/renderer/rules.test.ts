import { describe, expect, it } from 'vitest'
import type { SessionList } from '../../electron/contract/session-list.ts'
import { POLL_INTERVALS } from '../../electron/contract/settings.ts'
import { fallbackLocale } from '../../renderer/composables/i18n.ts'
import { listState, STALE_AFTER_MS } from '../../renderer/composables/list-state.ts'
import { isThisComputer, serverName } from '../../renderer/composables/server-name.ts'
import { CODE_FIELDS, CREDENTIAL_FIELDS, toFormErrors } from '../../renderer/composables/form-errors.ts'
import { list } from './fake-bridge.ts'

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

  it.each(POLL_INTERVALS)('is not stale after one missed poll, at %s', (interval) => {
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
    })
    expect(listState(undefined, undefined, true, now, '10s').kind).toBe('loading')
  })
})

describe('the name of a server', () => {
  it.each([
    ['desk.example.com', 'https://desk.example.com/api/v1'],
    ['desk.example.com:8443', ' desk.example.com:8443 '],
    ['localhost:4010', 'http://localhost:4010'],
    ['not a server', 'not a server'],
    ['', ''],
  ])('is %s', (name, typed) => {
    expect(serverName(typed)).toBe(name)
  })
})

describe('this computer', () => {
  it.each([
    [true, 'http://127.0.0.1:4010/api/v1'],
    [true, 'http://localhost/api/v1'],
    [true, 'https://[::1]:8443/api/v1'],
    [false, 'https://127.0.0.1.example.com/api/v1'],
    [false, 'https://desk.example.com/api/v1'],
    [false, ''],
  ])('%s for %s', (local, baseUrl) => {
    expect(isThisComputer(baseUrl)).toBe(local)
  })
})

describe('the errors of a form', () => {
  const say = (): string => 'words'

  it('ignores what only looks like a field', () => {
    const odd = toFormErrors({ kind: 'invalid', fields: { constructor: ['odd'] } }, CREDENTIAL_FIELDS, say)
    expect(odd).toEqual({ fields: {}, banner: 'odd', retryAt: null })
  })

  it('falls back to a sentence when the service names nothing', () => {
    expect(toFormErrors({ kind: 'invalid', fields: {} }, CREDENTIAL_FIELDS, say).banner).toBe('words')
  })

  it('uses the banner for an address where there is no field for it', () => {
    const refused = { kind: 'offline', reason: 'refused' } as const
    expect(toFormErrors(refused, CODE_FIELDS, say)).toEqual({ fields: {}, banner: 'words', retryAt: null })
    expect(toFormErrors(refused, CREDENTIAL_FIELDS, say).fields).toEqual({ server: 'words' })
  })
})

describe('the language before the state is loaded', () => {
  it.each([
    ['pt-BR', ['pt-PT', 'en']],
    ['es', ['es-MX']],
    ['en', ['de-DE', 'es']],
    ['en', []],
  ])('is %s', (locale, tags) => {
    expect(fallbackLocale(tags)).toBe(locale)
  })
})
