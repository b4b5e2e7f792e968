import type { ToldSession } from './told-session.ts'

/** Ending sessions that nobody uses, chosen by a person for one account; null is off, which it is until chosen. */
export interface EndRule {
  /** Whole days without use after which a session goes. */
  afterDays: number | null
  /** The sessions that stay whatever their age. */
  exempt: readonly number[]
}

/** A session that the rule ends, and for how many whole days it was not used. */
export interface Inactive {
  session: ToldSession
  days: number
}

/** Why a rule does nothing now; `deviceUnclear`: the list does not say which session is this device. */
export type RuleHold = 'off' | 'deviceUnclear' | 'ranToday'

/** The choices of days, the shortest first: a rule that ends what was used this week would end what is in use. */
export const RULE_DAYS = [30, 60, 90, 180, 365] as const
/** No rule, from whatever file, ends what was used more recently than this; days. */
export const FEWEST_DAYS = 7

const DAY = 86_400_000

/**
 * What a rule would end at `now` (epoch ms by the service's clock), the longest unused first: a dry run, and the plan of
 * a real one. Never this device, never an age that is not known, and nothing where one of them cannot be told.
 */
export function inactiveBy(rule: EndRule, sessions: readonly ToldSession[], now: number): Inactive[] {
  const { afterDays, exempt } = rule
  if (afterDays === null || holdsBack(sessions)) return []
  const least = Math.max(FEWEST_DAYS, afterDays)
  return sessions
    .filter(({ id, isCurrent }) => !isCurrent && !exempt.includes(id))
    .flatMap((session) => {
      const days = unusedDays(session, now)
      return days !== null && days >= least ? [{ session, days }] : []
    })
    .toSorted((a, b) => b.days - a.days || a.session.id - b.session.id)
}

/** Why a rule does not run now, or null when it does; `lastRunAt` is epoch ms by the same clock. */
export function holdOf(
  rule: EndRule,
  sessions: readonly ToldSession[],
  lastRunAt: number | null,
  now: number,
): RuleHold | null {
  if (rule.afterDays === null) return 'off'
  if (holdsBack(sessions)) return 'deviceUnclear'
  // A clock that was set back must not let it run twice.
  return lastRunAt !== null && now - lastRunAt < DAY ? 'ranToday' : null
}

/** Whole days since a session was last used, or signed in when it never was; null when that is not known. */
export function unusedDays({ lastUsedAt, createdAt }: ToldSession, now: number): number | null {
  const last = lastUsedAt === null ? createdAt : Math.max(lastUsedAt, createdAt ?? lastUsedAt)
  return last === null ? null : Math.max(0, Math.floor((now - last) / DAY))
}

/** Without exactly one session that is this device, any of them might be. */
function holdsBack(sessions: readonly ToldSession[]): boolean {
  return sessions.filter(({ isCurrent }) => isCurrent).length !== 1
}
