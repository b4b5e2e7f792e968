import { onBeforeUnmount, onMounted, shallowRef, watch, type Ref } from 'vue'
import type { HeldRows, holdRows } from './held-rows.ts'
import type { ListRow } from './list-rows.ts'

/**
 * The rows as they are shown. While the person is `inside` the list none moves and none is added: what arrives waits until `show`,
 * until the person searches, sorts, groups or filters (`view`), or until nobody sees the window.
 */
export function useStillRows(
  built: Ref<readonly ListRow[]>,
  view: () => readonly unknown[],
  inside: () => boolean,
) {
  const held = shallowRef<HeldRows>({ rows: built.value, waiting: [] })
  // Loaded after the list: nothing arrives before.
  let hold: typeof holdRows | undefined
  onMounted(async () => {
    document.addEventListener('visibilitychange', showUnseen)
    hold = (await import('./held-rows.ts')).holdRows
  })
  onBeforeUnmount(() => document.removeEventListener('visibilitychange', showUnseen))

  function show(): void {
    held.value = { rows: built.value, waiting: [] }
  }
  function showUnseen(): void {
    if (document.hidden) show()
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
    if (hold && holds) held.value = hold(shown, rows)
    else show()
  })

  return { held, show, settle }
}
