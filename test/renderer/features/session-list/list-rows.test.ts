import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GROUPINGS, ORDERS } from '../../../../electron/shared/view-state.ts'
import type { DeviceSession } from '../../../../electron/shared/session.ts'
import { buildRows, sessionsOf, type ListView } from '../../../../renderer/features/session-list/list-rows.ts'
import { orderAfter } from '../../../../renderer/features/session-list/session-order.ts'
import type { RowAccount } from '../../../../renderer/features/session-list/list-account.ts'
import type { ListedSession } from '../../../../renderer/features/session-list/listed-session.ts'
import { session } from '../../fake-bridge.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 10, 21, 12)
const PLAIN: ListView = {
  query: '',
  order: { by: 'lastUsed', direction: 'down' },
  grouping: 'none',
  filter: { kind: 'all' },
}
const HERE = { now: NOW, zone: 'UTC', locale: 'en' }
const idsOf = (sessions: readonly DeviceSession[]): number[] => sessions.map(({ id }) => id)
const rowsOf = (sessions: DeviceSession[], part: Partial<ListView>, here = HERE): (number | string)[] =>
  buildRows(sessions, { ...PLAIN, ...part }, here).map((row) =>
    row.kind === 'session' ? row.session.id : `${row.group} ${row.count}`,
  )

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
    expect(rowsOf(rows, { order: { by, direction } }, { ...HERE, locale: 'pt-BR' })).toEqual(ids)
  })

  it('by name puts those of one name in the order of their sign-ins, not of the dates in their names', () => {
    const twins = ['OkHttp (signed in Apr 9)', 'OkHttp (signed in Feb 9)', 'OkHttp'].map((name, index) =>
      session(index + 2, name, { commonName: 'OkHttp', createdAt: 30 - index }),
    )
    expect(rowsOf(twins, { order: { by: 'name', direction: 'up' } })).toEqual([4, 3, 2])
    expect(rowsOf(twins, { order: { by: 'name', direction: 'down' } })).toEqual([2, 3, 4])
  })

  it('reverses at the second click on a header, and starts with the default', () => {
    expect(orderAfter({ by: 'name', direction: 'up' }, 'name')).toEqual({ by: 'name', direction: 'down' })
    expect(orderAfter({ by: 'lastUsed', direction: 'down' }, 'lastUsed').direction).toBe('up')
    expect(orderAfter({ by: 'name', direction: 'down' }, 'signedIn').direction).toBe('down')
    expect(orderAfter({ by: 'lastUsed', direction: 'up' }, 'name').direction).toBe('up')
  })
})

describe('searching', () => {
  const rows = [
    session(1, 'Firefox on Ubuntu', {
      serviceName: 'Mozilla/5.0 (X11; Ubuntu) Firefox/140.0',
      platform: 'Ubuntu',
    }),
    session(2, 'Work', { note: 'At the wíndow of Bruno', platform: 'macOS' }),
  ]

  it.each([
    ['fire', [1]],
    ['x11 140', [1]],
    ['BRUNO window', [2]],
    ['macos', [2]],
    ['o', [1, 2]],
    ['nothing', []],
  ])('finds %s in names, raw names, notes and platforms', (query, ids) => {
    expect(rowsOf(rows, { query, order: { by: 'name', direction: 'up' } })).toEqual(ids)
  })
})

describe('grouping', () => {
  it('groups by calendar days in the zone, with this device on top', () => {
    const at = (id: number, lastUsedAt: number | null): DeviceSession => session(id, `${id}`, { lastUsedAt })
    const midnight = Date.UTC(2026, 10, 21, 3)
    const rows = [
      session(1, 'Here', { isCurrent: true, lastUsedAt: NOW }),
      at(2, midnight),
      at(3, midnight - 1),
      at(4, midnight - 6 * DAY),
      at(5, midnight - 6 * DAY - 1),
      at(6, midnight - 29 * DAY),
      at(7, midnight - 29 * DAY - 1),
      at(8, null),
      at(9, NOW + HOUR),
    ]
    const here = { ...HERE, zone: 'America/Sao_Paulo' }
    const [today, week, month] = [
      ['today 2', 9, 2],
      ['week 2', 3, 4],
      ['month 2', 5, 6],
    ] as const
    const groups = [...today, ...week, ...month, 'older 1', 7, 'never 1', 8]
    expect(rowsOf(rows, { grouping: 'lastUse' }, here)).toEqual([1, ...groups])
    const unread = [session(1, 'a', { lastUsedAt: null }), session(2, 'b', { lastUsedAt: 'unknown' })]
    expect(rowsOf(unread, { grouping: 'lastUse' })).toEqual(['never 1', 1, 'unknown 1', 2])
  })

  it('sorts platforms by name, with unknown platforms last', () => {
    const on = (id: number, platform: string | null): DeviceSession => session(id, `${id}`, { platform })
    const rows = [on(1, null), on(2, 'Windows'), on(3, 'Android'), on(4, 'Windows')]
    expect(rowsOf(rows, { grouping: 'platform' })).toEqual(['Android 1', 3, 'Windows 2', 2, 4, ' 1', 1])
  })

  it('shows new sessions first', () => {
    const rows = [session(1, 'a'), session(2, 'b', { isNew: true })]
    expect(rowsOf(rows, { grouping: 'new' })).toEqual(['new 1', 2, 'known 1', 1])
  })
})

describe('any combination of sorting and grouping', () => {
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
      fc.property(sessions, order, fc.constantFrom(...GROUPINGS), (all, chosen, grouping) => {
        const rows = buildRows(all, { ...PLAIN, order: chosen, grouping }, HERE)
        const shown = sessionsOf(rows)
        expect(idsOf(shown).toSorted((a, b) => a - b)).toEqual(idsOf(all).toSorted((a, b) => a - b))
        if (all.length > 7) expect(shown[0]?.isCurrent).toBe(true)
        expect(buildRows(shown, { ...PLAIN, order: chosen, grouping }, HERE)).toEqual(rows)
      }),
    )
  })
})

describe('the rows of several accounts', () => {
  const account = (id: string, over: Partial<RowAccount> = {}): [string, RowAccount] => [
    id,
    { id, name: id, place: 'Acme', skew: 0, zone: 'UTC', renewable: true, locked: false, ...over },
  ]
  const listed = (accountId: string, id: number, over: Partial<ListedSession> = {}): ListedSession => ({
    ...session(id, `Device ${id}`, { lastUsedAt: NOW - id * 60_000 }),
    accountId,
    accountText: `${accountId}\nTenant of ${accountId}`,
    ...over,
  })

  function keys(
    sessions: readonly ListedSession[],
    view: Partial<ListView>,
    accounts = new Map([account('b'), account('a')]),
  ): string[] {
    const context = { now: NOW, zone: undefined, locale: 'en', accounts }
    return buildRows(sessions, { ...PLAIN, ...view }, context).map(({ key }) => key)
  }

  it('differ by account where keys are equal', () => {
    expect(keys([listed('a', 1), listed('b', 1)], {})).toEqual(['a 1001', 'b 1001'])
  })

  it('have the own devices of all accounts on top', () => {
    const all = [listed('a', 1), listed('a', 2, { isCurrent: true }), listed('b', 3, { isCurrent: true })]
    expect(keys(all, {})).toEqual(['a 1002', 'b 1003', 'a 1001'])
    expect(keys(all, { grouping: 'account' })).toEqual(['a 1002', 'b 1003', 'group a', 'a 1001'])
  })

  it('are found by the name and the tenant of their account', () => {
    expect(keys([listed('a', 1), listed('b', 1)], { query: 'tenant of b' })).toEqual(['b 1001'])
  })

  it('count days by the clock and in the zone of their account', () => {
    const accounts = new Map([
      account('a', { skew: -60_000, zone: 'Pacific/Auckland' }),
      account('b', { zone: 'UTC' }),
    ])
    const old = { lastUsedAt: NOW - 90 * DAY }
    const unused = { filter: { kind: 'inactive', days: 90 } } as const
    expect(keys([listed('a', 1, old), listed('b', 2, old)], unused, accounts)).toEqual(['b 1002'])
    // In Auckland it is the 22nd by now; at 01:00 UTC it was the 21st.
    const early = { lastUsedAt: Date.UTC(2026, 10, 21, 1) }
    expect(keys([listed('a', 1, early), listed('b', 2, early)], { grouping: 'lastUse' }, accounts)).toEqual([
      'group today',
      'b 1002',
      'group week',
      'a 1001',
    ])
  })
})
