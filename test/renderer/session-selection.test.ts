import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  retain,
  noSelection,
  selectRange,
  toggle,
  selectAll,
} from '../../renderer/composables/session-selection.ts'

const SHOWN = [1, 2, 3, 4, 5, 6]
const sorted = (ids: ReadonlySet<number>): number[] => [...ids].toSorted((a, b) => a - b)

describe('selecting', () => {
  it('turns one over at a time', () => {
    const both = toggle(toggle(noSelection(), 2), 4)
    expect(sorted(both.ids)).toEqual([2, 4])
    expect(sorted(toggle(both, 2).ids)).toEqual([4])
  })

  it('takes all between the anchor and the end of a range, whichever way, and gives way to another range', () => {
    const anchored = toggle(noSelection(), 3)
    const down = selectRange(anchored, 5, 3, SHOWN)
    expect(sorted(down.ids)).toEqual([3, 4, 5])
    expect(sorted(selectRange(down, 1, 5, SHOWN).ids)).toEqual([1, 2, 3])
  })

  it('keeps what was selected beside the range', () => {
    const beside = toggle(toggle(noSelection(), 6), 2)
    const wide = selectRange(beside, 4, 2, SHOWN)
    expect(sorted(wide.ids)).toEqual([2, 3, 4, 6])
    expect(sorted(selectRange(wide, 3, 4, SHOWN).ids)).toEqual([2, 3, 6])
  })

  it('begins a range where the focus is when there is no anchor, or it is out of sight', () => {
    expect(sorted(selectRange(noSelection(), 3, 2, SHOWN).ids)).toEqual([2, 3])
    expect(sorted(selectRange(toggle(noSelection(), 9), 3, 2, SHOWN).ids)).toEqual([2, 3, 9])
  })

  it('drops what is gone and stays the very same when nothing is', () => {
    const all = selectAll(noSelection(), SHOWN)
    expect(retain(all, new Set(SHOWN))).toBe(all)
    expect(sorted(retain(all, new Set([2, 3, 9])).ids)).toEqual([2, 3])
    expect(retain(toggle(noSelection(), 2), new Set([1])).anchor).toBeNull()
  })

  it('never has anybody who may not be selected, whatever is done', () => {
    const step = fc.oneof(
      fc.record({ way: fc.constant('toggle' as const), id: fc.nat(8), from: fc.nat(8) }),
      fc.record({ way: fc.constant('range' as const), id: fc.nat(8), from: fc.nat(8) }),
      fc.record({ way: fc.constant('all' as const), id: fc.nat(8), from: fc.nat(8) }),
    )
    const may = new Set([2, 3, 5])
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let selection = noSelection()
        for (const { way, id, from } of steps) {
          const next =
            way === 'toggle'
              ? toggle(selection, id)
              : way === 'range'
                ? selectRange(selection, id, from, SHOWN)
                : selectAll(selection, SHOWN)
          selection = retain(next, may)
          expect([...selection.ids].every((one) => may.has(one))).toBe(true)
        }
      }),
    )
  })
})
