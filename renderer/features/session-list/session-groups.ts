import { dayStart } from '../../../electron/shared/dates.ts'
import type { Grouping } from '../../../electron/shared/view-state.ts'
import type { ListedSession, ViewContext } from './listed-session.ts'

/** A group of sessions; `group` is a platform's name, an account id or a group key. */
export interface Group {
  group: string
  sessions: ListedSession[]
}

/** The calendar days of the groups by last use, today included. */
export const LAST_USE_DAYS = { today: 1, week: 7, month: 30 }
/** The group keys by last use, in order; days are calendar days in the profile's time zone. */
const LAST_USE_GROUPS = ['today', 'week', 'month', 'older', 'never', 'unknown'] as const
/** The group of the sessions without a known platform. */
export const NO_PLATFORM = ''

/** Groups sessions and keeps their order within each group; null without grouping. Omits empty groups. */
export function groupsOf(
  sessions: readonly ListedSession[],
  grouping: Grouping,
  context: ViewContext,
): Group[] | null {
  const { locale, accounts } = context
  if (grouping === 'none') return null
  if (grouping === 'account')
    return ordered(
      collect(sessions, ({ accountId }) => accountId ?? ''),
      [...(accounts?.keys() ?? [])],
    )
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
  return ordered(collect(sessions, groupByLastUse(context)), LAST_USE_GROUPS)
}

/** Returns a function that gives the group of a session by its last use, in the time zone of its account. */
function groupByLastUse(context: ViewContext): (session: ListedSession) => string {
  const known = new Map<string | undefined, number[]>()
  function startsFor(session: ListedSession): number[] {
    const account = context.accounts?.get(session.accountId ?? '')
    const { now, zone } = account ? { now: context.now + account.skew, zone: account.zone } : context
    const starts =
      known.get(account?.id) ?? Object.values(LAST_USE_DAYS).map((days) => dayStart(now, days - 1, zone))
    known.set(account?.id, starts)
    return starts
  }
  return (session) => {
    const { lastUsedAt: at } = session
    if (at === null) return 'never'
    if (at === 'unknown') return 'unknown'
    const [today, week, month] = startsFor(session) as [number, number, number]
    if (at >= today) return 'today'
    if (at >= week) return 'week'
    return at >= month ? 'month' : 'older'
  }
}

function collect(sessions: readonly ListedSession[], keyOf: (session: ListedSession) => string): Group[] {
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
