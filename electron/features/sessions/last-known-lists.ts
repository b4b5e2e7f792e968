import { MAX_LAST_KNOWN, type LastKnownList, type LastKnownSession } from '../../shared/last-known-list.ts'
import type { SessionList } from '../../shared/session-list.ts'
import type { AccountFiles, Clock, Log, OnAccountForgotten } from '../../core/ports.ts'

/** ms before rows that changed are written: the window shows them first. */
const CHANGED_DELAY_MS = 1_000
/** ms before a list is written of which only the times changed, which every check does. */
const TIMES_DELAY_MS = 60_000

/** Stores the first rows of each account's last list, for the next start. */
export interface LastKnownLists {
  /** Stores a published list, at once in memory and later on disk. Does nothing before the first answer. */
  store(list: SessionList): void
  /** Writes what is only in memory to the disk, before the app quits. */
  save(): void
}

/** Dependencies of the last known lists. */
export interface LastKnownListPorts {
  files: Pick<AccountFiles<LastKnownList>, 'write'>
  clock: Pick<Clock, 'after'>
  log: Log
  onAccountForgotten: OnAccountForgotten
}

interface Entry {
  list: LastKnownList
  /** The rows on disk without their times; null if there is no file of this run. */
  written: string | null
  /** Set while `list` is not on disk. */
  write: { isSoon: boolean; cancel: () => void } | null
}

/** Creates the service; it writes files of accounts that have a list, and deletes those of forgotten accounts. */
export function createLastKnownLists({
  files,
  clock,
  log,
  onAccountForgotten,
}: LastKnownListPorts): LastKnownLists {
  const entries = new Map<string, Entry>()

  function write(accountId: string, entry: Entry): void {
    entry.write?.cancel()
    entry.write = null
    try {
      files.write(accountId, entry.list)
      entry.written = withoutTimes(entry.list)
    } catch {
      // The next start shows an older list.
      log.warn('lastKnownList.notSaved', { account: accountId })
    }
  }

  onAccountForgotten((accountId) => {
    entries.get(accountId)?.write?.cancel()
    entries.delete(accountId)
    try {
      files.write(accountId, null)
    } catch {
      log.warn('lastKnownList.notDeleted', { account: accountId })
    }
  })

  return {
    store({ accountId, sessions, checkedAt, skew }) {
      if (sessions === null || checkedAt === null) return
      const list = { checkedAt, skew, count: sessions.length, sessions: firstOf(sessions) }
      const entry = entries.get(accountId) ?? { list, written: null, write: null }
      const isNew = entry.list.checkedAt !== checkedAt || !entries.has(accountId)
      const isSoon = withoutTimes(list) !== entry.written
      entries.set(accountId, entry)
      entry.list = list
      if ((!isNew && !isSoon) || (entry.write && (entry.write.isSoon || !isSoon))) return
      entry.write?.cancel()
      const cancel = clock.after(isSoon ? CHANGED_DELAY_MS : TIMES_DELAY_MS, () => write(accountId, entry))
      entry.write = { isSoon, cancel }
    },
    save() {
      for (const [accountId, entry] of entries) if (entry.write) write(accountId, entry)
    },
  }
}

function firstOf(sessions: readonly LastKnownSession[]): LastKnownSession[] {
  return sessions.slice(0, MAX_LAST_KNOWN).map(({ id, name, kind, lastUsedAt, createdAt, isCurrent }) => ({
    id,
    name,
    kind,
    lastUsedAt,
    createdAt,
    isCurrent,
  }))
}

function withoutTimes({ count, sessions }: LastKnownList): string {
  return JSON.stringify([count, sessions.map(({ id, name, kind, isCurrent }) => [id, name, kind, isCurrent])])
}
