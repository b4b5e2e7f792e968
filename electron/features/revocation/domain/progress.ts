/** The progress of a bulk revocation; times in ms. */
export interface ProgressSample {
  /** Sessions that are not answered yet. */
  left: number
  /** Sessions that were answered while it ran. */
  answered: number
  /** How long it ran, including pauses by the service, excluding those by the person. */
  ranFor: number
  /** How long it has to wait from now on. */
  waitFor: number
}

/** The minimum for an estimate. */
const MIN_ANSWERS = 8
const MIN_MS = 500

/** Estimated ms until it is done, at the rate so far and not before the current wait ends; null without an estimate. */
export function timeLeft({ left, answered, ranFor, waitFor }: ProgressSample): number | null {
  if (left === 0) return waitFor
  if (answered < MIN_ANSWERS || ranFor < MIN_MS) return null
  return Math.max(Math.round((left * ranFor) / answered), waitFor)
}
