import type { Activity, ActivityEntry, TracedSession } from '../contract/activity.ts'
import type { LastUse } from '../contract/last-use.ts'
import type { SessionIdentity } from '../contract/models.ts'
import { createNumbering } from '../domain/session-naming.ts'
import { isSameSession, type ToldSession } from '../domain/told-session.ts'
import {
  bounded,
  cleared,
  differsInUseOnly,
  lineOf,
  namesKept,
  sessionsById,
  LONGEST_KEPT,
  type History,
  type KeptEntry,
  type KeptSession,
} from '../domain/history.ts'
import type { AccountFiles, Clock, Log } from './ports.ts'

/** ms: how long a last use may be in memory only; it is most of what changes, and little is lost with it. */
const USE_SAVED_EVERY = 600_000

/** What this computer remembers of each account's sessions (design section 7). */
export interface HistoryBook {
  of(accountId: string): History | null
  /**
   * Keeps a history within its bounds, on the disk when it returns where that can be; what changed in last uses only gets
   * there later, and with `save`. The same object again costs nothing.
   */
  keep(accountId: string, history: History): void
  /** Takes to the disk what is in memory only: the app ends. */
  save(): void
  /** Adds a line, about a session or about the account as a whole. */
  note(accountId: string, deed: ActivityEntry['deed'], session?: { id: number; name: string }): void
  /** Adds the line of a rule that is ending so many sessions. */
  noteRun(accountId: string, count: number): void
  /** What is kept of a session: the listed one, or else the last that it can be. */
  find(accountId: string, session: SessionIdentity): KeptSession | null
  /** Gives sessions that are not kept yet, one after another, the numbers among equal names that they will be kept with. */
  numbering(accountId: string): (raw: string) => number
  /** The raw names of sessions and lines. */
  names(accountId: string): Iterable<string>
  /** All of it as the page shows it; `live` is what the service told last. */
  activity(accountId: string, live: readonly ToldSession[]): Activity
  clear(accountId: string): void
  forget(accountId: string): void
}

/** What it works with; `now` is the service's time, and `isHeard` whether the service has told it in this run. */
export interface HistoryPorts {
  files: AccountFiles<History>
  clock: Pick<Clock, 'after'>
  now(accountId: string): number
  isHeard(accountId: string): boolean
  /** Whether the account is there; what is kept of one that signed out waits for it only so long. */
  isThere(accountId: string): boolean
  changed(accountId: string): void
  /** What equal names have in common. */
  keyOf(raw: string): string
  /** The names that people wrote, which no session gets by itself. */
  written(accountId: string): readonly string[]
  /** What a session is called, from its raw name; one that nobody knows has the id -1. */
  nameOf(accountId: string, session: SessionIdentity & { name: string; number: number }): string
  log: Log
}

/** Makes the book over its file. On a disk that refuses it goes on in memory: an alert must not wait for room. */
export function createHistoryBook(ports: HistoryPorts): HistoryBook {
  const { files, now, isHeard, isThere, changed, log } = ports
  const histories = new Map(Object.entries(files.read()))
  const indexes = new WeakMap<History, Map<number, KeptSession[]>>()
  /** Accounts whose history in memory is not what the disk has. */
  const unsaved = new Set<string>()
  let isSavePlanned = false

  const of = (accountId: string): History | null => histories.get(accountId) ?? null

  function write(accountId: string): void {
    try {
      files.write(accountId, of(accountId))
      unsaved.delete(accountId)
    } catch {
      log.warn('history.notSaved')
      writeLater(accountId)
    }
  }

  function writeLater(accountId: string): void {
    unsaved.add(accountId)
    if (isSavePlanned) return
    isSavePlanned = true
    ports.clock.after(USE_SAVED_EVERY, () => {
      isSavePlanned = false
      save()
    })
  }

  function save(): void {
    for (const accountId of [...unsaved]) write(accountId)
  }

  function keep(accountId: string, history: History): void {
    const before = of(accountId)
    if (history === before) return
    const next = bounded(history, now(accountId))
    histories.set(accountId, next)
    if (before && differsInUseOnly(before, next)) writeLater(accountId)
    else write(accountId)
    for (const [id, other] of histories)
      if (!isThere(id) && now(id) - lastOf(other) > LONGEST_KEPT) forget(id)
    changed(accountId)
  }

  function forget(accountId: string): void {
    if (histories.delete(accountId)) write(accountId)
  }

  function indexOf(history: History): Map<number, KeptSession[]> {
    const known = indexes.get(history)
    if (known) return known
    const made = sessionsById(history.sessions)
    indexes.set(history, made)
    return made
  }

  function find(accountId: string, wanted: SessionIdentity): KeptSession | null {
    const history = of(accountId)
    const known =
      history &&
      indexOf(history)
        .get(wanted.id)
        ?.filter((one) => isSameSession(one, wanted))
    return known?.find(({ endedAt }) => endedAt === null) ?? known?.at(-1) ?? null
  }

  /** The name of whom a line is about: of the session that had its id at that time, or as it was written. */
  function nameOfEntry(accountId: string, history: History, entry: KeptEntry): string | null {
    const { sessionId, name, number, at } = entry
    if (name === null) return null
    const known = indexOf(history).get(sessionId ?? -1)
    const session = known?.findLast(({ firstSeenAt }) => firstSeenAt <= at)
    return ports.nameOf(accountId, session ?? { id: -1, createdAt: null, name, number: number ?? 1 })
  }

  return {
    of,
    keep,
    save,
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
    find,
    numbering: (accountId) =>
      createNumbering(namesKept(of(accountId)), ports.keyOf, ports.written(accountId)),
    *names(accountId) {
      for (const { name } of namesKept(of(accountId))) yield name
    },
    activity(accountId, live) {
      const history = of(accountId)
      const { since, sessions, entries } = history ?? { since: null, sessions: [], entries: [] }
      const told = now(accountId)
      // Before the service has told its time in this run, this computer's clock may be behind what it told earlier.
      const latest = isHeard(accountId) ? told : Math.max(told, ...entries.slice(-1).map(({ at }) => at))
      const past = (at: number): number => Math.min(at, latest)
      const pastOrNull = (at: number | null): number | null => (at === null ? null : past(at))
      const pastUse = (use: LastUse): LastUse => (use === 'unknown' ? use : pastOrNull(use))
      const used = new Map(live.map(({ id, lastUsedAt }) => [id, lastUsedAt]))
      return {
        accountId,
        since: pastOrNull(since),
        now: latest,
        sessions: sessions
          .map((session): TracedSession => ({
            id: session.id,
            name: ports.nameOf(accountId, session),
            isCurrent: session.isCurrent,
            endedBy: session.endedBy,
            firstSeenAt: past(session.firstSeenAt),
            createdAt: pastOrNull(session.signedInAt),
            endedAt: pastOrNull(session.endedAt),
            lastUsedAt: pastUse(used.get(session.id) ?? session.lastUsedAt),
          }))
          .toSorted((a, b) => (b.createdAt ?? b.firstSeenAt) - (a.createdAt ?? a.firstSeenAt) || b.id - a.id),
        entries: entries
          .map(({ number, ...entry }) => ({
            ...entry,
            name: history && nameOfEntry(accountId, history, { ...entry, number }),
            at: past(entry.at),
          }))
          .reverse(),
      }
    },
    clear(accountId) {
      const history = of(accountId)
      if (history) keep(accountId, cleared(history, now(accountId)))
    },
    forget,
  }
}

/** When something was last written down, epoch ms. */
function lastOf({ since, entries }: History): number {
  return Math.max(since, entries.at(-1)?.at ?? 0)
}
