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

/** Revokes sessions, singly or many at once, across restarts, new lists and sign-outs. */
export interface Revocations {
  single: SingleRevocations
  bulk: BulkRevocations
  /**
   * Sends single revocations at once; for one account, also pauses its bulk revocation. Without an account it settles
   * all accounts and leaves bulk revocations to the next start. Resolves when no request is pending.
   */
  settle(accountId?: string): Promise<void>
  /** Whether any single revocation is unfinished. */
  hasPending(): boolean
  /** The number of unfinished sessions in running bulk revocations, over all accounts. */
  remaining(): number
  /** Whether a DELETE was sent for a session and not refuted, so that this app ended the session if it is gone. */
  isSent(accountId: string, session: SessionIdentity): boolean
  /** A fresh list is stored: revokes the queued sessions that it shows. */
  sendQueued(accountId: string): void
  /** A list arrived, or its names changed. */
  applyList(accountId: string): void
  /** Continues all jobs, after the network came back, the computer woke up, or an account signed in. */
  wake(): void
}

/** The states of an item whose DELETE may have ended the session. */
const SENT: ReadonlySet<string> = new Set(['sent', 'confirmed'])

/** Creates the revocations and restores those of the last run, which wait for the person. */
export function createRevocations(ports: SingleRevocationPorts): Revocations {
  const registry = createRevocationRegistry(ports)
  const { endQueue } = ports
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

    sendQueued(accountId) {
      endQueue.handOver(accountId, registry.storageOf(accountId), (ends) => {
        const [only] = ends
        if (ends.length === 1 && only) single.revoke(accountId, only)
        else if (ends.length > 1) {
          const sessions = ends.map(({ id, createdAt }) => ({ id, createdAt }))
          bulk.start(accountId, { kind: 'these', sessions })
        }
      })
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
