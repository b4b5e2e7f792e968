import { listSessions } from '../../api/sessions.ts'
import type { SessionList } from '../../shared/session-list.ts'
import { failed, type Result } from '../../shared/result.ts'
import { smoothSkew } from '../../core/domain/clock-skew.ts'
import type { ApiSession } from '../../core/domain/api-session.ts'
import { catchStorageError } from '../../core/catch-storage-error.ts'
import type { Gateway } from '../../core/gateway.ts'
import { createPacer } from '../../core/pacer.ts'
import type { Clock, OnAccountForgotten } from '../../core/ports.ts'

/** What the service said of the sessions of one account; `sessions` is null until the first answer. */
export type FetchedList = Omit<SessionList, 'sessions' | 'pendingRevocations' | 'orphanId'> & {
  sessions: readonly ApiSession[] | null
}

/** The sessions of every account as last told by the service. */
export interface SessionLists {
  get(accountId: string): FetchedList
  /** Asks the service now. One question at a time per account: a second caller gets the next answer, not the one under way. */
  refresh(accountId: string): Promise<Result<readonly ApiSession[]>>
  /** Checks that failed in a row. */
  failuresOf(accountId: string): number
  /** Whether the list was told to the holder of this token: another one may be another session. */
  isFetchedWith(accountId: string, token: string): boolean
}

interface Entry {
  list: FetchedList
  /** The token that the list was asked for with; in memory only. */
  fetchedWith: string | null
  failures: number
  running: Promise<Result<readonly ApiSession[]>> | null
  waiting: Promise<Result<readonly ApiSession[]>> | null
}

/** What the lists work with; `changed` hears of each new state of a list. */
export interface SessionListPorts {
  gateway: Gateway
  clock: Clock
  /** The service told its time, epoch ms, just now. */
  sync(accountId: string, time: number): void
  /** Does what a fresh list needs and what may take long, before anything else happens with it. */
  prepare(accountId: string, sessions: readonly ApiSession[]): Promise<void>
  /** A fresh list has come, and nothing of it was told yet. */
  onFetched(accountId: string, sessions: readonly ApiSession[]): void
  /** That list is stored, and `changed` has heard of it. */
  onUpdated(accountId: string): void
  changed(accountId: string): void
  onAccountForgotten: OnAccountForgotten
}

/** Makes the lists. */
export function createSessionLists({
  gateway,
  clock,
  sync: heard,
  prepare,
  onFetched: listed,
  onUpdated: stored,
  changed,
  onAccountForgotten,
}: SessionListPorts): SessionLists {
  const entries = new Map<string, Entry>()
  onAccountForgotten((accountId) => void entries.delete(accountId))

  function entryOf(accountId: string): Entry {
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
    const entry: Entry = { list, fetchedWith: null, failures: 0, running: null, waiting: null }
    entries.set(accountId, entry)
    return entry
  }

  function update(entry: Entry, part: Partial<FetchedList>): void {
    // Whatever its listener does, the list itself is up to date first.
    entry.list = { ...entry.list, ...part }
    // An answer may come after the account was removed; nobody wants to hear of it.
    if (entries.get(entry.list.accountId) === entry) changed(entry.list.accountId)
  }

  async function ask(entry: Entry): Promise<Result<readonly ApiSession[]>> {
    const { accountId } = entry.list
    const until = gateway.rateLimitedUntil(accountId)
    if (until !== null) {
      update(entry, { failure: { kind: 'rateLimited', retryAt: until } })
      return failed({ kind: 'rateLimited', retryAt: until })
    }
    update(entry, { checking: true })
    let askedWith = ''
    const answer = await catchStorageError(() =>
      gateway.callAs(accountId, (transport, token) => {
        askedWith = token
        return listSessions(transport, token)
      }),
    )
    entry.failures = answer.ok ? 0 : entry.failures + 1
    if (!answer.ok) {
      update(entry, { checking: false, failure: answer.failure })
      return answer
    }
    const { sessions, skew } = answer.value
    if (skew !== null) heard(accountId, clock.now() + skew)
    await prepare(accountId, sessions)
    const pacer = createPacer(clock)
    if (entries.get(accountId) === entry) listed(accountId, sessions)
    // A list of thousands takes long to look at and long to show: not both in one go.
    await pacer.pause()
    entry.fetchedWith = askedWith
    const known = entry.list.checkedAt === null ? null : entry.list.skew
    update(entry, {
      sessions,
      checking: false,
      failure: null,
      checkedAt: clock.now(),
      skew: skew === null ? (known ?? 0) : smoothSkew(known, skew),
    })
    if (entries.get(accountId) === entry) stored(accountId)
    return { ok: true, value: sessions }
  }

  function run(entry: Entry): Promise<Result<readonly ApiSession[]>> {
    entry.waiting = null
    const running = catchStorageError(() => ask(entry)).finally(() => {
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
