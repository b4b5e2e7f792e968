import { acceptHMRUpdate, defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { Chip, ChipKind } from '../../../electron/shared/needs-you.ts'
import type { RuleDays } from '../../../electron/shared/rules.ts'
import type { Order, ViewState } from '../../../electron/shared/view-state.ts'

/** A session that another page asks to show in the list: its row gets the focus, or its details open too. */
export interface RequestedSession {
  accountId: string
  key: number
  to: 'row' | 'details'
}

/** How a list is sorted at first. */
export const INITIAL_ORDER: Order = { by: 'lastUsed', direction: 'down' }

/** The days without use that are looked at first. */
export const INITIAL_DAYS = 90

const NEWEST: Order = { by: 'signedIn', direction: 'down' }
/** How the list is sorted while a chip is on; missing: as before. */
export const CHIP_ORDERS: Partial<Record<ChipKind, Order>> = {
  new: NEWEST,
  recent: NEWEST,
  neverUsed: { by: 'signedIn', direction: 'up' },
  unused: { by: 'lastUsed', direction: 'up' },
}

/** The initial direction of a column: names from A, times from the newest. */
const initialDirection = (by: Order['by']): Order['direction'] => (by === 'name' ? 'up' : 'down')

/**
 * How the list is sorted, for all accounts; its search and the chip that is on until another list is shown; and the session to show
 * next. The person's sorting and the scrolling are there again after a restart (`app/keep-view.ts`).
 */
export const useListView = defineStore('listView', () => {
  const order = shallowRef(INITIAL_ORDER)
  const query = shallowRef('')
  /** The chip that is on, and how the list is sorted while it is. */
  const chip = ref<ChipKind | null>(null)
  const chipOrder = shallowRef<Order | null>(null)
  const unusedDays = ref<RuleDays>(INITIAL_DAYS)
  /** The account that the list of all accounts shows alone. */
  const accountId = shallowRef<string | null>(null)
  /** How far the list of the run before was scrolled, px, until it is scrolled there. */
  const scrollTop = shallowRef(0)
  /** The page of the run before. */
  const page = shallowRef<ViewState['page'] | null>(null)
  /** The account of the list that was shown last, '' for the list of all accounts. */
  const listId = shallowRef<string | null>(null)

  /** How the list is sorted now. Sorting while a chip is on that sorts it lasts as long as the chip. */
  const shownOrder = computed({
    get: () => chipOrder.value ?? order.value,
    set: (next) => void ((chipOrder.value ? chipOrder : order).value = next),
  })
  /** Sorts by a column; by the one that the list is sorted by, in the other direction. */
  function sortBy(by: Order['by']): void {
    const { by: before, direction } = shownOrder.value
    const other = direction === 'up' ? 'down' : 'up'
    shownOrder.value = { by, direction: by === before ? other : initialDirection(by) }
  }
  const chipOf = (kind: ChipKind): Chip => ({ kind, days: unusedDays.value })
  /** Turns a chip on in place of the one before; null turns that off. */
  function turnOn(kind: ChipKind | null): void {
    chip.value = kind
    chipOrder.value = (kind && CHIP_ORDERS[kind]) ?? null
  }
  /** Clears the search, and turns the chips off. */
  function showAll(): void {
    query.value = ''
    accountId.value = null
    turnOn(null)
  }
  /** Keeps the search and the chip of the list that was shown last, in this run; another list starts without. */
  function openList(id: string): void {
    if (listId.value !== null && id !== listId.value) showAll()
    listId.value = id
  }

  /** Set until it is shown. */
  const requested = shallowRef<RequestedSession | null>(null)
  return {
    order,
    query,
    chip,
    chipOrder,
    unusedDays,
    accountId,
    scrollTop,
    page,
    listId,
    shownOrder,
    sortBy,
    chipOf,
    turnOn,
    showAll,
    openList,
    requested,
  }
})
if (import.meta.hot) import.meta.hot.accept(acceptHMRUpdate(useListView, import.meta.hot))
