import { sortByColumn } from '../../../electron/shared/session-order.ts'
import type { Filter, Order } from '../../../electron/shared/view-state.ts'
import type { RowAccount } from './list-account.ts'
import type { ListedSession } from './listed-session.ts'
import { matchSessions } from './session-search.ts'
import { matchesFilter } from './session-filter.ts'

/** The search, sorting and filter of the list. */
export interface ListView {
  query: string
  order: Order
  filter: Filter
}

/**
 * The time by the service's clock (epoch ms) and the language (BCP 47). `accounts` are those of a list of several; `now` is then by
 * this computer's clock.
 */
export interface ViewContext {
  now: number
  locale: string
  accounts?: ReadonlyMap<string, RowAccount> | null
}

/**
 * Builds the rows: searched, filtered and sorted. This device comes first; in a list of several accounts it comes last, and the new
 * sign-ins first.
 */
export function buildRows(
  sessions: readonly ListedSession[],
  { query, order, filter }: ListView,
  { now, locale, accounts }: ViewContext,
  isReviewed?: (session: ListedSession) => boolean,
): readonly ListedSession[] {
  const matching = matchSessions(sessions, query).filter((session) =>
    matchesFilter(
      session,
      filter,
      now + (accounts?.get(session.accountId ?? '')?.skew ?? 0),
      isReviewed && (() => isReviewed(session)),
    ),
  )
  const sorted = sortByColumn(matching, order, locale)
  if (!accounts) return sorted
  const rank = ({ isCurrent, isNew }: ListedSession): number => (isCurrent ? 2 : Number(!isNew))
  return sorted.toSorted((a, b) => rank(a) - rank(b))
}
