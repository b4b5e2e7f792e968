import { acceptHMRUpdate, defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Grouping } from './session-groups.ts'
import type { Order } from './session-order.ts'

/** How the list is sorted and grouped, for all accounts, until the app quits; and the session to focus next. */
export const useListView = defineStore('listView', () => {
  const order = shallowRef<Order>({ by: 'lastUsed', direction: 'down' })
  const grouping = shallowRef<Grouping>('none')
  /** The grouping of the list of all accounts. */
  const groupingOfAll = shallowRef<Grouping>('none')
  /** The id of a session that another page asks to focus, until its row has the focus. */
  const pendingFocusId = shallowRef<number | null>(null)
  /** The id of a session whose details open once its row is rendered. */
  const pendingDetailsId = shallowRef<number | null>(null)
  return { order, grouping, groupingOfAll, pendingFocusId, pendingDetailsId }
})
if (import.meta.hot) import.meta.hot.accept(acceptHMRUpdate(useListView, import.meta.hot))
