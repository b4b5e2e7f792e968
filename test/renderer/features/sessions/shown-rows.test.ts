import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ORDERS } from '../../../../electron/shared/view-state.ts'
import type { DeviceSession } from '../../../../electron/shared/session.ts'
import { buildRows, type RowsView } from '../../../../renderer/features/sessions/shown-rows.ts'
import { createPinia } from 'pinia'
import { useListView } from '../../../../renderer/features/session-list/list-view.ts'
import { keyOf, type ListedSession } from '../../../../renderer/features/session-list/listed-session.ts'
import { session } from '../../fake-bridge.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 10, 21, 12)
const PLAIN: RowsView = {
  query: '',
  order: { by: 'lastUsed', direction: 'down' },
  locale: 'en',
  isOfSeveral: false,
}
const idsOf = (sessions: readonly DeviceSession[]): number[] => sessions.map(({ id }) => id)
const rowsOf = (sessions: DeviceSession[], part: Partial<RowsView>): number[] =>
  idsOf(buildRows(sessions, { ...PLAIN, ...part }))

describe('sorting', () => {
  const rows = [
    session(1, 'Here', { isCurrent: true, lastUsedAt: null, createdAt: 30 }),
    session(2, 'Firefox (10)', { lastUsedAt: 20, createdAt: 50 }),
    session(3, 'firefox (9)', { lastUsedAt: null, createdAt: null }),
    session(4, 'Águia', { lastUsedAt: 40, createdAt: 10 }),
    session(5, 'Zebra', { lastUsedAt: 20, createdAt: 20 }),
  ]

  it.each([
    ['name', 'up', [1, 4, 3, 2, 5]],
    ['name', 'down', [1, 5, 2, 3, 4]],
    ['lastUsed', 'down', [1, 4, 2, 5, 3]],
    ['lastUsed', 'up', [1, 2, 5, 4, 3]],
    ['signedIn', 'down', [1, 2, 5, 4, 3]],
    ['signedIn', 'up', [1, 4, 5, 2, 3]],
  ] as const)('by %s, %s: this device first, unknown values last', (by, direction, ids) => {
    expect(rowsOf(rows, { order: { by, direction }, locale: 'pt-BR' })).toEqual(ids)
  })

  it('by name puts those of one name in the order of their sign-ins, not of the dates in their names', () => {
    const twins = ['OkHttp (signed in Apr 9)', 'OkHttp (signed in Feb 9)', 'OkHttp'].map((name, index) =>
      session(index + 2, name, { commonName: 'OkHttp', createdAt: 30 - index }),
    )
    expect(rowsOf(twins, { order: { by: 'name', direction: 'up' } })).toEqual([4, 3, 2])
    expect(rowsOf(twins, { order: { by: 'name', direction: 'down' } })).toEqual([2, 3, 4])
  })

  it('reverses at the second click on a header, and starts with the default', () => {
    const listView = useListView(createPinia())
    const orders = (['name', 'name', 'signedIn', 'lastUsed', 'lastUsed', 'name'] as const).map((by) => {
      listView.sortBy(by)
      return `${listView.order.by} ${listView.order.direction}`
    })
    expect(orders).toEqual([
      ...['name up', 'name down', 'signedIn down', 'lastUsed down', 'lastUsed up', 'name up'],
    ])
  })
})

describe('searching', () => {
  const rows = [
    session(1, 'Firefox on Ubuntu', {
      serviceName: 'Mozilla/5.0 (X11; Ubuntu) Firefox/140.0',
      platform: 'Ubuntu',
    }),
    session(2, 'Work', {
      note: 'At the wíndow of Bruno',
      platform: 'macOS',
      serviceFields: { ip: '203.0.113.7', user_agent: `needle ${'x'.repeat(58)}` },
    }),
  ]

  it.each([
    ['fire', [1]],
    ['x11 140', [1]],
    ['BRUNO window', [2]],
    ['macos', [2]],
    ['o', [1, 2]],
    ['203.0', [2]],
    ['needle', []],
    ['nothing', []],
  ])('finds %s in names, raw names, notes, platforms and short service fields', (query, ids) => {
    expect(rowsOf(rows, { query, order: { by: 'name', direction: 'up' } })).toEqual(ids)
  })
})

describe('any order', () => {
  const time = fc.option(fc.integer({ min: NOW - 400 * DAY, max: NOW + DAY }))
  const sessions = fc
    .uniqueArray(
      fc.record({
        id: fc.nat(200),
        lastUsedAt: fc.oneof(time, fc.constant('unknown' as const)),
        createdAt: time,
        platform: fc.option(fc.constantFrom('Ubuntu', 'Windows')),
      }),
      {
        selector: ({ id }) => id,
        maxLength: 40,
      },
    )
    .map((all) =>
      all.map(({ id, ...rest }, place) => session(id, `Device ${id}`, { ...rest, isCurrent: place === 7 })),
    )
  const order = fc.record({
    by: fc.constantFrom(...ORDERS),
    direction: fc.constantFrom('up' as const, 'down' as const),
  })

  it('contains every session once, with this device on top, in a stable order', () => {
    fc.assert(
      fc.property(sessions, order, (all, chosen) => {
        const shown = buildRows(all, { ...PLAIN, order: chosen })
        expect(idsOf(shown).toSorted((a, b) => a - b)).toEqual(idsOf(all).toSorted((a, b) => a - b))
        if (all.length > 7) expect(shown[0]?.isCurrent).toBe(true)
        expect(buildRows(shown, { ...PLAIN, order: chosen })).toEqual(shown)
      }),
    )
  })
})

describe('the rows of several accounts', () => {
  const listed = (accountId: string, id: number, over: Partial<ListedSession> = {}): ListedSession => ({
    ...session(id, `Device ${id}`, { lastUsedAt: NOW - id * 60_000 }),
    accountId,
    accountText: `${accountId}\nTenant of ${accountId}`,
    ...over,
  })

  const keys = (sessions: readonly ListedSession[], view: Partial<RowsView> = {}): string[] =>
    buildRows(sessions, { ...PLAIN, isOfSeveral: true, ...view }).map(keyOf)

  it('differ by account where keys are equal', () => {
    expect(keys([listed('a', 1), listed('b', 1)])).toEqual(['a 1001', 'b 1001'])
  })

  it('begin with the new sign-ins, and end with the own devices of all accounts', () => {
    const all = [
      listed('a', 1),
      listed('a', 2, { isCurrent: true }),
      listed('b', 3, { isCurrent: true }),
      listed('b', 4, { isNew: true }),
    ]
    expect(keys(all)).toEqual(['b 1004', 'a 1001', 'a 1002', 'b 1003'])
  })

  it('are found by the name and the tenant of their account', () => {
    expect(keys([listed('a', 1), listed('b', 1)], { query: 'tenant of b' })).toEqual(['b 1001'])
  })
})
