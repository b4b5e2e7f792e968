import type { RevocationUpdate } from '../../shared/bulk-revocation.ts'
import type { SessionIdentity } from '../../shared/session.ts'
import { isSameSession, type ApiSession } from '../../core/domain/api-session.ts'
import type { AccountStore } from '../../core/account-store.ts'
import type { OnAccountForgotten } from '../../core/ports.ts'
import { INITIAL_CONCURRENCY } from './domain/concurrency.ts'
import type { StorageOf } from './end-queue.ts'
import { createRevocationApi, type PendingDeletes, type RevocationApiPorts } from './revocation-api.ts'
import { restoreItems, mergeStored, type StoredRevocation } from './revocation-file.ts'
import { createRevocationJob, type JobOptions, type RevocationJob } from './revocation-job.ts'
import { summarize } from './revocation-summary.ts'
import { throttle } from '../../core/throttle.ts'

/** The revocations of one account: single ones by session id, and at most one bulk. */
export interface AccountRevocations {
  deletes: PendingDeletes
  bulk: RevocationJob | null
  single: Map<number, { job: RevocationJob; name: string }>
  /** Publishes the progress of the bulk revocation. */
  publish: () => void
}

/** The revocations of all accounts; unfinished ones are stored, so that a crash loses none. */
export interface RevocationRegistry {
  all(): [accountId: string, own: AccountRevocations][]
  of(accountId: string): AccountRevocations
  /**
   * The options of a new job; `changed` runs after each change of a single revocation, and is omitted for a bulk one.
   */
  optionsOf(accountId: string, changed?: () => void): JobOptions
  save(accountId: string): void
  /** Tells of each session of an account where its unfinished revocation is. */
  storageOf(accountId: string): StorageOf
  remove(accountId: string, job: RevocationJob): void
}

/** Dependencies of the registry; `published` receives the progress of bulk revocations. */
export interface RegistryPorts extends RevocationApiPorts {
  /** A failed write is harmless: after a restart nothing is sent before a fresh list. */
  store: AccountStore<StoredRevocation>
  onAccountForgotten: OnAccountForgotten
  /** The last run may have sent DELETEs of these sessions whose answers it never got. */
  mayHaveEnded(accountId: string, sessions: readonly SessionIdentity[]): void
  /** The display name of a listed session. */
  nameOf(accountId: string, session: ApiSession): string
  published(update: RevocationUpdate): void
}

/** The minimum interval between two updates of one bulk revocation. */
const PUBLISH_INTERVAL_MS = 100

/** Lists the jobs of an account. */
export function jobsOf({ bulk, single }: AccountRevocations): RevocationJob[] {
  return [...(bulk ? [bulk] : []), ...[...single.values()].map(({ job }) => job)]
}

/** Opens the registry. Unfinished revocations of the last run are interrupted until the person resumes them. */
export function createRevocationRegistry(ports: RegistryPorts): RevocationRegistry {
  const { accounts, store, clock } = ports
  const all = new Map<string, AccountRevocations>()
  const restored = new Set<string>()

  function of(accountId: string): AccountRevocations {
    const own = all.get(accountId) ?? create(accountId)
    restore(accountId, own)
    return own
  }

  /** Restores the last run's revocations once their account is known, which may be after the start. */
  function restore(accountId: string, own: AccountRevocations): void {
    if (restored.has(accountId) || !accounts.get(accountId)) return
    restored.add(accountId)
    const stored = store.get(accountId)
    if (!stored) return
    const { startedAt } = stored
    const hasEnded = (session: SessionIdentity): boolean =>
      ports.record.resolve(accountId, { key: null, ...session })?.answer === 'ended'
    const options = { ...optionsOf(accountId), startedAt, interrupted: 'restarted' as const }
    own.bulk = createRevocationJob(restoreItems(stored, hasEnded), options)
    ports.mayHaveEnded(
      accountId,
      stored.sent.map(([id, createdAt]) => ({ id, createdAt })),
    )
  }

  function create(accountId: string): AccountRevocations {
    const publish = throttle(clock, PUBLISH_INTERVAL_MS, () => {
      if (all.get(accountId) !== own) return
      const { bulk } = own
      const revocation = bulk ? summarize(accountId, bulk) : null
      ports.published({ accountId, revocation, rows: bulk?.items.drainChanges() ?? [] })
    })
    const deletes = { inFlight: 0, concurrency: INITIAL_CONCURRENCY }
    const own: AccountRevocations = { deletes, bulk: null, single: new Map(), publish }
    all.set(accountId, own)
    return own
  }

  function save(accountId: string): void {
    const open = jobsOf(of(accountId)).filter((job) => job.phase().is !== 'done')
    store.trySet(accountId, mergeStored(open.map(({ items, startedAt }) => items.toStored(startedAt))))
  }

  function optionsOf(accountId: string, changed?: () => void): JobOptions {
    const own = of(accountId)
    return {
      api: createRevocationApi(accountId, own.deletes, ports),
      clock,
      startedAt: clock.now(),
      interrupted: null,
      isSingle: changed !== undefined,
      withApiToken: accounts.get(accountId)?.credential.kind === 'instance',
      save: () => save(accountId),
      changed: changed ?? own.publish,
      answered: () => jobsOf(own).forEach((job) => job.wake()),
    }
  }

  function remove(accountId: string, job: RevocationJob): void {
    const own = of(accountId)
    job.dispose()
    if (own.bulk === job) own.bulk = null
    for (const [id, single] of own.single) if (single.job === job) own.single.delete(id)
    save(accountId)
  }

  for (const [accountId] of store.all()) if (accounts.get(accountId)) of(accountId)

  ports.onAccountForgotten((accountId) => {
    const own = all.get(accountId)
    for (const job of own ? jobsOf(own) : []) remove(accountId, job)
    all.delete(accountId)
    restored.delete(accountId)
  })

  return {
    all: () => [...all],
    of,
    optionsOf,
    save,
    storageOf: (accountId) => (session) => {
      const isRevoked = jobsOf(of(accountId)).some((job) => {
        const state = job.phase().is === 'done' ? undefined : job.items.get(session.id)
        const isOpen = state !== undefined && state.is !== 'cancelled'
        return isOpen && isSameSession(job.items.identity(session.id), session)
      })
      if (!isRevoked) return null
      const { startedAt: _, ...lists } = store.get(accountId) ?? { startedAt: 0 }
      const isStored = Object.values(lists).some((rows) =>
        rows.some(([id, createdAt]) => isSameSession({ id, createdAt }, session)),
      )
      return isStored ? 'stored' : 'memory'
    },
    remove,
  }
}
