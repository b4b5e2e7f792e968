import type { z } from 'zod'
import type { queuedEndsSchema } from '../../core/file-schemas.ts'
import type { QueuedEnd, UnsentEnd } from '../../shared/queued-end.ts'
import type { AccountFiles, Clock, Log, OnAccountForgotten } from '../../core/ports.ts'
import { decideQueuedEnds } from './domain/queued-ends.ts'

/** The queued and the unsent ends of one account; ids, names and times, no secret. */
export type QueuedEndsFile = z.infer<typeof queuedEndsSchema>

/** Stores the sessions that a person ended while their service could not be reached. */
export interface QueuedEnds {
  of(accountId: string): Readonly<QueuedEndsFile>
  /** Queues ends; an end that is queued already keeps its time. Throws if the disk refuses. */
  add(accountId: string, ends: readonly Omit<QueuedEnd, 'queuedAt'>[]): void
  /** Removes an end from the queue; returns whether it was queued. Throws if the disk refuses. */
  remove(accountId: string, sessionId: number): boolean
  /** Deletes the unsent ends, which closes their notice. Throws if the disk refuses. */
  dismissUnsent(accountId: string): void
  /** Replaces the queue and adds unsent ends. Returns whether the disk accepted it; if not, nothing changes. */
  settle(accountId: string, queued: readonly QueuedEnd[], unsent: readonly UnsentEnd[]): boolean
  /** Moves ends that are too old from the queue to the unsent ends. */
  expire(accountId: string): void
  /**
   * If this computer's clock was set meanwhile, shifts the times of all queued ends by that, so that their ages stay
   * right.
   */
  adjustToClock(): void
}

/** Dependencies of the queue; `changed` runs after each change. */
export interface QueuedEndPorts {
  files: AccountFiles<QueuedEndsFile>
  clock: Pick<Clock, 'now' | 'steady'>
  log: Log
  changed(accountId: string): void
  onAccountForgotten: OnAccountForgotten
}

/** The maximum number of unsent ends; older ones are deleted. */
const MAX_UNSENT = 1_000
/** Smaller changes of the clock are ignored, because the steady clock is not exact. */
const MIN_CLOCK_CHANGE_MS = 60_000
const NOTHING: Readonly<QueuedEndsFile> = { queued: [], unsent: [] }

/** Opens the queue, reads its files, and moves ends that are too old to the unsent ones. */
export function createQueuedEnds(ports: QueuedEndPorts): QueuedEnds {
  const { files, clock, log, changed } = ports
  const all = new Map(Object.entries(files.read()))

  /** The wall clock minus the steady clock, which nobody can set; ms. */
  let clockOffset = clock.now() - clock.steady()

  const of = (accountId: string): Readonly<QueuedEndsFile> => all.get(accountId) ?? NOTHING

  function write(accountId: string, next: QueuedEndsFile): void {
    const isEmpty = next.queued.length === 0 && next.unsent.length === 0
    if (isEmpty && !all.has(accountId)) return
    files.write(accountId, isEmpty ? null : next)
    if (isEmpty) all.delete(accountId)
    else all.set(accountId, next)
    changed(accountId)
  }

  function settle(accountId: string, queued: readonly QueuedEnd[], unsent: readonly UnsentEnd[]): boolean {
    try {
      const reported = [...of(accountId).unsent, ...unsent].slice(-MAX_UNSENT)
      write(accountId, { queued: [...queued], unsent: reported })
      return true
    } catch {
      log.warn('queuedEnds.notSaved', { account: accountId })
      return false
    }
  }

  function adjustToClock(): void {
    const change = clock.now() - clock.steady() - clockOffset
    if (Math.abs(change) < MIN_CLOCK_CHANGE_MS) return
    clockOffset += change
    for (const [accountId, { queued, unsent }] of all) {
      if (queued.length === 0) continue
      const shifted = queued.map((end) => ({ ...end, queuedAt: end.queuedAt + change }))
      all.set(accountId, { queued: shifted, unsent })
      try {
        files.write(accountId, { queued: shifted, unsent })
      } catch {
        log.warn('queuedEnds.notSaved', { account: accountId })
      }
    }
  }

  function expire(accountId: string): void {
    adjustToClock()
    const { queued } = of(accountId)
    const { keep, unsent } = decideQueuedEnds(queued, null, clock.now())
    const isSame = unsent.length === 0 && keep.every((end, at) => end.queuedAt === queued[at]?.queuedAt)
    if (!isSame) settle(accountId, keep, unsent)
  }

  ports.onAccountForgotten((accountId) => {
    all.delete(accountId)
    try {
      files.write(accountId, null)
    } catch {
      log.warn('queuedEnds.notDeleted', { account: accountId })
    }
  })

  for (const accountId of all.keys()) expire(accountId)

  return {
    of,
    add(accountId, ends) {
      adjustToClock()
      const { queued, unsent } = of(accountId)
      const known = new Set(queued.map(({ id }) => id))
      const queuedAt = clock.now()
      const added = ends
        .filter(({ id }) => !known.has(id))
        .map(({ id, createdAt, name }) => ({ id, createdAt, name, queuedAt }))
      if (added.length === 0) return
      write(accountId, { queued: [...queued, ...added], unsent })
      log.info('queuedEnds.added', { account: accountId, sessions: added.length })
    },
    remove(accountId, sessionId) {
      const { queued, unsent } = of(accountId)
      const rest = queued.filter(({ id }) => id !== sessionId)
      if (rest.length === queued.length) return false
      write(accountId, { queued: rest, unsent })
      return true
    },
    dismissUnsent(accountId) {
      if (of(accountId).unsent.length > 0) write(accountId, { queued: of(accountId).queued, unsent: [] })
    },
    settle,
    expire,
    adjustToClock,
  }
}
