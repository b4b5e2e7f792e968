import type { ActivityEntry, Actor, ObservedSession } from '../../../shared/activity.ts'
import type { SeenInfo } from '../../../shared/session.ts'
import type { NumberedSession } from '../../sessions/domain/display-names.ts'
import type { ApiSession } from '../../../core/domain/api-session.ts'

/** A session in the history; `id` and `createdAt` are those of its latest list. */
export interface HistorySession extends ObservedSession {
  /** The first known `createdAt`; a renewal may change `createdAt`. */
  signedInAt: number | null
  /** The session's number among those of equal names; not reused while the history has it. */
  number: number
  /** `open` until the person acknowledges it, which makes it `mine`; no longer counts once the session has ended. */
  alert: 'none' | 'open' | 'mine'
  /** Whether a session of the same name ended when this one appeared. */
  mayBeRenewed: boolean
}

/** An entry as stored; `name` is the raw name, and `number` the session's number when the entry was written. */
export interface StoredEntry extends ActivityEntry {
  number: number | null
}

/**
 * The stored history of one account: its start, its sessions and its entries, oldest first. `checkedAt` is the time of
 * the last list, `viewedAt` when the person last viewed a list in the window. Times are epoch ms by the service's
 * clock.
 */
export interface History {
  since: number
  checkedAt: number | null
  viewedAt: number | null
  sessions: readonly HistorySession[]
  entries: readonly StoredEntry[]
}

/** The maximum number of entries in one account's history. */
export const MAX_ENTRIES = 3_000
/** The maximum number of ended sessions. Listed sessions are not limited: a deleted one would raise an alert again. */
export const MAX_ENDED_SESSIONS = 1_000
/** The maximum age of entries and ended sessions: 400 days. */
export const MAX_AGE_MS = 400 * 86_400_000

/** Creates the record of a session that appeared just now. */
export function createHistorySession(
  { id, name, createdAt, lastUsedAt, isCurrent }: ApiSession,
  at: number,
  part: Partial<Pick<HistorySession, 'number' | 'alert' | 'mayBeRenewed'>> = {},
): HistorySession {
  const times = { createdAt, signedInAt: createdAt, lastUsedAt, firstSeenAt: at, endedAt: null }
  const defaults = { number: 1, alert: 'none' as const, mayBeRenewed: false }
  return { id, name, isCurrent, ...times, endedBy: null, ...defaults, ...part }
}

/** Groups sessions by id, in order: a service may reuse an id. */
export function sessionsById(sessions: readonly HistorySession[]): Map<number, HistorySession[]> {
  const byId = new Map<number, HistorySession[]>()
  for (const session of sessions) {
    const known = byId.get(session.id)
    if (known) known.push(session)
    else byId.set(session.id, [session])
  }
  return byId
}

/** Yields all raw names of a history with their numbers, those of entries included, so that no number is reused. */
export function* namesIn(history: History | null): Generator<NumberedSession> {
  yield* history?.sessions ?? []
  for (const { name, number } of history?.entries ?? [])
    if (name !== null && number !== null) yield { name, number }
}

/** Whether a listed session has an unacknowledged alert. */
export function isOpen({ alert, endedAt }: HistorySession): boolean {
  return alert === 'open' && endedAt === null
}

/** Creates an entry about a session, or about the account as a whole. */
export function createEntry(
  type: ActivityEntry['type'],
  actor: Actor,
  at: number,
  session: { id: number; name: string; number?: number } | null = null,
): StoredEntry {
  const { id = null, name = null, number = null } = session ?? {}
  return { at, type, actor, sessionId: id, name, number }
}

/** Returns the history with changed sessions and added entries. */
export function withChanges(
  history: History,
  change: (session: HistorySession) => HistorySession,
  added: readonly StoredEntry[],
): History {
  return { ...history, sessions: history.sessions.map(change), entries: [...history.entries, ...added] }
}

/** Prunes a history to its limits at `now`, oldest first. Returns the same object if it is within them. */
export function pruned(history: History, now: number): History {
  const isRecent = (at: number): boolean => now - at <= MAX_AGE_MS
  const entries = history.entries.filter(({ at }) => isRecent(at)).slice(-MAX_ENTRIES)
  const ended = history.sessions.filter(({ endedAt }) => endedAt !== null)
  const recent = new Set(
    ended
      .filter(({ endedAt }) => isRecent(endedAt ?? 0))
      .toSorted((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0))
      .slice(0, MAX_ENDED_SESSIONS),
  )
  const areAllRecent = recent.size === ended.length
  if (areAllRecent && entries.length === history.entries.length) return history
  const sessions = history.sessions.filter((session) => session.endedAt === null || recent.has(session))
  return { ...history, entries, sessions }
}

/** Whether two histories differ in times of last use only. */
export function differsInUseOnly(before: History, after: History): boolean {
  const { sessions } = after
  return (
    before.since === after.since &&
    before.entries === after.entries &&
    before.sessions.length === sessions.length &&
    before.sessions.every((session, index) => {
      const other = sessions[index]
      return session === other || (other !== undefined && isSameExceptUse(session, other))
    })
  )
}

function isSameExceptUse({ lastUsedAt: _, ...before }: HistorySession, after: HistorySession): boolean {
  return Object.entries(before).every(([key, value]) => Reflect.get(after, key) === value)
}

/** Returns what the history knows about a listed session; `session` is null if the history does not have it. */
export function seenInfo(session: HistorySession | null): SeenInfo {
  if (!session) return { firstSeenAt: null, isNew: false, mayBeRenewed: false }
  const isNew = isOpen(session)
  return { firstSeenAt: session.firstSeenAt, isNew, mayBeRenewed: isNew && session.mayBeRenewed }
}

/** Returns the history without entries and ended sessions, starting at `now`; alerts of listed sessions stay. */
export function emptied(history: History, now: number): History {
  const listed = history.sessions.filter(({ endedAt }) => endedAt === null)
  const { checkedAt, viewedAt } = history
  return {
    since: now,
    checkedAt,
    viewedAt,
    entries: [],
    sessions: listed.map((session) => ({ ...session, firstSeenAt: now })),
  }
}
