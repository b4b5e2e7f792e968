import type { ActivityEntry, Actor, ObservedSession } from '../../../shared/activity.ts'
import type { SeenInfo } from '../../../shared/session.ts'
import type { NumberedSession } from '../../sessions/domain/display-names.ts'
import type { ApiSession } from '../../../core/domain/api-session.ts'

/** A session of the history. `id` and `createdAt` are those that the service lists it by. */
export interface HistorySession extends ObservedSession {
  /** When the device signed in, by its first `createdAt`: a renewal may give its session another one. */
  signedInAt: number | null
  /** Its number among sessions of equal names; nobody else gets it while this one is kept. */
  number: number
  /** Open until somebody answers for it or it is no longer there. */
  alert: 'none' | 'open' | 'mine'
  /** Whether one of the same name was gone when it appeared. */
  mayBeRenewed: boolean
}

/** A line of the history; `name` is the raw one, and `number` that of the session when it was written. */
export interface KeptEntry extends ActivityEntry {
  number: number | null
}

/** What is kept about one account: since when, its sessions, and what happened, the oldest first. */
export interface History {
  since: number
  sessions: readonly HistorySession[]
  entries: readonly KeptEntry[]
}

/** Bounds of one account's history: lines, sessions that have ended, and ms. */
export const MAX_ENTRIES = 3_000
/** Sessions that have ended and are still shown; those that are listed are all kept, or they would alarm again. */
export const MAX_ENDED_SESSIONS = 1_000
/** ms; 400 days. */
export const MAX_AGE_MS = 400 * 86_400_000

/** A session that was just seen for the first time. */
export function firstSeen(
  { id, name, createdAt, lastUsedAt, isCurrent }: ApiSession,
  at: number,
  part: Partial<Pick<HistorySession, 'number' | 'alert' | 'mayBeRenewed'>> = {},
): HistorySession {
  const times = { createdAt, signedInAt: createdAt, lastUsedAt, firstSeenAt: at, endedAt: null }
  const usual = { number: 1, alert: 'none' as const, mayBeRenewed: false }
  return { id, name, isCurrent, ...times, endedBy: null, ...usual, ...part }
}

/** Sessions by their id, in their order: an id may have been used again. */
export function sessionsById(sessions: readonly HistorySession[]): Map<number, HistorySession[]> {
  const byId = new Map<number, HistorySession[]>()
  for (const session of sessions) {
    const known = byId.get(session.id)
    if (known) known.push(session)
    else byId.set(session.id, [session])
  }
  return byId
}

/** Every name of a history with its number, of its lines too: none of them may come to mean another session. */
export function* namesKept(history: History | null): Generator<NumberedSession> {
  yield* history?.sessions ?? []
  for (const { name, number } of history?.entries ?? [])
    if (name !== null && number !== null) yield { name, number }
}

/** Whether nobody has answered yet for a session that is there. */
export function isOpen({ alert, endedAt }: HistorySession): boolean {
  return alert === 'open' && endedAt === null
}

/** A line about a session, or about the account as a whole. */
export function createEntry(
  deed: ActivityEntry['type'],
  by: Actor,
  at: number,
  session: { id: number; name: string; number?: number } | null = null,
): KeptEntry {
  const { id = null, name = null, number = null } = session ?? {}
  return { at, type: deed, actor: by, sessionId: id, name, number }
}

/** The history with some sessions changed and lines added. */
export function withChanges(
  history: History,
  change: (session: HistorySession) => HistorySession,
  lines: readonly KeptEntry[] = [],
): History {
  return { ...history, sessions: history.sessions.map(change), entries: [...history.entries, ...lines] }
}

/** The history within its bounds at `now`: the oldest go first. What is within them stays the same object. */
export function pruned(history: History, now: number): History {
  const isKept = (at: number): boolean => now - at <= MAX_AGE_MS
  const entries = history.entries.filter(({ at }) => isKept(at)).slice(-MAX_ENTRIES)
  const ended = history.sessions.filter(({ endedAt }) => endedAt !== null)
  const stays = new Set(
    ended
      .filter(({ endedAt }) => isKept(endedAt ?? 0))
      .toSorted((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0))
      .slice(0, MAX_ENDED_SESSIONS),
  )
  const areAllKept = stays.size === ended.length
  if (areAllKept && entries.length === history.entries.length) return history
  const sessions = history.sessions.filter((session) => session.endedAt === null || stays.has(session))
  return { ...history, entries, sessions }
}

/** Whether nothing but times of last use is different in the later of two histories. */
export function differsInUseOnly(before: History, after: History): boolean {
  const { sessions } = after
  return (
    before.since === after.since &&
    before.entries === after.entries &&
    before.sessions.length === sessions.length &&
    before.sessions.every((one, index) => {
      const other = sessions[index]
      return one === other || (other !== undefined && isSameBut(one, other))
    })
  )
}

function isSameBut({ lastUsedAt: _, ...before }: HistorySession, after: HistorySession): boolean {
  return Object.entries(before).every(([key, value]) => Reflect.get(after, key) === value)
}

/** What the list shows of a session beside what the service tells; null is one that the history does not have. */
export function seenInfo(session: HistorySession | null): SeenInfo {
  if (!session) return { firstSeenAt: null, isNew: false, mayBeRenewed: false }
  const isNew = isOpen(session)
  return { firstSeenAt: session.firstSeenAt, isNew, mayBeRenewed: isNew && session.mayBeRenewed }
}

/** An empty history that begins now; the sessions that are there stay known. */
export function emptied(history: History, now: number): History {
  const listed = history.sessions.filter(({ endedAt }) => endedAt === null)
  return { since: now, entries: [], sessions: listed.map((session) => ({ ...session, firstSeenAt: now })) }
}
