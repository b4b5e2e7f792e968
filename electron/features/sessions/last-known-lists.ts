import {
  MAX_LAST_KNOWN_ROWS,
  type LastKnownList,
  type LastKnownSession,
  type WholeList,
} from '../../shared/last-known-list.ts'
import type { DeviceSession } from '../../shared/session.ts'
import type { SessionList } from '../../shared/session-list.ts'
import type { AccountFiles, Clock, Log, OnAccountForgotten } from '../../core/ports.ts'

/** The delay before changed rows are written; the window shows them first. */
const CHANGED_DELAY_MS = 1_000
/** The delay before changed times are written; they change with every check. */
const TIMES_DELAY_MS = 60_000

/**
 * Stores each account's last list for the next start: the first rows in a small file, which is read before the first
 * page is shown, and all rows in another one.
 */
export interface LastKnownLists {
  /** Stores a published list: at once in memory, later on disk. Ignores lists that this run did not fetch. */
  store(list: SessionList): void
  /** Reads the whole list from the disk; null if there is none or it is not readable. */
  read(accountId: string): WholeList | null
  /** Writes unsaved lists; call it before the app quits. */
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
  /** The rows on disk without their times; null if this run has not written them. */
  written: string | null
  /** Set while `list` is not on disk. */
  write: { isSoon: boolean; cancel: () => void } | null
}

/** Creates the service. If the disk refuses a write, it logs a warning. Deletes the files of forgotten accounts. */
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
 * Serializes the rows without the times that each check changes. Of rows that are only in the whole list, the ids
 * suffice: their names are built again at the next start.
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
