import { DECISIONS, isOpenItem } from '../../../electron/shared/review.ts'
import { useAppStore } from '../../lib/app-state.ts'
import type { ListTask, TaskRows } from '../session-list/list-context.ts'
import { keyOf, type ListedSession } from '../session-list/listed-session.ts'
import DecisionRadios from './DecisionRadios.vue'
import { DECISION_LOOKS, useReviews } from './reviews.ts'

/** The task of a list in which the person decides on the sessions of the shown account. */
export function useReviewTask(): ListTask {
  const app = useAppStore()
  const reviews = useReviews()

  function isOpen(session: ListedSession): boolean {
    const item = reviews.itemOf(app.accountId, session)
    return item !== undefined && isOpenItem(item)
  }

  /** Focuses the next undecided session below `at`, or else the first one. */
  function advance({ rows, go }: TaskRows, at: number): void {
    const next = [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0))].find(isOpen)
    if (next) go(keyOf(next))
  }

  return {
    control: DecisionRadios,
    isOpen,
    begin: (list) => advance(list, -1),

    /** Decides on the selected sessions, or else on the one of the row, and goes on from there. */
    press(key, session, list) {
      const decision = DECISIONS.find((each) => DECISION_LOOKS[each].key === key.toUpperCase())
      if (!decision) return false
      const { rows, selection } = list
      const selected = rows.filter((row) => selection.selected.value.has(keyOf(row)))
      const chosen = selected.length > 0 ? selected : [session]
      const keys = chosen.flatMap((each) => (each.isCurrent ? [] : each.key))
      if (keys.length > 0) void reviews.decide(app.accountId, keys, decision)
      if (selected.length > 0) selection.none()
      else advance(list, rows.indexOf(session))
      return true
    },
  }
}
