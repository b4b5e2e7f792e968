import { listSessions } from '../../api/sessions.ts'
import type { SessionList } from '../../shared/session-list.ts'
import type { Failure } from '../../shared/failure.ts'
import { failed, type Result } from '../../shared/result.ts'
import { smoothSkew } from '../../domain/clock-skew.ts'
import type { ApiSession } from '../../domain/api-session.ts'
import { sortSessions } from '../../domain/session-order.ts'
import { catchStorageError } from '../../core/storage-error.ts'
import type { Gateway } from '../../core/gateway.ts'
import { createTimeSlicer } from '../../core/time-slicer.ts'
import type { Clock, Log, OnAccountForgotten } from '../../core/ports.ts'
import { LONG_LOOK_MS, SECOND_LOOK_MS } from './domain/observations.ts'
import type { JudgedList, KnownSessions } from './known-sessions.ts'

/**
 * The last list of one account in this run; `sessions` is null until one arrives that is ours. `checkedAt` is when the last
 * good one arrived.
 */
export type FetchedList = Pick<SessionList, 'accountId' | 'checkedAt' | 'skew' | 'checking' | 'failure'> & {
  sessions: readonly ApiSession[] | null
  /** The ids that were in it more than once, or marked although another one is this device. */
  unsureIds: ReadonlySet<number>
  /** The ids of its sessions that may be this device, if nothing says which one is. */
  likelyOwnIds: ReadonlySet<number>
  /** The ids of its sessions that the last response lacked, which only a second one can prove to be gone. */
  missedIds: ReadonlySet<number>
}

/** The fetched lists of all accounts. */
export interface SessionLists {
  get(accountId: string): FetchedList
  /**
   * Fetches the list, one request at a time per account: a call during a request gets the result of the next request,
   * which starts after it. A list that is not good is a failure with its `ListDoubt`: of a partial one the new rows are
   * stored, of a foreign one nothing. Never rejects.
   */
  refresh(accountId: string): Promise<Result<readonly ApiSession[]>>
  /** The number of consecutive failed checks. */
  failuresOf(accountId: string): number
  /** Whether this token fetched the list; for another token the current session may differ. */
  isFetchedWith(accountId: string, token: string): boolean
}

interface FetchState {
  list: FetchedList
  /** The token that fetched the list; in memory only. */
  fetchedWith: string | null
  failures: number
  /** Whether a third look is planned. */
  looksLater: boolean
  running: Promise<Result<readonly ApiSession[]>> | null
  waiting: Promise<Result<readonly ApiSession[]>> | null
}

interface StoreOptions {
  failure: Failure | null
  usedToken: string
  skew: number | null
  /** Whether no second list follows at once. */
  isFinal: boolean
}

/** Dependencies of the lists; `changed` runs after each change of a list. */
export interface SessionListDependencies {
  gateway: Gateway
  clock: Clock
  log: Log
  known: Pick<KnownSessions, 'judge'>
  /** Sets the service's current time, epoch ms. */
  sync(accountId: string, time: number): void
  /** Runs the slow preparation of a fresh list before anything else uses it. */
  prepare(accountId: string, sessions: readonly ApiSession[]): Promise<void>
  /** Runs when a list has arrived that is compared with earlier ones, before it is stored. */
  onFetched(accountId: string, sessions: readonly ApiSession[]): void
  /** Runs after such a list was stored and `changed` has run. */
  onUpdated(accountId: string): void
  changed(accountId: string): void
  onAccountForgotten: OnAccountForgotten
}

/** Whether the last response did not tell which session is this device. */
function isUnclear({ failure }: FetchedList): boolean {
  return failure?.kind === 'unexpectedAnswer' && failure.reason === 'listUnclear'
}

/** The rows with this session as this device; the same if they lack it, or show it so. */
function withOwn(sessions: readonly ApiSession[] | null, ownId: number | null): readonly ApiSession[] | null {
  const isMarkedRight = ({ id, isCurrent }: ApiSession): boolean => isCurrent === (id === ownId)
  if (!sessions?.some(({ id }) => id === ownId) || sessions.every(isMarkedRight)) return sessions
  return sortSessions(sessions.map((session) => ({ ...session, isCurrent: session.id === ownId })))
}

/** Creates the lists. */
export function createSessionLists({
  gateway,
  clock,
  log,
  known,
  sync,
  prepare,
  onFetched,
  onUpdated,
  changed,
  onAccountForgotten,
}: SessionListDependencies): SessionLists {
  const entries = new Map<string, FetchState>()
  onAccountForgotten((accountId) => void entries.delete(accountId))

  function entryOf(accountId: string): FetchState {
    const known = entries.get(accountId)
    if (known) return known
    const list = {
      accountId,
      sessions: null,
      checkedAt: null,
      skew: 0,
      checking: false,
      failure: null,
      unsureIds: new Set<number>(),
      likelyOwnIds: new Set<number>(),
      missedIds: new Set<number>(),
    }
    const entry: FetchState = {
      list,
      fetchedWith: null,
      failures: 0,
      looksLater: false,
      running: null,
      waiting: null,
    }
    entries.set(accountId, entry)
    return entry
  }

  function update(entry: FetchState, part: Partial<FetchedList>): void {
    // Update first, because listeners read the list.
    entry.list = { ...entry.list, ...part }
    // A response may arrive after the account was removed; ignore it.
    if (entries.get(entry.list.accountId) === entry) changed(entry.list.accountId)
  }

  /**
   * Fetches the list, and once more if only a second one can prove what the first one lacks, or which session is this device.
   */
  async function fetchList(entry: FetchState): Promise<Result<readonly ApiSession[]>> {
    const wasUnclear = isUnclear(entry.list)
    const first = await fetchOnce(entry, false)
    const isEnough = first.ok ? entry.list.missedIds.size === 0 : wasUnclear || !isUnclear(entry.list)
    if (isEnough) return first
    await new Promise<void>((resolve) => clock.after(SECOND_LOOK_MS, resolve))
    const { accountId } = entry.list
    if (entries.get(accountId) !== entry) return first
    const second = await fetchOnce(entry, true)
    // Without a second one, what the first one showed is there all the same.
    const isLast = first.ok && entries.get(accountId) === entry && entry.list.sessions === first.value
    if (!second.ok && isLast) onFetched(accountId, first.value)
    if (second.ok && entry.list.missedIds.size > 0) lookLater(entry)
    return second
  }

  /** Fetches the list once more after a while, without making others wait: a young session is still missed. */
  function lookLater(entry: FetchState): void {
    if (entry.looksLater) return
    entry.looksLater = true
    clock.after(LONG_LOOK_MS, () => {
      entry.looksLater = false
      const { accountId, missedIds, failure } = entry.list
      const isOpen = missedIds.size > 0 && failure === null
      if (entries.get(accountId) === entry && isOpen && !entry.running) void run(entry)
    })
  }

  async function fetchOnce(entry: FetchState, isSecond: boolean): Promise<Result<readonly ApiSession[]>> {
    const { accountId } = entry.list
    const until = gateway.rateLimitedUntil(accountId)
    if (until !== null) {
      update(entry, { checking: false, failure: { kind: 'rateLimited', retryAt: until } })
      return failed({ kind: 'rateLimited', retryAt: until })
    }
    update(entry, { checking: true })
    let [usedToken, askedAt] = ['', clock.steady()]
    const response = await catchStorageError(() =>
      gateway.callAs(accountId, (transport, token) => {
        usedToken = token
        askedAt = clock.steady()
        return listSessions(transport, token)
      }),
    )
    entry.failures = response.ok ? 0 : entry.failures + 1
    if (!response.ok) {
      update(entry, { checking: false, failure: response.failure })
      return response
    }
    const { skew } = response.value
    if (skew !== null) sync(accountId, clock.now() + skew)
    // The response belongs to nobody any more.
    if (entries.get(accountId) !== entry) return failed({ kind: 'cancelled' })
    const isFirstOfToken = entry.fetchedWith !== usedToken
    const fetch = { token: usedToken, isFirstOfToken, askedAt, answeredAt: clock.steady() }
    const judged = known.judge(accountId, response.value, fetch)
    const failure: Failure | null = judged.doubt && { kind: 'unexpectedAnswer', reason: judged.doubt }
    if (failure) log.warn('list.doubtful', { account: accountId, reason: failure.reason })
    const isFinal = isSecond || failure !== null || judged.missedIds.size === 0
    // After a sign-in the last list may be one that the token before asked for.
    if (judged.grade === 'foreign')
      update(entry, { checking: false, failure, sessions: withOwn(entry.list.sessions, judged.ownId) })
    else await store(entry, judged, { failure, usedToken, skew, isFinal })
    return failure ? failed(failure) : { ok: true, value: judged.sessions }
  }

  /**
   * Stores a list that is ours, and announces it. It is compared with earlier ones if it is final, or if it keeps a new session,
   * which the record would else never have: no later list may have it.
   */
  async function store(
    entry: FetchState,
    { grade, sessions, unsureIds, likelyOwnIds, missedIds, keepsNew, comparable }: JudgedList,
    { failure, usedToken, skew, isFinal }: StoreOptions,
  ): Promise<void> {
    const { accountId } = entry.list
    await prepare(accountId, sessions)
    const slicer = createTimeSlicer(clock)
    const isLive = (): boolean => entries.get(accountId) === entry
    const compared = isFinal || keepsNew ? comparable : null
    if (compared && isLive()) onFetched(accountId, compared)
    // Evaluating and publishing thousands of rows without a break would block the app.
    await slicer.pause()
    entry.fetchedWith = usedToken
    const before = entry.list.checkedAt === null ? null : entry.list.skew
    update(entry, {
      sessions,
      unsureIds,
      likelyOwnIds,
      missedIds,
      checking: !isFinal,
      failure,
      checkedAt: grade === 'good' ? clock.now() : entry.list.checkedAt,
      skew: skew === null ? (before ?? 0) : smoothSkew(before, skew),
    })
    if (compared && isLive()) onUpdated(accountId)
  }

  function run(entry: FetchState): Promise<Result<readonly ApiSession[]>> {
    entry.waiting = null
    const running = catchStorageError(() => fetchList(entry)).finally(() => {
      if (entry.running === running) entry.running = null
      // A fault of the app ended it.
      if (entry.list.checking && entries.get(entry.list.accountId) === entry)
        update(entry, { checking: false })
    })
    entry.running = running
    return running
  }

  return {
    get: (accountId) => entryOf(accountId).list,
    refresh(accountId) {
      const entry = entryOf(accountId)
      if (entry.waiting) return entry.waiting
      if (!entry.running) return run(entry)
      const next = () => run(entry)
      entry.waiting = entry.running.then(next, next)
      return entry.waiting
    },
    failuresOf: (accountId) => entryOf(accountId).failures,
    isFetchedWith: (accountId, token) => entryOf(accountId).fetchedWith === token,
  }
}
