import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApiSession } from '../../../../../electron/domain/api-session.ts'
import {
  diffLists,
  type ListDiff,
  type RenewalFacts,
} from '../../../../../electron/features/sessions/domain/list-diff.ts'
import { sessionOf } from '../../revocation/lists-harness.ts'
import { anyApiSession } from '../../../../support/builders.ts'

const row = (id: number, name = `Device ${id}`, isCurrent = false) => sessionOf(id, { name, isCurrent })
const ids = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)
const pairs = (rows: readonly { before: { id: number }; after: { id: number } }[]): number[][] =>
  rows.map(({ before, after }) => [before.id, after.id])

/** Every device is in use by default. */
function compare(
  known: readonly ApiSession[],
  fresh: readonly ApiSession[],
  facts: Partial<RenewalFacts<ApiSession>> = {},
): ListDiff<ApiSession> {
  const usual = {
    isPossible: () => true,
    isEnded: () => false,
    isInUse: () => true,
    isOwn: () => false,
    isOwnRenewal: () => false,
  }
  return diffLists(known, fresh, { ...usual, ...facts })
}

describe('comparing two lists', () => {
  it('pairs a vanished and an appeared session with a unique name', () => {
    const diff = compare([row(1, 'Phone'), row(2)], [row(5, 'Phone'), row(2)])
    expect([pairs(diff.renewed), diff.appeared, diff.vanished]).toEqual([[[1, 5]], [], []])
  })

  it.each<[string, ApiSession[], ApiSession[], boolean]>([
    ['two had the name before', [row(1, 'Phone'), row(2, 'Phone')], [row(2, 'Phone'), row(5, 'Phone')], true],
    ['two have it now', [row(1, 'Phone')], [row(5, 'Phone'), row(6, 'Phone')], true],
    ['nobody used the one before', [row(1, 'Phone')], [row(5, 'Phone')], false],
  ])('is uncertain if %s', (_what, known, fresh, used) => {
    const diff = compare(known, fresh, { isInUse: () => used })
    expect([diff.renewed, diff.appeared, ids(diff.vanished)]).toEqual([[], [], [1]])
    expect(ids(diff.perhapsRenewed)).toContain(5)
  })

  it('does not take one that this app ended for a namesake', () => {
    const known = [row(1, 'Phone'), row(2, 'Phone')]
    const isEnded = ({ id }: { id: number }): boolean => id === 2
    expect(pairs(compare(known, [row(5, 'Phone')], { isEnded }).renewed)).toEqual([[1, 5]])
    // It is listed all the same.
    const both = compare(known, [row(2, 'Phone'), row(5, 'Phone')], { isEnded })
    expect([both.renewed, ids(both.perhapsRenewed)]).toEqual([[], [5]])
  })

  it('is certain of this app’s own renewals', () => {
    const known = [row(1, 'Phone'), row(2, 'Phone')]
    const diff = compare(known, [row(2, 'Phone'), row(5, 'Phone')], {
      isInUse: () => false,
      isOwnRenewal: ({ id }) => id === 5,
    })
    expect([pairs(diff.renewed), diff.perhapsRenewed]).toEqual([[[1, 5]], []])
    // Which of two it was before, nothing tells.
    const both = compare(known, [row(5, 'Phone')], { isOwnRenewal: () => true })
    expect([both.renewed, ids(both.perhapsRenewed)]).toEqual([[], [5]])
  })

  it('takes none of those for the renewal of a session that is not this app’s, while this device is known', () => {
    const known = [row(1, 'Desk', true), row(2, 'Desk')]
    const isOwnRenewal = ({ id }: { id: number }): boolean => id === 5
    const renewedOf = (isOwn: boolean) =>
      pairs(
        compare(known, [row(1, 'Desk', true), row(5, 'Desk')], { isOwnRenewal, isOwn: () => isOwn }).renewed,
      )
    expect([renewedOf(false), renewedOf(true)]).toEqual([[], [[2, 5]]])
  })

  it('takes none of those for the renewal of a session that is not this app’s, where the list shows this device', () => {
    const known = [row(2, 'Phone'), row(3, 'Phone')]
    const isOwnRenewal = ({ id }: { id: number }): boolean => id === 5
    const renewedOf = (...device: ApiSession[]) =>
      pairs(compare(known, [row(3, 'Phone'), row(5, 'Phone'), ...device], { isOwnRenewal }).renewed)
    expect([renewedOf(row(9, 'Desk', true)), renewedOf()]).toEqual([[], [[2, 5]]])
  })

  it('never takes another session for a renewal of this device, nor the other way round', () => {
    const stranger = compare([row(1, 'Desk', true)], [row(5, 'Desk')])
    expect([stranger.renewed, ids(stranger.appeared), ids(stranger.vanished)]).toEqual([[], [5], [1]])
    expect(compare([row(1, 'Desk')], [row(5, 'Desk', true)]).renewed).toEqual([])
    const renamed = compare([row(1, 'Desk', true)], [row(5, 'Desk 2', true)])
    expect([pairs(renamed.renewed), renamed.vanished]).toEqual([[[1, 5]], []])
    const twins = [row(1, 'Desk', true), row(2, 'Desk')]
    expect(pairs(compare(twins, [row(5, 'Desk', true), row(2, 'Desk')]).renewed)).toEqual([[1, 5]])
  })

  it('takes a session of this app for this device before its renewal, if none was known to be that', () => {
    const isOwn = ({ id }: { id: number }): boolean => id === 1
    const known = [row(1, 'Desk'), row(2, 'Desk')]
    expect(pairs(compare(known, [row(5, 'Desk', true)], { isOwn }).renewed)).toEqual([[1, 5]])
    for (const [before, after] of [
      [known, row(5, 'Desk')],
      [known, row(5, 'Phone', true)],
      [[row(1, 'Desk'), row(3, 'Phone', true)], row(5, 'Desk', true)],
      [[row(2, 'Desk')], row(5, 'Desk', true)],
    ] as const)
      expect(pairs(compare(before, [after], { isOwn }).renewed)).not.toContainEqual([1, 5])
    expect(compare(known, [row(5, 'Desk', true)], { isOwn, isPossible: () => false }).renewed).toEqual([])
    const isPossible = ({ id }: { id: number }): boolean => id !== 3
    const marked = [row(1, 'Desk'), row(3, 'Phone', true)]
    expect(compare(marked, [row(5, 'Desk', true)], { isOwn, isPossible }).renewed).toEqual([])
  })

  it('does not pair impossible renewals', () => {
    const diff = compare([row(1, 'Phone')], [row(5, 'Phone')], { isPossible: () => false })
    expect([diff.renewed, ids(diff.appeared), ids(diff.vanished)]).toEqual([[], [5], [1]])
  })

  const phone = { name: 'Phone', createdAt: 5 }
  const own = { ...phone, isCurrent: true }
  it.each<[string, Partial<ApiSession>, Partial<ApiSession>, boolean]>([
    ['a reused id as another session', phone, { ...phone, createdAt: 9 }, false],
    ['a reused id of another name too', phone, { name: 'Tablet', createdAt: 9 }, false],
    ['a reused id of this device too', phone, { ...phone, createdAt: 9, isCurrent: true }, false],
    ['a creation time that is missing now as the same session', phone, { name: 'Phone' }, true],
    ['a creation time that was missing as the same session', { name: 'Phone' }, phone, true],
    ['a renewal in place as this device', own, { ...own, name: 'Device 1', createdAt: 9 }, true],
  ])('counts %s', (_what, before, after, isSame) => {
    const diff = compare([sessionOf(1, before)], [sessionOf(1, after)])
    const found = [...diff.appeared, ...diff.perhapsRenewed]
    const expected = isSame ? [[[1, 1]], [], []] : [[], [1], [1]]
    expect([pairs(diff.kept), ids(diff.vanished), ids(found)]).toEqual(expected)
    expect(diff.renewed).toEqual([])
  })

  const lists = fc.uniqueArray(
    anyApiSession({
      id: fc.integer({ min: 1, max: 12 }),
      name: fc.constantFrom('Phone', 'Desk', 'Tablet'),
      isCurrent: fc.boolean(),
      createdAt: fc.constantFrom(null, 1, 2),
    }),
    { selector: ({ id }) => id },
  )

  it('puts each session into one group, and is certain only of unique names in use and of this device', () => {
    fc.assert(
      fc.property(lists, lists, fc.func(fc.boolean()), (before, after, used) => {
        const isInUse = ({ id }: ApiSession): boolean => used(id)
        const { appeared, perhapsRenewed, vanished, renewed, kept } = compare(before, after, { isInUse })
        const paired = [...renewed, ...kept]
        const dated = [...ids(vanished), ...paired.map((pair) => pair.before.id)]
        const found = [...ids(appeared), ...ids(perhapsRenewed), ...paired.map((pair) => pair.after.id)]
        expect(dated.sort()).toEqual(ids(before).sort())
        expect(found.sort()).toEqual(ids(after).sort())
        for (const pair of kept) expect(pair.before.id).toBe(pair.after.id)
        for (const pair of renewed) {
          const { name, isCurrent } = pair.before
          expect(pair.after.isCurrent).toBe(isCurrent)
          if (isCurrent) continue
          expect(pair.after.name).toBe(name)
          expect([before, after].map((list) => list.filter((each) => each.name === name).length)).toEqual([
            1, 1,
          ])
          expect(isInUse(pair.before)).toBe(true)
        }
      }),
    )
  })
})
