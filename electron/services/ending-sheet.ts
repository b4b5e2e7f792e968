import type { EndingRow, EndingState } from '../contract/ending.ts'
import type { SessionIdentity } from '../contract/models.ts'
import { isSameSession, type ToldSession } from '../domain/told-session.ts'
import { prove, type LedgerState } from '../domain/ledger.ts'
import { fieldOf, type StoredEnding } from './ending-book.ts'

/** A session that is to be ended, and what is known of it. */
export interface SheetRow extends SessionIdentity {
  state: LedgerState
}

/** The rows of one ending, each with its state; remembers what is to be sent next and what was not told yet. */
export interface Sheet {
  readonly total: number
  get(sessionId: number): LedgerState | undefined
  /** Which session a row is about: another one may have its id by now. */
  identity(sessionId: number): SessionIdentity
  set(sessionId: number, state: LedgerState): void
  /** The ids in a state, in the order in which they were asked for. */
  idsIn(is: EndingState): number[]
  /** The ids whose answer is there and needs proof. */
  unproven(): number[]
  hasUnproven(): boolean
  /** The next one to be sent, or null. */
  next(): number | null
  /** Whether it may go out: false once for each window, whose rows are to be written down as sent before that. */
  isMarked(sessionId: number): boolean
  /**
   * What a list that was asked for after these answers says about them; with `alsoQueued`, what is not listed any more
   * needs not be sent.
   */
  judge(ids: readonly number[], sessions: readonly ToldSession[], alsoQueued: boolean): void
  counts(): Record<EndingState, number>
  name(sessionId: number, name: string): void
  rows(): EndingRow[]
  /** The rows that changed since this was last asked. */
  takeChanged(): EndingRow[]
  stored(startedAt: number): StoredEnding
}

/** How many rows are written down as sent at a time: each write is a wait for the disk, a restart asks after all of them. */
const WINDOW = 64

/** Makes the sheet of these rows. */
export function createSheet(first: readonly SheetRow[]): Sheet {
  const createdAt = new Map(first.map((row) => [row.id, row.createdAt]))
  const states = new Map<number, LedgerState>()
  const names = new Map<number, string>()
  const queue = new Set<number>()
  const unproven = new Set<number>()
  const marked = new Set<number>()
  const changed = new Set<number>()
  const counts: Record<EndingState, number> = {
    queued: 0,
    sent: 0,
    confirmed: 0,
    alreadyGone: 0,
    failed: 0,
    notConfirmed: 0,
    cancelled: 0,
  }

  function set(id: number, state: LedgerState): void {
    const before = states.get(id)
    if (before) counts[before.is]--
    counts[state.is]++
    states.set(id, state)
    changed.add(id)
    if (state.is === 'queued') queue.add(id)
    else queue.delete(id)
    if (state.is === 'sent' && state.answer !== null) unproven.add(id)
    else unproven.delete(id)
  }

  function setName(id: number, text: string): void {
    if (!states.has(id) || names.get(id) === text) return
    names.set(id, text)
    changed.add(id)
  }

  function rowOf(id: number): EndingRow {
    const state = states.get(id) ?? { is: 'cancelled' }
    const failure = 'failure' in state ? state.failure : null
    const name = names.get(id) ?? null
    return { sessionId: id, createdAt: createdAt.get(id) ?? null, name, state: state.is, failure }
  }

  const identity = (id: number): SessionIdentity => ({ id, createdAt: createdAt.get(id) ?? null })

  for (const { id, state } of first) set(id, state)

  return {
    get total() {
      return states.size
    },
    get: (id) => states.get(id),
    identity,
    set,
    idsIn: (is) => [...states].filter(([, state]) => state.is === is).map(([id]) => id),
    unproven: () => [...unproven],
    hasUnproven: () => unproven.size > 0,
    next: () => queue.values().next().value ?? null,
    isMarked(id) {
      if (marked.has(id)) return true
      marked.add(id)
      let room = WINDOW - 1
      for (const other of queue) {
        if (room === 0) break
        if (marked.has(other)) continue
        marked.add(other)
        room--
      }
      return false
    },
    judge(ids, sessions, alsoQueued) {
      const listed = new Map(sessions.map((session) => [session.id, session]))
      function isListed(id: number): boolean {
        const session = listed.get(id)
        return session !== undefined && isSameSession(session, identity(id))
      }
      for (const id of ids) {
        const state = states.get(id)
        if (state?.is === 'sent' && state.answer) set(id, prove(state.answer, isListed(id)))
      }
      if (alsoQueued) for (const id of [...queue]) if (!isListed(id)) set(id, { is: 'alreadyGone' })
    },
    counts: () => ({ ...counts }),
    name: setName,
    rows: () => [...states.keys()].map(rowOf),
    takeChanged() {
      const rows = [...changed].map(rowOf)
      changed.clear()
      return rows
    },
    stored(startedAt) {
      const stored: StoredEnding = { startedAt, queued: [], sent: [], done: [], gone: [], cancelled: [] }
      for (const [id, state] of states)
        stored[fieldOf(state, marked.has(id))].push([id, createdAt.get(id) ?? null])
      return stored
    },
  }
}
