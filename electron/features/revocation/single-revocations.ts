import type { Events } from '../../shared/events.ts'
import type { PendingRevocation } from '../../shared/bulk-revocation.ts'
import type { SessionIdentity } from '../../shared/session.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { isTerminal, outcomeOf, unlistedState } from './domain/revocation-state.ts'
import { isSameSession, type ApiSession } from '../../core/domain/api-session.ts'
import { isRenewed } from '../sessions/index.ts'
import type { EndQueue } from './end-queue.ts'
import { createRevocationJob } from './revocation-job.ts'
import type { AccountRevocations, RegistryPorts, RevocationRegistry } from './revocation-registry.ts'
import { pendingOf } from './revocation-summary.ts'

/** Revokes single sessions: each can be undone for a while, is sent once, and is confirmed by a fresh list. */
export interface SingleRevocations {
  /**
   * Starts a revocation, or queues it while the service cannot be reached, unless the session already has one. `conflict`: it
   * is the current session, or the list is unsure about its id. `notFound`: it is not listed, or its id belongs to another
   * session. Throws if it cannot be queued because the disk refuses.
   */
  revoke(accountId: string, session: SessionIdentity): Result<null>
  /** Like `revoke`, without the undo window; resolves when it is settled. Does nothing where `revoke` fails. */
  revokeNow(accountId: string, session: SessionIdentity): Promise<void>
  /**
   * Undoes a revocation, or takes back a queued end; `conflict` if it was sent already, `notFound` if there is neither.
   * Throws if the disk refuses.
   */
  undo(accountId: string, sessionId: number): Result<null>
  /** The unfinished single revocations of an account. */
  pending(accountId: string): PendingRevocation[]
  /** Settles queued revocations whose id belongs to another session in a fresh list as `alreadyGone`. */
  applyList(accountId: string, sessions: readonly ApiSession[]): void
}

/** Dependencies; `settled` receives each outcome. */
export interface SingleRevocationPorts extends RegistryPorts {
  endQueue: EndQueue
  /** The result of `pending` changed. */
  pendingChanged(accountId: string): void
  settled(event: Events['session:revoked']): void
}

/** Creates the single revocations over the registry. */
export function createSingleRevocations(
  registry: RevocationRegistry,
  {
    lists,
    record,
    endQueue,
    nameOf,
    pendingChanged,
    settled,
  }: Pick<SingleRevocationPorts, 'lists' | 'record' | 'endQueue' | 'nameOf' | 'pendingChanged' | 'settled'>,
): SingleRevocations {
  /** Publishes the outcome of a finished job and removes the job. */
  function jobChanged(accountId: string, sessionId: number): void {
    const own = registry.of(accountId)
    const single = own.single.get(sessionId)
    const state = single?.job.items.get(sessionId)
    if (!single || !state) return
    const { job } = single
    const isDone = job.phase().is === 'done'
    if (isDone) registry.remove(accountId, job)
    pendingChanged(accountId)
    const outcome = isDone ? outcomeOf(state) : null
    const { createdAt } = job.items.identity(sessionId)
    if (outcome) settled({ accountId, sessionId, createdAt, name: single.name, outcome })
  }

  /** Whether the bulk revocation includes the session. If that is interrupted, its item is cancelled instead. */
  function isInBulk(own: AccountRevocations, sessionId: number): boolean {
    const state = own.bulk?.items.get(sessionId)
    if (!own.bulk || !state || isTerminal(state)) return false
    if (own.bulk.phase().is !== 'interrupted') return true
    own.bulk.items.set(sessionId, { is: 'cancelled' })
    own.publish()
    return false
  }

  function revoke(accountId: string, identity: SessionIdentity): Result<null> {
    const own = registry.of(accountId)
    const sessionId = identity.id
    if (own.single.has(sessionId)) return ok(null)
    if (!endQueue.isReachable(accountId))
      return endQueue.add(accountId, [identity], registry.storageOf(accountId))
    const session = lists.get(accountId).sessions?.find((listed) => isSameSession(listed, identity))
    if (!session) return failed({ kind: 'notFound' })
    const { unsureIds, likelyOwnIds } = lists.get(accountId)
    if (session.isCurrent || unsureIds.has(sessionId) || likelyOwnIds.has(sessionId))
      return failed({ kind: 'conflict' })
    if (isInBulk(own, sessionId)) return ok(null)
    const item = { id: sessionId, createdAt: session.createdAt, state: { is: 'queued' } as const }
    const options = registry.optionsOf(accountId, () => jobChanged(accountId, sessionId))
    const job = createRevocationJob([item], options)
    own.single.set(sessionId, { job, name: nameOf(accountId, session) })
    registry.save(accountId)
    pendingChanged(accountId)
    job.wake()
    return ok(null)
  }

  return {
    revoke,
    async revokeNow(accountId, session) {
      if (revoke(accountId, session).ok) await registry.of(accountId).single.get(session.id)?.job.settle()
    },
    undo(accountId, sessionId) {
      if (endQueue.remove(accountId, sessionId)) return ok(null)
      const own = registry.of(accountId)
      const single = own.single.get(sessionId)
      if (!single) return failed({ kind: 'notFound' })
      if (single.job.items.get(sessionId)?.is !== 'queued') return failed({ kind: 'conflict' })
      registry.remove(accountId, single.job)
      pendingChanged(accountId)
      return ok(null)
    },
    pending: (accountId) =>
      [...registry.of(accountId).single].map(([id, { job, name }]) => pendingOf(job, id, name)),
    applyList(accountId, sessions) {
      const own = registry.of(accountId)
      const listed = new Map(sessions.map((session) => [session.id, session]))
      for (const [sessionId, { job, name }] of [...own.single]) {
        const session = listed.get(sessionId)
        const identity = job.items.identity(sessionId)
        const isReplaced = session && !isSameSession(session, identity)
        if (!isReplaced || job.items.get(sessionId)?.is !== 'queued') continue
        registry.remove(accountId, job)
        pendingChanged(accountId)
        const { createdAt } = identity
        const outcome = outcomeOf(unlistedState(isRenewed(record, accountId, identity)))
        if (outcome) settled({ accountId, sessionId, createdAt, name, outcome })
      }
    },
  }
}
