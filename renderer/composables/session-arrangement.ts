import type { DeviceSession } from '../../electron/contract/models.ts'
import { matchSessions } from './session-search.ts'
import { groupsOf, type Grouping } from './session-groups.ts'
import { isKept, type Filter } from './session-filter.ts'
import { inOrder, type Order } from './session-order.ts'

/** How a person wants to see the list. */
export interface Arrangement {
  query: string
  order: Order
  grouping: Grouping
  filter: Filter
}

/** What times are compared with: the service's time now, epoch ms, the zone of the profile, and a BCP 47 tag for names. */
export interface Circumstances {
  now: number
  zone: string | undefined
  locale: string
}

/** One line of the list: a session, or the heading of those that follow it. */
export type Line =
  | { kind: 'session'; key: string; session: DeviceSession }
  | { kind: 'group'; key: string; group: string; count: number }

/** The lines of a list: filtered, searched, sorted, grouped; this device always comes first, above all groups. */
export function arrange(
  sessions: readonly DeviceSession[],
  { query, order, grouping, filter }: Arrangement,
  circumstances: Circumstances,
): Line[] {
  const kept = matchSessions(sessions, query).filter((session) => isKept(session, filter, circumstances.now))
  const found = inOrder(kept, order, circumstances.locale)
  const own = found.filter(({ isCurrent }) => isCurrent).map(lineOf)
  const others = found.filter(({ isCurrent }) => !isCurrent)
  const groups = groupsOf(others, grouping, circumstances)
  if (groups === null) return [...own, ...others.map(lineOf)]
  return [
    ...own,
    ...groups.flatMap(({ group, sessions: members }): Line[] => [
      { kind: 'group', key: `group ${group}`, group, count: members.length },
      ...members.map(lineOf),
    ]),
  ]
}

/** The sessions among lines, in their order. */
export function sessionsIn(lines: readonly Line[]): DeviceSession[] {
  return lines.flatMap((line) => (line.kind === 'session' ? [line.session] : []))
}

function lineOf(session: DeviceSession): Line {
  return { kind: 'session', key: String(session.id), session }
}
