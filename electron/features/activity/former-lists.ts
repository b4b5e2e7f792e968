import type { AccountFiles } from '../../core/ports.ts'
import type { ApiSession } from '../../domain/api-session.ts'
import { beginRecord } from '../sessions/index.ts'
import type { History } from './domain/history.ts'

export type HistoryFiles = Pick<AccountFiles<History>, 'read' | 'write'>

/** A whole last known list, as versions before the record stored one for each account. */
export interface FormerList {
  /** When the service confirmed the list, epoch ms by this computer's clock. */
  checkedAt: number
  /** The service's clock minus this computer's, ms. */
  skew: number
  sessions: ApiSession[]
}

/**
 * Returns the files of the histories, in which an account that has none has the one that its former list begins. A former
 * list is deleted once the history of its account is on disk.
 */
export function withFormerLists(
  histories: HistoryFiles,
  lists: Pick<AccountFiles<FormerList>, 'read' | 'write'>,
  keyOf: (raw: string) => string,
): HistoryFiles {
  const left = new Set<string>()
  return {
    read() {
      const all: Record<string, History> = {}
      for (const [accountId, list] of Object.entries(lists.read())) {
        left.add(accountId)
        all[accountId] = historyOf(list, keyOf)
      }
      return { ...all, ...histories.read() }
    },
    write(accountId, history) {
      histories.write(accountId, history)
      if (left.has(accountId)) lists.write(accountId, null)
      left.delete(accountId)
    },
  }
}

/** The history that a list begins; the same one for the same list. */
function historyOf(
  { checkedAt, skew, sessions: fresh }: FormerList,
  keyOf: (raw: string) => string,
): History {
  const at = checkedAt + skew
  const facts = { at, firstKey: Math.max(1, Math.floor(at)), keyOf, names: [], customNames: [] }
  const { nextKey, sessions } = beginRecord(fresh, { ...facts, originOf: () => null })
  return { since: at, checkedAt: at, viewedAt: null, nextKey, sessions, entries: [] }
}
