/** The columns of times that sort a list, and the time of a session that each shows. */
export const TIMES = { lastUsed: 'lastUsedAt', signedIn: 'createdAt' } as const
/** The columns that sort a list. */
export const ORDERS = ['name', 'lastUsed', 'signedIn'] as const satisfies ('name' | keyof typeof TIMES)[]
export const DIRECTIONS = ['up', 'down'] as const
/** A column and a direction; `down` puts the newest times first. */
export interface Order {
  by: (typeof ORDERS)[number]
  direction: (typeof DIRECTIONS)[number]
}

/** The pages that a start can show again. A form was opened for something that is over. */
export const KEPT_PAGES = ['allAccounts', 'activity'] as const

/**
 * How the person left the window's pages and lists, stored between runs; what is as at a first start is left out. It has no search
 * and no chip: a forgotten one would hide sessions, and what was typed may name somebody.
 */
export interface ViewState {
  /** Left out: Sessions, or a page that is not shown again. */
  page?: (typeof KEPT_PAGES)[number]
  order?: Order
  /** How far the list was scrolled, px. */
  scrollTop?: number
}
