import { sortByColumn } from '../../../electron/shared/session-order.ts'
import type { Order } from '../../../electron/shared/view-state.ts'
import type { RowAccount } from './list-context.ts'
import type { ListedSession } from './listed-session.ts'
import { matchSessions } from './session-search.ts'

/** The search and sorting of the list. */
export interface ListView {
  query: string
  order: Order
}

/** The language (BCP 47), and the accounts of a list of several. */
export interface ViewContext {
  locale: string
  accounts?: ReadonlyMap<string, RowAccount> | null
}

/**
 * Builds the rows: searched, sorted, and those that `narrow` leaves. This device comes first; in a list of several accounts it comes
 * last, and the new sign-ins first.
 */
export function buildRows(
  sessions: readonly ListedSession[],
  { query, order }: ListView,
  { locale, accounts }: ViewContext,
  narrow?: ((sorted: readonly ListedSession[]) => readonly ListedSession[]) | null,
): readonly ListedSession[] {
  const sorted = sortByColumn(matchSessions(sessions, query), order, locale)
  if (narrow) return narrow(sorted)
  if (!accounts) return sorted
  const rank = ({ isCurrent, isNew }: ListedSession): number => (isCurrent ? 2 : Number(!isNew))
  return sorted.toSorted((a, b) => rank(a) - rank(b))
}
