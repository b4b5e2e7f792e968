import { Check, CircleQuestionMark, OctagonX } from '@lucide/vue'
import type { Component } from 'vue'
import type { Decision } from '../../../electron/shared/review.ts'

/** The key of each decision while a session has the focus, its icon, whose text is beside it, and its colour as text. */
export const DECISION_LOOKS: Record<Decision, { key: string; icon: Component; colour: string }> = {
  mine: { key: 'M', icon: Check, colour: 'text-success' },
  notMine: { key: 'X', icon: OctagonX, colour: 'text-danger' },
  notSure: { key: 'U', icon: CircleQuestionMark, colour: 'text-caution' },
}
