import type { SessionIdentity } from '../../shared/session.ts'
import { isSameSession } from '../../core/domain/api-session.ts'
import { createBulkRevocations, type BulkRevocations } from './bulk-revocations.ts'
import { createRevocationRegistry, jobsOf } from './revocation-registry.ts'
import { remainingCount } from './revocation-summary.ts'
import {
  createSingleRevocations,
  type SingleRevocationPorts,
  type SingleRevocations,
} from './single-revocations.ts'

/** Revokes sessions, single ones by a click or many by a plan, and brings both through restarts, lists and sign-outs. */
export interface Revocations {
  single: SingleRevocations
  bulk: BulkRevocations
  /**
   * Sends single ones at once; of an account that goes, stops its bulk. Without an account, settles those of all, and
   * leaves bulks to the next start. Resolves when nothing is on its way.
   */
  settle(accountId?: string): Promise<void>
  /** Whether a single one is not through. */
  hasPending(): boolean
  /** How many sessions of the bulks that are running are not through, of all accounts. */
  remaining(): number
  /** Whether a DELETE was sent, so that a session that is gone was revoked by this app. */
  isSent(accountId: string, session: SessionIdentity): boolean
  /** A list came, or its names changed. */
  applyList(accountId: string): void
  /** The network, the computer or an account came back. */
  wake(): void
}

/** States of an item that was sent, and that nothing speaks against. */
const SENT: ReadonlySet<string> = new Set(['sent', 'confirmed'])

/** Opens what the last run left; it waits for the person. */
export function createRevocations(ports: SingleRevocationPorts): Revocations {
  const registry = createRevocationRegistry(ports)
  const single = createSingleRevocations(registry, ports)
  const bulk = createBulkRevocations(registry, ports)

  return {
    single,
    bulk,

    async settle(accountId) {
      const jobs = registry
        .all()
        .filter(([id]) => accountId === undefined || id === accountId)
        .flatMap(([, own]) => jobsOf(accountId === undefined ? { ...own, bulk: null } : own))
      await Promise.all(jobs.map((job) => job.settle()))
    },

    hasPending: () => registry.all().some(([, own]) => own.single.size > 0),

    remaining: () => remainingCount(registry.all().map(([, own]) => own.bulk)),

    isSent(accountId, session) {
      const { id } = session
      const own = registry.of(accountId)
      return [own.single.get(id)?.job, own.bulk].some(
        (job) =>
          job && SENT.has(job.items.get(id)?.is ?? '') && isSameSession(job.items.identity(id), session),
      )
    },

    applyList(accountId) {
      const { sessions, checking, failure } = ports.lists.get(accountId)
      if (!sessions || checking || failure !== null) return
      bulk.applyList(accountId, sessions)
      single.applyList(accountId, sessions)
    },

    wake() {
      for (const [, own] of registry.all()) for (const job of jobsOf(own)) job.wake()
    },
  }
}
