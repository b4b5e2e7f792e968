import { DAY_MS } from '../../shared/dates.ts'
import {
  hasFailed,
  MAX_WAIT_DAYS,
  type BatchView,
  type EndsUpdate,
  type EndsView,
  type SettledEnd,
} from '../../shared/ends.ts'
import type { SessionIdentity } from '../../shared/session.ts'
import type { ApiSession } from '../../domain/api-session.ts'
import type { AccountFiles } from '../../core/ports.ts'
import { throttle } from '../../core/throttle.ts'
import { keyNow, keyOfRow, type RecordReader } from '../sessions/index.ts'
import type { Batch, State } from './domain/end.ts'
import { batchViews, endsView, endView, phaseOf, type Situation } from './domain/ends-view.ts'
import { judge, sessionNow } from './domain/judge.ts'
import { createLedger } from './domain/ledger.ts'
import { EMPTY_LEDGER, restoreLedger, toStored, type LedgerFile } from './ledger-file.ts'
import { createRunner, type RunnerDependencies } from './runner.ts'

/** The ends of one account: its ledger, what sends them, and what others hear of them. */
export type AccountEnds = ReturnType<typeof createAccountEnds>

export interface AccountEndsDependencies extends RunnerDependencies {
  files: Pick<AccountFiles<LedgerFile>, 'read' | 'write'>
  record: Pick<RecordReader, 'find' | 'byKey' | 'isStored'>
  /** How long an end can be undone before it is sent, ms. */
  undoMs(): number
  /** The current time of an account's service, epoch ms, once its clock is known. */
  serviceNow(accountId: string): number
  isSynced(accountId: string): boolean
  /** The last run may have sent DELETEs of these sessions whose responses it never got. */
  mayHaveEnded(accountId: string, sessions: readonly SessionIdentity[]): void
  /** The display name of a listed session. */
  nameOf(accountId: string, session: ApiSession): string
  /** The end of one session has its outcome, or another one than before. */
  settled(event: SettledEnd): void
  published(update: EndsUpdate): void
}

/** The minimum interval between two updates while ends are sent. */
const PUBLISH_INTERVAL_MS = 100
/** How long responses may be in memory only. */
const SAVE_INTERVAL_MS = 1_000
/** How long an end may wait before it asks, by the service's clock. */
export const MAX_WAIT_MS = MAX_WAIT_DAYS * DAY_MS

/** Creates the ends of an account from what is stored; null: nothing. */
export function createAccountEnds(
  accountId: string,
  stored: LedgerFile | null,
  dependencies: AccountEndsDependencies,
) {
  const { clock, record, log, undoMs } = dependencies
  const ledger = stored
    ? restoreLedger(stored, clock.steady(), undoMs)
    : createLedger(clock.steady(), undoMs, EMPTY_LEDGER)
  let isDisposed = false
  let isStored = stored !== null
  let savedRevision = 0
  /** The outcomes of single ends that were announced. */
  const announced = new WeakSet<State>()

  /** Stores the ledger; returns whether the disk accepted it. A refused write is tried again with the next change. */
  function save(): boolean {
    if (isDisposed) return false
    if (ledger.revision() === savedRevision) return true
    const next = toStored(ledger)
    try {
      if (next !== null || isStored) dependencies.files.write(accountId, next)
      isStored = next !== null
      savedRevision = ledger.revision()
      return true
    } catch {
      log.warn('ends.notSaved', { account: accountId })
      return false
    }
  }

  // What others hear

  const situation = (): Situation => ({
    ledger,
    wait: runner.wait(),
    pace: runner.pace(),
    at: { now: clock.now(), steady: clock.steady() },
  })

  function publishNow(): void {
    if (isDisposed) return
    const batches = batchViews(situation())
    const { ends, isWhole } = ledger.drainChanges()
    if (!isWhole && ends.length === 0 && JSON.stringify(batches) === JSON.stringify(published)) return
    published = batches
    dependencies.published({ accountId, batches, ends: ends.map(endView), isWhole })
  }

  const publishSoon = throttle(clock, PUBLISH_INTERVAL_MS, publishNow)

  /** Publishes soon; at once what a person may act on, which is the phases. */
  function publish(): void {
    const now = situation()
    const batches = ledger.batches()
    const isAsPublished = (batch: Batch, at: number): boolean =>
      published[at]?.number === batch.number && published[at].phase.kind === phaseOf(batch, now).kind
    if (batches.length === published.length && batches.every(isAsPublished)) publishSoon()
    else publishNow()
  }

  /** Tells the outcomes of single ends; what did not succeed stays until the person has seen it. */
  function tellOutcomes(): void {
    for (const batch of ledger.batches()) {
      const [end] = batch.ends
      if (batch.cause !== 'one' || !end || !ledger.isDone(batch)) continue
      const isNew = !announced.has(end.state)
      announced.add(end.state)
      const { batches: _, ...outcome } = endView(end)
      // Without both, the next start could not tell who ended it.
      const isOver = end.state.is === 'ended' || end.state.is === 'gone'
      if (isOver && record.isStored(accountId)) ledger.remove(batch)
      save()
      if (isNew) dependencies.settled({ accountId, ...outcome })
    }
  }

  /** Tells the outcomes of single ends, and publishes what changed. */
  function tell(): void {
    if (isDisposed) return
    tellOutcomes()
    publish()
  }

  /** Stores, tells and continues after a change of the ledger; returns whether the disk accepted it. */
  function changed(): boolean {
    const isSaved = save()
    tell()
    runner.wake()
    return isSaved
  }

  // What lists say

  const byKey = (rows: readonly ApiSession[]): ReadonlyMap<number, ApiSession> =>
    new Map(rows.map((row) => [keyOfRow(record, accountId, row), row]))

  /** Gives the ends of listed sessions their display names. */
  function rename(sessions: readonly ApiSession[]): void {
    const rows = byKey(sessions)
    for (const end of ledger.ends()) {
      const row = rows.get(end.key)
      if (row) ledger.rename(end, dependencies.nameOf(accountId, row))
    }
  }

  /** The batches that have waited for too long ask. */
  function stopOld(): void {
    if (!dependencies.isSynced(accountId)) return
    const oldest = dependencies.serviceNow(accountId) - MAX_WAIT_MS
    const isOld = ({ phase, since }: Batch): boolean =>
      phase !== 'paused' && phase !== 'asking' && since < oldest
    for (const batch of ledger.batches().filter(isOld))
      if (ledger.hasWaiting(batch)) ledger.interrupt(batch, 'tooOld')
  }

  /** A good list is recorded: tells each end what became of its session, and begins what waited for the list. */
  function follow(sessions: readonly ApiSession[]): void {
    runner.listStored()
    const rows = byKey(sessions)
    for (const end of ledger.ends()) {
      ledger.bind(end, keyNow(record, accountId, end))
      const now = sessionNow(end, record.byKey(accountId, end.key), rows.get(end.key))
      ledger.setState(end, judge(end.state, now))
    }
    rename(sessions)
    stopOld()
    for (const batch of ledger.batches()) if (batch.phase === 'waiting') begin(batch)
    changed()
  }

  /** After a wait or a restart, nobody can tell whether an undated session is the one that was chosen. */
  function dropUndated(batch: Batch): void {
    for (const end of ledger.waitingOf(batch))
      if (end.createdAt === null) ledger.setState(end, { is: 'dropped', why: 'unclear' })
  }

  /** The service can be reached: a batch that waited for that begins, with time to undo. */
  function begin(batch: Batch): void {
    dropUndated(batch)
    ledger.enter(batch, ledger.hasWaiting(batch) ? 'undoable' : 'going', clock.steady())
  }

  const saveSoon = throttle(clock, SAVE_INTERVAL_MS, () => void save())
  const runner = createRunner(accountId, { ledger, save, saveSoon, changed: tell, stopOld }, dependencies)

  // The last run announced what failed.
  for (const { state } of ledger.ends())
    if (hasFailed(state.is) || state.is === 'dropped') announced.add(state)
  ledger.batches().forEach(dropUndated)
  let published = batchViews(situation())
  const unclear = (stored?.ends ?? []).filter(({ state }) => state.is === 'sending' || state.is === 'sent')
  if (unclear.length > 0) dependencies.mayHaveEnded(accountId, unclear)
  // The record may have been refused by the disk.
  for (const end of ledger.ends())
    if (end.state.is === 'ended') dependencies.answered(accountId, end, 'ended')

  return {
    ledger,
    runner,
    save,
    tell,
    changed,
    follow,
    rename,
    view: (): EndsView => endsView(accountId, situation()),
    /** The batches alone. */
    batches: (): BatchView[] => batchViews(situation()),
    dispose(): void {
      isDisposed = true
      runner.dispose()
    },
  }
}
