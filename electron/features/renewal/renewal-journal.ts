import type { LostRenewal } from './domain/orphan.ts'
import type { Orphans } from './orphans.ts'
import type { AccountStore } from '../../core/account-store.ts'
import type { Log } from '../../core/ports.ts'

/** A renewal that was sent and whose outcome is unknown; `sequence` is that of the old token. */
export type OpenRenewal = LostRenewal & { sequence: number }

/** The open renewals by account id; no secret. */
export type RenewalJournalFile = Record<string, OpenRenewal>

/** Stores each renewal from before its request until its outcome is known, so that a crash does not hide it. */
export interface RenewalJournal {
  of(accountId: string): OpenRenewal | null
  begin(accountId: string, renewal: OpenRenewal): void
  end(accountId: string): void
  /** Reports the open renewal as lost, and closes it: the old token is revoked, and no new one arrived. */
  markLost(accountId: string): void
  /** Whether a renewal is open, or was lost after this time, epoch ms by the service's clock. */
  hasLost(accountId: string, since: number): boolean
}

/**
 * Creates the journal over its store; `orphans` receives lost renewals. If the disk refuses, the renewal continues without
 * an entry: the entry would only explain a loss, and without the renewal the token expires.
 */
export function createRenewalJournal(
  store: AccountStore<OpenRenewal>,
  orphans: Pick<Orphans, 'lost' | 'lastLostAt'>,
  log: Log,
): RenewalJournal {
  return {
    of: store.get,
    begin: (accountId, renewal) => void store.trySet(accountId, renewal),
    end: (accountId) => void store.trySet(accountId, null),
    markLost(accountId) {
      const renewal = store.get(accountId)
      if (!renewal) return
      orphans.lost(accountId, { at: renewal.at, session: renewal.session })
      store.trySet(accountId, null)
      log.warn('token.renewalLost', { account: accountId })
    },
    hasLost: (accountId, since) =>
      store.get(accountId) !== null || (orphans.lastLostAt(accountId) ?? -Infinity) > since,
  }
}
