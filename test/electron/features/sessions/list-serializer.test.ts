import { describe, expect, it } from 'vitest'
import { applyUpdate } from '../../../../electron/shared/session-list-update.ts'
import type { SessionList } from '../../../../electron/shared/session-list.ts'
import { createListSerializer } from '../../../../electron/features/sessions/list-serializer.ts'
import { list } from '../../../renderer/fake-bridge.ts'
import { presentPlainly, sessionOf } from '../revocation/lists-harness.ts'

const rows = (...ids: number[]): SessionList['sessions'] => ids.map((id) => presentPlainly(sessionOf(id)))
const listOf = (sessions: SessionList['sessions'], over: Partial<SessionList> = {}): SessionList =>
  list({ accountId: 'a', sessions, checkedAt: 1, ...over })

describe('updates of a list', () => {
  it('have rows only if they changed, and always the other fields', () => {
    const serializer = createListSerializer()
    const first = listOf(rows(1, 2))
    const update = serializer.update(first)
    const { revision } = update
    expect(applyUpdate(update, null)).toEqual(first)
    const checking = serializer.update({ ...first, checking: true })
    expect(checking).toMatchObject({ rows: null, checking: true, revision })
    expect(applyUpdate(checking, first.sessions)).toEqual({ ...first, checking: true })
    expect(serializer.update(listOf(rows(1, 2), { checkedAt: 2 }))).toMatchObject({ rows: null, revision })
    const third = serializer.update(listOf(rows(1)))
    expect(third.revision).toBeGreaterThan(revision)
    expect(applyUpdate(third, first.sessions).sessions).toEqual(rows(1))
  })

  it('leave the rows that did not change the same objects', () => {
    const serializer = createListSerializer()
    const before = applyUpdate(serializer.update(listOf(rows(1, 2, 3))), null).sessions!
    const [one, two] = rows(1, 2)!
    const mark = { decision: 'mine', at: 4 } as const
    const marked = { ...two!, mark }
    const next = [marked, one!, ...rows(4)!]
    const after = applyUpdate(serializer.update(listOf(next)), before).sessions!
    expect(after).toEqual(next)
    expect(after.map((row) => before.indexOf(row))).toEqual([-1, 0, -1])
    const renamed = next.map((row) => ({ ...row, ...(row.key === one!.key && { commonName: 'One' }) }))
    const last = applyUpdate(serializer.update(listOf(renamed)), after).sessions!
    expect(last.map((row) => after.indexOf(row))).toEqual([0, -1, 2])
  })

  it('are complete for a new window, with the same revision', () => {
    const serializer = createListSerializer()
    const first = listOf(rows(1, 2))
    const { revision } = serializer.update(first)
    const whole = serializer.snapshot(first)
    expect(whole.revision).toBe(revision)
    expect(applyUpdate(whole, null)).toEqual(first)
    expect(applyUpdate(serializer.snapshot(listOf(null)), rows(1)).sessions).toBeNull()
  })

  it('never use one revision for two states of an account', () => {
    const serializer = createListSerializer()
    const lists = [listOf(rows(1)), listOf(null), listOf(rows(1)), listOf(rows(2))]
    const revisions = [...lists, listOf(rows(2), { accountId: 'b' })].map(
      (each) => serializer.update(each).revision,
    )
    expect(new Set(revisions).size).toBe(5)
  })
})
