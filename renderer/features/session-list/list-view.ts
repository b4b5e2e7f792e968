import type { Filter, Grouping, Order } from '../../../electron/shared/view-state.ts'
import { acceptHMRUpdate, defineStore } from 'pinia'
import { shallowRef } from 'vue'

/**
 * How the list is sorted and grouped, for all accounts, until the app quits; its search and its filter until another list
 * is shown; and the session to focus next.
 */
export const useListView = defineStore('listView', () => {
  const order = shallowRef<Order>({ by: 'lastUsed', direction: 'down' })
  const grouping = shallowRef<Grouping>('none')
  /** The grouping of the list of all accounts. */
  const groupingOfAll = shallowRef<Grouping>('none')
  const query = shallowRef('')
  const filter = shallowRef<Filter>({ kind: 'all' })
  /** The account of the list that was shown last, '' for the list of all accounts. */
  const listId = shallowRef<string | null>(null)

  /** Clears the search and the filter. */
  function showAll(): void {
    query.value = ''
    filter.value = { kind: 'all' }
  }
  /** Keeps the search and the filter of the list that was shown last; another list starts without. */
  function openList(id: string): void {
    if (id !== listId.value) showAll()
    listId.value = id
  }

  /** The id of a session that another page asks to focus, until its row has the focus. */
  const pendingFocusId = shallowRef<number | null>(null)
  /** The id of a session whose details open once its row is rendered. */
  const pendingDetailsId = shallowRef<number | null>(null)
  return {
    order,
    grouping,
    groupingOfAll,
    query,
    filter,
    listId,
    showAll,
    openList,
    pendingFocusId,
    pendingDetailsId,
  }
})
if (import.meta.hot) import.meta.hot.accept(acceptHMRUpdate(useListView, import.meta.hot))
