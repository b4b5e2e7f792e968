import { listSessions, type ListedSessions } from '../../api/sessions.ts'
import type { Account } from '../../shared/account.ts'
import type { SessionIdentity } from '../../shared/session.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { SessionList } from '../../shared/session-list.ts'
import { smoothSkew } from '../../domain/clock-skew.ts'
import { factsOf, type ApiSession } from '../../domain/api-session.ts'
import { tokenId } from '../../domain/token-facts.ts'
import type { Accounts } from '../../core/accounts.ts'
import { catchStorageError } from '../../core/storage-error.ts'
import type { Gateway } from '../../core/gateway.ts'
import { createTimeSlicer } from '../../core/time-slicer.ts'
import type { Clock, Log, OnAccountForgotten } from '../../core/ports.ts'
import { judgeList, withOwn, withUniqueId, type NumbersMean } from './domain/judge-list.ts'
import { isRenewed, type RecordedSession } from './domain/record.ts'
import { lackedBy, together } from './domain/two-looks.ts'

/**
 * The last list of one account in this run; `checkedAt` is when the last good one arrived. `sessions` are those of the last good
 * list, null before the first; `isUnclear`: those of an unclear one, because there has been no good one for long.
 */
export type FetchedList = Pick<
  SessionList,
  'accountId' | 'checkedAt' | 'skew' | 'checking' | 'failure' | 'isUnclear'
> & { sessions: readonly ApiSession[] | null }

/** The fetched lists of all accounts. */
export interface SessionLists {
  get(accountId: string): FetchedList
  /**
   * Fetches the list, one request at a time per account: a call during a request gets the result of the next request,
   * which starts after it. An unclear list is a failure with its `ListDoubt`, and changes nothing else. Never rejects.
   */
  refresh(accountId: string): Promise<Result<readonly ApiSession[]>>
  /** The number of consecutive failed checks. */
  failuresOf(accountId: string): number
  /**
   * Whether a list that is not stored yet, waits for a second one, or is asked for again, forbids to end this session: it shows
   * another one with its id, or this one as the current one.
   */
  isOvertaken(accountId: string, session: SessionIdentity): boolean
  /** How long ago the last list arrived, good or unclear, ms by the steady clock; Infinity before the first. */
  ageOf(accountId: string): number
  /** Whether this token fetched the list; for another token the current session may differ. */
  isFetchedWith(accountId: string, token: string): boolean
  /** Whether the numbers in the tokens of an address are ids of sessions, as far as lists tell. */
  numbersAt(baseUrl: string): NumbersMean
}

interface FetchState {
  list: FetchedList
  /** The tokens that fetched the list, and the last good one; in memory only. */
  fetchedWith: string | null
  goodWith: string | null
  /** Since when there has been no good list, and when the last one of any kind arrived; ms by the steady clock. */
  unclearSince: number
  listedAt: number
  failures: number
  /** The rows of the lists that are not stored yet; null without. */
  pending: readonly ApiSession[] | null
  running: Promise<Result<readonly ApiSession[]>> | null
  waiting: Promise<Result<readonly ApiSession[]>> | null
}

/** A good list, or two together. */
interface GoodList {
  sessions: readonly ApiSession[]
  usedToken: string
  skew: number | null
  /** The listed sessions that it lacks, and that only a second one can prove to be gone. */
  lacked: readonly RecordedSession[]
}

/** What asked for a list: the token, and the recorded sessions that have not ended. */
interface ListAsker {
  token: string
  listed: readonly RecordedSession[]
}

/** Dependencies of the lists; `changed` runs after each change of a list. */
export interface SessionListDependencies {
  accounts: Pick<Accounts, 'get'>
  gateway: Gateway
  clock: Clock
  log: Log
  /** The requests for tokens: a list that overlaps one may have its session, and is asked for again. */
  grants: {
    isOpenSince(baseUrl: string, since: number): boolean
    settled(baseUrl: string): Promise<void> | null
  }
  /** The recorded sessions that have not ended; empty before the first list. */
  recorded(accountId: string): readonly RecordedSession[]
  /** The service's clock minus this computer's when the last list of an earlier run came, ms; 0 without one. */
  recordedSkew(accountId: string): number
  /** Sets the service's current time, epoch ms. */
  sync(accountId: string, time: number): void
  /** Runs the slow preparation of a fresh list before anything else uses it. */
  prepare(accountId: string, sessions: readonly ApiSession[]): Promise<void>
  /** Runs when what good lists show is to be recorded, before it is stored here. */
  onFetched(accountId: string, sessions: readonly ApiSession[]): void
  /** Runs after it was stored and `changed` has run. */
  onUpdated(accountId: string): void
  changed(accountId: string): void
  onAccountForgotten: OnAccountForgotten
}

/** So long after the answer of a good list that lacks a session a second one is asked for, ms. */
export const SECOND_LOOK_MS = 1_000
/**
 * So long a second one is waited for, ms: a slow one must not hold up the alert of a new sign-in. One that comes later changes nothing
 * of the record.
 */
const MAX_SECOND_LOOK_MS = 10_000
/** After so long without a good list, the rows of an unclear one are shown, ms. */
const MAX_UNCLEAR_MS = 600_000

/** Creates the lists. */
export function createSessionLists(dependencies: SessionListDependencies): SessionLists {
  const { accounts, gateway, clock, grants, recorded, onFetched } = dependencies
  const entries = new Map<string, FetchState>()
  const numbers = new Map<string, NumbersMean>()
  dependencies.onAccountForgotten((accountId) => void entries.delete(accountId))

  function entryOf(accountId: string): FetchState {
    const known = entries.get(accountId)
    if (known) return known
    const list = {
      ...{ accountId, sessions: null, checkedAt: null, skew: dependencies.recordedSkew(accountId) },
      ...{ checking: false, failure: null, isUnclear: false },
    }
    const entry: FetchState = {
      list,
      fetchedWith: null,
      goodWith: null,
      unclearSince: recorded(accountId).length > 0 ? clock.steady() : -Infinity,
      listedAt: -Infinity,
      failures: 0,
      pending: null,
      running: null,
      waiting: null,
    }
    entries.set(accountId, entry)
    return entry
  }

  // A response may arrive after the account was removed; ignore it.
  const isLive = (entry: FetchState): boolean => entries.get(entry.list.accountId) === entry
  const numbersAt = (baseUrl: string): NumbersMean => numbers.get(baseUrl) ?? 'unknown'

  function update(entry: FetchState, part: Partial<FetchedList>): void {
    // Update first, because listeners read the list.
    entry.list = { ...entry.list, ...part }
    if (isLive(entry)) dependencies.changed(entry.list.accountId)
  }

  /** Fetches a good list, and once more if only a second one can prove that what the first one lacks is gone. */
  async function fetchList(entry: FetchState): Promise<Result<readonly ApiSession[]>> {
    const account = accounts.get(entry.list.accountId)
    if (!account) return failed({ kind: 'notFound' })
    update(entry, { checking: true })
    const first = await fetchGood(entry, account)
    if (!first.ok) {
      update(entry, { checking: false, failure: first.failure })
      return first
    }
    const list = first.value.lacked.length === 0 ? first.value : await lookAgain(entry, account, first.value)
    if (!isLive(entry)) return failed({ kind: 'cancelled' })
    await store(entry, list)
    return ok(list.sessions)
  }

  async function lookAgain(entry: FetchState, account: Account, first: GoodList): Promise<GoodList> {
    entry.pending = first.sessions
    const wait = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve))
    const second = await Promise.race([
      wait(SECOND_LOOK_MS).then(() => fetchGood(entry, account)),
      wait(MAX_SECOND_LOOK_MS).then(() => failed({ kind: 'timeout' })),
    ])
    // Without a second one nothing is gone, and what the first one shows is there all the same.
    if (!second.ok) return { ...first, sessions: together(first.lacked.map(factsOf), first.sessions) }
    return { ...second.value, sessions: together(first.sessions, second.value.sessions) }
  }

  /** Fetches one list, which no request for a token overlaps, and judges it. */
  async function fetchGood(entry: FetchState, account: Account): Promise<Result<GoodList>> {
    const { id: accountId, baseUrl } = account
    for (;;) {
      const granting = grants.settled(baseUrl)
      if (granting) await granting
      const until = gateway.rateLimitedUntil(accountId)
      if (until !== null) return failed({ kind: 'rateLimited', retryAt: until })
      let [usedToken, askedAt] = ['', clock.steady()]
      let endedBefore: ReadonlySet<number> = new Set()
      const response = await catchStorageError(() =>
        gateway.callAs(accountId, (transport, token) => {
          usedToken = token
          askedAt = clock.steady()
          endedBefore = new Set(
            recorded(accountId).flatMap(({ key, answer }) => (answer === 'ended' ? [key] : [])),
          )
          return listSessions(transport, token)
        }),
      )
      entry.failures = response.ok ? 0 : entry.failures + 1
      if (!response.ok) return response
      if (!isLive(entry)) return failed({ kind: 'cancelled' })
      // Also one that is thrown away forbids to end a session whose id it shows on another one.
      entry.pending = [...(entry.pending ?? []), ...response.value.sessions]
      if (grants.isOpenSince(baseUrl, askedAt)) continue
      entry.listedAt = clock.steady()
      const { skew } = response.value
      if (skew !== null) dependencies.sync(accountId, clock.now() + skew)
      const listed = recorded(accountId)
      const sessions = judge(entry, account, { ...response.value, listed, token: usedToken })
      if (!sessions.ok) return sessions
      const lacked = lackedBy(sessions.value, listed, endedBefore)
      return ok({ sessions: sessions.value, usedToken, skew, lacked })
    }
  }

  function judge(
    entry: FetchState,
    { id: accountId, baseUrl, credential }: Account,
    { sessions: rows, isPaged, listed, token }: ListedSessions & ListAsker,
  ): Result<readonly ApiSession[]> {
    const tokenNumber = tokenId(token)
    const ownBefore = listed.find(({ isCurrent }) => isCurrent)?.id ?? null
    const judged = judgeList(rows, {
      isPaged,
      tokenNumber,
      isApiToken: credential.kind === 'instance',
      numbers: numbersAt(baseUrl),
      isNothingLeft: listed.every(({ answer }) => answer === 'ended'),
      ownBefore,
      isNumberOfOther: listed.some(({ id, isCurrent }) => id === tokenNumber && !isCurrent),
      isTokenNew: entry.goodWith !== token,
    })
    numbers.set(baseUrl, judged.numbers)
    if (judged.isGood) {
      entry.unclearSince = clock.steady()
      return ok(judged.sessions)
    }
    dependencies.log.warn('list.unclear', { account: accountId, reason: judged.doubt })
    // Without a good list for long, this one is what is there now.
    if (clock.steady() - entry.unclearSince >= MAX_UNCLEAR_MS) {
      entry.fetchedWith = token
      const mayBeOwn = ({ id, isCurrent }: ApiSession): boolean =>
        isCurrent || id === ownBefore || (judged.numbers !== 'none' && id === tokenNumber)
      // A DELETE of one that has its id twice might end the other.
      update(entry, { sessions: withOwn(withUniqueId(rows), mayBeOwn), isUnclear: true })
    }
    return failed({ kind: 'unexpectedAnswer', reason: judged.doubt })
  }

  /** Records and stores what good lists show, and announces it. */
  async function store(entry: FetchState, { sessions, usedToken, skew }: GoodList): Promise<void> {
    const { accountId } = entry.list
    entry.pending = sessions
    await dependencies.prepare(accountId, sessions)
    const slicer = createTimeSlicer(clock)
    if (isLive(entry)) onFetched(accountId, sessions)
    // Evaluating and publishing thousands of rows without a break would block the app.
    await slicer.pause()
    entry.fetchedWith = entry.goodWith = usedToken
    entry.pending = null
    update(entry, {
      ...{ sessions, isUnclear: false, checking: false, failure: null, checkedAt: clock.now() },
      skew: skew === null ? entry.list.skew : smoothSkew(entry.list.skew, skew),
    })
    if (isLive(entry)) dependencies.onUpdated(accountId)
  }

  function run(entry: FetchState): Promise<Result<readonly ApiSession[]>> {
    entry.waiting = null
    const running = catchStorageError(() => fetchList(entry))
      .finally(() => {
        if (entry.running === running) entry.running = null
        entry.pending = null
        if (entry.list.checking && isLive(entry)) update(entry, { checking: false })
      })
      .catch((error: unknown): Result<never> => {
        // A fault of the app: who waits for the list goes on.
        const name = error instanceof Error ? error.name : 'unknown'
        dependencies.log.warn('list.fault', { account: entry.list.accountId, error: name })
        return failed({ kind: 'cancelled' })
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
    isOvertaken: (accountId, session) =>
      entryOf(accountId).pending?.some(
        (row) => row.id === session.id && (row.isCurrent || isRenewed(row, session)),
      ) ?? false,
    ageOf: (accountId) => clock.steady() - entryOf(accountId).listedAt,
    isFetchedWith: (accountId, token) => entryOf(accountId).fetchedWith === token,
    numbersAt,
  }
}
