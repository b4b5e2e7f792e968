import type { DeviceSession } from '../../electron/contract/models.ts'
import { matchSessions } from './session-search.ts'
import { groupsOf, type Grouping } from './session-groups.ts'
import { matchesFilter, type Filter } from './session-filter.ts'
import { sortSessions, type Order } from './session-order.ts'

/** How a person wants to see the list. */
export interface ListView {
  query: string
  order: Order
  grouping: Grouping
  filter: Filter
}

/** What times are compared with: the service's time now, epoch ms, the zone of the profile, and a BCP 47 tag for names. */
export interface ViewContext {
  now: number
  zone: string | undefined
  locale: string
}

/** One row of the list: a session, or the heading of those that follow it. */
export type ListRow =
  | { kind: 'session'; key: string; session: DeviceSession }
  | { kind: 'group'; key: string; group: string; count: number }

/** The rows of a list: filtered, searched, sorted, grouped; this device always comes first, above all groups. */
export function buildRows(
  sessions: readonly DeviceSession[],
  { query, order, grouping, filter }: ListView,
  circumstances: ViewContext,
): ListRow[] {
  const kept = matchSessions(sessions, query).filter((session) =>
    matchesFilter(session, filter, circumstances.now),
  )
  const found = sortSessions(kept, order, circumstances.locale)
  const own = found.filter(({ isCurrent }) => isCurrent).map(toRow)
  const others = found.filter(({ isCurrent }) => !isCurrent)
  const groups = groupsOf(others, grouping, circumstances)
  if (groups === null) return [...own, ...others.map(toRow)]
  return [
    ...own,
    ...groups.flatMap(({ group, sessions: members }): ListRow[] => [
      { kind: 'group', key: `group ${group}`, group, count: members.length },
      ...members.map(toRow),
    ]),
  ]
}

/** The sessions among rows, in their order. */
export function sessionsOf(rows: readonly ListRow[]): DeviceSession[] {
  return rows.flatMap((row) => (row.kind === 'session' ? [row.session] : []))
}

function toRow(session: DeviceSession): ListRow {
  return { kind: 'session', key: String(session.id), session }
}
