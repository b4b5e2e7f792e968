import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Grouping } from '../composables/session-groups.ts'
import type { Order } from '../composables/session-order.ts'

/** How the list is sorted and grouped: a habit, so it is the same for every account as long as the app runs. */
export const useBrowsing = defineStore('browsing', () => {
  const order = shallowRef<Order>({ by: 'lastUsed', direction: 'down' })
  const grouping = shallowRef<Grouping>('none')
  return { order, grouping }
})
