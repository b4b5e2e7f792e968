import { describe, expect, it } from 'vitest'
import { holdRows, withoutGone } from '../../../../renderer/features/session-list/held-rows.ts'
import type { GroupRow, ListRow } from '../../../../renderer/features/session-list/list-rows.ts'
import { keyOf, type ListedSession } from '../../../../renderer/features/session-list/listed-session.ts'
import { session } from '../../fake-bridge.ts'

const row = (one: ListedSession): ListRow => ({ kind: 'session', key: keyOf(one), session: one })
const [here, phone, tablet] = [
  session(1, 'Here', { isCurrent: true }),
  session(2, 'Phone'),
  session(3, 'Tablet'),
]
const stranger = session(4, 'Stranger', { isNew: true })
const namesOf = (rows: readonly ListRow[]): string[] =>
  rows.map((one) => (one.kind === 'group' ? `${one.group} ${one.count}` : one.session.name))

describe('rows that are held', () => {
  it('keep their places with their new values, and those that arrived wait', () => {
    const used = { ...tablet, lastUsedAt: 99 }
    const held = holdRows([here, phone, tablet].map(row), [here, stranger, used, phone].map(row))
    expect(namesOf(held.rows)).toEqual(['Here', 'Phone', 'Tablet'])
    expect(held.rows[2]).toEqual(row(used))
    expect(held.waiting).toEqual([keyOf(stranger)])
  })

  it('keep what is gone in its place until it is left out, with groups that are empty then', () => {
    const group = (name: string, count: number): ListRow => ({ kind: 'group', key: name, group: name, count })
    const shown = [row(here), group('Today', 1), row(phone), group('Older', 1), row(tablet)]
    const held = holdRows(shown, [row(here), group('Older', 1), row(tablet)])
    expect(namesOf(held.rows)).toEqual(['Here', 'Today 0', 'Phone', 'Older 1', 'Tablet'])
    expect(held.rows.map((one) => one.kind === 'session' && one.gone === true).indexOf(true)).toBe(2)
    expect(namesOf(withoutGone(held.rows))).toEqual(['Here', 'Older 1', 'Tablet'])
    expect(held.waiting).toEqual([])
    // One that returns meanwhile is there again, and does not wait.
    const back = holdRows(held.rows, [row(here), group('Older', 2), row(phone), row(tablet)])
    expect([back.waiting, withoutGone(back.rows).length]).toEqual([[], 5])
  })

  it('show a renewed session in its place, and what the record has by now, but no other one of a name', () => {
    const renewed = { ...here, id: 5, name: 'Here, renewed' }
    const unrecorded = { ...tablet, key: -tablet.id }
    const sameName = { ...phone, id: 6, key: 1_006 }
    const held = holdRows([here, phone, unrecorded].map(row), [renewed, tablet, sameName].map(row))
    expect(withoutGone(held.rows)).toEqual([renewed, tablet].map(row))
    expect(held.waiting).toEqual([keyOf(sameName)])
  })

  it('have the values of a group that hides its sessions, which are known', () => {
    const line = (...hidden: ListedSession[]): GroupRow => ({
      kind: 'group',
      key: 'line',
      group: 'Line',
      count: hidden.length,
      hidden,
    })
    const of = (accountId: string, one: ListedSession): ListedSession => ({ ...one, accountId })
    const shown = [row(of('a', phone)), line(of('a', here), of('b', here))]
    const renewed = { ...here, id: 5 }
    const built = [row(of('b', stranger)), row(of('a', phone)), line(of('a', renewed), of('b', here))]
    expect(holdRows(shown, built)).toEqual({ rows: [shown[0], built[2]], waiting: ['b 1004'] })
    expect(holdRows(shown, [row(of('a', phone))]).rows).toEqual([shown[0]])
    // The first list of an account has nothing but this device.
    expect(holdRows([], [line(of('a', here))]).rows).toEqual([line(of('a', here))])
  })

  it('take the first list of an account as it is', () => {
    const built = [row({ ...phone, accountId: 'b' }), row({ ...here, accountId: 'a' })]
    expect(holdRows([row({ ...here, accountId: 'a' })], built)).toEqual({ rows: built, waiting: [] })
    expect(holdRows([], [row(here)])).toEqual({ rows: [row(here)], waiting: [] })
  })
})
