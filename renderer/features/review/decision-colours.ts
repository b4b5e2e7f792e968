import type { Decision } from '../../../electron/shared/review.ts'

/** The colour of a decision as text. */
export const DECISION_TEXT: Record<Decision, string> = {
  mine: 'text-success',
  notMine: 'text-danger',
  notSure: 'text-caution',
}
