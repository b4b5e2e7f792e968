import { revokeSession } from '../../api/sessions.ts'
import type { Wait } from '../../shared/ends.ts'
import { isListDoubt, type Failure } from '../../shared/failure.ts'
import { canReach } from '../../shared/loopback.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { isDoubtful } from '../../shared/session-list.ts'
import type { SessionIdentity } from '../../shared/session.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { Gateway } from '../../core/gateway.ts'
import type { Clock, Log } from '../../core/ports.ts'
import { catchStorageError } from '../../core/storage-error.ts'
import { isRenewed, type EndAnswer, type SessionLists } from '../sessions/index.ts'
import { meaningOf } from './domain/answer.ts'
import { adjustConcurrency, INITIAL_CONCURRENCY } from './domain/concurrency.ts'
import type { End, State } from './domain/end.ts'
import type { Pace } from './domain/ends-view.ts'
import type { Ledger } from './domain/ledger.ts'
import { createWait } from './wait.ts'

export interface RunnerDependencies {
  accounts: Pick<Accounts, 'get'>
  lists: Pick<SessionLists, 'get' | 'refresh' | 'isOvertaken' | 'isFetchedWith' | 'ageOf'>
  gateway: Gateway
  /** A DELETE of a session has its response, which may leave open whether it was carried out. */
  answered(accountId: string, session: SessionIdentity, answer: EndAnswer): void
  isOnline(): boolean
  clock: Clock
  log: Log
}

/** The ledger whose ends a runner sends. It is stored at once, or within a second. */
export interface RunnerLedger {
  ledger: Ledger
  save(): void
  saveSoon(): void
  /** States, phases or the wait changed. */
  changed(): void
  /** The batches that have waited for too long ask: a list told what time it is at the service. */
  stopOld(): void
}

/** The minimum interval between two lists while ends are sent. */
const LOOK_INTERVAL_MS = 5_000
/** Once all is sent, the ms before each look for what was answered and is still listed, because servers may lag; later at intervals. */
const LOOK_GAPS_MS = [0, 1_000, 1_000, 3_000] as const
/** After so many failed lists, waits not counted, what was sent is unclear. */
const MAX_FAILED_LOOKS = 4
/** After so many inconclusive answers in a row, a list is asked for before the next DELETE. */
const MAX_INCONCLUSIVE = 4
/** The maximum time between two lists that let no DELETE go. */
const MAX_LOOK_GAP_MS = 60_000
/** A list that is older ends nothing, because the computer may have slept for days; longer than between two checks in the tray. */
const MAX_LIST_AGE_MS = 600_000

/**
 * Creates what sends the ends of one account's ledger. Four ideas: *lanes* take the next end that is going, single ones first; one *wait*
 * at a time keeps all of them back, by the service's word, without a network, or longer with each failure; *looks* are lists that show
 * what became of what was sent; and nothing is planned but by `wake`, which runs after each of these and each change from outside. It
 * does nothing before the first `wake`.
 */
export function createRunner(
  accountId: string,
  { ledger, ...ends }: RunnerLedger,
  dependencies: RunnerDependencies,
) {
  const { accounts, lists, gateway, clock, log } = dependencies
  let isDisposed = false
  let isLeaving = false
  let cancelTimer = (): void => undefined

  const isSignedIn = (): boolean => accounts.get(accountId)?.status === 'signedIn'
  const isReachable = (): boolean => canReach(accounts.get(accountId)?.baseUrl ?? '', dependencies.isOnline())
  const rateLimitedUntil = (): number | null => gateway.rateLimitedUntil(accountId)
  /** The row of the session of an end in the latest list. */
  const rowOf = (end: End) => lists.get(accountId).sessions?.find((row) => !isRenewed(row, end))
  const isListDoubtful = (): boolean => isDoubtful(lists.get(accountId))
  const wait = createWait(clock, rateLimitedUntil, isReachable)

  // Lanes

  /** The ends whose requests are out, or wait for a token. */
  const out = new Set<End>()
  let concurrency = INITIAL_CONCURRENCY
  let answered = 0
  let inconclusive = 0
  /** Since when ends are sent, ms without sleep; null while none are. */
  let runsSince: number | null = null

  const nextEnd = (): End | null => ledger.next(!isLeaving, out)
  /** The next end that may be sent now: those of many need a good list. */
  const sendable = (): End | null => ledger.next(!isLeaving && !isListDoubtful() && wait.get() === null, out)

  function countTime(): void {
    const isRunning = nextEnd() !== null || out.size > 0
    if (isRunning === (runsSince !== null)) return
    runsSince = isRunning ? clock.awake() : null
    answered = 0
  }

  function set(end: End, state: State): void {
    ledger.setState(end, state)
    ends.changed()
  }

  async function send(end: End): Promise<void> {
    // Store first, so that a restart does not take a sent end for an unsent one.
    if (!ledger.claim(end)) ends.save()
    out.add(end)
    const response = await request(end)
    out.delete(end)
    if (isDisposed) return
    // What was taken back or stopped meanwhile is as it was left.
    if (response && ledger.isAsked(end)) apply(end, response)
    ends.saveSoon()
  }

  /** Sends the DELETE of an end, and tells the record what was answered; null if it turned out not to begin. Never rejects. */
  async function request(end: End): Promise<Result<unknown> | null> {
    const sending = catchStorageError(() =>
      gateway.callAs<'skipped' | null>(accountId, async (transport, token) => {
        // Only now, because the token, the list and the rate limit may have changed while a token was waited for.
        const until = rateLimitedUntil()
        if (until !== null) return failed({ kind: 'rateLimited', retryAt: until })
        if (!begins(end, token)) return ok('skipped')
        const from = clock.steady()
        const deleted = await revokeSession(transport, token, end.id)
        concurrency = adjustConcurrency(concurrency, deleted, clock.steady() - from)
        return deleted
      }),
    )
    const response = await sending.catch((error: unknown): Result<never> => {
      // A fault of the app: whether anything was sent is unclear, and a list tells.
      const name = error instanceof Error ? error.name : 'unknown'
      log.warn('session.revokeFault', { account: accountId, error: name })
      return failed({ kind: 'outcomeUnknown' })
    })
    if (response.ok && response.value === 'skipped') return null
    const { answer } = meaningOf(response)
    if (answer) dependencies.answered(accountId, end, answer)
    if (!response.ok) log.info('session.revokeFailed', { account: accountId, failure: response.failure.kind })
    return response
  }

  /** Whether the DELETE of an end begins: it is asked for still, and the latest list, which this token fetched, has the session. */
  function begins(end: End, token: string): boolean {
    if (!ledger.isAsked(end)) return false
    const listed = rowOf(end)
    const isLatest = lists.isFetchedWith(accountId, token) && !lists.isOvertaken(accountId, end)
    // What the list lacks was renewed or is gone: the record tells, once it has the next one.
    if (!isLatest || !listed) {
      if (!needsList) staleLists++
      needsList = true
      set(end, { is: 'waiting' })
      return false
    }
    set(end, listed.isCurrent ? { is: 'dropped', why: 'thisDevice' } : { is: 'sending' })
    return !listed.isCurrent
  }

  function apply(end: End, response: Result<unknown>): void {
    const { state, answer } = meaningOf(response)
    if (state.is === 'waiting' && !response.ok) {
      needsList ||= answer !== null
      wait.begin(answer === null ? response.failure : { kind: 'offline', reason: 'interrupted' })
    } else if (!response.ok && !isSignedIn()) {
      return set(end, { is: 'waiting' })
    } else {
      answered++
      looks = 0
      inconclusive = answer === 'lost' ? inconclusive + 1 : 0
      if (inconclusive === 0) {
        staleLists = 0
        forgetFailures()
      }
      if (inconclusive >= MAX_INCONCLUSIVE) [needsList, inconclusive] = [true, 0]
    }
    set(end, state)
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

  function forgetFailures(): void {
    failedLooks = 0
    wait.forget()
  }

  const since = (ms: number): number => lookedAt + ms - clock.steady()
  /** Whether a batch waits for a good list. */
  const awaitsList = (): boolean => ledger.batches().some(({ phase }) => phase === 'waiting')
  /** Whether all is sent that may be sent now. */
  const isQuiet = (): boolean => out.size === 0 && sendable() === null

  /** The ms until the next look; Infinity: none is planned, or a request has to be answered first. */
  function untilLook(): number {
    if (isLooking || !isSignedIn()) return Infinity
    if (nextEnd() && (needsList || (isQuiet() && isListDoubtful()))) {
      if (out.size > 0) return Infinity
      return staleLists > 1 ? since(Math.min(MAX_LOOK_GAP_MS, 1_000 * 2 ** staleLists)) : 0
    }
    if (ledger.needsLook()) return since((isQuiet() ? LOOK_GAPS_MS[looks] : null) ?? LOOK_INTERVAL_MS)
    return awaitsList() ? since(LOOK_INTERVAL_MS) : Infinity
  }

  async function look(): Promise<void> {
    isLooking = true
    const isLast = isQuiet()
    const sent = ledger.sent()
    const list = await lists.refresh(accountId)
    isLooking = false
    if (isDisposed) return
    lookedAt = clock.steady()
    // A good one is stored, and the ledger followed the record; what an unclear one shows may end one session.
    if (list.ok || isListDoubt(list.failure)) needsList = false
    if (!list.ok) lookFailed(sent, list.failure)
    else if (isLast && (++looks >= LOOK_GAPS_MS.length || isSettling)) settle(sent)
    ends.changed()
    ends.save()
  }

  function lookFailed(sent: readonly End[], failure: Failure): void {
    if (isListDoubt(failure)) ends.stopOld()
    if (isSignedIn()) {
      wait.begin(failure)
      const isTemporary = meaningOf(failed(failure)).state.is === 'waiting'
      if (isTemporary || ++failedLooks < MAX_FAILED_LOOKS) return
    }
    failedLooks = 0
    settle(sent, failure)
  }

  /** What was sent is still listed if the last list has it, or unclear after a failure, unless a list gave it another outcome. */
  function settle(sent: readonly End[], failure: Failure | null = null): void {
    for (const end of sent)
      if (end.state.is === 'sent' && (failure || rowOf(end)))
        set(end, failure ? { is: 'unclear', failure } : { ...end.state, is: 'stillListed' })
  }

  // All of it

  let holders = 0
  let heldSince = 0
  const onIdle: (() => void)[] = []

  function resolveIdle(): void {
    if (onIdle.length === 0 || (!isDisposed && (out.size > 0 || isLooking))) return
    ends.save()
    for (const resolve of onIdle.splice(0)) resolve()
  }

  /** The batches of an account that was signed out stop, and ask. */
  function stopSignedOut(): void {
    const going = ledger.batches().filter((batch) => batch.phase === 'going' && ledger.hasWaiting(batch))
    if (going.length === 0 || isSignedIn()) return
    for (const batch of going) ledger.interrupt(batch, 'signedOut')
    ends.changed()
    ends.save()
  }

  function wake(): void {
    cancelTimer()
    if (isDisposed || holders > 0) return resolveIdle()
    stopSignedOut()
    const hasBegun = ledger.tick(clock.steady())
    if (hasBegun && !ledger.needsLook()) [lookedAt, failedLooks] = [clock.steady(), 0]
    if (wait.update() || hasBegun) ends.changed()
    // Nobody knows how long it will be: what is too old asks by the next list.
    if (!isReachable() && rateLimitedUntil() === null) needsList = true
    if (nextEnd() !== null && lists.ageOf(accountId) > MAX_LIST_AGE_MS) needsList = true
    countTime()
    const reason = wait.get()?.reason
    if (!reason && untilLook() <= 0) void look().finally(wake)
    const isFree = (): boolean =>
      (!reason || isListDoubt(reason)) && !needsList && out.size < concurrency.limit
    for (let end = sendable(); end && isFree(); end = sendable()) void send(end).finally(wake)
    resolveIdle()
    planNext()
  }

  function planNext(): void {
    const until = wait.get()?.until
    const hasWork = nextEnd() !== null || ledger.needsLook() || awaitsList()
    const left = until === undefined ? untilLook() : hasWork ? until - clock.steady() : Infinity
    const next = Math.min(ledger.nextTick() - clock.steady(), left)
    if (next < Infinity) cancelTimer = clock.after(Math.max(0, next), wake)
  }

  return {
    /** Continues; call it after each change that it may be waiting for. */
    wake,
    /** A good list is stored: earlier failures do not count. */
    listStored(): void {
      needsList = false
      forgetFailures()
    },
    /** A person wants it to go on now: earlier failures do not count, and a list shows first what is there. */
    goOn(): void {
      needsList = true
      looks = staleLists = 0
      lookedAt = clock.steady()
      forgetFailures()
    },
    /** What ends wait for by themselves; null if they do not. */
    wait(): Wait | null {
      const waits = wait.get()
      if (waits === null || (nextEnd() === null && !ledger.needsLook())) return null
      return { until: Math.ceil(clock.now() + waits.until - clock.steady()), reason: waits.reason }
    },
    pace: (): Pace => ({ answered, ranFor: runsSince === null ? 0 : clock.awake() - runsSince }),
    /** Resolves when no request is out, without waiting for later looks; `isLeaving`: of the ends of many nothing more is sent. */
    async idle(leaves: boolean): Promise<void> {
      isLeaving ||= leaves
      isSettling = true
      looks = 0
      await new Promise<void>((resolve) => {
        onIdle.push(resolve)
        wake()
      })
      isSettling = false
    },
    /** Sends nothing, and lets no time to undo pass, until the returned function is called. */
    hold(): () => void {
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
    /** Stops: it sends and tells nothing any more. */
    dispose(): void {
      isDisposed = true
      cancelTimer()
      resolveIdle()
    },
  }
}
