import type { RevocationPhase, InterruptReason } from '../../shared/bulk-revocation.ts'
import { isListDoubt, type Failure } from '../../shared/failure.ts'
import { failed, type Result } from '../../shared/result.ts'
import { isDeviceKnown } from '../../shared/this-device.ts'
import {
  retryState,
  classifyDelete,
  UNDO_WINDOW_MS,
  unlistedState,
  type ItemState,
  type ItemToRevoke,
} from './domain/revocation-state.ts'
import type { ApiSession } from '../../core/domain/api-session.ts'
import type { Clock } from '../../core/ports.ts'
import type { RevocationApi } from './revocation-api.ts'
import { createBackoff, TOKEN_CHANGES } from './revocation-backoff.ts'
import { createRevocationItems, type RevocationItems } from './revocation-items.ts'
import { createSecondLooks } from './second-looks.ts'
import { createPhase } from './revocation-phase.ts'

/**
 * Revokes the sessions of one request of the person: waits for the undo window, sends the DELETEs, waits when the
 * service requires it, and confirms them by a fresh list. Commands return whether they are valid in the phase.
 */
export interface RevocationJob {
  readonly items: RevocationItems
  readonly startedAt: number
  /** The end of the undo window, epoch ms by this computer's clock. */
  readonly sendAt: number
  phase(): RevocationPhase
  /** The number of answers while it ran, the ms it ran, and the ms it has to wait now. */
  progress(): { answered: number; ranFor: number; waitFor: number }
  /** Continues the job; call it after each change that the job may be waiting for. */
  wake(): void
  pause(): boolean
  resume(): boolean
  /** Cancels the items that were not sent. */
  cancelRest(): boolean
  retry(): boolean
  /** Sends a single revocation at once, or pauses a running bulk revocation; resolves when no request is pending. */
  settle(): Promise<void>
  /** A list arrived: settles the items that a restart interrupted. */
  applyList(sessions: readonly ApiSession[]): void
  /** Stops the job: it sends and notifies nothing any more. */
  dispose(): void
}

/** Dependencies and options of a job; `interrupted` is not null for a job of the last run. */
export interface JobOptions {
  api: RevocationApi
  clock: Clock
  startedAt: number
  interrupted: InterruptReason | null
  /** A single revocation fails at once if it cannot be sent or confirmed. */
  isSingle: boolean
  withApiToken: boolean
  /** Stores the items of the account's jobs. */
  save(): void
  /** The items or the phase changed. */
  changed(): void
  /** Runs after each DELETE: wakes the jobs of the account, which share the limit of pending requests. */
  answered(): void
}

/** The minimum interval between two lists while a bulk revocation runs. */
const LIST_INTERVAL_MS = 5_000
/** After this many failed lists, waits not counted, unconfirmed items become `notConfirmed`. */
const MAX_LIST_FAILURES = 4
/** After this many consecutive inconclusive answers, a list is fetched before the next DELETE. */
const MAX_OPEN_ANSWERS = 4

/** Creates a job for these items; it does nothing before the first `wake`. */
export function createRevocationJob(initial: readonly ItemToRevoke[], options: JobOptions): RevocationJob {
  const { api, clock, isSingle } = options
  const items = createRevocationItems(initial, api.isRenewed)
  const backoff = createBackoff(api, clock)
  const looks = createSecondLooks(clock)
  const phase = createPhase(options.interrupted, clock)
  /** By the steady clock, so that setting the wall clock does not change the undo window. */
  let undoableUntil = clock.steady() + UNDO_WINDOW_MS
  let isDisposed = false
  let cancelTimer = (): void => undefined
  let onIdle: (() => void)[] = []

  let inFlight = 0
  let answered = 0
  let openAnswers = 0

  /** Whether a list has to arrive before the next DELETE. */
  let needsList = options.interrupted !== null
  let isListing = false
  let listedAt = 0
  let listFailures = 0

  const hasQueued = (): boolean => items.next() !== null
  const isIdle = (): boolean => inFlight === 0 && !isListing
  const maySend = (): boolean => phase.is === 'running' && !needsList && api.isFree()

  function set(id: number, state: ItemState): void {
    items.set(id, state)
    options.changed()
  }

  function interrupt(reason: InterruptReason): void {
    phase.interrupt(reason)
    options.changed()
    options.save()
  }

  function enter(next: 'running' | 'paused' | 'done'): void {
    phase.enter(next)
    options.changed()
  }

  // Sending

  async function send(id: number): Promise<void> {
    // Store first, so that a restart does not take a sent item for an unsent one.
    if (!items.claimBatch(id)) options.save()
    inFlight++
    set(id, { is: 'sent', answer: null })
    const deleted = await api.revoke(items.identity(id))
    inFlight--
    if (isDisposed) return
    if (deleted === 'thisDevice') set(id, { is: 'cancelled' })
    else if (deleted === 'notListed') set(id, unlistedState(api.isRenewed(items.identity(id))))
    else if (deleted === 'listIsOld') requireFreshList(id)
    else applyAnswer(id, deleted)
  }

  function applyAnswer(id: number, deleted: Result<null>): void {
    const outcome = classifyDelete(deleted)
    if (outcome.is === 'answered') {
      answered++
      looks.answered(id)
      openAnswers = outcome.answer.is === 'open' ? openAnswers + 1 : 0
      if (openAnswers === 0) backoff.answered()
      if (openAnswers === MAX_OPEN_ANSWERS) {
        needsList = true
        openAnswers = 0
      }
      return set(id, { is: 'sent', answer: outcome.answer })
    }
    const { failure } = outcome
    if (outcome.is === 'maybeSent') return applyMaybeSent(id, failure)
    if (outcome.is === 'notSent' && (!isSingle || failure.kind === 'rateLimited')) {
      backoff.failed(failure)
      set(id, { is: 'queued' })
    } else if (failure.kind === 'unauthenticated' && !isSingle && !api.isSignedIn()) {
      set(id, { is: 'queued' })
      interrupt('signedOut')
    } else {
      answered++
      set(id, { is: 'failed', failure })
    }
  }

  /**
   * A list then shows whether a single revocation was carried out, or which items of a bulk revocation to send again.
   */
  function applyMaybeSent(id: number, failure: Failure): void {
    if (isSingle) return set(id, { is: 'sent', answer: { is: 'open', failure } })
    needsList = true
    backoff.failed({ kind: 'offline', reason: 'interrupted' })
    set(id, { is: 'sent', answer: { is: 'earlier', wasSent: true } })
  }

  /** The token changed after the list was fetched; all affected items wait for one new list. */
  function requireFreshList(id: number): void {
    if (needsList || backoff.tokenChanged()) {
      needsList = true
      return set(id, { is: 'queued' })
    }
    answered++
    set(id, { is: 'failed', failure: TOKEN_CHANGES })
  }

  // Confirming

  /** Whether nothing is left but to confirm what was answered. */
  const hasOnlyUnproven = (): boolean =>
    items.hasUnproven() && inFlight === 0 && (!hasQueued() || phase.is === 'paused')

  /** Whether a list is due: no DELETE may be sent without one, none is left to send, or the last list is old. */
  function isListDue(): boolean {
    if (isListing || phase.is === 'interrupted') return false
    if (needsList && phase.is === 'running') return inFlight === 0
    if (!items.hasUnproven()) return false
    if (hasOnlyUnproven()) return looks.left() <= 0
    return !isSingle && clock.steady() - listedAt >= LIST_INTERVAL_MS
  }

  function resetListing(): void {
    listedAt = clock.steady()
    listFailures = 0
  }

  async function confirmByList(): Promise<void> {
    isListing = true
    const ids = items.unproven()
    const fresh = await api.list()
    isListing = false
    if (isDisposed) return
    listedAt = clock.steady()
    if (fresh.ok) applyFreshList(ids, fresh.value)
    else applyListFailure(ids, fresh.failure)
  }

  function applyFreshList(ids: readonly number[], sessions: readonly ApiSession[]): void {
    needsList = false
    listFailures = 0
    backoff.succeeded()
    items.applyList(ids, sessions, { alsoQueued: !isSingle, isLastLook: looks.isLast })
    looks.plan(items.unproven())
    options.changed()
    const isUnclear = !isSingle && !isDeviceKnown(sessions, options.withApiToken)
    if (isUnclear && hasQueued()) interrupt('deviceUnclear')
    else options.save()
  }

  function applyListFailure(ids: readonly number[], failure: Failure): void {
    const isSignedOut = failure.kind === 'unauthenticated' && !api.isSignedIn()
    if (isSignedOut && !isSingle && hasQueued()) return interrupt('signedOut')
    const isTransient = classifyDelete(failed(failure)).is === 'notSent'
    if (!isTransient) listFailures++
    const isPatient = !isSingle || isListDoubt(failure)
    if (isPatient && !isSignedOut && (isTransient || listFailures < MAX_LIST_FAILURES))
      return backoff.failed(failure)
    listFailures = 0
    needsList = false
    for (const id of ids) items.set(id, { is: 'notConfirmed', failure })
    // An item that was never sent cannot have been revoked.
    if (isSingle) for (const id of items.findIds('queued')) items.set(id, { is: 'failed', failure })
    options.changed()
    if (hasQueued()) interrupt('unproven')
  }

  // Running

  function resolveIdle(): void {
    const callbacks = onIdle
    onIdle = []
    callbacks.forEach((resolve) => resolve())
  }

  const wakeIn = (ms: number): void => void (cancelTimer = clock.after(Math.max(0, ms), wake))

  function wake(): void {
    cancelTimer()
    if (isDisposed || phase.is === 'done') return resolveIdle()
    if (phase.is === 'undoable') {
      const left = undoableUntil - clock.steady()
      if (left > 0) return wakeIn(left)
      resetListing()
      enter('running')
    }
    const isActive = phase.is === 'running' || (phase.is === 'paused' && items.hasUnproven())
    const left = isActive ? backoff.left() : null
    if (left !== null && (items.hasUnproven() || needsList || hasQueued())) {
      options.changed()
      if (isIdle()) resolveIdle()
      return wakeIn(left)
    }
    if (!isSingle && phase.is === 'running' && hasQueued() && api.isListDoubtful()) needsList = true
    if (isListDue()) void confirmByList().then(wake)
    for (let id = items.next(); id !== null && maySend(); id = items.next())
      void send(id).then(options.answered)
    if (!isIdle()) return
    if (phase.is === 'running' && !hasQueued() && !items.hasUnproven()) {
      enter('done')
      options.save()
    }
    if (phase.is !== 'running') resolveIdle()
    if (phase.is !== 'interrupted' && hasOnlyUnproven()) wakeIn(looks.left())
  }

  function startRunning(withList: boolean): true {
    needsList = withList
    looks.settle(false)
    resetListing()
    backoff.succeeded()
    enter('running')
    options.save()
    wake()
    return true
  }

  return {
    items,
    startedAt: options.startedAt,
    get sendAt() {
      return Math.round(clock.now() + undoableUntil - clock.steady())
    },
    phase() {
      if (phase.is === 'interrupted') return { is: phase.is, reason: phase.reason ?? 'restarted' }
      const wait = phase.is === 'running' ? backoff.current() : null
      return wait ? { is: 'waiting', ...wait } : { is: phase.is }
    },
    progress: () => ({
      answered,
      ranFor: phase.ranFor(),
      waitFor: Math.max(0, (backoff.current()?.until ?? 0) - clock.now()),
    }),
    wake,
    pause() {
      if (phase.is !== 'running') return false
      enter('paused')
      options.save()
      wake()
      return true
    },
    resume: () => (phase.is === 'paused' || phase.is === 'interrupted') && startRunning(true),
    cancelRest() {
      if (phase.is === 'undoable' || phase.is === 'done') return false
      for (const id of items.findIds('queued')) set(id, { is: 'cancelled' })
      // Without queued items, a list is due only for sent ones.
      return startRunning(false)
    },
    retry() {
      const ids = [...items.findIds('failed'), ...items.findIds('notConfirmed')]
      if (phase.is !== 'done' || ids.length === 0) return false
      for (const id of ids) items.set(id, retryState(items.get(id) ?? { is: 'cancelled' }))
      return startRunning(true)
    },
    async settle() {
      if (phase.is === 'running' && !isSingle) enter('paused')
      if (isDisposed || phase.is === 'done' || (phase.is === 'undoable' && !isSingle)) return
      undoableUntil = Math.min(undoableUntil, clock.steady())
      looks.settle(true)
      await new Promise<void>((resolve) => {
        onIdle.push(resolve)
        wake()
      })
    },
    applyList(sessions) {
      if (phase.reason !== 'restarted') return
      items.applyList(items.unproven(), sessions, { alsoQueued: true, isLastLook: () => true })
      if (!hasQueued() && !items.hasUnproven()) phase.enter('done')
      options.changed()
      options.save()
    },
    dispose() {
      isDisposed = true
      cancelTimer()
      resolveIdle()
    },
  }
}
