import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Grouping } from '../composables/session-groups.ts'
import type { Order } from '../composables/session-order.ts'

/** Which session is looked for, and how the list is sorted and grouped: a habit, so it is the same for every account as long as the app runs. */
export const useListView = defineStore('listView', () => {
  const order = shallowRef<Order>({ by: 'lastUsed', direction: 'down' })
  const grouping = shallowRef<Grouping>('none')
  /** The session that something elsewhere led to, until its row has the focus. */
  const pendingFocusId = shallowRef<number | null>(null)
  return { order, grouping, pendingFocusId }
})
