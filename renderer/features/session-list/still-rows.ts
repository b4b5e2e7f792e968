import { shallowRef, watch, type Ref } from 'vue'
import { loadLater } from '../../lib/load-later.ts'
import type { HeldRows, holdRows } from './held-rows.ts'
import type { ListRow } from './list-rows.ts'

/**
 * The rows as they are shown. While the person is `inside` the list none moves and none is added: what arrives waits until `show`,
 * until the person searches, sorts, groups or filters (`view`), or until nobody sees the window. What is gone keeps its place for a
 * moment if the pointer `hovers` over the list.
 */
export function useStillRows(
  built: Ref<readonly ListRow[]>,
  view: () => readonly unknown[],
  inside: () => boolean,
  hovers: () => boolean,
) {
  const held = shallowRef<HeldRows>({ rows: built.value, waiting: [] })
  // Loaded after the list: nothing arrives before.
  let hold: typeof holdRows | undefined
  let closeUp: (() => void) | undefined
  loadLater(
    () => import('./close-up.ts'),
    (parts) => {
      hold = parts.holdRows
      closeUp = parts.createCloseUp(held, hovers)
      parts.onUnseen(show)
    },
  )

  function show(): void {
    held.value = { rows: built.value, waiting: [] }
  }
  /** Shows the rows in their order once the person has left the list, if none waits. */
  function settle(): void {
    if (held.value.waiting.length === 0 && !inside()) show()
  }

  let viewBefore = view()
  watch(built, (rows) => {
    const { waiting, rows: shown } = held.value
    const before = viewBefore
    viewBefore = view()
    const isSameView = viewBefore.every((part, index) => part === before[index])
    const holds = isSameView && !document.hidden && (waiting.length > 0 || inside())
    if (!hold || !holds) return show()
    held.value = hold(shown, rows)
    closeUp?.()
  })

  return { held, show, settle }
}
