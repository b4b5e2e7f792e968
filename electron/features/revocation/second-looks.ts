import type { Clock } from '../../core/ports.ts'

/** Plans when lists look again for the sessions of answered DELETEs that they still show. */
export interface SecondLooks {
  /** Counts a good list that still shows the session of an end; whether it was the last one to wait for. */
  isLast(end: object): boolean
  /** The DELETE of an end was answered: its lists count anew. */
  answered(end: object): void
  /** Plans the next list for these ends. */
  plan(ends: readonly object[]): void
  /** ms until the next list is due; 0 or less: now. */
  left(): number
  /** Nothing waits any more, as somebody waits for the end of the requests; or it may again. */
  settle(isSettling: boolean): void
}

/**
 * The ms between one list and the next while they still show a session whose DELETE was answered: a server behind the same
 * address may be a moment behind.
 */
export const GAPS_MS = [1_000, 1_000, 3_000] as const

/** Creates a plan without lists. */
export function createSecondLooks(clock: Pick<Clock, 'steady'>): SecondLooks {
  const counts = new WeakMap<object, number>()
  let dueAt = -Infinity
  let isSettling = false

  return {
    isLast(end) {
      const count = (counts.get(end) ?? 0) + 1
      counts.set(end, count)
      return isSettling || count > GAPS_MS.length
    },
    answered: (end) => void counts.delete(end),
    plan(ends) {
      const gaps = ends.map((end) => GAPS_MS[(counts.get(end) ?? 0) - 1] ?? 0)
      dueAt = clock.steady() + Math.max(0, ...gaps)
    },
    left: () => (isSettling ? 0 : dueAt - clock.steady()),
    settle: (now) => void (isSettling = now),
  }
}
