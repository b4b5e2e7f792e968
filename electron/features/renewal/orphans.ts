import type { ApiSession } from '../../domain/api-session.ts'
import { findOrphan, type LostRenewal } from './domain/orphan.ts'
import type { AccountStore } from '../../core/account-store.ts'

/** The lost renewals, by account; no secret. */
export type LostRenewals = Record<string, LostRenewal[]>

/** Stores lost renewals, so that their orphans can be shown when the person signs in again. */
export interface Orphans {
  lost(accountId: string, renewal: LostRenewal): void
  /** When the last lost renewal was sent, epoch ms by the service's clock; null if none is known. */
  lastLostAt(accountId: string): number | null
  /** The id of the first orphan in a list, or null. */
  findId(accountId: string, sessions: readonly ApiSession[]): number | null
  /** The ids of all orphans in a list. */
  findIds(accountId: string, sessions: readonly ApiSession[]): ReadonlySet<number>
  /** Deletes the lost renewals of an account; their sessions stay signed in. */
  forget(accountId: string): void
}

/** Older lost renewals are deleted. */
const MAX_ORPHANS = 5

/** Creates the service over its store. A failed write only loses a hint about a session that is listed anyway. */
export function createOrphans(store: AccountStore<LostRenewal[]>): Orphans {
  const of = (accountId: string): LostRenewal[] => store.get(accountId) ?? []

  const found = (accountId: string, sessions: readonly ApiSession[]): number[] =>
    of(accountId).flatMap((renewal) => findOrphan(sessions, renewal)?.id ?? [])

  return {
    lost: (accountId, renewal) =>
      void store.trySet(accountId, [...of(accountId), renewal].slice(-MAX_ORPHANS)),
    lastLostAt: (accountId) => of(accountId).at(-1)?.at ?? null,
    findId: (accountId, sessions) => found(accountId, sessions)[0] ?? null,
    findIds: (accountId, sessions) => new Set(found(accountId, sessions)),
    forget: (accountId) => void store.trySet(accountId, null),
  }
}
