import { MAX_HISTORY_MS, type ActivityEntry, type Actor } from '../../../shared/activity.ts'
import { isSameExcept } from '../../../shared/fields.ts'
import type { RecordedSession, SessionRecord } from '../../sessions/domain/record.ts'

/** An entry as stored; `name` is the service name. */
export interface StoredEntry extends ActivityEntry {
  /** The key of its session; null for an entry about no single one, or about one that no list showed. */
  key: number | null
}

/**
 * The stored history of one account: its start, the record of its sessions, and its entries, oldest first. One file has them
 * all, so that no crash can part a change from its entry. `checkedAt` is the time of the last list, `skew` the service's clock minus
 * this computer's then, ms, and `viewedAt` when the person last viewed a list in the window. Times are epoch ms by the service's clock.
 * `owner` is the person's email; empty if unknown.
 */
export interface History extends SessionRecord {
  owner: string
  since: number
  checkedAt: number | null
  skew?: number
  viewedAt: number | null
  entries: readonly StoredEntry[]
}

/** The maximum number of entries in one account's history. */
export const MAX_ENTRIES = 3_000
/** The maximum number of ended sessions. Listed sessions are not limited: a deleted one would raise an alert again. */
export const MAX_ENDED_SESSIONS = 1_000

/** Creates an entry about a session, or about the account as a whole. */
export function createEntry(
  type: ActivityEntry['type'],
  actor: Actor,
  at: number,
  session: { id: number; name: string; key?: number } | null = null,
): StoredEntry {
  const { id = null, name = null, key = null } = session ?? {}
  return { at, type, actor, sessionId: id, name, key }
}

/** Returns the history with changed sessions and added entries. */
export function withChanges(
  history: History,
  change: (session: RecordedSession) => RecordedSession,
  added: readonly StoredEntry[],
): History {
  return { ...history, sessions: history.sessions.map(change), entries: [...history.entries, ...added] }
}

/** Prunes a history to its limits at `now`, oldest first. Returns the same object if it is within them. */
export function pruned(history: History, now: number): History {
  const isRecent = (at: number): boolean => now - at <= MAX_HISTORY_MS
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

/** Whether two histories differ in times of last use only, and in service fields that came with them. */
export function differsInUseOnly(before: History, after: History): boolean {
  const { sessions } = after
  return (
    before.since === after.since &&
    before.entries === after.entries &&
    before.sessions.length === sessions.length &&
    before.sessions.every((session, index) => {
      const other = sessions[index]
      return (
        session === other ||
        (other !== undefined && isSameExcept(session, other, 'lastUsedAt', 'serviceFields'))
      )
    })
  )
}

/** Returns the history without entries and ended sessions, starting at `now`; alerts of listed sessions stay. */
export function emptied(history: History, now: number): History {
  const listed = history.sessions.filter(({ endedAt }) => endedAt === null)
  return {
    ...history,
    since: now,
    entries: [],
    sessions: listed.map((session) => ({ ...session, firstSeenAt: now })),
  }
}
