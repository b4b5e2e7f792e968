/** The columns that sort a list. */
export const ORDERS = ['name', 'lastUsed', 'signedIn', 'firstSeen'] as const
export const DIRECTIONS = ['up', 'down'] as const
/** A column and a direction; `down` puts the newest times first. */
export interface Order {
  by: (typeof ORDERS)[number]
  direction: (typeof DIRECTIONS)[number]
}

export const GROUPINGS = ['none', 'platform', 'lastUse', 'new'] as const
/** A way to group a list; by account where there are several. */
export type Grouping = (typeof GROUPINGS)[number] | 'account'

/** The filters without a number of days. */
export const PLAIN_FILTERS = ['all', 'neverUsed', 'new', 'notReviewed'] as const
export type Filter = { kind: (typeof PLAIN_FILTERS)[number] } | { kind: 'inactive'; days: number }
/** The maximum number of days of a filter: ten years. */
export const MAX_DAYS = 3_650

/** The columns that a person can move, hide and widen, in their first order; the name is always first. */
export const COLUMNS = ['account', 'lastUsed', 'signedIn', 'firstSeen'] as const
export type ColumnName = (typeof COLUMNS)[number]
/** A column as the person arranged it; `width` is in px, null for its first one. */
export interface Column {
  name: ColumnName
  width: number | null
  hidden: boolean
}
/** The widths that a column can have, px. */
export const COLUMN_PX = { min: 64, max: 480 }

/** The pages that a start can show again. A form was opened for something that is over. */
export const KEPT_PAGES = ['allAccounts', 'activity'] as const

/**
 * How the person left the window's pages and lists, stored between runs; what is as at a first start is left out. It has no search:
 * a forgotten one would hide sessions, and what was typed may name somebody.
 */
export interface ViewState {
  /** Left out: Sessions, or a page that is not shown again. */
  page?: (typeof KEPT_PAGES)[number]
  order?: Order
  grouping?: Grouping
  /** The grouping of the list of all accounts. */
  groupingOfAll?: Grouping
  /** The filter of the list that was shown last. */
  filter?: Filter
  /** How far that list was scrolled, px. */
  scrollTop?: number
  /** Left out: all columns as they were at first. */
  columns?: Column[]
}
