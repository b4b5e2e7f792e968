import type { ApiSession } from '../../core/domain/api-session.ts'
import { findOrphan, type LostRenewal } from './domain/orphan.ts'
import type { AccountStore } from '../../core/account-store.ts'

/** Renewals that were lost, by account; no secret. */
export type LostRenewals = Record<string, LostRenewal[]>

/** Remembers lost renewals, so that the sessions they left behind can be pointed out once somebody signs in again. */
export interface Orphans {
  lost(accountId: string, renewal: LostRenewal): void
  /** The first session in a fresh list that a lost renewal left behind, or null. */
  idIn(accountId: string, sessions: readonly ApiSession[]): number | null
  /** All of them. */
  idsIn(accountId: string, sessions: readonly ApiSession[]): ReadonlySet<number>
  /** Stops pointing any out: it is meant to stay. */
  forget(accountId: string): void
}

/** More than anybody will look through. */
const MAX_ORPHANS = 5

/** Makes them over their store. What a disk refuses would only point out what the list shows anyway. */
export function createOrphans(store: AccountStore<LostRenewal[]>): Orphans {
  const of = (accountId: string): LostRenewal[] => store.get(accountId) ?? []

  const found = (accountId: string, sessions: readonly ApiSession[]): number[] =>
    of(accountId).flatMap((renewal) => findOrphan(sessions, renewal)?.id ?? [])

  return {
    lost: (accountId, renewal) =>
      void store.trySet(accountId, [...of(accountId), renewal].slice(-MAX_ORPHANS)),
    idIn: (accountId, sessions) => found(accountId, sessions)[0] ?? null,
    idsIn: (accountId, sessions) => new Set(found(accountId, sessions)),
    forget: (accountId) => void store.trySet(accountId, null),
  }
}
