import { isOpenItem, type ReviewItem } from '../../../electron/shared/review.ts'
import type { DeviceSession } from '../../../electron/shared/session.ts'
import { matchSessions } from '../session-list/session-search.ts'

/** A row of a review: an item with its row of the list; null until that is loaded. */
export interface ReviewRow {
  key: string
  item: ReviewItem
  session: DeviceSession | null
}

/**
 * The order of a review's items, as keys: undecided items first, and above them those that arrived or became doubtful since
 * `before`. All other items keep their positions, so that a decision moves no row.
 */
export function orderOf(items: readonly ReviewItem[], before: ReviewOrder | null): ReviewOrder {
  const shown = items.filter(({ isCurrent }) => !isCurrent)
  const urgent = new Set(shown.filter(isUrgent).map(({ key }) => key))
  const keys = before
    ? [...before.keys, ...shown.map(({ key }) => key).filter((key) => !before.known.has(key))]
    : [...shown.filter(isOpenItem), ...shown.filter((item) => !isOpenItem(item))].map(({ key }) => key)
  const raised = keys.filter((key) => urgent.has(key) && !before?.urgent.has(key))
  const isRaised = new Set(raised)
  return { keys: [...raised, ...keys.filter((key) => !isRaised.has(key))], known: new Set(keys), urgent }
}

/** An order of item keys, and the items that it was computed from. */
export interface ReviewOrder {
  keys: readonly number[]
  known: ReadonlySet<number>
  urgent: ReadonlySet<number>
}

function isUrgent(item: ReviewItem): boolean {
  return isOpenItem(item) && item.hasArrived
}

/** Builds the rows in an order, searched. */
export function buildReviewRows(
  items: ReadonlyMap<number, ReviewItem>,
  { keys }: Pick<ReviewOrder, 'keys'>,
  sessions: ReadonlyMap<number, DeviceSession>,
  query: string,
): ReviewRow[] {
  const rows = keys.flatMap((key): ReviewRow[] => {
    const item = items.get(key)
    return item ? [{ key: String(key), item, session: sessions.get(key) ?? null }] : []
  })
  if (query.trim() === '') return rows
  const found = new Set(
    matchSessions(
      rows.flatMap(({ session }) => session ?? []),
      query,
    ),
  )
  return rows.filter(({ session }) => session && found.has(session))
}
