import { describe, expect, it } from 'vitest'
import { holdRows } from '../../../../renderer/features/session-list/still-rows.ts'
import { keyOf, type ListedSession } from '../../../../renderer/features/session-list/listed-session.ts'
import { session } from '../../fake-bridge.ts'

const [here, phone, tablet] = [
  session(1, 'Here', { isCurrent: true }),
  session(2, 'Phone'),
  session(3, 'Tablet'),
]
const stranger = session(4, 'Stranger', { isNew: true })
const namesOf = (rows: readonly ListedSession[]): string[] => rows.map(({ name }) => name)

describe('rows that are held', () => {
  it('keep their places with their new values, and those that arrived wait', () => {
    const used = { ...tablet, lastUsedAt: 99 }
    const held = holdRows([here, phone, tablet], [here, stranger, used, phone])
    expect(namesOf(held.rows)).toEqual(['Here', 'Phone', 'Tablet'])
    expect(held.rows[2]).toEqual(used)
    expect([held.waiting, held.gone.size]).toEqual([[keyOf(stranger)], 0])
  })

  it('keep what is gone in its place, until it returns', () => {
    const held = holdRows([here, phone, tablet], [here, tablet])
    expect(namesOf(held.rows)).toEqual(['Here', 'Phone', 'Tablet'])
    expect([[...held.gone], held.waiting]).toEqual([[keyOf(phone)], []])
    const back = holdRows(held.rows, [here, phone, tablet])
    expect([back.waiting, back.gone.size]).toEqual([[], 0])
  })

  it('show a renewed session in its place, and what the record has by now, but no other one of a name', () => {
    const renewed = { ...here, id: 5, name: 'Here, renewed' }
    const unrecorded = { ...tablet, key: -tablet.id }
    const sameName = { ...phone, id: 6, key: 1_006 }
    const held = holdRows([here, phone, unrecorded], [renewed, tablet, sameName])
    expect(held.rows).toEqual([renewed, phone, tablet])
    expect([[...held.gone], held.waiting]).toEqual([[keyOf(phone)], [keyOf(sameName)]])
  })

  it('take the first list of an account as it is', () => {
    const built = [
      { ...phone, accountId: 'b' },
      { ...here, accountId: 'a' },
    ]
    expect(holdRows([{ ...here, accountId: 'a' }], built).rows).toEqual(built)
    expect(holdRows([], [here])).toEqual({ rows: [here], gone: new Set(), waiting: [] })
  })
})
