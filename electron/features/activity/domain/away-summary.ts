import { HOUR_MS } from '../../../shared/dates.ts'
import { CHANGES, type Change } from '../../../shared/activity.ts'
import type { History, StoredEntry } from './history.ts'

/** The minimum time between two views of a list for a summary: a night. */
export const MIN_AWAY_MS = 8 * HOUR_MS

/** Counts the changes after `since`, epoch ms by the service's clock, by kind. */
export function changesSince({ entries }: History, since: number): Record<Change, number> {
  const lastAboutEnd = new Map(
    entries.filter(({ type }) => type === 'ended' || type === 'returned').map((entry) => [entry.key, entry]),
  )
  const isTakenBack = ({ type, key }: StoredEntry): boolean =>
    type === 'ended' && key !== null && lastAboutEnd.get(key)?.type === 'returned'
  const later = entries.filter((entry) => entry.at > since && !isTakenBack(entry))
  const count = (change: Change): number =>
    later.filter(({ type }) => CHANGES[change].some((counted) => counted === type)).length
  return { signedIn: count('signedIn'), ended: count('ended'), renewed: count('renewed') }
}

/**
 * Returns the start of the summary that is due when the person views the list at `now`; null if they were not away long
 * enough, or nothing changed. Epoch ms by the service's clock.
 */
export function awaySince(history: History, now: number): number | null {
  const { viewedAt } = history
  if (viewedAt === null || now - viewedAt < MIN_AWAY_MS) return null
  return Object.values(changesSince(history, viewedAt)).some((count) => count > 0) ? viewedAt : null
}
