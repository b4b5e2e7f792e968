import type { RevocationItem, ItemStatus } from '../../shared/bulk-revocation.ts'
import type { SessionIdentity } from '../../shared/session.ts'
import { isSameSession, type ApiSession } from '../../core/domain/api-session.ts'
import {
  confirmAgainstList,
  unlistedState,
  type ItemState,
  type ItemToRevoke,
  type ListedAs,
} from './domain/revocation-state.ts'
import { storedField, type StoredRevocation } from './revocation-file.ts'

/** The items of one revocation with their states; tracks the next item to send and the changed items. */
export interface RevocationItems {
  readonly total: number
  get(sessionId: number): ItemState | undefined
  /** The identity of an item's session, because the service may reuse its id. */
  identity(sessionId: number): SessionIdentity
  set(sessionId: number, state: ItemState): void
  /** The ids of the items in a state, in the order in which they were created. */
  findIds(is: ItemStatus): number[]
  /** The ids of the items whose answer a list has to confirm. */
  unproven(): number[]
  hasUnproven(): boolean
  /** The next item to send, or null. */
  next(): number | null
  /**
   * Returns whether an item's batch is stored as sent. If not, claims the next batch; the caller then has to store the
   * items before it sends.
   */
  claimBatch(sessionId: number): boolean
  /**
   * Settles these items by a good list that was fetched after their answers, but those that it still shows only if
   * `isLastLook`. With `alsoQueued`, also unlisted queued items.
   */
  applyList(ids: readonly number[], sessions: readonly ApiSession[], options: ApplyOptions): void
  counts(): Record<ItemStatus, number>
  rename(sessionId: number, name: string): void
  rows(): RevocationItem[]
  /** Returns the rows that changed since the last call. */
  drainChanges(): RevocationItem[]
  toStored(startedAt: number): StoredRevocation
}

/** What a list means for items. */
export interface ApplyOptions {
  alsoQueued: boolean
  /** Whether an item with this id is not looked for again. */
  isLastLook(sessionId: number): boolean
}

/**
 * The number of items that are stored as sent at once: each write waits for the disk, but after a restart a list has to
 * confirm the whole batch.
 */
const BATCH_SIZE = 64

/**
 * Creates the items, in the order in which they are sent. `isRenewed`: whether an unlisted session is listed with another
 * identity.
 */
export function createRevocationItems(
  initial: readonly ItemToRevoke[],
  isRenewed: (session: SessionIdentity) => boolean,
): RevocationItems {
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
    applyList(ids, sessions, { alsoQueued, isLastLook }) {
      const listed = new Map(sessions.map((session) => [session.id, session]))
      function listedAs(id: number): ListedAs {
        const session = listed.get(id)
        if (!session) return 'nothing'
        return isSameSession(session, identity(id)) ? 'itself' : 'another'
      }
      for (const id of ids) {
        const state = states.get(id)
        if (state?.is !== 'sent' || !state.answer) continue
        const next = confirmAgainstList(state.answer, listedAs(id), () => isRenewed(identity(id)))
        // A server behind the same address may be a moment behind.
        const isOpen = next.is === 'notConfirmed' || next.is === 'failed'
        if (!isOpen || isLastLook(id)) set(id, next)
      }
      if (!alsoQueued) return
      for (const id of [...queue])
        if (listedAs(id) !== 'itself') set(id, unlistedState(isRenewed(identity(id))))
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
        stored[storedField(state, claimed.has(id))].push([id, createdAt.get(id) ?? null])
      return stored
    },
  }
}
