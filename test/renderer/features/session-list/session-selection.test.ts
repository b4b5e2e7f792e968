import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  retain,
  noSelection,
  selectRange,
  toggle,
  selectAll,
  toggleAll,
} from '../../../../renderer/features/session-list/session-selection.ts'

const SHOWN = [1, 2, 3, 4, 5, 6]
const sorted = (ids: ReadonlySet<number>): number[] => [...ids].toSorted((a, b) => a - b)

describe('selecting', () => {
  it('toggles one session at a time', () => {
    const both = toggle(toggle(noSelection(), 2), 4)
    expect(sorted(both.ids)).toEqual([2, 4])
    expect(sorted(toggle(both, 2).ids)).toEqual([4])
  })

  it('selects all between the anchor and the end of a range in both directions, and replaces an earlier range', () => {
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

  it('starts a range at the focus without an anchor, or when the anchor is hidden', () => {
    expect(sorted(selectRange(noSelection(), 3, 2, SHOWN).ids)).toEqual([2, 3])
    expect(sorted(selectRange(toggle(noSelection(), 9), 3, 2, SHOWN).ids)).toEqual([2, 3, 9])
  })

  it('toggles all shown sessions that can be selected, and leaves hidden ones alone', () => {
    const may = new Set([2, 3, 9])
    const hidden = toggle(noSelection(), 9)
    const all = toggleAll(hidden, SHOWN, may)
    expect(sorted(all.ids)).toEqual([2, 3, 9])
    expect(sorted(toggleAll(all, SHOWN, may).ids)).toEqual([9])
    expect(sorted(toggleAll(toggle(all, 3), SHOWN, may).ids)).toEqual([2, 3, 9])
  })

  it('removes missing ids, and stays the same object when none is missing', () => {
    const all = selectAll(noSelection(), SHOWN)
    expect(retain(all, new Set(SHOWN))).toBe(all)
    expect(sorted(retain(all, new Set([2, 3, 9])).ids)).toEqual([2, 3])
    expect(retain(toggle(noSelection(), 2), new Set([1])).anchor).toBeNull()
  })

  it('never contains an id that is not selectable', () => {
    const step = fc.oneof(
      fc.record({ action: fc.constant('toggle' as const), id: fc.nat(8), from: fc.nat(8) }),
      fc.record({ action: fc.constant('range' as const), id: fc.nat(8), from: fc.nat(8) }),
      fc.record({ action: fc.constant('all' as const), id: fc.nat(8), from: fc.nat(8) }),
    )
    const may = new Set([2, 3, 5])
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let selection = noSelection()
        for (const { action, id, from } of steps) {
          const next =
            action === 'toggle'
              ? toggle(selection, id)
              : action === 'range'
                ? selectRange(selection, id, from, SHOWN)
                : selectAll(selection, SHOWN)
          selection = retain(next, may)
          expect([...selection.ids].every((id) => may.has(id))).toBe(true)
        }
      }),
    )
  })
})
