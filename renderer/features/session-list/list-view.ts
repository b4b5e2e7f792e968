import type { Filter, Order, ViewState } from '../../../electron/shared/view-state.ts'
import { acceptHMRUpdate, defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** How a list is sorted at first. */
export const INITIAL_ORDER: Order = { by: 'lastUsed', direction: 'down' }

/** The initial direction of a column: names from A, times from the newest. */
export const initialDirection = (by: Order['by']): Order['direction'] => (by === 'name' ? 'up' : 'down')

/**
 * How the list is sorted, for all accounts; its search and its filter until another list is shown; and the session to focus next.
 * All but the search and that session are there again after a restart (`app/keep-view.ts`).
 */
export const useListView = defineStore('listView', () => {
  const order = shallowRef(INITIAL_ORDER)
  const query = shallowRef('')
  const filter = shallowRef<Filter>({ kind: 'all' })
  /** How far the list of the run before was scrolled, px, until it is scrolled there. */
  const scrollTop = shallowRef(0)
  /** The page of the run before. */
  const page = shallowRef<ViewState['page'] | null>(null)
  /** The account of the list that was shown last, '' for the list of all accounts. */
  const listId = shallowRef<string | null>(null)

  /** Sorts by a column; by the one that the list is sorted by, in the other direction. */
  function sortBy(by: Order['by']): void {
    const { by: before, direction } = order.value
    const other = direction === 'up' ? 'down' : 'up'
    order.value = { by, direction: by === before ? other : initialDirection(by) }
  }
  /** Clears the search and the filter. */
  function showAll(): void {
    query.value = ''
    filter.value = { kind: 'all' }
  }
  /** Keeps the search and the filter of the list that was shown last, also in the run before; another list starts without. */
  function openList(id: string): void {
    if (listId.value !== null && id !== listId.value) showAll()
    listId.value = id
  }

  /** The key of a session that another page asks to focus, until its row has the focus. */
  const pendingFocusKey = shallowRef<number | null>(null)
  /** The key of a session whose details open once its row is rendered. */
  const pendingDetailsKey = shallowRef<number | null>(null)
  return {
    order,
    query,
    filter,
    scrollTop,
    page,
    listId,
    sortBy,
    showAll,
    openList,
    pendingFocusKey,
    pendingDetailsKey,
  }
})
if (import.meta.hot) import.meta.hot.accept(acceptHMRUpdate(useListView, import.meta.hot))
