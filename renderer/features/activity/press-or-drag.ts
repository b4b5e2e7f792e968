/** A press that moves so far is a drag; px. */
const DRAG_PX = 4

/**
 * Creates the handlers of an element over which something else is dragged, so that a press on one of its targets is not a drag. They
 * hold the press back from the elements inside until it moves so far; `pointerdown` is for the capture phase.
 */
export function createPressOrDrag<Target>(
  targetAt: (event: PointerEvent) => Target | null,
  press: (target: Target) => void,
) {
  let held: { target: Target; down: PointerEvent } | null = null
  let passed: Event | null = null

  return {
    pointerdown(event: PointerEvent): void {
      const target = event === passed || event.button !== 0 ? null : targetAt(event)
      if (target === null) return
      event.stopPropagation()
      // As the slider does: no text is selected.
      event.preventDefault()
      ;(event.currentTarget as Element).setPointerCapture(event.pointerId)
      held = { target, down: event }
    },
    pointermove({ clientX, clientY }: PointerEvent): void {
      if (!held) return
      const { down } = held
      if (Math.hypot(clientX - down.clientX, clientY - down.clientY) < DRAG_PX) return
      held = null
      passed = new PointerEvent('pointerdown', down)
      down.target?.dispatchEvent(passed)
    },
    pointerup(): void {
      const target = held?.target
      held = null
      if (target !== undefined) press(target)
    },
    pointercancel: (): void => void (held = null),
  }
}
