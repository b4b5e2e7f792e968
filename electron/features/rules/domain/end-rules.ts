import { DAY_MS, HOUR_MS } from '../../../shared/dates.ts'
import { thisDevice } from '../../../shared/this-device.ts'
import { timeOfUse, unusedSince, type LastUse } from '../../../shared/last-use.ts'
import type { RuleBlocker } from '../../../shared/rules.ts'
import type { ApiSession } from '../../../domain/api-session.ts'
import type { RecordedSession } from '../../sessions/domain/record.ts'

/** A listed session with the record's key. */
export interface RuledSession extends ApiSession {
  key: number
}

/** A rule that ends unused sessions of one account; a null `afterDays` turns it off. */
export interface EndRule {
  /** Whole days without use after which a session ends. */
  afterDays: number | null
  /** What the person said of a session, by its key; null if the record does not have it. */
  saidOf(key: number): Pick<RecordedSession, 'isKept' | 'mark'> | null
}

/** A moment by the service's clock and by this computer's, epoch ms. */
export interface DualTimestamp {
  service: number
  here: number
}

/** The inputs that determine ages. */
export interface AgeFacts extends DualTimestamp {
  /** Whether this device's last use changed while the app was running: some services never update it. */
  hasMoved: boolean
  /** Whether the service's clock is known; before, ages would be by this computer's. */
  isSynced: boolean
}

/** This device's session in the last list, and whether its last use changed since the first list of this run. */
export interface ObservedUse {
  id: number
  lastUsedAt: LastUse
  hasMoved: boolean
}

/** Returns the observation updated with a list; null if the list does not tell which session is this device. */
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

/** No rule ends a session that was used more recently, whatever its file contains. */
export const MIN_DAYS = 7

/**
 * Returns the sessions that a rule would end now. Never this device, never a session of unknown age, and none if the data is
 * doubtful.
 */
export function sessionsToRevoke(
  rule: EndRule,
  sessions: readonly RuledSession[],
  now: AgeFacts,
): RuledSession[] {
  return dataDoubt(sessions, now) ? [] : sessions.filter((session) => !isSpared(rule, session, now))
}

/** Whether a rule does not end a listed session now. */
export function isSpared(rule: EndRule, session: RuledSession, now: AgeFacts): boolean {
  const at = dueAt(rule, session)
  return at === null || at > now.service
}

/**
 * Returns when a rule may end a session of this list next, epoch ms by the service's clock: once one is due, if nobody uses it
 * before, and a day after the last run. Null if none ever is, or if the data is doubtful.
 */
export function nextRunAt(
  rule: EndRule,
  sessions: readonly RuledSession[],
  lastRun: DualTimestamp | null,
  now: AgeFacts,
): number | null {
  const due = dataDoubt(sessions, now) ? [] : sessions.flatMap((session) => dueAt(rule, session) ?? [])
  if (due.length === 0) return null
  const first = due.reduce((earliest, at) => Math.min(earliest, at))
  return Math.max(first, now.service + restMs(lastRun, now))
}

/**
 * Returns when a rule ends a session that nobody uses before, epoch ms by the service's clock; null if it never does: it is off, or
 * the session is this device, exempt or of unknown age. What the person called theirs counts as used then.
 */
function dueAt({ afterDays, saidOf }: EndRule, session: RuledSession): number | null {
  const said = saidOf(session.key)
  const since = unusedSince(session, said?.mark)
  if (afterDays === null || since === null || session.isCurrent || said?.isKept) return null
  return since + Math.max(MIN_DAYS, afterDays) * DAY_MS
}

/** Returns how long a rule does not run yet, until a day after its last run; ms. By both clocks, so that setting either cannot make it run twice a day. */
function restMs(lastRun: DualTimestamp | null, now: DualTimestamp): number {
  if (lastRun === null) return 0
  const sinceMs = Math.min(now.service - lastRun.service, now.here - lastRun.here)
  return Math.max(0, DAY_MS - sinceMs)
}

/** Returns why no rule runs with this list now; null if one may. */
export function runBlocker(
  sessions: readonly ApiSession[],
  lastRun: DualTimestamp | null,
  now: AgeFacts,
): RuleBlocker | null {
  return dataDoubt(sessions, now) ?? (restMs(lastRun, now) > 0 ? 'ranToday' : null)
}

/**
 * Returns why no rule may use this list. Unless exactly one session is this device, every session may be. Ages are
 * unreliable if the two clocks are a day apart or the service's is not known, or if that does not update the last use of this device.
 */
function dataDoubt(sessions: readonly ApiSession[], now: AgeFacts): 'deviceUnclear' | 'agesUnclear' | null {
  const current = thisDevice(sessions)
  if (!current) return 'deviceUnclear'
  const usedAt = timeOfUse(current.lastUsedAt)
  const isUseReported = now.hasMoved && usedAt !== null && Math.abs(now.service - usedAt) <= HOUR_MS
  const isClockRight = now.isSynced && Math.abs(now.service - now.here) < DAY_MS
  return isUseReported && isClockRight ? null : 'agesUnclear'
}
