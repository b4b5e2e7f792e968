import { listSessions } from '../../api/sessions.ts'
import type { SessionList } from '../../shared/session-list.ts'
import { failed, type Result } from '../../shared/result.ts'
import { smoothSkew } from '../../core/domain/clock-skew.ts'
import type { ApiSession } from '../../core/domain/api-session.ts'
import { catchStorageError } from '../../core/catch-storage-error.ts'
import type { Gateway } from '../../core/gateway.ts'
import { createPacer } from '../../core/pacer.ts'
import type { Clock, OnAccountForgotten } from '../../core/ports.ts'

/** The last list of one account in this run; `sessions` is null until the first one arrives. */
export type FetchedList = Pick<SessionList, 'accountId' | 'checkedAt' | 'skew' | 'checking' | 'failure'> & {
  sessions: readonly ApiSession[] | null
}

/** The fetched lists of all accounts. */
export interface SessionLists {
  get(accountId: string): FetchedList
  /**
   * Fetches the list, one request at a time per account: a call during a request gets the result of the next request,
   * which starts after it. Never rejects.
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
  running: Promise<Result<readonly ApiSession[]>> | null
  waiting: Promise<Result<readonly ApiSession[]>> | null
}

/** Dependencies of the lists; `changed` runs after each change of a list. */
export interface SessionListPorts {
  gateway: Gateway
  clock: Clock
  /** Sets the service's current time, epoch ms. */
  sync(accountId: string, time: number): void
  /** Runs the slow preparation of a fresh list before anything else uses it. */
  prepare(accountId: string, sessions: readonly ApiSession[]): Promise<void>
  /** Runs when a fresh list has arrived, before it is stored. */
  onFetched(accountId: string, sessions: readonly ApiSession[]): void
  /** Runs after the fresh list was stored and `changed` has run. */
  onUpdated(accountId: string): void
  changed(accountId: string): void
  onAccountForgotten: OnAccountForgotten
}

/** Creates the lists. */
export function createSessionLists({
  gateway,
  clock,
  sync,
  prepare,
  onFetched,
  onUpdated,
  changed,
  onAccountForgotten,
}: SessionListPorts): SessionLists {
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
    }
    const entry: FetchState = { list, fetchedWith: null, failures: 0, running: null, waiting: null }
    entries.set(accountId, entry)
    return entry
  }

  function update(entry: FetchState, part: Partial<FetchedList>): void {
    // Update first, because listeners read the list.
    entry.list = { ...entry.list, ...part }
    // An answer may arrive after the account was removed; ignore it.
    if (entries.get(entry.list.accountId) === entry) changed(entry.list.accountId)
  }

  async function fetchList(entry: FetchState): Promise<Result<readonly ApiSession[]>> {
    const { accountId } = entry.list
    const until = gateway.rateLimitedUntil(accountId)
    if (until !== null) {
      update(entry, { failure: { kind: 'rateLimited', retryAt: until } })
      return failed({ kind: 'rateLimited', retryAt: until })
    }
    update(entry, { checking: true })
    let usedToken = ''
    const answer = await catchStorageError(() =>
      gateway.callAs(accountId, (transport, token) => {
        usedToken = token
        return listSessions(transport, token)
      }),
    )
    entry.failures = answer.ok ? 0 : entry.failures + 1
    if (!answer.ok) {
      update(entry, { checking: false, failure: answer.failure })
      return answer
    }
    const { sessions, skew } = answer.value
    if (skew !== null) sync(accountId, clock.now() + skew)
    await prepare(accountId, sessions)
    const pacer = createPacer(clock)
    if (entries.get(accountId) === entry) onFetched(accountId, sessions)
    // Evaluating and publishing thousands of rows without a break would block the app.
    await pacer.pause()
    entry.fetchedWith = usedToken
    const known = entry.list.checkedAt === null ? null : entry.list.skew
    update(entry, {
      sessions,
      checking: false,
      failure: null,
      checkedAt: clock.now(),
      skew: skew === null ? (known ?? 0) : smoothSkew(known, skew),
    })
    if (entries.get(accountId) === entry) onUpdated(accountId)
    return { ok: true, value: sessions }
  }

  function run(entry: FetchState): Promise<Result<readonly ApiSession[]>> {
    entry.waiting = null
    const running = catchStorageError(() => fetchList(entry)).finally(() => {
      if (entry.running === running) entry.running = null
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
      entry.waiting = entry.running.then(() => run(entry))
      return entry.waiting
    },
    failuresOf: (accountId) => entryOf(accountId).failures,
    isFetchedWith: (accountId, token) => entryOf(accountId).fetchedWith === token,
  }
}
