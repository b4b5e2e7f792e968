import { serializeRows, type SessionListUpdate } from '../contract/list-news.ts'
import type { SessionList } from '../contract/session-list.ts'

/** Prepares lists for the window, whose rows cross only when they changed. */
export interface ListSerializer {
  /** What a window that knows nothing needs. */
  whole(list: SessionList): SessionListUpdate
  /** What a window needs that heard of everything so far; one that missed something asks for the whole. */
  next(list: SessionList): SessionListUpdate
}

interface Edition {
  sessions: SessionList['sessions']
  number: number
  text: string
}

/** Makes it; an edition is never counted twice, also when an account goes and comes again. */
export function createListSerializer(): ListSerializer {
  const editions = new Map<string, Edition>()
  let latest = 0

  function editionOf({ accountId, sessions }: SessionList): { edition: Edition; isNew: boolean } {
    const known = editions.get(accountId)
    if (known?.sessions === sessions) return { edition: known, isNew: false }
    const text = serializeRows(sessions)
    const isNew = known?.text !== text
    const edition = { sessions, text, number: isNew ? ++latest : known.number }
    editions.set(accountId, edition)
    return { edition, isNew }
  }

  const news = (
    { sessions: _, ...rest }: SessionList,
    { number, text }: Edition,
    isWhole: boolean,
  ): SessionListUpdate => ({
    ...rest,
    edition: number,
    rows: isWhole ? text : null,
  })

  return {
    whole: (list) => news(list, editionOf(list).edition, true),
    next(list) {
      const { edition, isNew } = editionOf(list)
      return news(list, edition, isNew)
    },
  }
}
