/** The progress of a bulk revocation; ms. */
export interface ProgressSample {
  /** Sessions that are not answered yet. */
  left: number
  /** Sessions that were answered while it ran. */
  answered: number
  /** How long it ran, including pauses by the service, excluding those by the person. */
  ranFor: number
  /** How long it still has to wait before the next request. */
  waitFor: number
}

/** With fewer responses or less time there is no estimate. */
const MIN_RESPONSES = 8
const MIN_MS = 500

/** Estimates the ms until it is done, by the rate so far and at least the current wait; null without an estimate. */
export function timeLeft({ left, answered, ranFor, waitFor }: ProgressSample): number | null {
  if (left === 0) return waitFor
  if (answered < MIN_RESPONSES || ranFor < MIN_MS) return null
  return Math.max(Math.round((left * ranFor) / answered), waitFor)
}
