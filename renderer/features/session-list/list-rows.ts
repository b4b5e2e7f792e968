import type { Component } from 'vue'
import { sortByColumn } from '../../../electron/shared/session-order.ts'
import type { Grouping, Filter, Order } from '../../../electron/shared/view-state.ts'
import { keyOf, type ListedSession, type ViewContext } from './listed-session.ts'
import { matchSessions } from './session-search.ts'
import { groupsOf } from './session-groups.ts'
import { matchesFilter } from './session-filter.ts'

/** The search, sorting, grouping and filter of the list. */
export interface ListView {
  query: string
  order: Order
  grouping: Grouping
  filter: Filter
}

/** A row of the list: a session, or the heading of a group. A session that is `gone` keeps its place for a moment. */
export type ListRow = { kind: 'session'; key: string; session: ListedSession; gone?: boolean } | GroupRow

/** The heading of a group. Another `component` than usual may show it, and the sessions that are `hidden` below it while it is closed. */
export interface GroupRow {
  kind: 'group'
  key: string
  group: string
  count: number
  component?: Component
  hidden?: readonly ListedSession[]
}

/** Builds the rows: searched, filtered, sorted and grouped. This device comes first, above all groups. */
export function buildRows(
  sessions: readonly ListedSession[],
  { query, order, grouping, filter }: ListView,
  context: ViewContext,
  isReviewed?: (session: ListedSession) => boolean,
): ListRow[] {
  const matching = matchSessions(sessions, query).filter((session) =>
    matchesFilter(
      session,
      filter,
      context.now + (context.accounts?.get(session.accountId ?? '')?.skew ?? 0),
      isReviewed && (() => isReviewed(session)),
    ),
  )
  const sorted = sortByColumn(matching, order, context.locale)
  const others = sorted.filter(({ isCurrent }) => !isCurrent)
  const groups = groupsOf(others, grouping, context)
  if (groups === null) return sorted.map(toRow)
  return [
    ...sorted.filter(({ isCurrent }) => isCurrent).map(toRow),
    ...groups.flatMap(({ group, sessions: members }): ListRow[] => [
      { kind: 'group', key: `group ${group}`, group, count: members.length },
      ...members.map(toRow),
    ]),
  ]
}

/** The sessions of the rows, in order, without those that are gone. */
export function sessionsOf(rows: readonly ListRow[]): ListedSession[] {
  return rows.flatMap((row) => (row.kind === 'session' && !row.gone ? [row.session] : []))
}

function toRow(session: ListedSession): ListRow {
  return { kind: 'session', key: keyOf(session), session }
}
