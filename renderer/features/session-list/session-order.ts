import type { Order } from '../../../electron/shared/view-state.ts'

/** The initial direction of a column: names from A, times from the newest. */
export function initialDirection(by: Order['by']): Order['direction'] {
  return by === 'name' ? 'up' : 'down'
}

/** The order after a click on a column's header: reversed, or the initial direction of another column. */
export function orderAfter(now: Order, by: Order['by']): Order {
  if (now.by !== by) return { by, direction: initialDirection(by) }
  return { by, direction: now.direction === 'up' ? 'down' : 'up' }
}
