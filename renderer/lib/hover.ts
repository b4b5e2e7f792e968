import { useEventListener } from '@vueuse/core'
import type { Ref } from 'vue'

/** Tells whether the pointer is in an element, and has moved there: a window may open below a pointer that nobody moves. */
export function useHover(element: Readonly<Ref<HTMLElement | null>>): () => boolean {
  let hasMoved = false
  useEventListener(element, 'pointermove', ({ movementX, movementY }) => {
    hasMoved ||= movementX !== 0 || movementY !== 0
  })
  return () => hasMoved && element.value?.matches(':hover') === true
}
