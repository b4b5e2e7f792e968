import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ToldSession } from '../../../electron/domain/told-session.ts'
import { diffOf } from '../../../electron/domain/list-diff.ts'

const row = (id: number, name = `Device ${id}`, isCurrent = false): ToldSession => ({
  id,
  name,
  lastUsedAt: null,
  createdAt: null,
  isCurrent,
})
const ids = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)
const pairs = (rows: readonly { before: { id: number }; after: { id: number } }[]): number[][] =>
  rows.map(({ before, after }) => [before.id, after.id])

describe('comparing two lists', () => {
  it('tells what appeared, vanished and stayed', () => {
    const diff = diffOf([row(1), row(2)], [row(2), row(3)])
    expect([ids(diff.appeared), ids(diff.vanished), pairs(diff.kept)]).toEqual([[3], [1], [[2, 2]]])
  })

  it('takes an empty list at its word', () => {
    expect(ids(diffOf([row(1), row(2)], []).vanished)).toEqual([1, 2])
  })

  it('pairs what vanished and appeared under one name, each once', () => {
    const diff = diffOf([row(1, 'Phone')], [row(5, 'Phone'), row(6, 'Phone')])
    expect([pairs(diff.renewed), ids(diff.appeared), ids(diff.vanished)]).toEqual([[[1, 5]], [6], []])
  })

  it('never takes a stranger for this device renewed, nor this device for a stranger', () => {
    const stranger = diffOf([row(1, 'Desk', true)], [row(5, 'Desk')])
    expect([stranger.renewed, ids(stranger.appeared), ids(stranger.vanished)]).toEqual([[], [5], [1]])
    expect(diffOf([row(1, 'Desk')], [row(5, 'Desk', true)]).renewed).toEqual([])
    expect(pairs(diffOf([row(1, 'Desk', true)], [row(5, 'Desk', true)]).renewed)).toEqual([[1, 5]])
  })

  it('does not pair what cannot be a renewal', () => {
    const diff = diffOf([row(1, 'Phone')], [row(5, 'Phone')], () => false)
    expect([diff.renewed, ids(diff.appeared), ids(diff.vanished)]).toEqual([[], [5], [1]])
  })

  it('puts every session of either list in exactly one place', () => {
    const lists = fc.uniqueArray(
      fc.record({
        id: fc.integer({ min: 1, max: 12 }),
        name: fc.constantFrom('Phone', 'Desk', 'Tablet'),
        isCurrent: fc.boolean(),
        lastUsedAt: fc.constant(null),
        createdAt: fc.constant(null),
      }),
      { selector: ({ id }) => id },
    )
    fc.assert(
      fc.property(lists, lists, (before, after) => {
        const { appeared, vanished, renewed, kept } = diffOf(before, after)
        const paired = [...renewed, ...kept]
        const told = [...ids(vanished), ...paired.map((pair) => pair.before.id)]
        const come = [...ids(appeared), ...paired.map((pair) => pair.after.id)]
        expect(told.sort()).toEqual(ids(before).sort())
        expect(come.sort()).toEqual(ids(after).sort())
        for (const pair of kept) expect(pair.before.id).toBe(pair.after.id)
        for (const pair of renewed) {
          expect(pair.before.name).toBe(pair.after.name)
          expect(pair.before.isCurrent).toBe(pair.after.isCurrent)
        }
      }),
    )
  })
})
