import { CHANGES, type Change } from '../../../shared/activity.ts'
import type { History } from './history.ts'

/** How long nobody looked at the list before the next look gets a summary, ms: a night. */
export const AWAY_MS = 8 * 3_600_000

/** Counts the changes after `since`, by kind. */
export function changesSince({ entries }: History, since: number): Record<Change, number> {
  const later = entries.filter(({ at }) => at > since)
  const count = (change: Change): number =>
    later.filter(({ type }) => CHANGES[change].some((one) => one === type)).length
  return { signedIn: count('signedIn'), ended: count('ended'), renewed: count('renewed') }
}

/** Since when a summary is due at a look at `now`, or null: nobody was away, or nothing happened. */
export function awaySince(history: History, now: number): number | null {
  const { viewedAt } = history
  if (viewedAt === null || now - viewedAt < AWAY_MS) return null
  return Object.values(changesSince(history, viewedAt)).some((count) => count > 0) ? viewedAt : null
}
