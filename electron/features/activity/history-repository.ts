import type { ActivityEntry } from '../../shared/activity.ts'
import type { SeenInfo, SessionIdentity } from '../../shared/session.ts'
import { isSameSession } from '../../core/domain/api-session.ts'
import {
  pruned,
  emptied,
  differsInUseOnly,
  createEntry,
  namesKept,
  sessionsById,
  MAX_AGE_MS,
  type History,
  type KeptEntry,
  type HistorySession,
  seenInfo,
} from './domain/history.ts'
import type { AccountFiles, Clock, Log } from '../../core/ports.ts'
import { createNumbering } from '../sessions/index.ts'

/** ms: how long a last use may be in memory only; it is most of what changes, and little is lost with it. */
const SAVE_DELAY_MS = 600_000

/** What this computer remembers of each account's sessions. */
export interface HistoryRepository {
  of(accountId: string): History | null
  /**
   * Keeps a history within its bounds, on the disk when it returns where that can be; what changed in last uses only gets
   * there later, and with `save`. The same object again costs nothing.
   */
  keep(accountId: string, history: History): void
  /** Takes to the disk what is in memory only: the app ends. */
  save(): void
  /** Adds a line, about a session or about the account as a whole. */
  note(accountId: string, deed: ActivityEntry['type'], session?: { id: number; name: string }): void
  /** Adds the line of a rule that is ending so many sessions. */
  noteRun(accountId: string, count: number): void
  /** What is kept of a session: the listed one, or else the last that it can be. */
  find(accountId: string, session: SessionIdentity): HistorySession | null
  seenInfo(accountId: string, session: SessionIdentity): SeenInfo
  /** The session that had an entry's id when the entry was written; null when none is kept. */
  sessionOf(history: History, entry: KeptEntry): HistorySession | null
  /** Gives sessions that are not kept yet, one after another, the numbers among equal names that they will be kept with. */
  numbering(accountId: string): (raw: string) => number
  /** The raw names of sessions and lines. */
  names(accountId: string): Iterable<string>
  clear(accountId: string): void
  forget(accountId: string): void
}

/** What it works with; `now` is the service's time, epoch ms. */
export interface HistoryPorts {
  files: AccountFiles<History>
  clock: Pick<Clock, 'after'>
  now(accountId: string): number
  /** Whether the account is there; what is kept of one that signed out waits for it only so long. */
  isThere(accountId: string): boolean
  changed(accountId: string): void
  /** What equal names have in common. */
  keyOf(raw: string): string
  /** The names that people wrote, which no session gets by itself. */
  customNames(accountId: string): readonly string[]
  log: Log
}

/** Opens the repository over its files. On a disk that refuses it goes on in memory: an alert must not wait for room. */
export function createHistoryRepository(ports: HistoryPorts): HistoryRepository {
  const { files, now, isThere, changed, log } = ports
  const histories = new Map(Object.entries(files.read()))
  const indexes = new WeakMap<History, Map<number, HistorySession[]>>()
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
    ports.clock.after(SAVE_DELAY_MS, () => {
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
    const next = pruned(history, now(accountId))
    histories.set(accountId, next)
    if (before && differsInUseOnly(before, next)) writeLater(accountId)
    else write(accountId)
    for (const [id, other] of histories) if (!isThere(id) && now(id) - lastOf(other) > MAX_AGE_MS) forget(id)
    changed(accountId)
  }

  function forget(accountId: string): void {
    if (histories.delete(accountId)) write(accountId)
  }

  function indexOf(history: History): Map<number, HistorySession[]> {
    const known = indexes.get(history)
    if (known) return known
    const made = sessionsById(history.sessions)
    indexes.set(history, made)
    return made
  }

  function find(accountId: string, wanted: SessionIdentity): HistorySession | null {
    const history = of(accountId)
    const known =
      history &&
      indexOf(history)
        .get(wanted.id)
        ?.filter((one) => isSameSession(one, wanted))
    return known?.find(({ endedAt }) => endedAt === null) ?? known?.at(-1) ?? null
  }

  return {
    of,
    seenInfo: (accountId, session) => seenInfo(find(accountId, session)),
    keep,
    save,
    note(accountId, deed, session) {
      const history = of(accountId)
      // Begun by the first list, which tells what was there before: nothing else may pass for it.
      if (!history) return
      const line = createEntry(deed, 'thisApp', now(accountId), session)
      keep(accountId, { ...history, entries: [...history.entries, line] })
    },
    noteRun(accountId, count) {
      const history = of(accountId)
      if (!history) return
      const line = { ...createEntry('ruleRan', 'thisApp', now(accountId)), count }
      keep(accountId, { ...history, entries: [...history.entries, line] })
    },
    find,
    sessionOf: (history, { sessionId, at }) =>
      indexOf(history)
        .get(sessionId ?? -1)
        ?.findLast(({ firstSeenAt }) => firstSeenAt <= at) ?? null,
    numbering: (accountId) =>
      createNumbering(namesKept(of(accountId)), ports.keyOf, ports.customNames(accountId)),
    *names(accountId) {
      for (const { name } of namesKept(of(accountId))) yield name
    },
    clear(accountId) {
      const history = of(accountId)
      if (history) keep(accountId, emptied(history, now(accountId)))
    },
    forget,
  }
}

/** When something was last written down, epoch ms. */
function lastOf({ since, entries }: History): number {
  return Math.max(since, entries.at(-1)?.at ?? 0)
}
