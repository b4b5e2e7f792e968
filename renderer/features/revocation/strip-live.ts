import { onlyOf, type LineSum, type StripLine } from './strip-lines.ts'

/** The wait above which screen readers announce it; shorter ones are too frequent. */
const LONG_WAIT_MS = 10_000

/** What screen readers announce of a line when it changes. */
export interface LiveParts {
  title: boolean
  detail: boolean
  /** The part of the progress to announce, from 0 to 1; null for none. */
  progress: number | null
}

/**
 * What of a line is live. What ticks is announced once: not that what can be undone is sent now, and of the progress only
 * each quarter. `now` is epoch ms by this computer's clock.
 */
export function livePartsOf({ kind, parts }: StripLine, sum: LineSum, now: number): LiveParts {
  if (kind !== 'going') return { title: true, detail: kind !== 'undoable', progress: null }
  const quarter = Math.floor((sum.answered / sum.total) * 4)
  return {
    title: false,
    detail: sum.waitsFor !== null && (sum.until ?? 0) - now > LONG_WAIT_MS,
    progress: !onlyOf(parts) && quarter % 4 > 0 ? quarter / 4 : null,
  }
}
