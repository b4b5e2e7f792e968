import { serializeRows, type SessionListUpdate } from '../../shared/session-list-update.ts'
import type { SessionList } from '../../shared/session-list.ts'

/** Serializes lists for the window, with their rows only if these changed. */
export interface ListSerializer {
  /** The list with all its rows, for a window that has none. */
  snapshot(list: SessionList): SessionListUpdate
  /** The list for a window that received every update so far; a window that missed one requests a snapshot. */
  update(list: SessionList): SessionListUpdate
}

interface SerializedRows {
  sessions: SessionList['sessions']
  number: number
  text: string
}

/** Creates the serializer; no revision number is used twice, even if an account is removed and added again. */
export function createListSerializer(): ListSerializer {
  const revisions = new Map<string, SerializedRows>()
  let latest = 0

  function revisionOf({ accountId, sessions }: SessionList): { revision: SerializedRows; isNew: boolean } {
    const known = revisions.get(accountId)
    if (known?.sessions === sessions) return { revision: known, isNew: false }
    const text = serializeRows(sessions)
    const isNew = known?.text !== text
    const revision = { sessions, text, number: isNew ? ++latest : known.number }
    revisions.set(accountId, revision)
    return { revision, isNew }
  }

  const createUpdate = (
    { sessions: _, ...rest }: SessionList,
    { number, text }: SerializedRows,
    withRows: boolean,
  ): SessionListUpdate => ({
    ...rest,
    revision: number,
    rows: withRows ? text : null,
  })

  return {
    snapshot: (list) => createUpdate(list, revisionOf(list).revision, true),
    update(list) {
      const { revision, isNew } = revisionOf(list)
      return createUpdate(list, revision, isNew)
    },
  }
}
