import { keyOf, type ListedSession, type RowAccount } from './listed-session.ts'
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

/**
 * The current time by the service's clock (epoch ms), the profile's time zone, and the language (BCP 47). `accounts` are
 * the accounts of a list of several; `now` is then by this computer's clock.
 */
export interface ViewContext {
  now: number
  zone: string | undefined
  locale: string
  accounts?: ReadonlyMap<string, RowAccount> | null
}

/** A row of the list: a session, or the heading of a group. */
export type ListRow =
  | { kind: 'session'; key: string; session: ListedSession }
  | { kind: 'group'; key: string; group: string; count: number }

/**
 * Builds the rows: searched, filtered, sorted and grouped. This device comes first, above all groups; in a list of several
 * accounts each group has its own.
 */
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
  const sorted = sortSessions(matching, order, context.locale, !context.accounts || grouping === 'account')
  const isPinned = (session: ListedSession): boolean => session.isCurrent && !context.accounts
  const own = sorted.filter(isPinned).map(toRow)
  const others = sorted.filter((session) => !isPinned(session))
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
export function sessionsOf(rows: readonly ListRow[]): ListedSession[] {
  return rows.flatMap((row) => (row.kind === 'session' ? [row.session] : []))
}

function toRow(session: ListedSession): ListRow {
  return { kind: 'session', key: keyOf(session), session }
}
