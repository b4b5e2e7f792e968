import { describe, expect, it } from 'vitest'
import type { RowAccount } from '../../../../renderer/features/session-list/list-account.ts'
import type { ListRow } from '../../../../renderer/features/session-list/list-rows.ts'
import { keyOf, type ListedSession } from '../../../../renderer/features/session-list/listed-session.ts'
import { arrangeRows, type OwnLine } from '../../../../renderer/features/sessions/all-rows.ts'
import { session } from '../../fake-bridge.ts'

const listed = (accountId: string, id: number, over: Partial<ListedSession> = {}): ListedSession => ({
  ...session(id, `Device ${id}`, over),
  accountId,
})
const row = (one: ListedSession): ListRow => ({ kind: 'session', key: keyOf(one), session: one })
const group = (name: string, count: number): ListRow => ({
  kind: 'group',
  key: `group ${name}`,
  group: name,
  count,
})
const account = (id: string): RowAccount => ({
  id,
  name: `Name of ${id}`,
  place: 'Acme',
  skew: 0,
  zone: 'UTC',
  renewable: true,
  locked: false,
})
const ACCOUNTS = new Map(['a', 'b'].map((id) => [id, account(id)]))
const line = (isOpen: boolean): OwnLine => ({ key: 'own', group: 'Own', isOpen })

const [ownA, ownB] = [listed('a', 1, { isCurrent: true }), listed('b', 1, { isCurrent: true })]
const [phone, tablet] = [listed('a', 2), listed('b', 3)]
const [strangeA, strangeB] = [listed('a', 4, { isNew: true }), listed('b', 5, { isNew: true })]
const textsOf = (rows: readonly ListRow[]): string[] =>
  rows.map((one) => (one.kind === 'group' ? `${one.group} ${one.count}` : one.key))

describe('the rows of all accounts', () => {
  const rows = [ownA, ownB, phone, strangeA, tablet, strangeB].map(row)

  it('begin with the new sign-ins in their order, and end with a line that hides this device', () => {
    const arranged = arrangeRows(rows, ACCOUNTS, line(false))
    expect(textsOf(arranged)).toEqual(['a 1004', 'b 1005', 'a 1002', 'b 1003', 'Own 2'])
    expect(arranged.at(-1)).toMatchObject({ hidden: [ownA, ownB] })
  })

  it('have the sessions of this device below the open line, or at the end without a line', () => {
    const others = ['a 1004', 'b 1005', 'a 1002', 'b 1003']
    expect(textsOf(arrangeRows(rows, ACCOUNTS, line(true)))).toEqual([...others, 'Own 2', 'a 1001', 'b 1001'])
    expect(textsOf(arrangeRows(rows, ACCOUNTS, null))).toEqual([...others, 'a 1001', 'b 1001'])
  })

  it('have no line without a session of this device', () => {
    expect(textsOf(arrangeRows([row(phone)], ACCOUNTS, line(false)))).toEqual(['a 1002'])
  })

  it('stay in their groups, whose new sign-ins come first, and which an account gives its name and place', () => {
    const grouped = [
      row(ownA),
      group('a', 2),
      row(phone),
      row(strangeA),
      group('Ubuntu', 2),
      row(tablet),
      row(strangeB),
    ]
    expect(textsOf(arrangeRows(grouped, ACCOUNTS, line(false)))).toEqual([
      'Name of a · Acme 2',
      'a 1004',
      'a 1002',
      'Ubuntu 2',
      'b 1005',
      'b 1003',
      'Own 1',
    ])
  })
})
