import { computed, onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import { retain, noSelection, selectRange, toggle, toggleAll, selectAll } from './session-selection.ts'
import { isOverlayOpen, isTextField } from '../../lib/shortcuts.ts'

/**
 * The selection of a list. `keys` are those of the shown sessions, in order. Sessions that are no longer `selectable` are removed
 * from the selection. Ctrl+A selects all shown sessions and Escape none, unless a text field has the focus.
 */
export function useSelection<Key>(keys: Ref<readonly Key[]>, selectable: Ref<ReadonlySet<Key>>) {
  const selection = shallowRef(noSelection<Key>())
  const set = (next: typeof selection.value): void => void (selection.value = retain(next, selectable.value))

  watch(selectable, () => set(selection.value))

  const all = (): void => set(selectAll(selection.value, keys.value))
  const none = (): void => set(noSelection())

  function press(event: KeyboardEvent): void {
    const { target, key } = event
    if (event.defaultPrevented || isTextField(target) || isOverlayOpen()) return
    if (key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey)
      all()
    else if (key === 'Escape' && selection.value.ids.size > 0) none()
    else return
    event.preventDefault()
  }
  window.addEventListener('keydown', press)
  onScopeDispose(() => window.removeEventListener('keydown', press))

  return {
    selected: computed(() => selection.value.ids),
    all,
    none,
    /** Selects all shown sessions; if they all are selected, unselects them. */
    toggleAll: () => set(toggleAll(selection.value, keys.value, selectable.value)),
    toggle: (key: Key) => set(toggle(selection.value, key)),
    range: (key: Key, from: Key) => set(selectRange(selection.value, key, from, keys.value)),
  }
}
