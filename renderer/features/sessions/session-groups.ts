import type { DeviceSession } from '../../../electron/shared/session.ts'
import { dayStart } from '../../../electron/shared/relative-time.ts'

/** The ways to group a list. */
export const GROUPINGS = ['none', 'platform', 'lastUse', 'new'] as const
/** A way to group a list. */
export type Grouping = (typeof GROUPINGS)[number]

/** A group of sessions; `group` is a platform's name or a group key. */
export interface Group {
  group: string
  sessions: DeviceSession[]
}

/** The group keys by last use, in order; days are calendar days in the profile's zone. */
export const USES = ['today', 'week', 'month', 'older', 'never', 'unknown'] as const
/** The group of the sessions without a known platform. */
export const NO_PLATFORM = ''

/** Groups sessions and keeps their order within each group; null without grouping. Omits empty groups. */
export function groupsOf(
  sessions: readonly DeviceSession[],
  grouping: Grouping,
  { now, zone, locale }: { now: number; zone: string | undefined; locale: string },
): Group[] | null {
  if (grouping === 'none') return null
  if (grouping === 'platform') {
    const { compare } = new Intl.Collator(locale)
    const groups = collect(sessions, ({ platform }) => platform ?? NO_PLATFORM)
    return groups.toSorted(
      (a, b) =>
        Number(a.group === NO_PLATFORM) - Number(b.group === NO_PLATFORM) || compare(a.group, b.group),
    )
  }
  if (grouping === 'new')
    return ordered(
      collect(sessions, ({ isNew }) => (isNew ? 'new' : 'known')),
      ['new', 'known'],
    )
  const useOf = useBy(now, zone)
  return ordered(collect(sessions, useOf), USES)
}

function useBy(now: number, zone: string | undefined): (session: DeviceSession) => string {
  const [today, week, month] = [0, 6, 29].map((days) => dayStart(now, days, zone)) as [number, number, number]
  return ({ lastUsedAt: at }) => {
    if (at === null) return 'never'
    if (at === 'unknown') return 'unknown'
    if (at >= today) return 'today'
    if (at >= week) return 'week'
    return at >= month ? 'month' : 'older'
  }
}

function collect(sessions: readonly DeviceSession[], keyOf: (session: DeviceSession) => string): Group[] {
  const groups = new Map<string, Group>()
  for (const session of sessions) {
    const key = keyOf(session)
    const known = groups.get(key)
    if (known) known.sessions.push(session)
    else groups.set(key, { group: key, sessions: [session] })
  }
  return [...groups.values()]
}

function ordered(groups: readonly Group[], order: readonly string[]): Group[] {
  return groups.toSorted((a, b) => order.indexOf(a.group) - order.indexOf(b.group))
}
