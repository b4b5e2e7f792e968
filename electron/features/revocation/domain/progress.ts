/** How an ending has gone so far; times in ms. */
export interface ProgressSample {
  /** Sessions that are still to be asked for. */
  left: number
  /** Sessions that were answered while it ran. */
  answered: number
  /** How long it ran, the service's pauses included and the person's left out. */
  ranFor: number
  /** How long it has to wait from now on. */
  waitFor: number
}

/** Too little to tell a pace from. */
const MIN_ANSWERS = 8
const MIN_MS = 500

/** ms until it is through, at the pace so far and not before the present wait is over; null while that cannot be told. */
export function timeLeft({ left, answered, ranFor, waitFor }: ProgressSample): number | null {
  if (left === 0) return waitFor
  if (answered < MIN_ANSWERS || ranFor < MIN_MS) return null
  return Math.max(Math.round((left * ranFor) / answered), waitFor)
}
