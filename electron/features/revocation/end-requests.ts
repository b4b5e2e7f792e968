import type { RevocationTarget } from '../../shared/bulk-revocation.ts'
import { isUnreachable } from '../../shared/failure.ts'
import { isLoopback } from '../../shared/loopback.ts'
import type { DeviceSession, SessionIdentity } from '../../shared/session.ts'
import type { QueuedEnd } from '../../shared/queued-end.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { isSameSession } from '../../core/domain/api-session.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { Log } from '../../core/ports.ts'
import type { Clock } from '../../core/ports.ts'
import type { PublishedLists, SessionLists } from '../sessions/index.ts'
import { decideQueuedEnds } from './domain/queued-ends.ts'
import type { QueuedEnds } from './queued-ends.ts'
import type { Revocations } from './revocations.ts'

/** Ends sessions now, or queues them while their service cannot be reached. */
export interface EndRequests {
  /** Like `SingleRevocations.revoke`; queues the end if the service cannot be reached. Throws if the disk refuses. */
  revoke(accountId: string, session: SessionIdentity): Result<null>
  /**
   * Like `SingleRevocations.revokeNow`; queues the end if the service cannot be reached. Rejects if the disk refuses.
   */
  revokeNow(accountId: string, session: SessionIdentity): Promise<void>
  /**
   * Like `BulkRevocations.start`; queues listed sessions if the service cannot be reached, but never the target
   * `others`. Throws if the disk refuses.
   */
  revokeMany(accountId: string, target: RevocationTarget): Result<null>
  /**
   * Removes a queued end, or undoes a revocation; `conflict` if it was sent already, `notFound` if there is neither.
   * Throws if the disk refuses.
   */
  undo(accountId: string, sessionId: number): Result<null>
  /** Closes the notice about unsent ends. Throws if the disk refuses. */
  dismissUnsent(accountId: string): void
  /**
   * A fresh list is stored: starts to revoke the queued ends whose sessions it has, and reports the others as unsent.
   */
  applyList(accountId: string): void
}

/** Dependencies of the requests. */
export interface EndRequestPorts {
  accounts: Pick<Accounts, 'get'>
  lists: Pick<SessionLists, 'get'>
  publishedLists: Pick<PublishedLists, 'get'>
  queue: QueuedEnds
  revocations: Pick<Revocations, 'single' | 'bulk' | 'storageOf'>
  isOnline(): boolean
  clock: Pick<Clock, 'now'>
  log: Log
}

/** Creates the requests. */
export function createEndRequests(ports: EndRequestPorts): EndRequests {
  const { accounts, lists, publishedLists, queue, revocations, clock, log } = ports
  /** Queued ends that were handed over to a revocation in this run; they are not sent again if the disk keeps them. */
  const handedOver = new Set<string>()
  const keyOf = (accountId: string, { id, createdAt }: SessionIdentity): string =>
    `${accountId} ${id} ${createdAt}`

  function isReachable(accountId: string): boolean {
    const { sessions, failure } = lists.get(accountId)
    if (!ports.isOnline() && !isLoopback(accounts.get(accountId)?.baseUrl ?? '')) return false
    return sessions !== null && (failure === null || !isUnreachable(failure))
  }

  /** Queues the published ones of these sessions. `notFound`: none is published. `conflict`: one is this device. */
  function enqueue(accountId: string, chosen: readonly SessionIdentity[]): Result<null> {
    const shown = new Map(publishedLists.get(accountId).sessions?.map((session) => [session.id, session]))
    const found = chosen.flatMap((identity): DeviceSession[] => {
      const session = shown.get(identity.id)
      return session && isSameSession(session, identity) ? [session] : []
    })
    if (found.some(({ isCurrent }) => isCurrent)) return failed({ kind: 'conflict' })
    if (found.length === 0) return failed({ kind: 'notFound' })
    const open = found.filter((session) => revocations.storageOf(accountId, session) === null)
    queue.add(accountId, open)
    for (const session of open) handedOver.delete(keyOf(accountId, session))
    return ok(null)
  }

  /**
   * Hands ends over to revocations, unless one includes them already, and returns those that stay queued: an end is
   * deleted only after its revocation was stored.
   */
  function handOver(accountId: string, ends: readonly QueuedEnd[]): QueuedEnd[] {
    const fresh = ends.filter((end) => revocations.storageOf(accountId, end) === null)
    const [only] = fresh
    if (fresh.length === 1 && only) revocations.single.revoke(accountId, only)
    else if (fresh.length > 1)
      revocations.bulk.start(accountId, {
        kind: 'these',
        sessions: fresh.map(({ id, createdAt }) => ({ id, createdAt })),
      })
    return ends.filter((end) => {
      const storage = revocations.storageOf(accountId, end)
      if (storage !== null) handedOver.add(keyOf(accountId, end))
      return storage !== 'stored'
    })
  }

  return {
    revoke: (accountId, session) =>
      isReachable(accountId) ? revocations.single.revoke(accountId, session) : enqueue(accountId, [session]),
    async revokeNow(accountId, session) {
      if (isReachable(accountId)) await revocations.single.revokeNow(accountId, session)
      else enqueue(accountId, [session])
    },
    revokeMany: (accountId, target) =>
      isReachable(accountId) || target.kind === 'others'
        ? revocations.bulk.start(accountId, target)
        : enqueue(accountId, target.sessions),
    undo: (accountId, sessionId) =>
      queue.remove(accountId, sessionId) ? ok(null) : revocations.single.undo(accountId, sessionId),
    dismissUnsent: queue.dismissUnsent,
    applyList(accountId) {
      queue.adjustToClock()
      const { sessions, failure } = lists.get(accountId)
      const { queued } = queue.of(accountId)
      if (queued.length === 0 || !sessions || failure !== null || !accounts.get(accountId)) return
      // The revocation that includes or included an end reports its outcome.
      const included = queued.filter((end) => revocations.storageOf(accountId, end) !== null)
      const known = new Set([...included, ...queued.filter((end) => handedOver.has(keyOf(accountId, end)))])
      const rest = queued.filter((end) => !known.has(end))
      const { send, unsent } = decideQueuedEnds(rest, sessions, clock.now())
      const kept = handOver(accountId, [...included, ...send])
      log.info('queuedEnds.decided', { account: accountId, sent: send.length, unsent: unsent.length })
      if (!queue.settle(accountId, kept, unsent)) return
      const left = new Set(kept)
      for (const end of queued) if (!left.has(end)) handedOver.delete(keyOf(accountId, end))
    },
  }
}
