import type { Activity, ActivityEntry } from '../contract/activity.ts'
import type { LastUse } from '../contract/last-use.ts'
import type { ToldSession } from '../domain/told-session.ts'
import {
  bounded,
  cleared,
  isOpen,
  lineOf,
  sessionsById,
  LONGEST_KEPT,
  type History,
  type KeptSession,
} from '../domain/history.ts'
import type { z } from 'zod'
import type { Cabinet, Log } from './ports.ts'
import type { historiesShape } from './stored-shapes.ts'

/** The histories by account; no secret, but names that the service gave. */
export type Histories = z.infer<typeof historiesShape>

/** What the list shows of a session beside what the service tells. */
export interface Seen {
  /** Epoch ms by the service's clock; null when this app has not listed it yet. */
  firstSeenAt: number | null
  /** Whether it is a sign-in that nobody has answered for. */
  isNew: boolean
  /** Whether a new one is perhaps the same device as one that ended as it came. */
  mayBeRenewed: boolean
}

/** What this computer remembers of each account's sessions (design section 7). */
export interface HistoryBook {
  of(accountId: string): History | null
  /** Keeps a history within its bounds, on the disk when it can be; the same object again costs nothing. */
  keep(accountId: string, history: History): void
  /** Adds a line, about a session or about the account as a whole. */
  note(accountId: string, deed: ActivityEntry['deed'], session?: { id: number; name: string }): void
  /** Adds the line of a rule that is ending so many sessions. */
  noteRun(accountId: string, count: number): void
  seen(accountId: string, sessionId: number): Seen
  /** All of it as the page shows it; `live` is what the service told last. */
  activity(accountId: string, live: readonly ToldSession[]): Activity
  clear(accountId: string): void
  forget(accountId: string): void
}

/** What it works with; `now` is the service's time, and `isHeard` whether the service has told it in this run. */
export interface HistoryPorts {
  cabinet: Cabinet<Histories>
  now(accountId: string): number
  isHeard(accountId: string): boolean
  /** Whether the account is there; what is kept of one that signed out waits for it only so long. */
  isThere(accountId: string): boolean
  changed(accountId: string): void
  log: Log
}

/** Makes the book over its file. On a disk that refuses it goes on in memory: an alert must not wait for room. */
export function createHistoryBook(ports: HistoryPorts): HistoryBook {
  const { cabinet, now, isHeard, isThere, changed, log } = ports
  let histories: Readonly<Record<string, History>> = cabinet.read()
  const indexes = new WeakMap<History, Map<number, KeptSession[]>>()

  const of = (accountId: string): History | null => histories[accountId] ?? null

  function write(next: typeof histories): void {
    histories = next
    try {
      cabinet.write(next)
    } catch {
      log.warn('history.notSaved')
    }
  }

  function keep(accountId: string, history: History): void {
    if (history === of(accountId)) return
    const others = Object.entries(histories).filter(
      ([id, other]) => isThere(id) || now(id) - lastOf(other) <= LONGEST_KEPT,
    )
    write({ ...Object.fromEntries(others), [accountId]: bounded(history, now(accountId)) })
    changed(accountId)
  }

  function indexOf(history: History): Map<number, KeptSession[]> {
    const known = indexes.get(history)
    if (known) return known
    const made = sessionsById(history.sessions)
    indexes.set(history, made)
    return made
  }

  return {
    of,
    keep,
    note(accountId, deed, session) {
      const history = of(accountId)
      // Begun by the first list, which tells what was there before: nothing else may pass for it.
      if (!history) return
      const line = lineOf(deed, 'us', now(accountId), session)
      keep(accountId, { ...history, entries: [...history.entries, line] })
    },
    noteRun(accountId, count) {
      const history = of(accountId)
      if (!history) return
      const line = { ...lineOf('ruleRan', 'us', now(accountId)), count }
      keep(accountId, { ...history, entries: [...history.entries, line] })
    },
    seen(accountId, sessionId) {
      const history = of(accountId)
      const session = history && listedOf(indexOf(history).get(sessionId))
      if (!session) return { firstSeenAt: null, isNew: false, mayBeRenewed: false }
      const isNew = isOpen(session)
      return { firstSeenAt: session.firstSeenAt, isNew, mayBeRenewed: isNew && session.mayBeRenewed }
    },
    activity(accountId, live) {
      const history = of(accountId) ?? { since: null, sessions: [], entries: [] }
      const told = now(accountId)
      // Before the service has told its time in this run, this computer's clock may be behind what it told earlier.
      const latest = isHeard(accountId)
        ? told
        : Math.max(told, ...history.entries.slice(-1).map(({ at }) => at))
      const past = (at: number): number => Math.min(at, latest)
      const pastOrNull = (at: number | null): number | null => (at === null ? null : past(at))
      const pastUse = (use: LastUse): LastUse => (use === 'unknown' ? use : pastOrNull(use))
      const used = new Map(live.map(({ id, lastUsedAt }) => [id, lastUsedAt]))
      return {
        accountId,
        since: pastOrNull(history.since),
        now: latest,
        sessions: history.sessions
          .map(({ alert: _alert, mayBeRenewed: _may, signedInAt, ...session }) => ({
            ...session,
            firstSeenAt: past(session.firstSeenAt),
            createdAt: pastOrNull(signedInAt),
            endedAt: pastOrNull(session.endedAt),
            lastUsedAt: pastUse(used.get(session.id) ?? session.lastUsedAt),
          }))
          .toSorted((a, b) => (b.createdAt ?? b.firstSeenAt) - (a.createdAt ?? a.firstSeenAt) || b.id - a.id),
        entries: history.entries.map((entry) => ({ ...entry, at: past(entry.at) })).reverse(),
      }
    },
    clear(accountId) {
      const history = of(accountId)
      if (history) keep(accountId, cleared(history, now(accountId)))
    },
    forget(accountId) {
      const { [accountId]: gone, ...rest } = histories
      if (gone) write(rest)
    },
  }
}

/** The session that an id stands for: the one that is listed, or the last that was. */
function listedOf(sessions: readonly KeptSession[] | undefined): KeptSession | undefined {
  return sessions?.find(({ endedAt }) => endedAt === null) ?? sessions?.at(-1)
}

/** When something was last written down, epoch ms. */
function lastOf({ since, entries }: History): number {
  return Math.max(since, entries.at(-1)?.at ?? 0)
}
