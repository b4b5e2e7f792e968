import type { Annotation } from '../../shared/device.ts'
import { isRecordedKey, type DeviceSession } from '../../shared/session.ts'
import type { SessionList } from '../../shared/session-list.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { ApiSession } from '../../domain/api-session.ts'
import { sortSessions } from '../../domain/session-order.ts'
import type { OnAccountForgotten } from '../../core/ports.ts'
import type { SessionLists } from './session-lists.ts'
import { withAnnotation, type RecordedSession } from './domain/record.ts'
import type { SessionPresenter } from './session-presenter.ts'

/**
 * The lists as the window shows them: the fetched or last known sessions with display names, and the orphan.
 */
export interface PublishedLists {
  get(accountId: string): SessionList
  /** Returns the current list, or what the record has listed until the first list of this run arrives. */
  open(accountId: string): Promise<SessionList>
  /** Publishes what the record has listed, unless a list of this run has arrived, or it was opened before. */
  showLastKnown(accountId: string): Promise<void>
  /** Publishes the current list of an account. */
  publish(accountId: string): void
  /** Rebuilds the rows of one account, or of all, and publishes them, after names, notes or the language changed. */
  refreshPresentation(accountId?: string): void
  /**
   * Stores a person's notes on a listed session and publishes them; `notFound` if it is not listed, or the record does not have it.
   * Throws if the disk refuses.
   */
  annotate(accountId: string, key: number, part: Partial<Annotation>): Result<null>
  /** Publishes what the person says of sessions now, which changes no name. */
  refreshMarks(accountId: string): void
  /** Updates the orphan, and publishes the list. */
  refreshOrphan(accountId: string): void
}

export interface PublishedListDependencies {
  lists: Pick<SessionLists, 'get'>
  presenter: Pick<SessionPresenter, 'prepare' | 'present' | 'remark'>
  history: {
    /** The recorded sessions that have not ended. */
    listedSessions(accountId: string): readonly ApiSession[]
    /** `checkedAt`: when the last good list arrived, epoch ms by the service's clock; `skew`: that clock minus this computer's then, ms. */
    of(accountId: string): { checkedAt: number | null; skew?: number } | null
  }
  /** The id of the session that a lost renewal left in a list, if it is certain. */
  findOrphanId(accountId: string, fetched: readonly ApiSession[]): number | null
  /** Changes what a person says of recorded sessions. Throws if the disk refuses. */
  mark(accountId: string, change: (session: RecordedSession) => RecordedSession): void
  published(list: SessionList): void
  /** The rows of an account were rebuilt and published. */
  renamed(accountId: string): void
  onAccountForgotten: OnAccountForgotten
}

/** The rows of one list, cached because naming thousands of sessions takes long. */
interface CachedRows {
  fetched: readonly ApiSession[]
  sessions: DeviceSession[]
  orphanId: number | null
}

/** What the record has of the last good list of an earlier run; `checkedAt` is epoch ms by this computer's clock. */
interface LastKnownSessions {
  checkedAt: number
  sessions: readonly ApiSession[]
}

/** Creates the published lists; builds the rows of a list when it is first published or read. */
export function createPublishedLists(dependencies: PublishedListDependencies): PublishedLists {
  const { lists, presenter, history } = dependencies
  const rows = new Map<string, CachedRows>()
  /** The last known lists of accounts without a list of this run; null where there is none. */
  const lastKnown = new Map<string, LastKnownSessions | null>()
  dependencies.onAccountForgotten((accountId) => {
    rows.delete(accountId)
    lastKnown.delete(accountId)
  })

  function rowsOf(accountId: string, fetched: readonly ApiSession[]): CachedRows {
    const known = rows.get(accountId)
    if (known?.fetched === fetched) return known
    const sessions = presenter.present(accountId, fetched)
    const built = { fetched, sessions, orphanId: dependencies.findOrphanId(accountId, fetched) }
    rows.set(accountId, built)
    return built
  }

  function get(accountId: string): SessionList {
    const { sessions: fetched, ...state } = lists.get(accountId)
    if (fetched) lastKnown.delete(accountId)
    const known = fetched ? null : (lastKnown.get(accountId) ?? null)
    const source = fetched ?? known?.sessions
    const { sessions, orphanId } = source ? rowsOf(accountId, source) : { sessions: null, orphanId: null }
    const orphan = fetched && !state.isUnclear ? sessions?.find(({ id }) => id === orphanId) : null
    return {
      ...state,
      ...(known && { checkedAt: known.checkedAt }),
      sessions,
      isLive: fetched !== null,
      orphanKey: orphan?.key ?? null,
    }
  }

  function readLastKnown(accountId: string): LastKnownSessions | null {
    const sessions = history.listedSessions(accountId)
    const { checkedAt = null, skew = 0 } = history.of(accountId) ?? {}
    if (checkedAt === null || sessions.length === 0) return null
    return { checkedAt: checkedAt - skew, sessions: sortSessions(sessions) }
  }

  /** Takes the last known list in until a list of this run arrives; returns whether it did. */
  async function takeLastKnown(accountId: string): Promise<boolean> {
    if (lists.get(accountId).sessions || lastKnown.has(accountId)) return false
    const last = readLastKnown(accountId)
    lastKnown.set(accountId, null)
    if (!last) return false
    await presenter.prepare(accountId, last.sessions)
    // The list may have arrived, or the account may have been removed meanwhile.
    if (lists.get(accountId).sessions || !lastKnown.has(accountId)) return false
    lastKnown.set(accountId, last)
    return true
  }

  const publish = (accountId: string): void => dependencies.published(get(accountId))

  function refreshPresentation(accountId?: string): void {
    for (const [id, cached] of rows) {
      if ((accountId ?? id) !== id) continue
      rows.set(id, { ...cached, sessions: presenter.present(id, cached.fetched) })
      publish(id)
      dependencies.renamed(id)
    }
  }

  return {
    get,
    async open(accountId) {
      await takeLastKnown(accountId)
      return get(accountId)
    },
    async showLastKnown(accountId) {
      if (await takeLastKnown(accountId)) publish(accountId)
    },
    publish,
    refreshPresentation,
    annotate(accountId, key, part) {
      const sessions = get(accountId).sessions ?? []
      if (!isRecordedKey(key) || !sessions.some((session) => session.key === key))
        return failed({ kind: 'notFound' })
      dependencies.mark(accountId, (session) =>
        session.key === key ? withAnnotation(session, part) : session,
      )
      refreshPresentation(accountId)
      return ok(null)
    },
    refreshMarks(accountId) {
      const cached = rows.get(accountId)
      if (!cached) return
      rows.set(accountId, { ...cached, sessions: presenter.remark(accountId, cached.sessions) })
      publish(accountId)
    },
    refreshOrphan(accountId) {
      const cached = rows.get(accountId)
      if (cached)
        rows.set(accountId, { ...cached, orphanId: dependencies.findOrphanId(accountId, cached.fetched) })
      publish(accountId)
    },
  }
}
