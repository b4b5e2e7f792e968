import { beforeEach, expect, it, vi } from 'vitest'
import { createPressOrDrag } from '../../../../renderer/features/activity/press-or-drag.ts'

const outer = document.createElement('div')
const inner = document.createElement('div')
outer.append(inner)
document.body.append(outer)
outer.setPointerCapture = vi.fn<(id: number) => void>()
const press = vi.fn<(target: string) => void>()
const { pointerdown, pointermove, pointerup, pointercancel } = createPressOrDrag(
  ({ clientX }) => (clientX < 50 ? 'bar' : null),
  press,
)
outer.addEventListener('pointerdown', pointerdown, true)
outer.addEventListener('pointermove', pointermove)
outer.addEventListener('pointerup', pointerup)
outer.addEventListener('pointercancel', pointercancel)

/** Where the presses were that came to what is inside. */
let seen: number[] = []
inner.addEventListener('pointerdown', ({ clientX }) => void seen.push(clientX))
beforeEach(() => {
  seen = []
  press.mockClear()
})
const at = (type: string, clientX: number, button = 0): boolean =>
  inner.dispatchEvent(
    new PointerEvent(type, { bubbles: true, cancelable: true, clientX, clientY: 9, button, pointerId: 1 }),
  )

it('presses a target that the pointer does not leave', () => {
  at('pointerdown', 20)
  at('pointermove', 22)
  at('pointerup', 22)
  expect([press.mock.calls, seen]).toEqual([[['bar']], []])
  at('pointerup', 22)
  expect(press).toHaveBeenCalledTimes(1)
})

it('lets a drag from a target begin where it was pressed, once', () => {
  at('pointerdown', 20)
  at('pointermove', 26)
  at('pointermove', 40)
  at('pointerup', 40)
  expect([press.mock.calls, seen]).toEqual([[], [20]])
})

it('leaves alone a press beside the targets, another button, and what is taken away', () => {
  at('pointerdown', 70)
  at('pointerup', 70)
  at('pointerdown', 20, 2)
  at('pointerup', 20, 2)
  at('pointerdown', 20)
  at('pointercancel', 20)
  at('pointerup', 20)
  expect([press.mock.calls, seen]).toEqual([[], [70, 20]])
})
