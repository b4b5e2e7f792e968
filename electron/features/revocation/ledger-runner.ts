import { isListDoubt, type Failure } from '../../shared/failure.ts'
import { failed, type Result } from '../../shared/result.ts'
import { isDeviceKnown } from '../../shared/this-device.ts'
import type { ApiSession } from '../../domain/api-session.ts'
import type { Clock } from '../../core/ports.ts'
import type { Batch, End } from './domain/end.ts'
import type { Ledger } from './domain/ledger.ts'
import { judgeEnds, listing } from './domain/judge-ends.ts'
import { classifyDelete, unlistedState, type ItemState } from './domain/revocation-state.ts'
import type { RevocationApi, SkipReason } from './revocation-api.ts'
import { createBackoff, TOKEN_CHANGES, type Wait } from './revocation-backoff.ts'
import { createHold } from './hold.ts'
import { createRunTime } from './run-time.ts'
import { createSecondLooks } from './second-looks.ts'

/** Sends the ends of one account's ledger, waits when the service requires it, and confirms them by good lists. */
export interface LedgerRunner {
  /** Continues; call it after each change that it may be waiting for. */
  wake(): void
  /** A batch waits for a good list from now on. */
  awaitList(): void
  /** A good list is stored: earlier failures do not count. */
  listArrived(): void
  /** A person wants it to go on now: earlier failures do not count. */
  beginAnew(withList: boolean): void
  /** What the ends of many wait for; null if they do not. */
  wait(): Wait | null
  /** The responses so far, and the ms it ran and has to wait now. */
  progress(): { answered: number; ranFor: number; waitFor: number }
  /** Resolves when no request is pending, without second looks; `isLeaving`: of the ends of many nothing more is sent. */
  idle(isLeaving: boolean): Promise<void>
  /** Sends nothing, and lets no time to undo pass, until the returned function is called. */
  hold(): () => void
  /** Stops: it sends and notifies nothing any more. */
  dispose(): void
}

export interface RunnerDependencies {
  ledger: Ledger
  api: RevocationApi
  clock: Clock
  withApiToken(): boolean
  /** Whether the ledger is one of an earlier run. */
  isRestored: boolean
  /** Stores the ledger now. */
  save(): void
  /** Stores the ledger within a second. */
  saveSoon(): void
  /** States or phases changed. */
  changed(): void
}

/** The minimum interval between two lists while a batch is sent. */
const LIST_INTERVAL_MS = 5_000
/** After this many failed lists, waits not counted, unconfirmed ends become `notConfirmed`. */
const MAX_LIST_FAILURES = 4
/** After this many consecutive inconclusive responses, a list is fetched before the next DELETE. */
const MAX_OPEN_RESPONSES = 4

/** Creates a runner; it does nothing before the first `wake`. */
export function createLedgerRunner(dependencies: RunnerDependencies): LedgerRunner {
  const { ledger, api, clock } = dependencies
  const backoff = createBackoff(api, clock)
  /** Only the ends of many wait for a good list. */
  const doubts = createBackoff(api, clock)
  const looks = createSecondLooks(clock)
  const runTime = createRunTime(clock)
  const held = createHold(ledger, clock)
  let isDisposed = false
  let isLeaving = false
  let cancelTimer = (): void => undefined
  const onIdle: (() => void)[] = []

  let inFlight = 0
  let answered = 0
  let openResponses = 0
  let needsList = dependencies.isRestored
  let wasCutOff = false
  let hasWaited = false
  let isListing = false
  let listedAt = clock.steady()
  let listFailures = 0

  const isIdle = (): boolean => inFlight === 0 && !isListing
  const nextEnd = (): End | null => ledger.next(!isLeaving)
  /** The next end of those that may be sent with this list. */
  const sendable = (): End | null =>
    ledger.next(!isLeaving && !api.isListDoubtful() && doubts.left() === null)
  /** Whether a batch waits for the list that tells that the service can be reached. */
  const isWaiting = (): boolean =>
    api.isSignedIn() && ledger.batches().some(({ phase }) => phase === 'waiting')
  const untilNextList = (): number => listedAt + LIST_INTERVAL_MS - clock.steady()
  const maySend = (): boolean => !held.is() && !needsList && api.isFree()

  function set(end: End, state: ItemState): void {
    ledger.setState(end, state)
    dependencies.changed()
  }

  const countTime = (): void => runTime.count(nextEnd() !== null || inFlight > 0)

  /** The batches with unsent ends stop, and ask. */
  function interrupt(
    reason: 'signedOut' | 'deviceUnclear' | 'unproven',
    which: (batch: Batch) => boolean,
    evenWaiting = false,
  ): void {
    for (const batch of ledger.batches())
      if (
        (batch.phase === 'going' || (evenWaiting && batch.phase === 'waiting')) &&
        ledger.hasQueued(batch) &&
        which(batch)
      )
        ledger.interrupt(batch, reason)
    dependencies.changed()
    dependencies.save()
  }

  // Sending

  async function send(end: End): Promise<void> {
    // Store first, so that a restart does not take a sent end for an unsent one.
    if (!ledger.claim(end)) dependencies.save()
    inFlight++
    ledger.prepare(end)
    // What was taken back or stopped meanwhile is as it was left.
    const deleted = await api.revoke(end, () => {
      if (ledger.begins(end)) set(end, { is: 'sent', answer: null })
      return end.state.is === 'sent'
    })
    inFlight--
    if (isDisposed) return
    if (end.state.is === 'sent' || ledger.begins(end)) applyResult(end, deleted)
    dependencies.saveSoon()
  }

  function applyResult(end: End, deleted: Result<null> | SkipReason): void {
    if (deleted === 'thisDevice') set(end, { is: 'cancelled' })
    else if (deleted === 'notListed') applyUnlisted(end)
    else if (deleted === 'listIsOld') requireFreshList(end)
    else if (deleted !== 'notAsked') applyResponse(end, deleted)
  }

  function applyResponse(end: End, deleted: Result<null>): void {
    const outcome = classifyDelete(deleted)
    if (outcome.kind === 'answered') {
      answered++
      looks.answered(end)
      openResponses = outcome.answer.is === 'open' ? openResponses + 1 : 0
      if (openResponses === 0) backoff.answered()
      if (openResponses === MAX_OPEN_RESPONSES) {
        needsList = true
        openResponses = 0
      }
      return set(end, { is: 'sent', answer: outcome.answer })
    }
    const { failure } = outcome
    if (outcome.kind === 'maybeSent') {
      // A list then shows whether to send it again.
      needsList = true
      backoff.failed({ kind: 'offline', reason: 'interrupted' })
      set(end, { is: 'sent', answer: { is: 'earlier', wasSent: true } })
    } else if (outcome.kind === 'notSent') {
      backoff.failed(failure)
      set(end, { is: 'queued' })
    } else if (failure.kind === 'unauthenticated' && !api.isSignedIn()) {
      set(end, { is: 'queued' })
      interrupt('signedOut', () => true)
    } else {
      answered++
      set(end, { is: 'failed', failure })
    }
  }

  function applyUnlisted(end: End): void {
    set(end, unlistedState(api.isRenewed(end)))
  }

  /** The token changed after the list was fetched; all affected ends wait for one new list. */
  function requireFreshList(end: End): void {
    if (needsList || backoff.tokenChanged()) {
      needsList = true
      return set(end, { is: 'queued' })
    }
    answered++
    set(end, { is: 'failed', failure: TOKEN_CHANGES })
  }

  // Confirming

  function isListDue(): boolean {
    if (isListing) return false
    const isWaitingForGood = nextEnd() !== null && api.isListDoubtful() && doubts.left() === null
    if (needsList && nextEnd()) return inFlight === 0
    if (isWaitingForGood && sendable() === null) return inFlight === 0
    if (!ledger.hasUnproven()) return isWaiting() && untilNextList() <= 0
    if (inFlight === 0 && sendable() === null) return looks.left() <= 0
    return untilNextList() <= 0
  }

  async function confirmByList(): Promise<void> {
    isListing = true
    const ends = ledger.unproven()
    const fresh = await api.list()
    isListing = false
    if (isDisposed) return
    listedAt = clock.steady()
    if (fresh.ok) applyFreshList(ends, fresh.value)
    else applyListFailure(ends, fresh.failure)
  }

  function applyFreshList(ends: readonly End[], sessions: readonly ApiSession[]): void {
    needsList = false
    listFailures = 0
    backoff.succeeded()
    doubts.succeeded()
    const listedAs = listing(sessions)
    // A server behind the same address may be a moment behind.
    judgeEnds(ledger, ends, listedAs, api.isRenewed, looks.isLast)
    for (const batch of ledger.batches())
      if (batch.phase === 'going')
        for (const end of ledger.queuedOf(batch)) if (listedAs(end) !== 'itself') applyUnlisted(end)
    looks.plan(ledger.unproven())
    dependencies.changed()
    if (isDeviceKnown(sessions, dependencies.withApiToken())) dependencies.save()
    else interrupt('deviceUnclear', (batch) => !batch.isAlone)
  }

  function applyListFailure(ends: readonly End[], failure: Failure): void {
    const isSignedOut = failure.kind === 'unauthenticated' && !api.isSignedIn()
    if (isSignedOut && nextEnd()) return interrupt('signedOut', () => true)
    const isTransient = classifyDelete(failed(failure)).kind === 'notSent'
    if (!isTransient) listFailures++
    if (!isSignedOut && (isTransient || listFailures < MAX_LIST_FAILURES)) {
      const isDoubt = isListDoubt(failure) && !needsList && !ledger.hasUnproven()
      return (isDoubt ? doubts : backoff).failed(failure)
    }
    listFailures = 0
    needsList = false
    for (const end of ends) ledger.setState(end, { is: 'notConfirmed', failure })
    // An end that was never sent cannot have ended anything.
    for (const batch of ledger.batches())
      if (batch.isAlone && batch.phase === 'going' && !isListDoubt(failure))
        for (const end of ledger.queuedOf(batch)) ledger.setState(end, { is: 'failed', failure })
    interrupt('unproven', (batch) => !batch.isAlone || isListDoubt(failure), isListDoubt(failure))
  }

  // Running

  const resolveIdle = (): void => onIdle.splice(0).forEach((resolve) => resolve())

  function wakeIn(...waits: (number | null)[]): void {
    const known = waits.filter((ms) => ms !== null)
    if (known.length > 0) cancelTimer = clock.after(Math.max(0, Math.min(...known)), wake)
  }

  const untilTick = (): number | null => {
    const at = ledger.nextTick()
    return at === null ? null : at - clock.steady()
  }

  function wake(): void {
    cancelTimer()
    if (isDisposed) return resolveIdle()
    if (held.is()) return isIdle() ? resolveIdle() : undefined
    const wasQuiet = nextEnd() === null && !ledger.hasUnproven()
    const hasBegun = ledger.tick(clock.steady())
    if (hasBegun && wasQuiet) {
      listedAt = clock.steady()
      listFailures = 0
    }
    countTime()
    const hasWork = nextEnd() !== null || ledger.hasUnproven() || isWaiting()
    // Without work too: it is shown from now on, also of work that begins later.
    const wait = backoff.left()
    const left = hasWork ? wait : null
    // Nobody knows how long it was cut off: what is too old asks by the next list.
    if (left === null && wasCutOff) needsList = true
    wasCutOff = left !== null && (wasCutOff || !api.isReachable())
    const isWaitingLonger = wait !== null || doubts.left() !== null
    // A wait is over without anything else that would say so.
    if (hasBegun || isWaitingLonger || hasWaited) dependencies.changed()
    hasWaited = isWaitingLonger
    if (left !== null) {
      if (isIdle() && backoff.current() !== null) resolveIdle()
      return wakeIn(left, untilTick())
    }
    if (isListDue()) void confirmByList().finally(wake)
    for (let end = sendable(); end && maySend(); end = sendable()) void send(end).finally(wake)
    countTime()
    if (!isIdle()) return wakeIn(untilTick())
    dependencies.changed()
    resolveIdle()
    const wantsGoodList = nextEnd() !== null && sendable() === null
    wakeIn(
      untilTick(),
      ledger.hasUnproven() && sendable() === null ? looks.left() : null,
      wantsGoodList ? doubts.left() : null,
      isWaiting() ? untilNextList() : null,
    )
  }

  return {
    wake,
    awaitList: () => void (listedAt = clock.steady()),
    listArrived() {
      backoff.succeeded()
      doubts.succeeded()
    },
    beginAnew(withList) {
      needsList = withList
      listedAt = clock.steady()
      listFailures = 0
      looks.settle(false)
      backoff.succeeded()
      doubts.succeeded()
    },
    wait: () =>
      nextEnd() || ledger.hasUnproven() ? (backoff.current() ?? (nextEnd() && doubts.current())) : null,
    progress: () => ({
      answered,
      ranFor: runTime.ranFor(),
      waitFor: Math.max(0, (backoff.current()?.until ?? 0) - clock.now()),
    }),
    async idle(leaves) {
      isLeaving ||= leaves
      looks.settle(true)
      await new Promise<void>((resolve) => {
        onIdle.push(resolve)
        wake()
      })
      looks.settle(false)
    },
    hold: () => held.hold(wake),
    dispose() {
      isDisposed = true
      cancelTimer()
      resolveIdle()
    },
  }
}
