import type { RevocationTarget, RevocationUpdate } from '../../shared/bulk-revocation.ts'
import { isListDoubt } from '../../shared/failure.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { SessionIdentity } from '../../shared/session.ts'
import { isSameSession, type ApiSession } from '../../core/domain/api-session.ts'
import { planRevocation } from './domain/revocation-plan.ts'
import type { EndQueue } from './end-queue.ts'
import { createRevocationJob } from './revocation-job.ts'
import type { RegistryPorts, RevocationRegistry } from './revocation-registry.ts'
import { summarize } from './revocation-summary.ts'

/** A person's command to a bulk revocation; each is valid in some phases only. */
export type RevocationCommand = 'undo' | 'pause' | 'resume' | 'cancel' | 'retry' | 'dismiss'

/** Revokes many sessions of an account at once, by a plan. */
export interface BulkRevocations {
  /**
   * Starts a bulk revocation. `conflict`: another one of this account is running, or the list does not say which
   * session is this device. `notFound`: there is nothing to revoke. `unexpectedAnswer`: the last list is not good.
   */
  start(accountId: string, target: RevocationTarget): Result<null>
  /**
   * Like `start`; while the service cannot be reached it queues these sessions, but never "all others". Throws if the
   * disk refuses.
   */
  startOrQueue(accountId: string, target: RevocationTarget): Result<null>
  /** Executes a command. `conflict`: it is not valid in this phase. `notFound`: there is no bulk revocation. */
  control(accountId: string, command: RevocationCommand): Result<null>
  /**
   * Cancels the sessions that `isWanted` refuses and no DELETE was sent for. Without any left, a bulk revocation that can be
   * undone is undone.
   */
  narrow(accountId: string, isWanted: (session: SessionIdentity) => boolean): void
  /** The bulk revocation with all of its rows. */
  get(accountId: string): RevocationUpdate
  /** A list arrived, or its names changed: updates the names, and the items of an interrupted revocation. */
  applyList(accountId: string, sessions: readonly ApiSession[]): void
}

/** Creates the bulk revocations over the registry. */
export function createBulkRevocations(
  registry: RevocationRegistry,
  {
    accounts,
    lists,
    endQueue,
    nameOf,
    log,
  }: Pick<RegistryPorts, 'accounts' | 'lists' | 'nameOf' | 'log'> & { endQueue: EndQueue },
): BulkRevocations {
  function start(accountId: string, target: RevocationTarget): Result<null> {
    const account = accounts.get(accountId)
    const { sessions, missedIds, failure } = lists.get(accountId)
    if (!account || !sessions) return failed({ kind: 'notFound' })
    if (failure && isListDoubt(failure)) return failed(failure)
    const revocations = registry.of(accountId)
    if (revocations.bulk && revocations.bulk.phase().is !== 'done') return failed({ kind: 'conflict' })
    const plan = planRevocation(sessions, target, account.credential.kind === 'instance')
    if (!plan.ok) return failed({ kind: plan.reason === 'nothing' ? 'notFound' : 'conflict' })
    const rest = plan.sessions.filter(({ id }) => !revocations.single.has(id) && !missedIds.has(id))
    if (rest.length === 0) return failed({ kind: 'notFound' })
    const job = createRevocationJob(
      rest.map(({ id, createdAt }) => ({ id, createdAt, state: { is: 'queued' } })),
      registry.optionsOf(accountId),
    )
    for (const session of rest) job.items.rename(session.id, nameOf(accountId, session))
    revocations.bulk = job
    log.info('revocation.started', { account: accountId, sessions: rest.length })
    registry.save(accountId)
    revocations.publish()
    job.wake()
    return ok(null)
  }

  return {
    start,
    startOrQueue: (accountId, target) =>
      endQueue.isReachable(accountId) || target.kind === 'others'
        ? start(accountId, target)
        : endQueue.add(accountId, target.sessions, registry.storageOf(accountId)),
    control(accountId, command) {
      const revocations = registry.of(accountId)
      const { bulk } = revocations
      if (!bulk) return failed({ kind: 'notFound' })
      const { is } = bulk.phase()
      const fits = {
        undo: () => is === 'undoable' && (registry.remove(accountId, bulk), true),
        pause: bulk.pause,
        resume: bulk.resume,
        cancel: bulk.cancelRest,
        retry: bulk.retry,
        dismiss: () => is === 'done' && (registry.remove(accountId, bulk), true),
      }[command]()
      log.info('revocation.command', { account: accountId, command, fits })
      revocations.publish()
      return fits ? ok(null) : failed({ kind: 'conflict' })
    },

    narrow(accountId, isWanted) {
      const revocations = registry.of(accountId)
      const { bulk } = revocations
      if (!bulk || bulk.phase().is === 'done') return
      const queued = bulk.items.findIds('queued')
      const unwanted = queued.filter((id) => !isWanted(bulk.items.identity(id)))
      if (unwanted.length === 0) return
      log.info('revocation.narrowed', { account: accountId, sessions: unwanted.length })
      for (const id of unwanted) bulk.items.set(id, { is: 'cancelled' })
      const isUndone = bulk.phase().is === 'undoable' && unwanted.length === queued.length
      if (isUndone) registry.remove(accountId, bulk)
      else registry.save(accountId)
      bulk.wake()
      revocations.publish()
    },

    get(accountId) {
      const { bulk } = registry.of(accountId)
      if (!bulk) return { accountId, revocation: null, rows: [] }
      return { accountId, revocation: summarize(accountId, bulk), rows: bulk.items.rows() }
    },

    applyList(accountId, sessions) {
      const { bulk } = registry.of(accountId)
      if (!bulk) return
      for (const session of sessions) {
        const isIncluded =
          bulk.items.get(session.id) && isSameSession(session, bulk.items.identity(session.id))
        if (isIncluded) bulk.items.rename(session.id, nameOf(accountId, session))
      }
      bulk.applyList(sessions)
    },
  }
}
