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

/**
 * The lists as the window shows them: fetched sessions joined with display names, pending revocations and the orphan
 * session.
 */
export interface PublishedLists {
  get(accountId: string): SessionList
  /** Publishes the current list of an account. */
  publish(accountId: string): void
  /** Rebuilds the rows of one account, or of all, and publishes them, after names, notes or the language changed. */
  refreshPresentation(accountId?: string): void
  /**
   * Stores a person's notes on a listed session and publishes them; `notFound` if it is not listed. Throws if the disk
   * refuses.
   */
  annotate(accountId: string, sessionId: number, part: Partial<Annotation>): Result<null>
  /** Finds the orphan session again, and publishes the list. */
  refreshOrphan(accountId: string): void
}

/** Dependencies of the published lists. */
export interface PublishedListPorts {
  lists: Pick<SessionLists, 'get'>
  presenter: Pick<SessionPresenter, 'present'>
  orphans: Pick<Orphans, 'findId'>
  notes: Pick<SessionNotes, 'write'>
  pendingOf(accountId: string): PendingRevocation[]
  published(list: SessionList): void
  /** The rows of an account were rebuilt and published. */
  renamed(accountId: string): void
  onAccountForgotten: OnAccountForgotten
}

/** The rows of one fetched list, cached because naming thousands of sessions takes long. */
interface Rows {
  fetched: readonly ApiSession[]
  sessions: DeviceSession[]
  orphanId: number | null
}

/** Creates the published lists; rows are built when a list is first published or read. */
export function createPublishedLists(ports: PublishedListPorts): PublishedLists {
  const { lists, presenter, orphans } = ports
  const rows = new Map<string, Rows>()
  ports.onAccountForgotten((accountId) => void rows.delete(accountId))

  function rowsOf(accountId: string, fetched: readonly ApiSession[]): Rows {
    const known = rows.get(accountId)
    if (known?.fetched === fetched) return known
    const sessions = presenter.present(accountId, fetched)
    const built = { fetched, sessions, orphanId: orphans.findId(accountId, fetched) }
    rows.set(accountId, built)
    return built
  }

  function get(accountId: string): SessionList {
    const { sessions: fetched, ...state } = lists.get(accountId)
    const { sessions, orphanId } = fetched ? rowsOf(accountId, fetched) : { sessions: null, orphanId: null }
    return { ...state, sessions, orphanId, pendingRevocations: ports.pendingOf(accountId) }
  }

  const publish = (accountId: string): void => ports.published(get(accountId))

  function refreshPresentation(accountId?: string): void {
    for (const [id, cached] of rows) {
      if ((accountId ?? id) !== id) continue
      rows.set(id, { ...cached, sessions: presenter.present(id, cached.fetched) })
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
      const cached = rows.get(accountId)
      if (cached) rows.set(accountId, { ...cached, orphanId: orphans.findId(accountId, cached.fetched) })
      publish(accountId)
    },
  }
}
