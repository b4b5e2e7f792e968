import type { Wait } from '../../shared/ends.ts'
import { isListDoubt, type Failure } from '../../shared/failure.ts'
import { failed, type Result } from '../../shared/result.ts'
import type { Clock } from '../../core/ports.ts'
import { OFFLINE_INTERVAL_MS } from '../sessions/index.ts'
import type { Deletes, SkipReason } from './deletes.ts'
import { isTemporary, meaningOf } from './domain/answer.ts'
import type { End, State } from './domain/end.ts'
import { judge } from './domain/judge.ts'
import type { Pace } from './domain/ends-view.ts'
import type { Ledger } from './domain/ledger.ts'

/**
 * Sends the ends of one account's ledger. Four ideas: *lanes* take the next end that is going, single ones first; one *wait* at a time
 * keeps all of them back, by the service's word, without a network, or longer with each failure; *looks* are lists that show what became
 * of what was sent; and nothing is planned but by `wake`, which runs after each of these and each change from outside.
 */
export interface Runner {
  /** Continues; call it after each change that it may be waiting for. */
  wake(): void
  /** A good list is stored: earlier failures do not count. */
  listStored(): void
  /** A person wants it to go on now: earlier failures do not count, and a list shows first what is there. */
  goOn(): void
  /** What ends wait for by themselves; null if they do not. */
  wait(): Wait | null
  pace(): Pace
  /** Resolves when no request is out, without waiting for later looks; `isLeaving`: of the ends of many nothing more is sent. */
  idle(isLeaving: boolean): Promise<void>
  /** Sends nothing, and lets no time to undo pass, until the returned function is called. */
  hold(): () => void
  /** Stops: it sends and tells nothing any more. */
  dispose(): void
}

export interface RunnerDependencies {
  ledger: Ledger
  deletes: Deletes
  clock: Clock
  /** Stores the ledger now. */
  save(): void
  /** Stores the ledger within a second. */
  saveSoon(): void
  /** States, phases or the wait changed. */
  changed(): void
  /** The batches that have waited for too long ask: a list told what time it is at the service. */
  stopOld(): void
}

/** The minimum interval between two lists while ends are sent. */
const LOOK_INTERVAL_MS = 5_000
/**
 * Once all is sent, the ms before each look for what was answered and is still listed: a server behind the same address may be a moment
 * behind.
 */
export const LOOK_GAPS_MS = [0, 1_000, 1_000, 3_000] as const
/** After so many failed lists, waits not counted, what was sent is unclear. */
const MAX_FAILED_LOOKS = 4
/** After so many inconclusive answers in a row, a list is asked for before the next DELETE. */
const MAX_INCONCLUSIVE = 4
const MAX_WAIT_MS = 60_000

/** Creates a runner; it does nothing before the first `wake`. */
export function createRunner(dependencies: RunnerDependencies): Runner {
  const { ledger, deletes, clock } = dependencies
  let isDisposed = false
  let isLeaving = false
  let cancelTimer = (): void => undefined

  // Lanes

  let inFlight = 0
  let answered = 0
  let inconclusive = 0
  /** Since when ends are sent, ms without sleep; null while none are. */
  let runsSince: number | null = null

  const nextEnd = (): End | null => ledger.next(!isLeaving)
  /** The next end that may be sent now: those of many need a good list. */
  const sendable = (): End | null => ledger.next(!isLeaving && !deletes.isListDoubtful() && wait === null)

  function countTime(): void {
    const isRunning = nextEnd() !== null || inFlight > 0
    if (isRunning === (runsSince !== null)) return
    runsSince = isRunning ? clock.awake() : null
    answered = 0
  }

  function set(end: End, state: State): void {
    ledger.setState(end, state)
    dependencies.changed()
  }

  async function send(end: End): Promise<void> {
    // Store first, so that a restart does not take a sent end for an unsent one.
    if (!ledger.claim(end)) dependencies.save()
    inFlight++
    ledger.prepare(end)
    // What was taken back or stopped meanwhile is as it was left.
    const deleted = await deletes.revoke(end, () => {
      if (ledger.begins(end)) set(end, { is: 'sending' })
      return end.state.is === 'sending'
    })
    inFlight--
    if (isDisposed) return
    if (end.state.is === 'sending' || ledger.begins(end)) apply(end, deleted)
    dependencies.saveSoon()
  }

  function apply(end: End, deleted: Result<null> | SkipReason): void {
    if (deleted === 'notAsked') return
    if (deleted === 'thisDevice') return set(end, { is: 'dropped', why: 'thisDevice' })
    if (deleted === 'needsList') {
      if (!needsList) staleLists++
      needsList = true
      return set(end, { is: 'waiting' })
    }
    const { state, answer } = meaningOf(deleted)
    if (state.is === 'waiting' && !deleted.ok) {
      needsList ||= answer !== null
      waitFor(answer === null ? deleted.failure : { kind: 'offline', reason: 'interrupted' })
    } else if (!deleted.ok && !deletes.isSignedIn()) {
      return set(end, { is: 'waiting' })
    } else {
      answered++
      looks = 0
      inconclusive = answer === 'lost' ? inconclusive + 1 : 0
      if (inconclusive === 0) forgetFailures()
      if (inconclusive === 0) staleLists = 0
      if (inconclusive >= MAX_INCONCLUSIVE) [needsList, inconclusive] = [true, 0]
    }
    set(end, state)
  }

  // The wait

  let wait: { until: number; reason: Failure } | null = null
  let attempts = 0
  let wasCutOff = false

  /** Waits after a failure, longer each time; requests that fail together count once. */
  function waitFor(failure: Failure): void {
    const now = clock.steady()
    if (failure.kind === 'rateLimited') wait = { until: now + failure.retryAt - clock.now(), reason: failure }
    else
      wait ??= { until: now + Math.min(MAX_WAIT_MS, OFFLINE_INTERVAL_MS * 2 ** attempts++), reason: failure }
  }

  /** Looks at what keeps requests back now; returns whether that is something else than before. */
  function updateWait(): boolean {
    const before = wait
    const limitedUntil = deletes.rateLimitedUntil()
    const isCutOff = !deletes.isReachable()
    const isBack = wasCutOff && !isCutOff && wait?.reason.kind !== 'rateLimited'
    if (isBack || (wait && wait.until <= clock.steady())) wait = null
    wasCutOff = isCutOff
    if (limitedUntil !== null) {
      if (wait?.reason.kind !== 'rateLimited') waitFor({ kind: 'rateLimited', retryAt: limitedUntil })
    } else if (isCutOff) {
      // Nobody knows how long it will be: what is too old asks by the next list.
      needsList = true
      wait ??= {
        until: clock.steady() + OFFLINE_INTERVAL_MS,
        reason: { kind: 'offline', reason: 'noNetwork' },
      }
    }
    return wait !== before
  }

  function forgetFailures(): void {
    attempts = failedLooks = 0
    if (wait?.reason.kind !== 'rateLimited') wait = null
  }

  // Looks

  let isLooking = false
  let lookedAt = clock.steady()
  /** How often was looked since the last answer, after all was sent. */
  let looks = 0
  let failedLooks = 0
  /** How often in a row a list did not let a DELETE go; each further one waits longer. */
  let staleLists = 0
  let needsList = false
  let isSettling = false

  const since = (ms: number): number => lookedAt + ms - clock.steady()
  /** Whether a batch waits for a good list. */
  const awaitsList = (): boolean => ledger.batches().some(({ phase }) => phase === 'waiting')

  /** The ms until the next look; null: none is planned, or a request has to be answered first. */
  function untilLook(): number | null {
    if (isLooking || !deletes.isSignedIn()) return null
    const isQuiet = inFlight === 0 && sendable() === null
    if (nextEnd() && (needsList || (isQuiet && deletes.isListDoubtful())))
      return inFlight > 0 ? null : staleLists > 1 ? since(Math.min(MAX_WAIT_MS, 1_000 * 2 ** staleLists)) : 0
    if (ledger.needsLook())
      return isQuiet ? (isSettling ? 0 : since(LOOK_GAPS_MS[looks] ?? 0)) : since(LOOK_INTERVAL_MS)
    return awaitsList() ? since(LOOK_INTERVAL_MS) : null
  }

  async function look(): Promise<void> {
    isLooking = true
    const isQuiet = inFlight === 0 && sendable() === null
    const before = ledger.sent()
    const list = await deletes.list()
    isLooking = false
    if (isDisposed) return
    lookedAt = clock.steady()
    if (list.ok) lookShowed(before, isQuiet)
    else lookFailed(before, list.failure)
    dependencies.changed()
    dependencies.save()
  }

  /** The ledger followed the record when the list was stored. */
  function lookShowed(ends: readonly End[], isQuiet: boolean): void {
    needsList = false
    if (isQuiet) looks++
    if (isQuiet && (isSettling || looks >= LOOK_GAPS_MS.length)) settle(ends)
  }

  function lookFailed(ends: readonly End[], failure: Failure): void {
    if (isListDoubt(failure)) {
      // One session may be ended by what an unclear list shows.
      needsList = false
      dependencies.stopOld()
    }
    if (deletes.isSignedIn()) {
      waitFor(failure)
      if (isTemporary(failure) || meaningOf(failed(failure)).state.is === 'waiting') return
      if (++failedLooks < MAX_FAILED_LOOKS) return
    }
    failedLooks = 0
    settle(ends, failure)
  }

  /** What was sent is still listed, or unclear after a failure, unless a list gave it another outcome. */
  function settle(ends: readonly End[], failure: Failure | null = null): void {
    for (const end of ends) {
      if (end.state.is === 'sent')
        set(end, failure ? { is: 'unclear', failure } : judge(end.state, 'listed', true))
    }
  }

  // All of it

  let holders = 0
  let heldSince = 0
  let onIdle: (() => void)[] = []

  const isIdle = (): boolean => inFlight === 0 && !isLooking

  function resolveIdle(): void {
    const waiting = onIdle
    onIdle = []
    for (const resolve of waiting) resolve()
  }

  /** The batches of an account that was signed out stop, and ask. */
  function stopSignedOut(): void {
    const going = ledger.batches().filter((batch) => batch.phase === 'going' && ledger.hasWaiting(batch))
    if (going.length === 0 || deletes.isSignedIn()) return
    for (const batch of going) ledger.interrupt(batch, 'signedOut')
    dependencies.changed()
    dependencies.save()
  }

  function wake(): void {
    cancelTimer()
    if (isDisposed) return resolveIdle()
    if (holders > 0) return isIdle() ? resolveIdle() : undefined
    stopSignedOut()
    const hasBegun = ledger.tick(clock.steady())
    if (hasBegun && !ledger.needsLook()) [lookedAt, failedLooks] = [clock.steady(), 0]
    if (updateWait() || hasBegun) dependencies.changed()
    if (nextEnd() !== null && deletes.isListOld()) needsList = true
    countTime()
    const isBlocked = wait !== null && !isListDoubt(wait.reason)
    if (wait === null && (untilLook() ?? 1) <= 0) void look().finally(wake)
    for (let end = sendable(); end && !isBlocked && !needsList && deletes.isFree(); end = sendable())
      void send(end).finally(wake)
    countTime()
    if (isIdle()) resolveIdle()
    planNext()
  }

  function planNext(): void {
    const tickAt = ledger.nextTick()
    const hasWork = nextEnd() !== null || ledger.needsLook() || awaitsList()
    const left = wait === null ? untilLook() : hasWork ? wait.until - clock.steady() : null
    const waits = [tickAt === null ? null : tickAt - clock.steady(), left].filter((ms) => ms !== null)
    if (waits.length > 0) cancelTimer = clock.after(Math.max(0, Math.min(...waits)), wake)
  }

  return {
    wake,
    listStored() {
      needsList = false
      forgetFailures()
    },
    goOn() {
      needsList = true
      looks = staleLists = 0
      lookedAt = clock.steady()
      forgetFailures()
    },
    wait() {
      if (wait === null || (nextEnd() === null && !ledger.needsLook())) return null
      return { until: Math.ceil(clock.now() + wait.until - clock.steady()), reason: wait.reason }
    },
    pace: () => ({ answered, ranFor: runsSince === null ? 0 : clock.awake() - runsSince }),
    async idle(leaves) {
      isLeaving ||= leaves
      isSettling = true
      await new Promise<void>((resolve) => {
        onIdle.push(resolve)
        wake()
      })
      isSettling = false
    },
    hold() {
      if (holders++ === 0) heldSince = clock.steady()
      let isHolding = true
      return () => {
        if (!isHolding) return
        isHolding = false
        if (--holders > 0) return
        ledger.postpone(heldSince, clock.steady())
        wake()
      }
    },
    dispose() {
      isDisposed = true
      cancelTimer()
      resolveIdle()
    },
  }
}
