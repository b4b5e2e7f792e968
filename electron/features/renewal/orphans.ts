import type { ApiSession } from '../../core/domain/api-session.ts'
import { findOrphan, type LostRenewal } from './domain/orphan.ts'
import type { AccountStore } from '../../core/account-store.ts'

/** The lost renewals, by account; no secret. */
export type LostRenewals = Record<string, LostRenewal[]>

/** Records lost renewals, so that their orphan sessions can be shown once the person signs in again. */
export interface Orphans {
  lost(accountId: string, renewal: LostRenewal): void
  /** The id of the first orphan session in a fresh list, or null. */
  findId(accountId: string, sessions: readonly ApiSession[]): number | null
  /** The ids of all orphan sessions in a fresh list. */
  findIds(accountId: string, sessions: readonly ApiSession[]): ReadonlySet<number>
  /** Deletes the records of an account: the person keeps the session. */
  forget(accountId: string): void
}

/** More than anybody looks through. */
const MAX_ORPHANS = 5

/** Creates the record over its store. A failed write only loses a hint about a session that is in the list anyway. */
export function createOrphans(store: AccountStore<LostRenewal[]>): Orphans {
  const of = (accountId: string): LostRenewal[] => store.get(accountId) ?? []

  const found = (accountId: string, sessions: readonly ApiSession[]): number[] =>
    of(accountId).flatMap((renewal) => findOrphan(sessions, renewal)?.id ?? [])

  return {
    lost: (accountId, renewal) =>
      void store.trySet(accountId, [...of(accountId), renewal].slice(-MAX_ORPHANS)),
    findId: (accountId, sessions) => found(accountId, sessions)[0] ?? null,
    findIds: (accountId, sessions) => new Set(found(accountId, sessions)),
    forget: (accountId) => void store.trySet(accountId, null),
  }
}
