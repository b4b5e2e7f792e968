import type { EndsUpdate, EndsView } from '../../shared/ends.ts'
import type { Events } from '../../shared/events.ts'
import type { SessionIdentity } from '../../shared/session.ts'
import type { ApiSession } from '../../domain/api-session.ts'
import type { AccountFiles } from '../../core/ports.ts'
import { throttle } from '../../core/throttle.ts'
import { INITIAL_CONCURRENCY } from './domain/concurrency.ts'
import type { Batch, End } from './domain/end.ts'
import { createLedger, type Ledger } from './domain/ledger.ts'
import { isFailure, outcomeOf } from './domain/revocation-state.ts'
import {
  batchView,
  batchViews,
  endsView,
  endView,
  isAloneUnderWay,
  phaseOf,
  type Situation,
} from './domain/ends-view.ts'
import { EMPTY_LEDGER, restoreLedger, toStored, type LedgerFile } from './ledger-file.ts'
import { createLedgerRunner, type LedgerRunner } from './ledger-runner.ts'
import { createRevocationApi, type RevocationApi, type RevocationApiDependencies } from './revocation-api.ts'

/** The ends of one account: its ledger, what sends them, and what is told of them. */
export interface AccountEnds {
  readonly ledger: Ledger
  readonly runner: LedgerRunner
  readonly isRenewed: RevocationApi['isRenewed']
  /** Stores the ledger; returns whether the disk accepted it. A refused write is tried again with the next change. */
  save(): boolean
  /** Tells the outcomes of single ends, and publishes what changed. */
  tell(): void
  /** Stores, tells and continues after a change of the ledger; returns whether the disk accepted it. */
  changed(): boolean
  /** Resolves when a batch is not there any more, or waits, or asks. */
  settled(batch: Batch): Promise<void>
  view(): EndsView
  /** Whether the end of any single session is under way, and does not wait for the network. */
  hasAlone(): boolean
  dispose(): void
}

export interface AccountEndsDependencies extends RevocationApiDependencies {
  files: Pick<AccountFiles<LedgerFile>, 'read' | 'write'>
  /** How long an end can be undone before it is sent, ms. */
  undoMs(): number
  /** The current time of an account's service, epoch ms. */
  serviceNow(accountId: string): number
  /** The last run may have sent DELETEs of these sessions whose responses it never got. */
  mayHaveEnded(accountId: string, sessions: readonly SessionIdentity[]): void
  /** The display name of a listed session. */
  nameOf(accountId: string, session: ApiSession): string
  /** The end of one session has its outcome, or another one than before. */
  settled(event: Events['session:revoked']): void
  published(update: EndsUpdate): void
}

/** The minimum interval between two updates while ends are sent. */
const PUBLISH_INTERVAL_MS = 100
/** How long responses may be in memory only. */
const SAVE_INTERVAL_MS = 1_000

/** Creates the ends of an account from what is stored; null: nothing. */
export function createAccountEnds(
  accountId: string,
  stored: LedgerFile | null,
  dependencies: AccountEndsDependencies,
): AccountEnds {
  const { clock, record, log, undoMs } = dependencies
  const hasEnded = (key: number): boolean => record.byKey(accountId, key)?.answer === 'ended'
  const ledger = stored
    ? restoreLedger(stored, clock.steady(), undoMs, hasEnded)
    : createLedger(clock.steady(), undoMs, EMPTY_LEDGER)
  const api = createRevocationApi(accountId, { inFlight: 0, concurrency: INITIAL_CONCURRENCY }, dependencies)
  let waiters: { batch: Batch; resolve: () => void }[] = []
  let isDisposed = false
  let isStored = stored !== null
  let savedRevision = 0
  let lastShape = ledger.shape()
  let lastUnsent = ledger.unsent()
  /** What was told of the ends of one session each. */
  const told = new Map<Batch, string>()

  function save(): boolean {
    if (isDisposed) return false
    const revision = ledger.revision()
    if (revision === savedRevision) return true
    const next = toStored(ledger)
    savedRevision = revision
    if (next === null && !isStored) return true
    try {
      dependencies.files.write(accountId, next)
      isStored = next !== null
      return true
    } catch {
      savedRevision = -1
      log.warn('ends.notSaved', { account: accountId })
      return false
    }
  }

  const situation = (): Situation => ({
    ledger,
    wait: runner.wait(),
    pace: runner.progress(),
    at: { now: clock.now(), steady: clock.steady() },
  })

  function publishNow(): void {
    if (isDisposed) return
    const batches = batchViews(situation())
    const changed = ledger.drainChanges()
    const [shape, unsent] = [ledger.shape(), ledger.unsent()]
    const isWhole = shape !== lastShape
    const now = JSON.stringify(batches)
    if (!isWhole && changed.size === 0 && unsent === lastUnsent && now === lastBatches) return
    lastShape = shape
    lastUnsent = unsent
    lastBatches = now
    const ends = [...(isWhole ? ledger.ends() : changed)].map(endView)
    dependencies.published({ accountId, batches, ends, unsent: [...unsent], isWhole })
  }

  const publishSoon = throttle(clock, PUBLISH_INTERVAL_MS, publishNow)

  /** What must not wait: phases, what a notification says, and each step of the end of one session. */
  function urgent(): string {
    const now = situation()
    return JSON.stringify(
      ledger.batches().map((batch) => {
        const { kind } = phaseOf(batch, now)
        const isCalm = !batch.isAlone && kind !== 'asking' && kind !== 'done'
        return isCalm ? [batch.number, kind] : batchView(batch, now)
      }),
    )
  }

  function publish(): void {
    const now = urgent()
    if (now === lastUrgent && ledger.unsent() === lastUnsent) return publishSoon()
    lastUrgent = now
    publishNow()
  }

  /** Tells the outcomes of single ends; what did not succeed stays until the person has seen it. */
  function tellOutcomes(): void {
    // One end answers for two askings if the one followed a renewal to what the other named.
    const announced = new Set<End>()
    for (const batch of ledger.batches()) {
      const [end] = batch.ends
      if (!batch.isAlone || !end || !ledger.isDone(batch)) continue
      const { key, name, state } = end
      if (told.get(batch) === state.is) continue
      told.set(batch, state.is)
      const outcome = outcomeOf(state)
      // It turned out to be this device; what was taken back is not here any more.
      const unsent = { key, name, reason: 'thisDevice' } as const
      if (!outcome) ledger.reject(batch, [unsent], new Set([end]))
      else if (!isFailure(state)) ledger.remove(batch)
      save()
      if (outcome && !announced.has(end)) dependencies.settled({ accountId, key, name, outcome })
      announced.add(end)
    }
    for (const batch of told.keys()) if (!ledger.isDone(batch) || batch.ends.size === 0) told.delete(batch)
  }

  function resolveWaiters(): void {
    const isOver = ({ batch }: { batch: Batch }): boolean =>
      batch.ends.size === 0 || batch.phase === 'asking' || ledger.isDone(batch) || runner.wait() !== null
    const over = waiters.filter(isOver)
    waiters = waiters.filter((waiter) => !over.includes(waiter))
    over.forEach(({ resolve }) => resolve())
  }

  function tell(): void {
    if (isDisposed) return
    tellOutcomes()
    publish()
    resolveWaiters()
  }

  const runner: LedgerRunner = createLedgerRunner({
    ledger,
    api,
    clock,
    withApiToken: () => dependencies.accounts.get(accountId)?.credential.kind === 'instance',
    isRestored: stored !== null,
    save: () => void save(),
    saveSoon: throttle(clock, SAVE_INTERVAL_MS, () => void save()),
    changed: tell,
  })

  for (const batch of ledger.batches())
    for (const end of batch.ends) if (batch.isAlone && isFailure(end.state)) told.set(batch, end.state.is)
  let lastBatches = JSON.stringify(batchViews(situation()))
  let lastUrgent = urgent()
  const unclear = [...ledger.ends()].filter(({ state }) => state.is === 'sent')
  if (unclear.length > 0) dependencies.mayHaveEnded(accountId, unclear)

  return {
    ledger,
    runner,
    isRenewed: api.isRenewed,
    save,
    tell,
    changed() {
      const isSaved = save()
      tell()
      runner.wake()
      return isSaved
    },
    settled: (batch) =>
      new Promise((resolve) => {
        waiters.push({ batch, resolve })
        resolveWaiters()
      }),
    view: () => endsView(accountId, situation()),
    hasAlone: () => ledger.batches().some((batch) => isAloneUnderWay(batch, situation())),
    dispose() {
      isDisposed = true
      runner.dispose()
      waiters.forEach(({ resolve }) => resolve())
    },
  }
}
