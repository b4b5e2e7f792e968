import { useI18n } from 'vue-i18n'
import { DECISIONS, isOpenItem, type Decision } from '../../../electron/shared/review.ts'
import { useAppStore } from '../../lib/app-state.ts'
import type { ListRows, ListTask } from '../session-list/list-context.ts'
import { keyOf, type ListedSession } from '../session-list/listed-session.ts'
import DecisionRadios from './DecisionRadios.vue'
import { DECISION_LOOKS, useReviews } from './reviews.ts'

/** The task of a list in which the person decides on the sessions of the shown account. */
export function useReviewTask(): ListTask {
  const { t } = useI18n()
  const app = useAppStore()
  const reviews = useReviews()

  function isOpen(session: ListedSession): boolean {
    const item = reviews.itemOf(app.accountId, session)
    return item !== undefined && isOpenItem(item)
  }

  /** Focuses the next undecided session below `at`, or else the first one. */
  function advance({ shown: { value: rows } }: ListRows, go: (row: string) => unknown, at: number): void {
    const next = [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0))].find(isOpen)
    if (next) go(keyOf(next))
  }

  function decide(sessions: readonly ListedSession[], decision: Decision): void {
    const keys = sessions.flatMap((session) => (session.isCurrent ? [] : session.key))
    if (keys.length > 0) void reviews.decide(app.accountId, keys, decision)
  }

  return {
    control: DecisionRadios,
    isOpen,
    begin: (rows, go) => advance(rows, go, -1),

    choices: ({ chosen, selection }) =>
      DECISIONS.map((decision) => ({
        text: t(`review.decisions.${decision}`),
        run: () => (decide(chosen.value, decision), selection.none()),
      })),

    /** Decides on the selected sessions, or else on the one of the row, and goes on from there. */
    press(key, session, rows, go) {
      const decision = DECISIONS.find((each) => DECISION_LOOKS[each].key === key.toUpperCase())
      if (!decision) return false
      const { value: chosen } = rows.chosen
      decide(chosen.length > 0 ? chosen : [session], decision)
      if (chosen.length > 0) rows.selection.none()
      else advance(rows, go, rows.shown.value.indexOf(session))
      return true
    },
  }
}
