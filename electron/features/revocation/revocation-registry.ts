import type { ItemToRevoke } from './domain/revocation-state.ts'
import type { RevocationUpdate } from '../../shared/bulk-revocation.ts'
import type { ApiSession } from '../../core/domain/api-session.ts'
import type { AccountStore } from '../../core/account-store.ts'
import type { Clock, OnAccountForgotten } from '../../core/ports.ts'
import { createRevocationApi, type Concurrency, type RevocationApiPorts } from './revocation-api.ts'
import { itemsOf, mergeStored, type StoredRevocation } from './revocation-file.ts'

import { createRevocationJob, type RevocationJob } from './revocation-job.ts'
import { summarize } from './revocation-summary.ts'
import { throttle } from '../../core/throttle.ts'

/** The revocations of one account: single ones, by their session's id, and one bulk. */
export interface AccountRevocations {
  concurrency: Concurrency
  bulk: RevocationJob | null
  single: Map<number, { job: RevocationJob; name: string }>
  /** Publishes how the bulk goes. */
  publish: () => void
}

/** The revocations of all accounts, on the disk as they are in memory, so that a crash forgets none. */
export interface RevocationRegistry {
  all(): [accountId: string, own: AccountRevocations][]
  of(accountId: string): AccountRevocations
  /** Makes a job; `changed` is given for a single one. */
  open(
    accountId: string,
    items: readonly ItemToRevoke[],
    changed?: (job: RevocationJob) => void,
  ): RevocationJob
  save(accountId: string): void
  remove(accountId: string, job: RevocationJob): void
}

/** What the registry works with; `published` hears how a bulk goes. */
export interface RegistryPorts extends RevocationApiPorts {
  /** Nothing is sent twice where the disk refuses: whatever the file says, a fresh list comes before anything else. */
  store: AccountStore<StoredRevocation>
  onAccountForgotten: OnAccountForgotten
  /** The name that people see of a listed session. */
  nameOf(accountId: string, session: ApiSession): string
  clock: Clock
  published(news: RevocationUpdate): void
}

/** ms between two publications of one bulk, at least. */
const PUBLISH_INTERVAL_MS = 100

/** Every job of an account. */
export function jobsOf({ bulk, single }: AccountRevocations): RevocationJob[] {
  return [...(bulk ? [bulk] : []), ...[...single.values()].map(({ job }) => job)]
}

/** Opens the registry; what the last run of the app left is in it, interrupted until the person goes on. */
export function createRevocationRegistry(ports: RegistryPorts): RevocationRegistry {
  const { accounts, store, clock } = ports
  const all = new Map<string, AccountRevocations>()
  const restored = new Set<string>()

  function of(accountId: string): AccountRevocations {
    const own = all.get(accountId) ?? create(accountId)
    restore(accountId, own)
    return own
  }

  /** What the last run left waits on the disk until its account is known, which may be later than the start. */
  function restore(accountId: string, own: AccountRevocations): void {
    if (restored.has(accountId) || !accounts.get(accountId)) return
    restored.add(accountId)
    const stored = store.get(accountId)
    if (stored) own.bulk = make(accountId, itemsOf(stored), stored)
  }

  function create(accountId: string): AccountRevocations {
    const publish = throttle(clock, PUBLISH_INTERVAL_MS, () => {
      if (all.get(accountId) !== own) return
      const { bulk } = own
      const ending = bulk ? summarize(accountId, bulk) : null
      ports.published({ accountId, revocation: ending, rows: bulk?.items.drainChanges() ?? [] })
    })
    const own: AccountRevocations = { concurrency: { inFlight: 0 }, bulk: null, single: new Map(), publish }
    all.set(accountId, own)
    return own
  }

  function save(accountId: string): void {
    const open = jobsOf(of(accountId)).filter((job) => job.phase().is !== 'done')
    store.trySet(accountId, mergeStored(open.map(({ items, startedAt }) => items.toStored(startedAt))))
  }

  function make(
    accountId: string,
    items: readonly ItemToRevoke[],
    left: { startedAt: number } | null,
    changed?: (job: RevocationJob) => void,
  ): RevocationJob {
    const own = of(accountId)
    const freed = (): void => jobsOf(own).forEach((other) => other === job || other.wake())
    const job: RevocationJob = createRevocationJob(items, {
      api: createRevocationApi(accountId, own.concurrency, freed, ports),
      clock,
      startedAt: left?.startedAt ?? clock.now(),
      interrupted: left ? 'restarted' : null,
      isSingle: changed !== undefined,
      withApiToken: accounts.get(accountId)?.credential.kind === 'instance',
      save: () => save(accountId),
      changed: () => (changed ? changed(job) : own.publish()),
    })
    return job
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
    open: (accountId, items, changed) => make(accountId, items, null, changed),
    save,
    remove,
  }
}
