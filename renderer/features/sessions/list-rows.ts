import type { DeviceSession } from '../../../electron/shared/session.ts'
import { matchSessions } from './session-search.ts'
import { groupsOf, type Grouping } from './session-groups.ts'
import { matchesFilter, type Filter } from './session-filter.ts'
import { sortSessions, type Order } from './session-order.ts'

/** The search, sorting, grouping and filter of the list. */
export interface ListView {
  query: string
  order: Order
  grouping: Grouping
  filter: Filter
}

/** The current time by the service's clock (epoch ms), the profile's time zone, and the language (BCP 47). */
export interface ViewContext {
  now: number
  zone: string | undefined
  locale: string
}

/** A row of the list: a session, or the heading of a group. */
export type ListRow =
  | { kind: 'session'; key: string; session: DeviceSession }
  | { kind: 'group'; key: string; group: string; count: number }

/** Builds the rows: searched, filtered, sorted and grouped. This device comes first, above all groups. */
export function buildRows(
  sessions: readonly DeviceSession[],
  { query, order, grouping, filter }: ListView,
  context: ViewContext,
  isReviewed?: (session: DeviceSession) => boolean,
): ListRow[] {
  const matching = matchSessions(sessions, query).filter((session) =>
    matchesFilter(session, filter, context.now, isReviewed),
  )
  const sorted = sortSessions(matching, order, context.locale)
  const own = sorted.filter(({ isCurrent }) => isCurrent).map(toRow)
  const others = sorted.filter(({ isCurrent }) => !isCurrent)
  const groups = groupsOf(others, grouping, context)
  if (groups === null) return [...own, ...others.map(toRow)]
  return [
    ...own,
    ...groups.flatMap(({ group, sessions: members }): ListRow[] => [
      { kind: 'group', key: `group ${group}`, group, count: members.length },
      ...members.map(toRow),
    ]),
  ]
}

/** The sessions of the rows, in order. */
export function sessionsOf(rows: readonly ListRow[]): DeviceSession[] {
  return rows.flatMap((row) => (row.kind === 'session' ? [row.session] : []))
}

function toRow(session: DeviceSession): ListRow {
  return { kind: 'session', key: String(session.id), session }
}
