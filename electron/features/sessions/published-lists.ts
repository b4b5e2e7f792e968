import type { Annotation } from '../../shared/device.ts'
import type { PendingRevocation } from '../../shared/bulk-revocation.ts'
import type { DeviceSession } from '../../shared/session.ts'
import type { SessionList } from '../../shared/session-list.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { ApiSession } from '../../core/domain/api-session.ts'
import type { OnAccountForgotten } from '../../core/ports.ts'
import type { SessionLists } from './session-lists.ts'
import type { SessionNotes } from './session-notes.ts'
import type { SessionPresenter } from './session-presenter.ts'
import type { Orphans } from '../renewal/index.ts'

/** The lists as people see them: what the service said, joined with names, pending revocations and the orphaned session. */
export interface PublishedLists {
  get(accountId: string): SessionList
  /** Announces the list of an account as it is now. */
  publish(accountId: string): void
  /** Makes the rows of one account, or of all, anew and publishes them: names, notes or the language changed. */
  refreshPresentation(accountId?: string): void
  /**
   * Keeps what a person wrote about a listed session and publishes it; `notFound` where it is not listed. Throws when the
   * disk does not take it.
   */
  annotate(accountId: string, sessionId: number, part: Partial<Annotation>): Result<null>
  /** Looks anew which session a lost renewal left behind, and publishes it. */
  refreshOrphan(accountId: string): void
}

/** What publishing works with. */
export interface PublishedListPorts {
  lists: Pick<SessionLists, 'get'>
  presenter: Pick<SessionPresenter, 'present'>
  orphans: Pick<Orphans, 'idIn'>
  notes: Pick<SessionNotes, 'write'>
  pendingOf(accountId: string): PendingRevocation[]
  published(list: SessionList): void
  /** The rows of an account were made anew, and are published. */
  renamed(accountId: string): void
  onAccountForgotten: OnAccountForgotten
}

/** The rows made from one fetched list. They are kept, as a list of thousands takes long to name. */
interface Rows {
  fetched: readonly ApiSession[]
  sessions: DeviceSession[]
  leftBehind: number | null
}

/** Published lists without rows; these are made when a list is first published or read. */
export function createPublishedLists(ports: PublishedListPorts): PublishedLists {
  const { lists, presenter, orphans } = ports
  const rows = new Map<string, Rows>()
  ports.onAccountForgotten((accountId) => void rows.delete(accountId))

  function rowsOf(accountId: string, fetched: readonly ApiSession[]): Rows {
    const known = rows.get(accountId)
    if (known?.fetched === fetched) return known
    const sessions = presenter.present(accountId, fetched)
    const made = { fetched, sessions, leftBehind: orphans.idIn(accountId, fetched) }
    rows.set(accountId, made)
    return made
  }

  function get(accountId: string): SessionList {
    const { sessions: fetched, ...state } = lists.get(accountId)
    const { sessions, leftBehind } = fetched
      ? rowsOf(accountId, fetched)
      : { sessions: null, leftBehind: null }
    return { ...state, sessions, orphanId: leftBehind, pendingRevocations: ports.pendingOf(accountId) }
  }

  const publish = (accountId: string): void => ports.published(get(accountId))

  function refreshPresentation(accountId?: string): void {
    for (const [id, own] of rows) {
      if ((accountId ?? id) !== id) continue
      rows.set(id, { ...own, sessions: presenter.present(id, own.fetched) })
      publish(id)
      ports.renamed(id)
    }
  }

  return {
    get,
    publish,
    refreshPresentation,
    annotate(accountId, sessionId, part) {
      const { sessions } = get(accountId)
      const session = sessions?.find(({ id }) => id === sessionId)
      if (!session) return failed({ kind: 'notFound' })
      const others = new Set(sessions?.flatMap(({ id, name }) => (id === sessionId ? [] : [name])))
      ports.notes.write(accountId, session, part, (name) => others.has(name))
      refreshPresentation(accountId)
      return ok(null)
    },
    refreshOrphan(accountId) {
      const own = rows.get(accountId)
      if (own) rows.set(accountId, { ...own, leftBehind: orphans.idIn(accountId, own.fetched) })
      publish(accountId)
    },
  }
}
