import type { DeviceSession } from '../../electron/contract/models.ts'

/** Which sessions a list is narrowed to. */
export type Filter =
  { kind: 'all' } | { kind: 'inactive'; days: number } | { kind: 'neverUsed' } | { kind: 'new' }

/** The days that are offered; any other number can be typed. */
export const INACTIVE_DAYS = [30, 90, 180] as const
/** The most days that can be typed: ten years. */
export const MAX_DAYS = 3_650

const DAY = 86_400_000

/**
 * Whether a session passes; `now` is epoch ms by the service's clock, as the session's times are. Inactive for so many
 * days is one that nobody used for that long; one never used counts from its sign-in, and without a time that can be read nobody knows.
 */
export function matchesFilter(session: DeviceSession, filter: Filter, now: number): boolean {
  if (filter.kind === 'all') return true
  if (filter.kind === 'neverUsed') return session.lastUsedAt === null
  if (filter.kind === 'new') return session.isNew
  const since = session.lastUsedAt ?? session.createdAt
  return typeof since === 'number' && now - since >= filter.days * DAY
}

/** The days that somebody typed, or null when they are no whole number from 1 up to MAX_DAYS. */
export function parseDays(typed: string): number | null {
  const days = /^\s*\d{1,5}\s*$/.test(typed) ? Number(typed) : NaN
  return days >= 1 && days <= MAX_DAYS ? days : null
}
