import { describe, expect, it } from 'vitest'
import { buildRows, type ListView } from '../../../../../renderer/features/sessions/list/list-rows.ts'
import type {
  ListedSession,
  RowAccount,
} from '../../../../../renderer/features/sessions/list/listed-session.ts'
import { session } from '../../../fake-bridge.ts'

const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 10, 22, 12)
const PLAIN: ListView = {
  query: '',
  order: { by: 'lastUsed', direction: 'down' },
  grouping: 'none',
  filter: { kind: 'all' },
}
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

describe('the rows of several accounts', () => {
  it('differ by account where ids are equal', () => {
    expect(keys([listed('a', 1), listed('b', 1)], {})).toEqual(['a 1', 'b 1'])
  })

  it('have the own devices in the order of the others, and on top of each account', () => {
    const all = [listed('a', 1), listed('a', 2, { isCurrent: true }), listed('b', 3, { isCurrent: true })]
    expect(keys(all, {})).toEqual(['a 1', 'a 2', 'b 3'])
    expect(keys(all, { grouping: 'account' })).toEqual(['group b', 'b 3', 'group a', 'a 2', 'a 1'])
  })

  it('are found by the name and the tenant of their account', () => {
    expect(keys([listed('a', 1), listed('b', 1)], { query: 'tenant of b' })).toEqual(['b 1'])
  })

  it('count days by the clock and in the zone of their account', () => {
    const accounts = new Map([
      account('a', { skew: -60_000, zone: 'Pacific/Auckland' }),
      account('b', { zone: 'UTC' }),
    ])
    const old = { lastUsedAt: NOW - 90 * DAY_MS }
    const unused = { filter: { kind: 'inactive', days: 90 } } as const
    expect(keys([listed('a', 1, old), listed('b', 2, old)], unused, accounts)).toEqual(['b 2'])
    // In Auckland it is the 23rd by now; at 01:00 UTC it was the 22nd.
    const early = { lastUsedAt: Date.UTC(2026, 10, 22, 1) }
    expect(keys([listed('a', 1, early), listed('b', 2, early)], { grouping: 'lastUse' }, accounts)).toEqual([
      'group today',
      'b 2',
      'group week',
      'a 1',
    ])
  })
})
