import type { LostRenewal } from './domain/orphan.ts'
import type { AccountStore } from '../../core/account-store.ts'
import type { Log } from '../../core/ports.ts'

/** A renewal that was begun and whose end is not known: that of the token with this sequence. */
export type RenewalMark = LostRenewal & { sequence: number }

/** Marks by account; on disk before anything is sent, and no secret. */
export type RenewalJournalFile = Record<string, RenewalMark>

/** Remembers, over a crash too, which renewals were begun. */
export interface RenewalJournal {
  of(accountId: string): RenewalMark | null
  begin(accountId: string, mark: RenewalMark): void
  end(accountId: string): void
  /** The token is over: a renewal of it that was left open is told as lost, and ended. */
  markLost(accountId: string): void
}

/**
 * Makes the marks over their store; `lost` hears of a renewal whose new token nobody has. On a disk that refuses, a renewal
 * goes on unmarked: the mark would only explain, and without the renewal the token ends.
 */
export function createRenewalJournal(
  store: AccountStore<RenewalMark>,
  lost: (accountId: string, renewal: LostRenewal) => void,
  log: Log,
): RenewalJournal {
  return {
    of: store.get,
    begin: (accountId, mark) => void store.trySet(accountId, mark),
    end: (accountId) => void store.trySet(accountId, null),
    markLost(accountId) {
      const mark = store.get(accountId)
      if (!mark) return
      lost(accountId, { at: mark.at, session: mark.session })
      store.trySet(accountId, null)
      log.warn('token.renewalLost', { account: accountId })
    },
  }
}
