import type { AccountFiles } from '../../core/ports.ts'
import type { ApiSession } from '../../core/domain/api-session.ts'
import { beginRecord } from '../sessions/index.ts'
import type { History } from './domain/history.ts'

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
  histories: AccountFiles<History>,
  lists: AccountFiles<FormerList>,
  keyOf: (raw: string) => string,
): AccountFiles<History> {
  const begun = (list: FormerList | null): History | null => list && historyOf(list, keyOf)
  return {
    read() {
      const all: Record<string, History> = {}
      for (const [accountId, list] of Object.entries(lists.read())) all[accountId] = historyOf(list, keyOf)
      return { ...all, ...histories.read() }
    },
    readOne: (accountId) => histories.readOne(accountId) ?? begun(lists.readOne(accountId)),
    write(accountId, history) {
      histories.write(accountId, history)
      lists.write(accountId, null)
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
