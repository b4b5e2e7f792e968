import { useEventListener, useTimeoutFn } from '@vueuse/core'
import { computed, watch } from 'vue'
import type { Router } from 'vue-router'
import { invoke } from '../../electron/shared/bridge.ts'
import { KEPT_PAGES, type Order, type ViewState } from '../../electron/shared/view-state.ts'
import { INITIAL_ORDER, useListView } from '../features/session-list/list-view.ts'
import { useAppStore } from '../lib/app-state.ts'
import { scrollParent } from '../lib/scroll-parent.ts'

/** The pause in changes after which they are stored. */
const PAUSE_MS = 400

/**
 * Stores the page, and how its list is sorted and scrolled, soon after each change, while its scope lives. What is as at a first start
 * is left out.
 */
export function keepView(router: Router): void {
  const app = useAppStore()
  const listView = useListView()

  const arranged = computed((): ViewState => {
    const { order } = listView
    const page = KEPT_PAGES.find((name) => name === router.currentRoute.value.name)
    return {
      ...(page && { page }),
      ...(!isInitial(order) && { order }),
    }
  })

  let sent = JSON.stringify(app.state.view)
  function store(): void {
    const scrollTop = scrolled()
    const view = { ...arranged.value, ...(scrollTop > 0 && { scrollTop }) }
    const text = JSON.stringify(view)
    if (text === sent) return
    sent = text
    void invoke('view:update', { view: Object.keys(view).length > 0 ? view : null })
  }

  const { start: storeSoon } = useTimeoutFn(store, PAUSE_MS, { immediate: false })
  // At once, because this is loaded after the list.
  watch(arranged, () => storeSoon(), { immediate: true })
  // Scrolling does not bubble.
  useEventListener(document, 'scroll', () => storeSoon(), { capture: true, passive: true })
  useEventListener(document, 'visibilitychange', () => document.hidden && store())
  useEventListener('pagehide', store)
}

const isInitial = ({ by, direction }: Order): boolean =>
  by === INITIAL_ORDER.by && direction === INITIAL_ORDER.direction

/** How far the list is scrolled, px; 0 on a page without one. */
function scrolled(): number {
  const table = document.querySelector('.session-table')
  return table ? Math.round(scrollParent(table).scrollTop) : 0
}
