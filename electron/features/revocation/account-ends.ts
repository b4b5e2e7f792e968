import type { RevocationUpdate } from '../../shared/bulk-revocation.ts'
import type { Events } from '../../shared/events.ts'
import type { SessionIdentity } from '../../shared/session.ts'
import type { ApiSession } from '../../core/domain/api-session.ts'
import { throttle } from '../../core/throttle.ts'
import { INITIAL_CONCURRENCY } from './domain/concurrency.ts'
import type { Batch, End, EndCause } from './domain/end.ts'
import { createLedger, type Ledger } from './domain/ledger.ts'
import { outcomeOf } from './domain/revocation-state.ts'
import * as shown from './domain/shown-ends.ts'
import type { LedgerFiles } from './former-ends.ts'
import { EMPTY_LEDGER, restoreLedger, toStored, type LedgerFile } from './ledger-file.ts'
import { createLedgerRunner, type LedgerRunner } from './ledger-runner.ts'
import { createRevocationApi, type RevocationApiPorts } from './revocation-api.ts'

/** The ends of one account: its ledger, what sends them, and what is told of them. */
export interface AccountEnds {
  readonly ledger: Ledger
  readonly runner: LedgerRunner
  /** Stores the ledger; returns whether the disk accepted it. A refused write is tried again with the next change. */
  save(): boolean
  /**
   * Adds a batch and stores it before it is said; null if the disk refuses, and then nothing was asked. `isAtOnce`: it is sent
   * without time to undo, and even if the disk refuses.
   */
  ask(asked: AskedEnds): Batch | 'known' | null
  /** Stores, publishes and continues after a change of the ledger; returns whether the disk accepted it. */
  changed(): boolean
  /** Resolves when a batch is not there any more, or waits, or asks. */
  settled(batch: Batch): Promise<void>
  pending(): ReturnType<typeof shown.pendingEnds>
  queued(): ReturnType<typeof shown.queuedEnds>
  /** The ending of many sessions, with all of its rows. */
  many(): RevocationUpdate
  dispose(): void
}

/** What was asked; `askedAt` is epoch ms by this computer's clock. */
export interface AskedEnds {
  cause: EndCause
  sessions: readonly ApiSession[]
  /** Whether it waits for a good list, because the service cannot be reached. */
  isWaiting: boolean
  isAtOnce: boolean
  askedAt: number
}

/** Dependencies of the ends. */
export interface AccountEndsPorts extends RevocationApiPorts {
  files: LedgerFiles
  /** The current time of an account's service, epoch ms. */
  serviceNow(accountId: string): number
  /** The last run may have sent DELETEs of these sessions whose answers it never got. */
  mayHaveEnded(accountId: string, sessions: readonly SessionIdentity[]): void
  /** The display name of a listed session. */
  nameOf(accountId: string, session: ApiSession): string
  /** The ends of one session each, the queued or the unsent ones changed. */
  pendingChanged(accountId: string): void
  /** The end of one session has its outcome. */
  settled(event: Events['session:revoked']): void
  /** The ending of many sessions progressed. */
  published(update: RevocationUpdate): void
}

/** The minimum interval between two updates of the ending of many sessions. */
const PUBLISH_INTERVAL_MS = 100
/** How long answers may be in memory only. */
const SAVE_INTERVAL_MS = 1_000

/** Creates the ends of an account from what is stored; null: nothing. */
export function createAccountEnds(
  accountId: string,
  stored: LedgerFile | null,
  ports: AccountEndsPorts,
): AccountEnds {
  const { clock, record, log } = ports
  const hasEnded = (session: SessionIdentity): boolean =>
    record.resolve(accountId, { key: null, ...session })?.answer === 'ended'
  const ledger = stored
    ? restoreLedger(stored, clock.steady(), hasEnded)
    : createLedger(clock.steady(), EMPTY_LEDGER)
  const api = createRevocationApi(accountId, { inFlight: 0, concurrency: INITIAL_CONCURRENCY }, ports)
  let waiters: { batch: Batch; resolve: () => void }[] = []
  let isDisposed = false
  let isStored = stored !== null
  let savedRevision = 0
  let lastIds = ''
  let lastSummary = 'null'
  let lastPhase = ''

  function save(): boolean {
    if (isDisposed) return false
    const revision = ledger.revision()
    if (revision === savedRevision) return true
    const next = toStored(ledger)
    savedRevision = revision
    if (next === null && !isStored) return true
    try {
      ports.files.write(accountId, next)
      isStored = next !== null
      return true
    } catch {
      savedRevision = -1
      log.warn('ends.notSaved', { account: accountId })
      return false
    }
  }

  const moment = (): shown.Moment => ({ now: clock.now(), steady: clock.steady() })
  const pending = () => shown.pendingEnds(ledger, runner.wait(), moment())
  const queued = () => shown.queuedEnds(ledger, runner.wait())
  const summary = () => shown.summaryOfMany(accountId, ledger, runner.wait(), runner.progress(), moment())
  const many = (): RevocationUpdate => ({ accountId, revocation: summary(), rows: shown.rowsOfMany(ledger) })

  const snapshot = (): string => JSON.stringify([pending(), queued(), ledger.unsent().length])

  function publishNow(): void {
    if (isDisposed) return
    const revocation = summary()
    const ids = shown.idsOfMany(ledger).join()
    // If it has other rows than before, the window needs all of them.
    const isOther = ids !== lastIds
    lastIds = ids
    const changed = ledger.drainChanges()
    const rows = shown.rowsOfMany(ledger, isOther ? undefined : changed)
    const now = JSON.stringify(revocation)
    if (rows.length === 0 && now === lastSummary) return
    lastSummary = now
    ports.published({ accountId, revocation, rows })
  }

  const publishSoon = throttle(clock, PUBLISH_INTERVAL_MS, publishNow)

  function publish(): void {
    const { is } = shown.phaseOfMany(ledger, runner.wait())
    const isOther = is !== lastPhase
    const isNoticed = is === 'interrupted' || is === 'done'
    lastPhase = is
    // What a notification says must not wait.
    if (isOther || isNoticed) publishNow()
    else publishSoon()
  }

  function dropSuccesses(): void {
    const isSuccess = ({ state }: End): boolean => state.is !== 'failed' && state.is !== 'notConfirmed'
    for (const batch of shown.batchesOfMany(ledger))
      if ([...batch.ends].every(isSuccess)) ledger.remove(batch)
  }

  /** Tells the outcomes of single ends, and removes their batches. */
  function tellOutcomes(): void {
    for (const batch of ledger.batches()) {
      const [end] = batch.ends
      if (!batch.isAlone || !end || !ledger.isDone(batch)) continue
      const { id: sessionId, createdAt, name, state } = end
      const outcome = outcomeOf(state)
      // It turned out to be this device; what was taken back is not here any more.
      const unsent = { id: sessionId, createdAt, name: name ?? '', reason: 'thisDevice' } as const
      if (outcome) ledger.remove(batch)
      else ledger.reject(batch, [unsent], new Set([end]))
      save()
      if (outcome) ports.settled({ accountId, sessionId, createdAt, name: name ?? '', outcome })
    }
  }

  function resolveWaiters(): void {
    const isOver = ({ batch }: { batch: Batch }): boolean =>
      !ledger.batches().includes(batch) || batch.phase === 'asking' || runner.wait() !== null
    const over = waiters.filter(isOver)
    waiters = waiters.filter((waiter) => !over.includes(waiter))
    over.forEach(({ resolve }) => resolve())
  }

  function told(): void {
    if (isDisposed) return
    tellOutcomes()
    const now = snapshot()
    if (now !== lastPending) {
      lastPending = now
      ports.pendingChanged(accountId)
    }
    publish()
    resolveWaiters()
  }

  const runner: LedgerRunner = createLedgerRunner({
    ledger,
    api,
    clock,
    withApiToken: () => ports.accounts.get(accountId)?.credential.kind === 'instance',
    isRestored: stored !== null,
    save: () => void save(),
    saveSoon: throttle(clock, SAVE_INTERVAL_MS, () => void save()),
    changed: told,
  })

  let lastPending = snapshot()
  const unclear = [...ledger.ends()].filter(({ state }) => state.is === 'sent')
  if (unclear.length > 0)
    ports.mayHaveEnded(
      accountId,
      unclear.map(({ id, createdAt }) => ({ id, createdAt })),
    )

  return {
    ledger,
    runner,
    save,
    ask({ cause, sessions, isWaiting, isAtOnce, askedAt }) {
      const asked = sessions.map((session) => ({
        id: session.id,
        createdAt: session.createdAt,
        key:
          record.resolve(accountId, { key: null, id: session.id, createdAt: session.createdAt })?.key ?? null,
        name: ports.nameOf(accountId, session),
      }))
      // Of endings that are over, only what did not succeed is worth keeping beside new ones.
      if (shown.isAllOver(ledger)) dropSuccesses()
      const since = ports.serviceNow(accountId)
      const batch = ledger.ask(
        { cause, sessions: asked, isWaiting, isAtOnce, askedAt, since },
        clock.steady(),
      )
      if (!batch) return 'known'
      if (!save() && !isAtOnce) {
        ledger.remove(batch)
        return null
      }
      log.info('ends.asked', { account: accountId, cause, sessions: batch.ends.size, waits: isWaiting })
      if (isWaiting) runner.awaitList()
      told()
      runner.wake()
      return batch
    },
    changed() {
      const isSaved = save()
      told()
      runner.wake()
      return isSaved
    },
    settled: (batch) =>
      new Promise((resolve) => {
        waiters.push({ batch, resolve })
        resolveWaiters()
      }),
    pending,
    queued,
    many,
    dispose() {
      isDisposed = true
      runner.dispose()
      waiters.forEach(({ resolve }) => resolve())
    },
  }
}
