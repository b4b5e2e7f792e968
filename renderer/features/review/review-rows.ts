import type { Grouping } from '../../../electron/shared/view-state.ts'
import { isOpenItem, type ReviewItem } from '../../../electron/shared/review.ts'
import type { DeviceSession } from '../../../electron/shared/session.ts'
import { groupsOf } from '../session-list/session-groups.ts'
import { matchSessions } from '../session-list/session-search.ts'
import type { ViewContext } from '../session-list/listed-session.ts'

/** An item with its row of the list; null until that is loaded. */
export interface ItemRow {
  kind: 'item'
  key: string
  item: ReviewItem
  session: DeviceSession | null
}

/** A row of a review: a session, or the heading of a group with the keys of its items. */
export type ReviewRow = ItemRow | { kind: 'group'; key: string; group: string; keys: readonly number[] }

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

/** Builds the rows in an order: searched and grouped. */
export function buildReviewRows(
  items: ReadonlyMap<number, ReviewItem>,
  { keys }: Pick<ReviewOrder, 'keys'>,
  sessions: ReadonlyMap<number, DeviceSession>,
  { query, grouping }: { query: string; grouping: Grouping },
  context: ViewContext,
): ReviewRow[] {
  const rows = keys.flatMap((key): ItemRow[] => {
    const item = items.get(key)
    if (!item) return []
    const session = sessions.get(item.key) ?? null
    return [{ kind: 'item', key: String(key), item, session }]
  })
  const bySession = new Map(rows.flatMap((row) => (row.session ? [[row.session, row] as const] : [])))
  const found = new Set(matchSessions([...bySession.keys()], query))
  const isSearching = query.trim() !== ''
  const shown = rows.filter(({ session }) => (session ? found.has(session) : !isSearching))
  const listed = shown.flatMap(({ session }) => session ?? [])
  const groups = groupsOf(listed, grouping, context)
  if (groups === null) return shown
  return [
    ...groups.flatMap(({ group, sessions: members }): ReviewRow[] => {
      const own = members.flatMap((session) => bySession.get(session) ?? [])
      const head = own.map(({ item }) => item.key)
      return [{ kind: 'group', key: `group ${group}`, group, keys: head }, ...own]
    }),
    ...shown.filter(({ session }) => session === null),
  ]
}
