import { thisDevice } from '../../../shared/this-device.ts'
import { timeOfUse, type LastUse } from '../../../shared/last-use.ts'
import type { RuleBlocker } from '../../../shared/rules.ts'
import type { ApiSession } from '../../../core/domain/api-session.ts'

/** Ending sessions that nobody uses, chosen by a person for one account; null is off, which it is until chosen. */
export interface EndRule {
  /** Whole days without use after which a session goes. */
  afterDays: number | null
  /** The sessions that stay whatever their age. */
  exempt: readonly number[]
}

/** A session that the rule ends, and for how many whole days it was not used. */
export interface Inactive<S extends ApiSession = ApiSession> {
  session: S
  days: number
}

/** A moment by the service's clock and by this computer's, epoch ms. */
export interface DualTimestamp {
  service: number
  here: number
}

/** What ages are judged by. */
export interface AgeFacts extends DualTimestamp {
  /** Whether the service has moved the last use of this device while the app looked: some never write it. */
  hasMoved: boolean
}

/** The session that is this device in the last list, and whether its last use moved since the first that had it. */
export interface ObservedUse {
  id: number
  lastUsedAt: LastUse
  hasMoved: boolean
}

/** What is known of this device's last use after one more list; null where no session, or more than one, is this device. */
export function observeUse(before: ObservedUse | null, sessions: readonly ApiSession[]): ObservedUse | null {
  const current = thisDevice(sessions)
  if (!current) return null
  const { id, lastUsedAt } = current
  const isSame = before?.id === id
  const isLater =
    isSame &&
    before.lastUsedAt !== 'unknown' &&
    (timeOfUse(lastUsedAt) ?? -Infinity) > (before.lastUsedAt ?? -Infinity)
  return { id, lastUsedAt, hasMoved: isSame && (before.hasMoved || isLater) }
}

/** Why the rule alone does nothing now. */
export type RuleOnlyBlocker = Extract<RuleBlocker, 'off' | 'deviceUnclear' | 'agesUnclear' | 'ranToday'>

/** No rule, from whatever file, ends what was used more recently than this; days. */
export const MIN_DAYS = 7

const DAY = 86_400_000
const HOUR = 3_600_000

/**
 * What a rule would end now, the longest unused first: a dry run, and the plan of a real one. Never this device, never an
 * age that is not known, and nothing where one of them cannot be told.
 */
export function sessionsToRevoke<S extends ApiSession>(
  rule: EndRule,
  sessions: readonly S[],
  now: AgeFacts,
): Inactive<S>[] {
  const { afterDays } = rule
  if (afterDays === null || dataDoubt(sessions, now)) return []
  const least = Math.max(MIN_DAYS, afterDays)
  const exempt = new Set(rule.exempt)
  return sessions
    .filter(({ id, isCurrent }) => !isCurrent && !exempt.has(id))
    .flatMap((session) => {
      const days = unusedDays(session, now.service)
      return days !== null && days >= least ? [{ session, days }] : []
    })
    .toSorted((a, b) => b.days - a.days || a.session.id - b.session.id)
}

/** Why a rule does not run now, or null when it does. */
export function ruleBlocker(
  rule: EndRule,
  sessions: readonly ApiSession[],
  lastRun: DualTimestamp | null,
  now: AgeFacts,
): RuleOnlyBlocker | null {
  if (rule.afterDays === null) return 'off'
  const doubt = dataDoubt(sessions, now)
  if (doubt) return doubt
  // By both clocks: one that was set forward, or back, must not let it run twice.
  const isSoon = lastRun !== null && (now.service - lastRun.service < DAY || now.here - lastRun.here < DAY)
  return isSoon ? 'ranToday' : null
}

/** Whole days since a session was last used, or signed in when it never was; null when that is not known. */
export function unusedDays({ lastUsedAt, createdAt }: ApiSession, now: number): number | null {
  if (lastUsedAt === 'unknown') return null
  const last = lastUsedAt === null ? createdAt : Math.max(lastUsedAt, createdAt ?? lastUsedAt)
  return last === null ? null : Math.max(0, Math.floor((now - last) / DAY))
}

/**
 * What keeps any rule from ending anything. Without exactly one session that is this device, any of them might be. Ages
 * are not to be trusted when the two clocks are days apart, nor when the list does not know that this device is in use:
 * right after a sign-in it may look so, though the service writes no use down.
 */
function dataDoubt(sessions: readonly ApiSession[], now: AgeFacts): 'deviceUnclear' | 'agesUnclear' | null {
  const current = thisDevice(sessions)
  if (!current) return 'deviceUnclear'
  const usedAt = timeOfUse(current.lastUsedAt)
  const isTold = now.hasMoved && usedAt !== null && Math.abs(now.service - usedAt) <= HOUR
  return isTold && Math.abs(now.service - now.here) < DAY ? null : 'agesUnclear'
}
