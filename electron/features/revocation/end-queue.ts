import { isUnreachable } from '../../shared/failure.ts'
import { canReach } from '../../shared/loopback.ts'
import type { SessionIdentity } from '../../shared/session.ts'
import type { QueuedEnd } from '../../shared/queued-end.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { isSameSession, type ApiSession } from '../../core/domain/api-session.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { Clock, Log } from '../../core/ports.ts'
import { isRenewed, type RecordReader, type SessionLists } from '../sessions/index.ts'
import { decideQueuedEnds } from './domain/queued-ends.ts'
import type { QueuedEnds } from './queued-ends.ts'

/** Where an unfinished revocation of a session is: on disk (`stored`) or only in memory; null if there is none. */
export type StorageOf = (session: SessionIdentity) => 'stored' | 'memory' | null

/** Queues the ends of sessions while their service cannot be reached, and hands them over after a fresh list. */
export interface EndQueue {
  /** Whether the service answered the latest check, and there is a network. */
  isReachable(accountId: string): boolean
  /**
   * Queues the shown ones of these sessions, except those with an unfinished revocation. `notFound`: none is shown.
   * `conflict`: one is this device, or may be. Throws if the disk refuses.
   */
  add(accountId: string, chosen: readonly SessionIdentity[], storageOf: StorageOf): Result<null>
  /** Takes a queued end back; returns whether there was one. Throws if the disk refuses. */
  remove(accountId: string, sessionId: number): boolean
  /**
   * A fresh list is stored: `start` revokes the queued sessions that it shows; the others are reported as unsent. An end
   * leaves the queue only once its revocation is stored.
   */
  handOver(accountId: string, storageOf: StorageOf, start: (ends: readonly QueuedEnd[]) => void): void
}

/** Dependencies of the queue. */
export interface EndQueuePorts {
  accounts: Pick<Accounts, 'get'>
  lists: Pick<SessionLists, 'get'>
  record: Pick<RecordReader, 'resolve'>
  queuedEnds: QueuedEnds
  /** The sessions that the window shows of an account: of the latest list, or else of the last known one. */
  shown(accountId: string): readonly ApiSession[] | null
  /** The display name of a shown session. */
  nameOf(accountId: string, session: ApiSession): string
  isOnline(): boolean
  clock: Pick<Clock, 'now'>
  log: Log
}

/** Creates the queue over its stored ends. */
export function createEndQueue(ports: EndQueuePorts): EndQueue {
  const { accounts, lists, queuedEnds, clock, log } = ports
  /** Queued ends that were handed over to a revocation in this run; they are not sent again if the disk keeps them. */
  const handedOver = new Set<string>()
  const keyOf = (accountId: string, { id, createdAt }: SessionIdentity): string =>
    `${accountId} ${id} ${createdAt}`

  return {
    isReachable(accountId) {
      const { sessions, failure } = lists.get(accountId)
      if (!canReach(accounts.get(accountId)?.baseUrl ?? '', ports.isOnline())) return false
      return sessions !== null && (failure === null || !isUnreachable(failure))
    },
    add(accountId, chosen, storageOf) {
      const shown = new Map(ports.shown(accountId)?.map((session) => [session.id, session]))
      const found = chosen.flatMap((identity): ApiSession[] => {
        const session = shown.get(identity.id)
        return session && isSameSession(session, identity) ? [session] : []
      })
      const { unsureIds, likelyOwnIds } = lists.get(accountId)
      if (found.some(({ id, isCurrent }) => isCurrent || unsureIds.has(id) || likelyOwnIds.has(id)))
        return failed({ kind: 'conflict' })
      if (found.length === 0) return failed({ kind: 'notFound' })
      const open = found.filter((session) => storageOf(session) === null)
      queuedEnds.add(
        accountId,
        open.map((session) => ({ ...session, name: ports.nameOf(accountId, session) })),
      )
      for (const session of open) handedOver.delete(keyOf(accountId, session))
      return ok(null)
    },
    remove: queuedEnds.remove,
    handOver(accountId, storageOf, start) {
      queuedEnds.adjustToClock()
      const { sessions, failure } = lists.get(accountId)
      const { queued } = queuedEnds.of(accountId)
      if (queued.length === 0 || !sessions || failure !== null || !accounts.get(accountId)) return
      // The revocation that includes or included an end reports its outcome.
      const included = queued.filter((end) => storageOf(end) !== null)
      const known = new Set([...included, ...queued.filter((end) => handedOver.has(keyOf(accountId, end)))])
      const rest = queued.filter((end) => !known.has(end))
      const { send, unsent } = decideQueuedEnds(rest, sessions, clock.now(), (end) =>
        isRenewed(ports.record, accountId, end),
      )
      // One that is only in memory is not started again.
      start(send.filter((end) => storageOf(end) === null))
      const kept = [...included, ...send].filter((end) => {
        const storage = storageOf(end)
        if (storage !== null) handedOver.add(keyOf(accountId, end))
        return storage !== 'stored'
      })
      log.info('queuedEnds.decided', { account: accountId, sent: send.length, unsent: unsent.length })
      if (!queuedEnds.settle(accountId, kept, unsent)) return
      const left = new Set(kept)
      for (const end of queued) if (!left.has(end)) handedOver.delete(keyOf(accountId, end))
    },
  }
}
