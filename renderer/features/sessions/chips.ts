import { useEventListener } from '@vueuse/core'
import { shallowRef, watch, type Ref } from 'vue'
import { isOverlayOpen, isTextField, SEARCH_FIELD } from '../../lib/shortcuts.ts'

export const PRESSED_CHIP =
  'border-transparent bg-accent-fill text-on-accent forced-colors:bg-[Highlight] forced-colors:text-[HighlightText]'

/** The chips of a `group` as they are shown: they come, go and move only while neither the pointer nor the focus is among them. */
export function useStillChips<T>(
  group: Readonly<Ref<HTMLElement | null>>,
  present: Readonly<Ref<readonly T[]>>,
) {
  const shown = shallowRef(present.value)
  const settle = (): void => void (shown.value = present.value)
  const inside = (): boolean =>
    group.value?.matches(':hover') === true || group.value?.contains(document.activeElement) === true
  watch(present, () => inside() || settle())
  return {
    shown,
    /** The pointer or the focus leaves. */
    leave({ relatedTarget }: FocusEvent | PointerEvent): void {
      if (!group.value?.contains(relatedTarget as Node | null) && !inside()) settle()
    },
  }
}

/** The last layer of Escape turns a chip off: the menu, the text of the search, the details and the selection take it first. */
export function useLastEscape(isOn: () => boolean, turnOff: () => void): void {
  useEventListener('keydown', (event) => {
    const isTyping = isTextField(event.target) && (event.target as Element).id !== SEARCH_FIELD
    if (event.key !== 'Escape' || event.defaultPrevented || isTyping || isOverlayOpen() || !isOn()) return
    event.preventDefault()
    turnOff()
  })
}
