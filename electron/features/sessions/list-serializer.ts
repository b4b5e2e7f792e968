import { serializeRows, type SessionListUpdate } from '../../shared/session-list-update.ts'
import type { SessionList } from '../../shared/session-list.ts'

/** Prepares lists for the window, whose rows cross only when they changed. */
export interface ListSerializer {
  /** What a window that knows nothing needs. */
  snapshot(list: SessionList): SessionListUpdate
  /** What a window needs that heard of everything so far; one that missed something asks for the whole. */
  update(list: SessionList): SessionListUpdate
}

interface Revision {
  sessions: SessionList['sessions']
  number: number
  text: string
}

/** Makes it; an edition is never counted twice, also when an account goes and comes again. */
export function createListSerializer(): ListSerializer {
  const revisions = new Map<string, Revision>()
  let latest = 0

  function revisionOf({ accountId, sessions }: SessionList): { edition: Revision; isNew: boolean } {
    const known = revisions.get(accountId)
    if (known?.sessions === sessions) return { edition: known, isNew: false }
    const text = serializeRows(sessions)
    const isNew = known?.text !== text
    const edition = { sessions, text, number: isNew ? ++latest : known.number }
    revisions.set(accountId, edition)
    return { edition, isNew }
  }

  const news = (
    { sessions: _, ...rest }: SessionList,
    { number, text }: Revision,
    isWhole: boolean,
  ): SessionListUpdate => ({
    ...rest,
    revision: number,
    rows: isWhole ? text : null,
  })

  return {
    snapshot: (list) => news(list, revisionOf(list).edition, true),
    update(list) {
      const { edition, isNew } = revisionOf(list)
      return news(list, edition, isNew)
    },
  }
}
