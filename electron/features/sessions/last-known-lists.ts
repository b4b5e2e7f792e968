import {
  MAX_LAST_KNOWN_ROWS,
  type LastKnownList,
  type LastKnownSession,
  type WholeList,
} from '../../shared/last-known-list.ts'
import type { DeviceSession } from '../../shared/session.ts'
import type { SessionList } from '../../shared/session-list.ts'
import type { AccountFiles, Clock, Log, OnAccountForgotten } from '../../core/ports.ts'

/** ms before rows that changed are written: the window shows them first. */
const CHANGED_DELAY_MS = 1_000
/** ms before a list is written of which only the times changed, which every check does. */
const TIMES_DELAY_MS = 60_000

/**
 * Stores each account's last list for the next start: the first rows in a small file, which the first page reads, and
 * the whole list in another one.
 */
export interface LastKnownLists {
  /** Stores a published list of this run, at once in memory and later on disk. */
  store(list: SessionList): void
  /** Reads the whole list of an earlier run; null if there is none or it is unreadable. */
  read(accountId: string): WholeList | null
  /** Writes what is only in memory to the disk, before the app quits. */
  save(): void
}

/** Dependencies of the last known lists. */
export interface LastKnownListPorts {
  /** The files of the first rows. */
  files: Pick<AccountFiles<LastKnownList>, 'write'>
  wholeFiles: Pick<AccountFiles<WholeList>, 'readOne' | 'write'>
  clock: Pick<Clock, 'after'>
  log: Log
  onAccountForgotten: OnAccountForgotten
}

/** A list of this run. */
interface LiveList {
  checkedAt: number
  skew: number
  sessions: readonly DeviceSession[]
}

interface WriteState {
  list: LiveList
  /** The rows on disk without their times; null if there is no file of this run. */
  written: string | null
  /** Set while `list` is not on disk. */
  write: { isSoon: boolean; cancel: () => void } | null
}

/** Creates the service; it writes files of accounts that have a list, and deletes those of forgotten accounts. */
export function createLastKnownLists({
  files,
  wholeFiles,
  clock,
  log,
  onAccountForgotten,
}: LastKnownListPorts): LastKnownLists {
  const entries = new Map<string, WriteState>()

  function write(accountId: string, entry: WriteState): void {
    entry.write?.cancel()
    entry.write = null
    const { list } = entry
    try {
      wholeFiles.write(accountId, wholeOf(list))
      files.write(accountId, firstOf(list))
      entry.written = withoutTimes(list)
    } catch {
      // The next start shows an older list.
      log.warn('lastKnownList.notSaved', { account: accountId })
    }
  }

  onAccountForgotten((accountId) => {
    entries.get(accountId)?.write?.cancel()
    entries.delete(accountId)
    for (const each of [files, wholeFiles]) {
      try {
        each.write(accountId, null)
      } catch {
        log.warn('lastKnownList.notDeleted', { account: accountId })
      }
    }
  })

  return {
    store({ accountId, sessions, checkedAt, skew, isLive }) {
      if (!isLive || sessions === null || checkedAt === null) return
      const entry = entries.get(accountId)
      const isSame = entry?.list.sessions === sessions && entry.list.checkedAt === checkedAt
      if (isSame) return
      const list = { checkedAt, skew, sessions }
      const next = entry ?? { list, written: null, write: null }
      entries.set(accountId, next)
      const isNew = entry?.list.checkedAt !== checkedAt
      next.list = list
      const isSoon = withoutTimes(list) !== next.written
      if ((!isNew && !isSoon) || (next.write && (next.write.isSoon || !isSoon))) return
      next.write?.cancel()
      const cancel = clock.after(isSoon ? CHANGED_DELAY_MS : TIMES_DELAY_MS, () => write(accountId, next))
      next.write = { isSoon, cancel }
    },
    read: wholeFiles.readOne,
    save() {
      for (const [accountId, entry] of entries) if (entry.write) write(accountId, entry)
    },
  }
}

function firstOf({ checkedAt, skew, sessions }: LiveList): LastKnownList {
  const first = sessions.slice(0, MAX_LAST_KNOWN_ROWS)
  const rows = first.map(
    ({ id, name, kind, lastUsedAt, createdAt, firstSeenAt, isCurrent }): LastKnownSession => ({
      id,
      name,
      kind,
      lastUsedAt,
      createdAt,
      firstSeenAt,
      isCurrent,
    }),
  )
  return { checkedAt, skew, count: sessions.length, sessions: rows }
}

function wholeOf({ checkedAt, skew, sessions }: LiveList): WholeList {
  const rows = sessions.map(({ id, rawName, lastUsedAt, createdAt, isCurrent }) => ({
    id,
    name: rawName,
    lastUsedAt,
    createdAt,
    isCurrent,
  }))
  return { checkedAt, skew, sessions: rows }
}

/**
 * The rows without the times that each check changes; of those behind the first ones, the ids suffice, because names are
 * joined anew.
 */
function withoutTimes({ sessions }: LiveList): string {
  const first = sessions.slice(0, MAX_LAST_KNOWN_ROWS)
  return JSON.stringify([
    first.map(({ id, name, kind, firstSeenAt, isCurrent }) => [id, name, kind, firstSeenAt, isCurrent]),
    sessions
      .slice(MAX_LAST_KNOWN_ROWS)
      .map(({ id }) => id)
      .sort((a, b) => a - b),
  ])
}
