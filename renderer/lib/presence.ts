import { useEventListener } from '@vueuse/core'
import type { Ref } from 'vue'

export type Presence = ReturnType<typeof usePresence>

/**
 * Tells whether the pointer is in an element (`hovers`), or the pointer or the focus (`isInside`); calls `left` once neither is. The
 * pointer must have moved there: a window may open below a pointer that nobody moves.
 */
export function usePresence(element: Readonly<Ref<HTMLElement | null>>, left: () => void) {
  let hasMoved = false
  useEventListener(element, 'pointermove', ({ movementX, movementY }) => {
    hasMoved ||= movementX !== 0 || movementY !== 0
  })
  const hovers = (): boolean => hasMoved && element.value?.matches(':hover') === true
  const isInside = (): boolean => hovers() || element.value?.contains(document.activeElement) === true
  useEventListener(element, ['pointerleave', 'focusout'], ({ relatedTarget }: FocusEvent | PointerEvent) => {
    if (!element.value?.contains(relatedTarget as Node | null) && !isInside()) left()
  })
  return { hovers, isInside }
}
