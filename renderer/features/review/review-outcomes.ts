import { CircleCheck, CircleHelp, Clock3, LogOut, TriangleAlert } from '@lucide/vue'
import type { EndState } from '../../../electron/shared/ends.ts'
import type { ReviewItem } from '../../../electron/shared/review.ts'

const OPEN = { icon: Clock3, colour: 'text-dim' }
const THERE = { icon: TriangleAlert, colour: 'text-caution' }
/** The icon and the colour of each outcome; the text beside it says the same. */
export const OUTCOME_LOOKS: Record<EndState, typeof OPEN> = {
  ...{ waiting: OPEN, sending: OPEN, sent: OPEN },
  ended: { icon: CircleCheck, colour: 'text-success' },
  gone: { icon: LogOut, colour: 'text-dim' },
  ...{ stillListed: THERE, refused: THERE, dropped: THERE },
  unclear: { icon: CircleHelp, colour: 'text-dim' },
}

/**
 * The sessions of a finished review: what was not mine, those that are not gone first, and all others: not sure, mine, this
 * device.
 */
export function splitOutcomes(items: readonly ReviewItem[]): { notMine: ReviewItem[]; others: ReviewItem[] } {
  const isNotMine = ({ isCurrent, decided }: ReviewItem): boolean =>
    !isCurrent && decided?.decision === 'notMine'
  return {
    notMine: items.filter(isNotMine).toSorted((a, b) => Number(isSettled(a)) - Number(isSettled(b))),
    others: items.filter((item) => !isNotMine(item)).toSorted((a, b) => rankOf(a) - rankOf(b)),
  }
}

function isSettled({ outcome }: ReviewItem): boolean {
  return outcome === 'ended' || outcome === 'gone'
}

function rankOf({ isCurrent, decided }: ReviewItem): number {
  if (isCurrent) return 2
  return decided?.decision === 'notSure' ? 0 : 1
}
