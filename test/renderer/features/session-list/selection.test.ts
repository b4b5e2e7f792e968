import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effectScope, nextTick, shallowRef } from 'vue'
import { useSelection } from '../../../../renderer/features/session-list/selection.ts'

const SHOWN = [1, 2, 3, 4, 5, 6]

function setUp(selectable = SHOWN) {
  const [shown, may] = [
    shallowRef<readonly number[]>(SHOWN),
    shallowRef<ReadonlySet<number>>(new Set(selectable)),
  ]
  const selection = effectScope(true).run(() => useSelection(shown, may))!
  const selected = (): number[] => [...selection.selected.value].toSorted((a, b) => a - b)
  return { ...selection, shown, may, selected }
}

describe('selecting', () => {
  it('toggles one row at a time', () => {
    const { toggle, selected, rest } = setUp()
    toggle(2)
    toggle(4)
    expect([selected(), rest.value]).toEqual([[2, 4], 4])
    toggle(2)
    expect(selected()).toEqual([4])
  })

  it('selects all between the anchor and the end of a range in both directions, and replaces an earlier range', () => {
    const { toggle, range, selected } = setUp()
    toggle(3)
    range(5, 3)
    expect(selected()).toEqual([3, 4, 5])
    range(1, 5)
    expect(selected()).toEqual([1, 2, 3])
  })

  it('keeps what was selected beside the range', () => {
    const { toggle, range, selected } = setUp()
    toggle(6)
    toggle(2)
    range(4, 2)
    expect(selected()).toEqual([2, 3, 4, 6])
    range(3, 4)
    expect(selected()).toEqual([2, 3, 6])
  })

  it('starts a range at the focus without an anchor, also where the focus can not be selected', () => {
    const { range, selected } = setUp([2, 3, 4])
    range(3, 1)
    expect(selected()).toEqual([2, 3])
  })

  it('toggles all that can be selected', () => {
    const { toggle, toggleAll, selected } = setUp([2, 3])
    toggleAll()
    expect(selected()).toEqual([2, 3])
    toggleAll()
    expect(selected()).toEqual([])
    toggle(3)
    toggleAll()
    expect(selected()).toEqual([2, 3])
  })

  it('leaves out what a search hides, or what cannot be selected any more, for good', async () => {
    const { all, shown, may, selected } = setUp()
    all()
    shown.value = [2, 3, 9]
    await nextTick()
    expect(selected()).toEqual([2, 3])
    may.value = new Set([3])
    await nextTick()
    expect(selected()).toEqual([3])
    shown.value = SHOWN
    may.value = new Set(SHOWN)
    await nextTick()
    expect(selected()).toEqual([3])
  })

  it('never contains what is not selectable', () => {
    const [key, from] = [fc.nat(8), fc.nat(8)]
    const step = fc.record({ action: fc.constantFrom('toggle', 'range', 'all', 'toggleAll'), key, from })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const { toggle, range, all, toggleAll, selected } = setUp([2, 3, 5])
        for (const { action, key: to, from: start } of steps) {
          if (action === 'toggle') toggle(to)
          else if (action === 'range') range(to, start)
          else if (action === 'all') all()
          else toggleAll()
          expect(selected().every((one) => [2, 3, 5].includes(one))).toBe(true)
        }
      }),
    )
  })
})
