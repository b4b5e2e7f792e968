import type { RevocationItem, ItemStatus } from '../../shared/bulk-revocation.ts'
import type { SessionIdentity } from '../../shared/session.ts'
import { isSameSession, type ApiSession } from '../../core/domain/api-session.ts'
import { confirmAgainstList, type ItemState, type ItemToRevoke } from './domain/revocation-state.ts'
import { fieldOf, type StoredRevocation } from './revocation-file.ts'

/** The items of one revocation, each with its state; knows which is to be sent next and which changed. */
export interface RevocationItems {
  readonly total: number
  get(sessionId: number): ItemState | undefined
  /** Which session an item is about: another one may have its id by now. */
  identity(sessionId: number): SessionIdentity
  set(sessionId: number, state: ItemState): void
  /** The ids in a state, in the order in which they were asked for. */
  findIds(is: ItemStatus): number[]
  /** The ids whose answer is there and needs proof. */
  unproven(): number[]
  hasUnproven(): boolean
  /** The next one to be sent, or null. */
  next(): number | null
  /**
   * Whether the item may go out. The first time it returns false, and claims the batch of items that goes with this one:
   * they have to be written to the disk as sent before that.
   */
  claimBatch(sessionId: number): boolean
  /**
   * Settles these ids by a list that was asked for after their answers; with `alsoQueued`, what is not listed any more
   * needs not be sent.
   */
  applyList(ids: readonly number[], sessions: readonly ApiSession[], alsoQueued: boolean): void
  counts(): Record<ItemStatus, number>
  rename(sessionId: number, name: string): void
  rows(): RevocationItem[]
  /** The rows that changed since the last call. */
  drainChanges(): RevocationItem[]
  toStored(startedAt: number): StoredRevocation
}

/** Items written as sent at a time: each write waits for the disk, and a restart asks after all of them. */
const BATCH_SIZE = 64

/** The items in the order in which they are sent. */
export function createRevocationItems(initial: readonly ItemToRevoke[]): RevocationItems {
  const createdAt = new Map(initial.map(({ id, createdAt: at }) => [id, at]))
  const states = new Map<number, ItemState>()
  const names = new Map<number, string>()
  const queue = new Set<number>()
  const unproven = new Set<number>()
  const claimed = new Set<number>()
  const changed = new Set<number>()
  const counts: Record<ItemStatus, number> = {
    queued: 0,
    sent: 0,
    confirmed: 0,
    alreadyGone: 0,
    failed: 0,
    notConfirmed: 0,
    cancelled: 0,
  }

  function set(id: number, state: ItemState): void {
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

  function rename(id: number, text: string): void {
    if (!states.has(id) || names.get(id) === text) return
    names.set(id, text)
    changed.add(id)
  }

  function rowOf(id: number): RevocationItem {
    const state = states.get(id) ?? { is: 'cancelled' }
    const failure = 'failure' in state ? state.failure : null
    const name = names.get(id) ?? null
    return { sessionId: id, createdAt: createdAt.get(id) ?? null, name, state: state.is, failure }
  }

  const identity = (id: number): SessionIdentity => ({ id, createdAt: createdAt.get(id) ?? null })

  for (const { id, state } of initial) set(id, state)

  return {
    get total() {
      return states.size
    },
    get: (id) => states.get(id),
    identity,
    set,
    findIds: (is) => [...states].filter(([, state]) => state.is === is).map(([id]) => id),
    unproven: () => [...unproven],
    hasUnproven: () => unproven.size > 0,
    next: () => queue.values().next().value ?? null,
    claimBatch(id) {
      if (claimed.has(id)) return true
      claimed.add(id)
      let room = BATCH_SIZE - 1
      for (const other of queue) {
        if (room === 0) break
        if (claimed.has(other)) continue
        claimed.add(other)
        room--
      }
      return false
    },
    applyList(ids, sessions, alsoQueued) {
      const listed = new Map(sessions.map((session) => [session.id, session]))
      function isListed(id: number): boolean {
        const session = listed.get(id)
        return session !== undefined && isSameSession(session, identity(id))
      }
      for (const id of ids) {
        const state = states.get(id)
        if (state?.is === 'sent' && state.answer) set(id, confirmAgainstList(state.answer, isListed(id)))
      }
      if (alsoQueued) for (const id of [...queue]) if (!isListed(id)) set(id, { is: 'alreadyGone' })
    },
    counts: () => ({ ...counts }),
    rename,
    rows: () => [...states.keys()].map(rowOf),
    drainChanges() {
      const rows = [...changed].map(rowOf)
      changed.clear()
      return rows
    },
    toStored(startedAt) {
      const stored: StoredRevocation = { startedAt, queued: [], sent: [], done: [], gone: [], cancelled: [] }
      for (const [id, state] of states)
        stored[fieldOf(state, claimed.has(id))].push([id, createdAt.get(id) ?? null])
      return stored
    },
  }
}
