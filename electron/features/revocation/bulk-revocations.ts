import type { RevocationTarget, RevocationUpdate } from '../../shared/bulk-revocation.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { isSameSession, type ApiSession } from '../../core/domain/api-session.ts'
import { planRevocation } from './domain/revocation-plan.ts'
import type { RegistryPorts, RevocationRegistry } from './revocation-registry.ts'
import { summarize } from './revocation-summary.ts'

/** What a person can do with a bulk revocation; each fits some of its phases only. */
export type RevocationCommand = 'undo' | 'pause' | 'resume' | 'cancel' | 'retry' | 'dismiss'

/** Revokes many sessions of an account by one plan. */
export interface BulkRevocations {
  /** Refused with `conflict` while another bulk of this account is under way, or when the list does not say which session is this device. */
  start(accountId: string, choice: RevocationTarget): Result<null>
  /** `conflict` where the command does not fit, `notFound` where there is no bulk. */
  control(accountId: string, command: RevocationCommand): Result<null>
  /** The bulk with all of its rows. */
  get(accountId: string): RevocationUpdate
  /** A list came, or its names changed. */
  applyList(accountId: string, sessions: readonly ApiSession[]): void
}

/** Bulk revocations, kept in the registry. */
export function createBulkRevocations(
  registry: RevocationRegistry,
  { accounts, lists, nameOf, log }: Pick<RegistryPorts, 'accounts' | 'lists' | 'nameOf' | 'log'>,
): BulkRevocations {
  return {
    start(accountId, choice) {
      const account = accounts.get(accountId)
      const { sessions } = lists.get(accountId)
      if (!account || !sessions) return failed({ kind: 'notFound' })
      const own = registry.of(accountId)
      if (own.bulk && own.bulk.phase().is !== 'done') return failed({ kind: 'conflict' })
      const plan = planRevocation(sessions, choice, account.credential.kind === 'instance')
      if (!plan.ok) return failed({ kind: plan.why === 'nothing' ? 'notFound' : 'conflict' })
      const rest = plan.sessions.filter(({ id }) => !own.single.has(id))
      if (rest.length === 0) return failed({ kind: 'notFound' })
      const job = registry.open(
        accountId,
        rest.map(({ id, createdAt }) => ({ id, createdAt, state: { is: 'queued' } })),
      )
      for (const session of rest) job.items.rename(session.id, nameOf(accountId, session))
      own.bulk = job
      log.info('revocation.started', { account: accountId, sessions: rest.length })
      registry.save(accountId)
      own.publish()
      job.wake()
      return ok(null)
    },

    control(accountId, command) {
      const own = registry.of(accountId)
      const { bulk } = own
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
      own.publish()
      return fits ? ok(null) : failed({ kind: 'conflict' })
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
        const isItem = bulk.items.get(session.id) && isSameSession(session, bulk.items.identity(session.id))
        if (isItem) bulk.items.rename(session.id, nameOf(accountId, session))
      }
      bulk.applyList(sessions)
    },
  }
}
