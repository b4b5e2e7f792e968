import { pick } from '../../shared/fields.ts'
import {
  LAST_KNOWN_FIELDS,
  MAX_LAST_KNOWN_ROWS,
  type LastKnownList,
  type LastKnownSession,
} from '../../shared/last-known-list.ts'
import type { DeviceSession } from '../../shared/session.ts'
import { sortByColumn } from '../../shared/session-order.ts'
import type { SessionList } from '../../shared/session-list.ts'
import type { ApiSession } from '../../domain/api-session.ts'
import { sortSessions } from '../../domain/session-order.ts'
import type { AccountFiles, Clock, Log, OnAccountForgotten } from '../../core/ports.ts'
import type { ViewStates } from '../../core/view-state.ts'

/** The delay before changed rows are written; the window shows them first. Times alone, which change with every check, wait for the quit. */
const CHANGED_DELAY_MS = 1_000

/** The sessions that the last list of an earlier run had, in the order of `sortSessions`, with the service's own names. */
export interface LastKnownSessions extends Pick<LastKnownList, 'checkedAt' | 'skew'> {
  sessions: readonly ApiSession[]
}

/**
 * Each account's last list for the next start: its first rows in a small file, in the order that the person chose, which is
 * read before the first page is shown; all of it is in the record.
 */
export interface LastKnownLists {
  /** Stores a published list: at once in memory, later on disk. Ignores unclear lists, and those that this run did not fetch. */
  store(list: SessionList): void
  /** The listed sessions of the record; null if it has none. */
  read(accountId: string): LastKnownSessions | null
  /** Writes unsaved lists; call it before the app quits. */
  save(): void
}

export interface LastKnownListDependencies {
  /** The files of the first rows. */
  files: Pick<AccountFiles<LastKnownList>, 'readOne' | 'write'>
  history: {
    /** The sessions that have not ended. */
    listedSessions(accountId: string): readonly ApiSession[]
    /** `checkedAt`: when the last list arrived, epoch ms by the service's clock. */
    of(accountId: string): { checkedAt: number | null } | null
  }
  /** Has the order of the lists. */
  view: Pick<ViewStates, 'get'>
  /** The language by which names are sorted. */
  locale(): string
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
  /** What `changing` returned when it was written; null if this run has not written them. */
  written: string | null
  /** Cancels the planned write; null without one. */
  cancel: (() => void) | null
}

/** Creates the service. If the disk refuses a write, it logs a warning. Deletes the files of forgotten accounts. */
export function createLastKnownLists({
  files,
  history,
  view,
  locale,
  clock,
  log,
  onAccountForgotten,
}: LastKnownListDependencies): LastKnownLists {
  const entries = new Map<string, WriteState>()

  function contentOf({ checkedAt, skew, sessions }: LiveList): LastKnownList {
    const { order } = view.get()
    const rows = firstRows(order ? sortByColumn(sessions, order, locale()) : sessions)
    return { checkedAt, skew, count: sessions.length, order, sessions: rows }
  }

  /** What is written soon after it changes: without the times, which each check changes. Sorts nothing, which may take long. */
  function changing({ sessions }: LiveList): string {
    const rows = firstRows(sessions).map(({ lastUsedAt: _, createdAt: _createdAt, ...rest }) => rest)
    return JSON.stringify([view.get().order, sessions.length, rows])
  }

  function write(accountId: string, entry: WriteState): void {
    entry.cancel?.()
    entry.cancel = null
    const { list } = entry
    try {
      files.write(accountId, contentOf(list))
      entry.written = changing(list)
    } catch {
      // The next start shows an older list.
      log.warn('lastKnownList.notSaved', { account: accountId })
    }
  }

  onAccountForgotten((accountId) => {
    entries.get(accountId)?.cancel?.()
    entries.delete(accountId)
    try {
      files.write(accountId, null)
    } catch {
      log.warn('lastKnownList.notDeleted', { account: accountId })
    }
  })

  return {
    store({ accountId, sessions, checkedAt, skew, isLive, isUnclear }) {
      if (!isLive || isUnclear || sessions === null || checkedAt === null) return
      const list = { checkedAt, skew, sessions }
      const entry = entries.get(accountId) ?? { list, written: null, cancel: null }
      entries.set(accountId, entry)
      entry.list = list
      if (!entry.cancel && changing(entry.list) !== entry.written)
        entry.cancel = clock.after(CHANGED_DELAY_MS, () => write(accountId, entry))
    },
    read(accountId) {
      const [sessions, checkedAt] = [
        history.listedSessions(accountId),
        history.of(accountId)?.checkedAt ?? null,
      ]
      if (checkedAt === null || sessions.length === 0) return null
      const skew = files.readOne(accountId)?.skew ?? 0
      return { checkedAt: checkedAt - skew, skew, sessions: sortSessions(sessions) }
    },
    save() {
      for (const [accountId, entry] of entries) write(accountId, entry)
    },
  }
}

function firstRows(sessions: readonly DeviceSession[]): LastKnownSession[] {
  return sessions.slice(0, MAX_LAST_KNOWN_ROWS).map((session) => pick(session, LAST_KNOWN_FIELDS))
}
