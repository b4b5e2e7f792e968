import type { ActivityEntry, Doer, TracedSession } from '../contract/activity.ts'
import type { ToldSession } from './told-session.ts'

/** A session of the history. `id` and `createdAt` are those that the service lists it by. */
export interface KeptSession extends TracedSession {
  /** When the device signed in, by its first `createdAt`: a renewal may give its session another one. */
  signedInAt: number | null
  /** Open until somebody answers for it or it is no longer there. */
  alert: 'none' | 'open' | 'mine'
  /** Whether one of the same name was gone when it appeared. */
  mayBeRenewed: boolean
}

/** What is kept about one account: since when, its sessions, and what happened, the oldest first. */
export interface History {
  since: number
  sessions: readonly KeptSession[]
  entries: readonly ActivityEntry[]
}

/** Bounds of one account's history: lines, sessions that have ended, and ms. */
export const MOST_ENTRIES = 3_000
/** Sessions that have ended and are still shown; those that are listed are all kept, or they would alarm again. */
export const MOST_ENDED = 1_000
/** ms; 400 days. */
export const LONGEST_KEPT = 400 * 86_400_000

/** A session that was just seen for the first time. */
export function firstSeen(
  session: ToldSession,
  at: number,
  alert: KeptSession['alert'] = 'none',
  mayBeRenewed = false,
): KeptSession {
  const { id, name, createdAt, lastUsedAt, isCurrent } = session
  const times = { createdAt, signedInAt: createdAt, lastUsedAt, firstSeenAt: at, endedAt: null }
  return { id, name, isCurrent, ...times, endedBy: null, alert, mayBeRenewed }
}

/** Sessions by their id, in their order: an id may have been used again. */
export function sessionsById(sessions: readonly KeptSession[]): Map<number, KeptSession[]> {
  const byId = new Map<number, KeptSession[]>()
  for (const session of sessions) {
    const known = byId.get(session.id)
    if (known) known.push(session)
    else byId.set(session.id, [session])
  }
  return byId
}

/** Whether nobody has answered yet for a session that is there. */
export function isOpen({ alert, endedAt }: KeptSession): boolean {
  return alert === 'open' && endedAt === null
}

/** A line about a session, or about the account as a whole. */
export function lineOf(
  deed: ActivityEntry['deed'],
  by: Doer,
  at: number,
  session: { id: number; name: string } | null = null,
): ActivityEntry {
  return { at, deed, by, sessionId: session?.id ?? null, name: session?.name ?? null }
}

/** The history with some sessions changed and lines added. */
export function withChanges(
  history: History,
  change: (session: KeptSession) => KeptSession,
  lines: readonly ActivityEntry[] = [],
): History {
  return { ...history, sessions: history.sessions.map(change), entries: [...history.entries, ...lines] }
}

/** The history within its bounds at `now`: the oldest go first. */
export function bounded(history: History, now: number): History {
  const isKept = (at: number): boolean => now - at <= LONGEST_KEPT
  const entries = history.entries.filter(({ at }) => isKept(at)).slice(-MOST_ENTRIES)
  const ended = history.sessions
    .filter(({ endedAt }) => endedAt !== null && isKept(endedAt))
    .toSorted((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0))
    .slice(0, MOST_ENDED)
  const stays = new Set(ended)
  const sessions = history.sessions.filter((session) => session.endedAt === null || stays.has(session))
  return { ...history, entries, sessions }
}

/** An empty history that begins now; the sessions that are there stay known. */
export function cleared(history: History, now: number): History {
  const listed = history.sessions.filter(({ endedAt }) => endedAt === null)
  return { since: now, entries: [], sessions: listed.map((session) => ({ ...session, firstSeenAt: now })) }
}
