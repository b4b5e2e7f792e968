import { DECISIONS, isOpenItem } from '../../../electron/shared/review.ts'
import { useAppStore } from '../../lib/app-state.ts'
import type { ListTask } from '../session-list/list-context.ts'
import DecisionRadios from './DecisionRadios.vue'
import { DECISION_LOOKS } from './decisions.ts'
import { useReviewActions } from './review-actions.ts'
import { useReviews } from './reviews.ts'

/** The task of a list in which the person decides on the sessions of the shown account. */
export function useReviewTask(): ListTask {
  const app = useAppStore()
  const reviews = useReviews()
  const actions = useReviewActions()
  return {
    control: DecisionRadios,
    isOpen(session) {
      const item = reviews.itemOf(app.accountId, session)
      return item !== undefined && isOpenItem(item)
    },
    press(key, sessions) {
      const decision = DECISIONS.find((each) => DECISION_LOOKS[each].key === key.toUpperCase())
      const keys = sessions.filter(({ isCurrent }) => !isCurrent).map((session) => session.key)
      if (decision && keys.length > 0) void actions.decide(app.accountId, keys, decision)
      return decision !== undefined
    },
  }
}
