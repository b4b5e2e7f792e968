import { MAX_HISTORY_MS, type ActivityEntry } from '../../shared/activity.ts'
import { groupBy } from '../../shared/group-by.ts'
import type { SessionIdentity } from '../../shared/session.ts'
import { isSameSession } from '../../domain/api-session.ts'
import { pruned, emptied, differsInUseOnly, createEntry, type History } from './domain/history.ts'
import type { AccountFiles, Clock, Log } from '../../core/ports.ts'
import type { EndAnswer, RecordedSession, RecordReader } from '../sessions/index.ts'

/**
 * The maximum time that times of use, checks and views are only in memory. They change often, and losing one does
 * little harm.
 */
const SAVE_DELAY_MS = 600_000
/** The maximum time that responses to DELETEs are only in memory: of a bulk revocation, many arrive each second. */
const ANSWER_DELAY_MS = 1_000

/** Stores the record of each account's sessions, and their history. */
export interface HistoryRepository extends RecordReader {
  of(accountId: string): History | null
  /**
   * Stores a history, pruned to its limits. It is on disk when the call returns, if the disk accepts it; if only last
   * uses changed, it is written later or by `save`, and not announced. Storing the same object again does nothing. Also
   * deletes the expired histories of removed accounts.
   */
  store(accountId: string, history: History): void
  /** Writes unsaved histories; call it before the app quits. */
  save(): void
  /** Records when the last list arrived, by which clock, or when one was viewed; written later, and not announced. */
  recordTime(accountId: string, part: Partial<Pick<History, 'checkedAt' | 'skew' | 'viewedAt'>>): void
  /** Adds an entry about the account as a whole, or about a rule that is ending `count` sessions. Does nothing before the first list. */
  addEntry(accountId: string, type: ActivityEntry['type'], count?: number): void
  /** The sessions that have not ended; none before the first list. */
  listedSessions(accountId: string): readonly RecordedSession[]
  /** Records the response to this app's DELETE of a session, for all accounts of the user; on disk within a second. */
  answered(accountId: string, session: SessionIdentity, answer: EndAnswer): void
  /**
   * Records for all accounts of the user that this app may end these sessions, or may have ended them; `all`: those that are listed.
   * On disk when the call returns, if the disk accepts it. The returned function receives the response; null: it was refused.
   */
  mayEnd(accountId: string, sessions: readonly SessionIdentity[] | 'all'): (answer: EndAnswer | null) => void
  /**
   * Changes what a person says of sessions. It is on disk when the call returns; throws if the disk refuses, and changes nothing
   * then. Writes nothing if all sessions stay the same objects.
   */
  mark(accountId: string, change: (session: RecordedSession) => RecordedSession): void
  clear(accountId: string): void
  forget(accountId: string): void
}

/** Dependencies of the repository; `now` is the service's time, epoch ms. */
export interface HistoryDependencies {
  files: Pick<AccountFiles<History>, 'read' | 'write'>
  clock: Pick<Clock, 'after' | 'steady'>
  now(accountId: string): number
  /** Whether the account is on this computer; the history of a removed account is deleted after `MAX_HISTORY_MS`. */
  hasAccount(accountId: string): boolean
  /** The accounts whose records an answer to one of them is for. */
  ofSameUser(accountId: string): readonly string[]
  changed(accountId: string): void
  /** What a person says of sessions changed by `mark`. */
  marked(accountId: string): void
  log: Log
  /** In [0, 1). */
  random(): number
}

/** Far more than an account gets in a run, and room for millions of runs. */
const MAX_KEY_GAP = 1_000_000_000

/**
 * Reads all histories. If the disk refuses a write, the history stays in memory and is written later, with a warning in
 * the log.
 */
export function createHistoryRepository(dependencies: HistoryDependencies): HistoryRepository {
  const { files, now, hasAccount, changed, log } = dependencies
  // Keys of an earlier run that the disk refused are not given again.
  const gap = Math.floor(dependencies.random() * MAX_KEY_GAP)
  const histories = new Map(
    Object.entries(files.read()).map(([id, history]) => [id, withFreeKey(history, gap)]),
  )
  /** By the array of the sessions, which most changes of a history keep. */
  const indexes = new WeakMap<History['sessions'], RecordIndex>()
  /** Accounts whose history in memory differs from the disk. */
  const unsaved = new Set<string>()
  /** Accounts whose last write the disk refused. */
  const refused = new Set<string>()
  /** When the next write is planned, steady ms; Infinity if none is. */
  let savesAt = Infinity

  /** The responses to DELETEs by account and key that are not in `histories` yet: a bulk revocation gets thousands. */
  const answers = new Map<string, Map<number, EndAnswer | null>>()

  function of(accountId: string): History | null {
    const [history, added] = [histories.get(accountId) ?? null, answers.get(accountId)]
    if (!history || !added) return history
    answers.delete(accountId)
    const sessions = history.sessions.map((session): RecordedSession => {
      const answer = added.get(session.key)
      if (answer === undefined) return session
      const { answer: _, ...rest } = session
      return answer === null ? rest : { ...rest, answer }
    })
    const next = { ...history, sessions }
    histories.set(accountId, next)
    return next
  }

  function write(accountId: string): void {
    try {
      files.write(accountId, of(accountId))
      unsaved.delete(accountId)
      refused.delete(accountId)
    } catch {
      log.warn('history.notSaved')
      refused.add(accountId)
      writeLater(accountId)
    }
  }

  function writeLater(accountId: string, delay = SAVE_DELAY_MS): void {
    unsaved.add(accountId)
    const now = dependencies.clock.steady()
    const at = now + delay
    // A save that is overdue waits for a timer that stood still while the computer slept.
    if (savesAt > now && savesAt <= at) return
    savesAt = at
    dependencies.clock.after(delay, () => savesAt === at && save())
  }

  function save(): void {
    savesAt = Infinity
    for (const accountId of [...unsaved]) write(accountId)
  }

  function store(accountId: string, history: History): void {
    const before = of(accountId)
    if (history === before) return
    const next = pruned(history, now(accountId))
    histories.set(accountId, next)
    const isQuiet = before !== null && differsInUseOnly(before, next)
    if (isQuiet) writeLater(accountId)
    else write(accountId)
    for (const [id, other] of histories)
      if (!hasAccount(id) && now(id) - lastOf(other) > MAX_HISTORY_MS) forget(id)
    if (!isQuiet) changed(accountId)
  }

  function forget(accountId: string): void {
    answers.delete(accountId)
    if (histories.delete(accountId)) write(accountId)
  }

  /**
   * Takes the response to DELETEs of these sessions in; null: none is known any more. What one ended stays so: Chromium may send a
   * DELETE twice, and the second response refutes nothing. Returns whether anything changed.
   */
  function takeAnswer(accountId: string, keys: Iterable<number>, answer: EndAnswer | null): boolean {
    const history = histories.get(accountId)
    const added = answers.get(accountId) ?? new Map<number, EndAnswer | null>()
    let isChanged = false
    for (const key of keys) {
      const stored = (history && indexOf(history).byKey.get(key)?.answer) ?? null
      const before = added.has(key) ? added.get(key) : stored
      if (before === answer || before === 'ended') continue
      added.set(key, answer)
      isChanged = true
    }
    if (isChanged) answers.set(accountId, added)
    return isChanged
  }

  function indexOf({ sessions }: History): RecordIndex {
    const known = indexes.get(sessions)
    if (known) return known
    const byKey = new Map(sessions.map((session) => [session.key, session]))
    const index = { byId: groupBy(sessions, ({ id }) => id), byKey }
    indexes.set(sessions, index)
    return index
  }

  function findIn(history: History | null, identity: SessionIdentity): RecordedSession | null {
    const known =
      history &&
      indexOf(history)
        .byId.get(identity.id)
        ?.filter((session) => isSameSession(session, identity))
    return known?.find(({ endedAt }) => endedAt === null) ?? known?.at(-1) ?? null
  }

  const find = (accountId: string, identity: SessionIdentity): RecordedSession | null =>
    findIn(of(accountId), identity)

  return {
    of,
    store,
    save,
    recordTime(accountId, part) {
      const history = of(accountId)
      if (!history) return
      histories.set(accountId, { ...history, ...part })
      // The list that a record begins anew with is the first one for the next run too.
      if (history.checkedAt === null) write(accountId)
      else writeLater(accountId)
    },
    addEntry(accountId, type, count) {
      const history = of(accountId)
      // The first list starts a history, so that all its sessions count as known.
      if (!history) return
      const entry = createEntry(type, type === 'ruleRan' ? 'rule' : 'thisApp', now(accountId))
      const added = count === undefined ? entry : { ...entry, count }
      store(accountId, { ...history, entries: [...history.entries, added] })
    },
    answered(accountId, session, answer) {
      for (const id of dependencies.ofSameUser(accountId)) {
        const known = findIn(histories.get(id) ?? null, session)
        if (known && takeAnswer(id, [known.key], answer)) writeLater(id, ANSWER_DELAY_MS)
      }
    },
    mayEnd(accountId, sessions) {
      const meant = dependencies.ofSameUser(accountId).map((id) => {
        const history = of(id)
        const its = sessions === 'all' ? history?.sessions : sessions.map((each) => findIn(history, each))
        return { id, keys: (its ?? []).flatMap((each) => (each && isOpenEnd(each) ? [each.key] : [])) }
      })
      const answer = (given: EndAnswer | null): void => {
        for (const { id, keys } of meant) if (takeAnswer(id, keys, given)) write(id)
      }
      answer('lost')
      return answer
    },
    listedSessions: (accountId) => of(accountId)?.sessions.filter(({ endedAt }) => endedAt === null) ?? [],
    find,
    isStored: (accountId) => !refused.has(accountId),
    byKey(accountId, key) {
      const history = of(accountId)
      return (history && indexOf(history).byKey.get(key)) ?? null
    },
    mark(accountId, change) {
      const history = of(accountId)
      if (!history) return
      const sessions = history.sessions.map(change)
      if (sessions.every((session, index) => session === history.sessions[index])) return
      const marked = { ...history, sessions }
      files.write(accountId, marked)
      unsaved.delete(accountId)
      refused.delete(accountId)
      histories.set(accountId, marked)
      dependencies.marked(accountId)
    },
    clear(accountId) {
      const history = of(accountId)
      if (history) store(accountId, emptied(history, now(accountId)))
    },
    forget,
  }
}

/** The sessions of a record by their ids, which may be reused, and by their keys. */
interface RecordIndex {
  byId: ReadonlyMap<number, readonly RecordedSession[]>
  byKey: ReadonlyMap<number, RecordedSession>
}

/** Returns a history whose next key is at least this much above any of its sessions', whatever became of its file. */
function withFreeKey(history: History, gap: number): History {
  const highest = history.sessions.reduce((most, { key }) => Math.max(most, key), 0)
  return { ...history, nextKey: Math.max(highest + 1, history.nextKey) + gap }
}

/** Returns the time of the last entry, or else of the start. */
function lastOf({ since, entries }: History): number {
  return Math.max(since, entries.at(-1)?.at ?? 0)
}

/** Whether nothing tells yet who may have ended a session, listed or gone. */
function isOpenEnd({ endedBy, answer }: RecordedSession): boolean {
  return endedBy === null && answer === undefined
}
