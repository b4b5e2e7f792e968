import { DECISIONS, type Decision } from '../../../electron/shared/review.ts'

/** The key of each decision, while a session has the focus. */
export const DECISION_KEYS: Record<Decision, string> = { mine: 'M', notMine: 'X', notSure: 'U' }

/** The decision of a pressed key, or null. */
export function decisionOf(key: string): Decision | null {
  return DECISIONS.find((decision) => DECISION_KEYS[decision] === key.toUpperCase()) ?? null
}
