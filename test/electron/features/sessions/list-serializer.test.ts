import { describe, expect, it } from 'vitest'
import { applyUpdate } from '../../../../electron/shared/session-list-update.ts'
import type { SessionList } from '../../../../electron/shared/session-list.ts'
import { createListSerializer } from '../../../../electron/features/sessions/list-serializer.ts'
import { list } from '../../../renderer/fake-bridge.ts'
import { presentPlainly } from '../revocation/lists-harness.ts'

const rows = (...ids: number[]): SessionList['sessions'] =>
  ids.map((id) =>
    presentPlainly({ id, name: `Device ${id}`, lastUsedAt: null, createdAt: null, isCurrent: id === 1 }),
  )
const createList = (rows: SessionList['sessions'], over: Partial<SessionList> = {}): SessionList =>
  list({ accountId: 'a', sessions: rows, checkedAt: 1, ...over })

describe('updates of a list', () => {
  it('have rows only if they changed, and always the other fields', () => {
    const serializer = createListSerializer()
    const first = createList(rows(1, 2))
    const update = serializer.update(first)
    expect(applyUpdate(update, null)).toEqual(first)
    const checking = serializer.update({ ...first, checking: true })
    expect(checking).toMatchObject({ rows: null, checking: true, revision: update.revision })
    expect(applyUpdate(checking, first.sessions)).toEqual({ ...first, checking: true })
    expect(serializer.update(createList(rows(1, 2), { checkedAt: 2 }))).toMatchObject({
      rows: null,
      revision: update.revision,
    })
    const third = serializer.update(createList(rows(1)))
    expect(third.revision).toBeGreaterThan(update.revision)
    expect(applyUpdate(third, first.sessions).sessions).toEqual(rows(1))
  })

  it('are complete for a new window, with the same revision', () => {
    const serializer = createListSerializer()
    const first = createList(rows(1, 2))
    const { revision } = serializer.update(first)
    const whole = serializer.snapshot(first)
    expect(whole.revision).toBe(revision)
    expect(applyUpdate(whole, null)).toEqual(first)
    expect(applyUpdate(serializer.snapshot(createList(null)), rows(1)).sessions).toBeNull()
  })

  it('never use one revision for two states of an account', () => {
    const serializer = createListSerializer()
    const numbers = [rows(1), null, rows(1), rows(2)].map(
      (sessions) => serializer.update(createList(sessions)).revision,
    )
    expect(new Set(numbers).size).toBe(4)
    expect(serializer.update(createList(rows(2), { accountId: 'b' })).revision).not.toBe(numbers[3])
  })
})
