import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effectScope, nextTick, shallowRef } from 'vue'
import { useSelection } from '../../../../renderer/features/session-list/selection.ts'

/** Keys of one letter. */
const keysIn = (text: string): string[] => Array.from(text)
const SHOWN = keysIn('123456')

function setUp(selectable = SHOWN) {
  const [shown, may] = [
    shallowRef<readonly string[]>(SHOWN),
    shallowRef<ReadonlySet<string>>(new Set(selectable)),
  ]
  const selection = effectScope(true).run(() => useSelection(shown, may))!
  const selected = (): string => [...selection.selected.value].toSorted().join('')
  return { ...selection, shown, may, selected }
}

describe('selecting', () => {
  it('toggles one row at a time', () => {
    const { toggle, selected, rest } = setUp()
    toggle('2')
    toggle('4')
    expect([selected(), rest.value]).toEqual(['24', 4])
    toggle('2')
    expect(selected()).toBe('4')
  })

  it('selects all between the anchor and the end of a range in both directions, and replaces an earlier range', () => {
    const { toggle, range, selected } = setUp()
    toggle('3')
    range('5', '3')
    expect(selected()).toBe('345')
    range('1', '5')
    expect(selected()).toBe('123')
  })

  it('keeps what was selected beside the range', () => {
    const { toggle, range, selected } = setUp()
    toggle('6')
    toggle('2')
    range('4', '2')
    expect(selected()).toBe('2346')
    range('3', '4')
    expect(selected()).toBe('236')
  })

  it('starts a range at the focus without an anchor, also where the focus can not be selected', () => {
    const { range, selected } = setUp(keysIn('234'))
    range('3', '1')
    expect(selected()).toBe('23')
  })

  it('toggles all that can be selected', () => {
    const { toggle, toggleAll, selected } = setUp(keysIn('23'))
    toggleAll()
    expect(selected()).toBe('23')
    toggleAll()
    expect(selected()).toBe('')
    toggle('3')
    toggleAll()
    expect(selected()).toBe('23')
  })

  it('leaves out what a search hides, or what cannot be selected any more, for good', async () => {
    const { all, shown, may, selected } = setUp()
    all()
    shown.value = keysIn('239')
    await nextTick()
    expect(selected()).toBe('23')
    may.value = new Set('3')
    await nextTick()
    expect(selected()).toBe('3')
    shown.value = SHOWN
    may.value = new Set(SHOWN)
    await nextTick()
    expect(selected()).toBe('3')
  })

  it('never contains what is not selectable', () => {
    const [key, from] = [fc.nat(8).map(String), fc.nat(8).map(String)]
    const step = fc.record({ action: fc.constantFrom('toggle', 'range', 'all', 'toggleAll'), key, from })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const { toggle, range, all, toggleAll, selected } = setUp(keysIn('235'))
        for (const { action, key: to, from: start } of steps) {
          if (action === 'toggle') toggle(to)
          else if (action === 'range') range(to, start)
          else if (action === 'all') all()
          else toggleAll()
          expect(selected()).toMatch(/^[235]*$/)
        }
      }),
    )
  })
})
