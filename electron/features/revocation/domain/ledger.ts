import type { EndCause, InterruptReason, UnsentEnd } from '../../../shared/ends.ts'
import type { Asking, Batch, BatchParts, BatchPhase, End, EndParts, SessionToEnd, TakeBack } from './end.ts'
import { isTerminal, type ItemState } from './revocation-state.ts'

/** The number of ends that are stored as sent at once: each write waits for the disk. */
const CLAIMED_AT_ONCE = 64

/** The maximum number of unsent ends; older ones are deleted. */
const MAX_UNSENT = 1_000

/** The ends that were asked for of one account, as a state machine without I/O. `steady` is ms by the steady clock. */
export type Ledger = ReturnType<typeof createLedger>

/** Creates a ledger; restored batches and ends keep their states. `undoMs`: how long a batch can be undone. */
export function createLedger(
  steady: number,
  undoMs: () => number,
  stored: { nextNumber: number; batches: BatchParts[]; ends: EndParts[]; unsent: UnsentEnd[] },
) {
  type OwnBatch = Batch & { ends: Set<End>; queued: Set<End> }
  type OwnEnd = End & { key: number; state: ItemState; intents: Set<OwnBatch> }

  const batches = new Map<number, OwnBatch>()
  const ends = new Set<OwnEnd>()
  const byKey = new Map<number, Set<OwnEnd>>()
  const unproven = new Set<OwnEnd>()
  const claimed = new WeakSet<End>()
  /** Those whose request waits for a token: still unsent, but not to be sent again. */
  const prepared = new Set<End>()
  let changed = new Set<End>()
  let unsent: readonly UnsentEnd[] = stored.unsent
  let nextNumber = stored.nextNumber
  let revision = 0
  let shape = 0
  const touch = (): void => {
    revision++
  }

  const own = (end: End): OwnEnd => end as OwnEnd
  const ownBatch = (batch: Batch): OwnBatch => batch as OwnBatch

  function setState(end: End, state: ItemState): void {
    own(end).state = state
    changed.add(end)
    touch()
    for (const batch of own(end).intents)
      if (state.is === 'queued') batch.queued.add(end)
      else batch.queued.delete(end)
    if (state.is === 'sent' && state.answer !== null) unproven.add(own(end))
    else unproven.delete(own(end))
  }

  function create(parts: SessionToEnd, state: ItemState): OwnEnd {
    const { key, id, createdAt, name } = parts
    const end: OwnEnd = { key, id, createdAt, name, state, intents: new Set() }
    ends.add(end)
    byKey.set(key, (byKey.get(key) ?? new Set()).add(end))
    return end
  }

  function join(end: OwnEnd, batch: OwnBatch): void {
    shape++
    end.intents.add(batch)
    batch.ends.add(end)
    setState(end, end.state)
  }

  function leave(end: OwnEnd, batch: OwnBatch): void {
    shape++
    end.intents.delete(batch)
    batch.ends.delete(end)
    batch.queued.delete(end)
    changed.add(end)
    touch()
    if (end.intents.size > 0) return
    ends.delete(end)
    unproven.delete(end)
    byKey.get(end.key)?.delete(end)
  }

  function openBatch(parts: BatchParts, undoableUntil: number): OwnBatch {
    const batch: OwnBatch = { ...parts, undoableUntil, ends: new Set(), queued: new Set() }
    batches.set(parts.number, batch)
    return batch
  }

  function remove(batch: Batch): void {
    for (const end of [...batch.ends]) leave(own(end), ownBatch(batch))
    batches.delete(batch.number)
  }

  /** The unfinished end of a session. */
  function find(key: number): OwnEnd | null {
    for (const end of byKey.get(key) ?? []) if (!isTerminal(end.state)) return end
    return null
  }

  /** Whether asking again adds an intent: otherwise the end that there is answers for both. */
  function addsIntent(cause: EndCause, end: End): boolean {
    const isAlone = [...end.intents].some((batch) => batch.isAlone)
    return cause === 'review' || cause === 'rule' || !isAlone
  }

  const onlyAsks = (end: OwnEnd): boolean => [...end.intents].every(({ phase }) => phase === 'asking')

  /** Single ends first, then the batches one after the other. */
  function* going(isAlone: boolean): Generator<OwnBatch> {
    for (const batch of batches.values())
      if (batch.phase === 'going' && batch.isAlone === isAlone) yield batch
  }

  /** The next end to send; of the ends of many only with a good list. */
  function next(isListGood: boolean): End | null {
    for (const isAlone of isListGood ? [true, false] : [true])
      for (const { queued } of going(isAlone)) {
        for (const end of queued) if (!prepared.has(end)) return end
      }
    return null
  }

  for (const parts of stored.batches) {
    openBatch(parts, steady + undoMs())
  }
  for (const parts of stored.ends) {
    const end = create(parts, parts.state)
    for (const each of parts.intents) {
      const batch = batches.get(each)
      if (batch) join(end, batch)
    }
    if (end.intents.size > 0) continue
    ends.delete(end)
    byKey.get(end.key)?.delete(end)
  }
  for (const batch of batches.values()) if (batch.ends.size === 0) batches.delete(batch.number)

  return {
    batches: (): readonly Batch[] => [...batches.values()],
    ends: (): ReadonlySet<End> => ends,
    /** The answered ends that a list has to confirm; what only asks is confirmed by the lists of others. */
    unproven: (): readonly End[] => [...unproven].filter((end) => !onlyAsks(end)),
    hasUnproven(): boolean {
      for (const end of unproven) if (!onlyAsks(end)) return true
      return false
    },
    askedUnproven: (): readonly End[] => [...unproven].filter(onlyAsks),
    unsent: () => unsent,
    nextNumber: () => nextNumber,
    find: (key: number): End | null => find(key),
    /** All ends of the session, finished ones too. */
    withKey: (key: number): ReadonlySet<End> => byKey.get(key) ?? new Set(),
    next,
    /** Grows with each change of what is stored. */
    revision: () => revision,
    /** Grows with each change of which ends there are, of which sessions, and of which batches. */
    shape: () => shape,
    hasQueued: (batch: Batch) => ownBatch(batch).queued.size > 0,
    queuedOf: (batch: Batch): readonly End[] => [...ownBatch(batch).queued],
    isDone(batch: Batch): boolean {
      for (const { state } of batch.ends) if (!isTerminal(state)) return false
      return true
    },
    setState,
    remove,

    /**
     * Adds a batch. Null if every session has an end that answers for this asking too; `isNew` tells whether there was none.
     */
    ask({ cause, sessions, isWaiting, isAtOnce = false, askedAt, since }: Asking, now: number): Batch | null {
      const answersFor = (session: SessionToEnd): boolean => {
        const known = find(session.key)
        return known !== null && !addsIntent(cause, known)
      }
      const wanted = sessions.filter((session) => !answersFor(session))
      if (wanted.length === 0) return null
      const phase = isWaiting ? 'waiting' : isAtOnce ? 'going' : 'undoable'
      const [number, isAlone] = [nextNumber++, cause === 'one']
      const parts = { number, cause, isAlone, askedAt, since, phase, reason: null } as const
      const batch = openBatch(parts, now + undoMs())
      // A session that is named twice has one end.
      for (const session of wanted) join(find(session.key) ?? create(session, { is: 'queued' }), batch)
      return batch
    },

    /**
     * Takes the intent of a batch back from these of its ends that were not sent. A batch without ends is deleted; returns
     * whether it was.
     */
    takeBack(batch: Batch, how: TakeBack, which: (end: End) => boolean = () => true): boolean {
      for (const end of [...ownBatch(batch).queued].filter(which)) {
        if (how === 'undo' || end.intents.size > 1) leave(own(end), ownBatch(batch))
        else setState(end, { is: 'cancelled' })
      }
      if (batch.ends.size > 0) return false
      batches.delete(batch.number)
      return true
    },

    /** Turns the batches whose time to undo is over into going ones; returns whether there was any. */
    tick(now: number): boolean {
      const due = [...batches.values()].filter(
        ({ phase, undoableUntil }) => phase === 'undoable' && undoableUntil <= now,
      )
      for (const batch of due) batch.phase = 'going'
      if (due.length > 0) touch()
      return due.length > 0
    },

    /** When the next time to undo ends; null if there is none. */
    nextTick(): number | null {
      const undoable = [...batches.values()].filter(({ phase }) => phase === 'undoable')
      return undoable.length === 0 ? null : Math.min(...undoable.map(({ undoableUntil }) => undoableUntil))
    },

    /** Nothing happened between these times, ms by the steady clock: the time to undo that was left then is left now. */
    postpone(from: number, now: number): void {
      for (const batch of batches.values())
        if (batch.phase === 'undoable')
          batch.undoableUntil += now - Math.max(from, batch.undoableUntil - undoMs())
    },

    enter(batch: Batch, phase: Exclude<BatchPhase, 'asking'>, now: number): void {
      if (phase === 'undoable') batch.undoableUntil = now + undoMs()
      batch.phase = phase
      batch.reason = null
      touch()
    },

    /** The batch asks the person from now on, among those of many. */
    interrupt(batch: Batch, reason: InterruptReason): void {
      batch.phase = 'asking'
      batch.reason = reason
      batch.isAlone = false
      touch()
      for (const end of batch.ends) changed.add(end)
    },

    /**
     * Whether an end is stored as sent. If not, it and the next ones are claimed, and the caller has to store the ledger before it
     * sends.
     */
    claim(end: End): boolean {
      if (claimed.has(end)) return true
      claimed.add(end)
      touch()
      let room = CLAIMED_AT_ONCE - 1
      for (const isAlone of [true, false])
        for (const { queued } of going(isAlone))
          for (const other of queued) {
            if (room === 0) return false
            if (claimed.has(other)) continue
            claimed.add(other)
            room--
          }
      return false
    },
    isClaimed: (end: End) => claimed.has(end),

    /** A request for an end is prepared, which takes as long as a renewal of the token. */
    prepare: (end: End): unknown => prepared.add(end),
    /** The request begins, or does not: whether the end is still asked for, after all that may have happened meanwhile. */
    begins(end: End): boolean {
      prepared.delete(end)
      return end.state.is === 'queued' && [...end.intents].some(({ phase }) => phase === 'going')
    },

    /** The record has the session of an end under this key. */
    bind(end: End, key: number): void {
      if (end.key === key) return
      shape++
      byKey.get(end.key)?.delete(own(end))
      own(end).key = key
      byKey.set(key, (byKey.get(key) ?? new Set()).add(own(end)))
      touch()
    },

    rename(end: End, name: string): void {
      if (end.name === name) return
      end.name = name
      changed.add(end)
      touch()
    },

    /** Takes the ends of a batch out that are not sent, and keeps them to be seen. */
    reject(batch: Batch, rejected: readonly UnsentEnd[], which: ReadonlySet<End>): void {
      for (const end of which) leave(own(end), ownBatch(batch))
      if (batch.ends.size === 0) batches.delete(batch.number)
      unsent = [...unsent, ...rejected].slice(-MAX_UNSENT)
      touch()
    },
    forgetUnsent(): void {
      unsent = []
      touch()
    },

    /** The ends that changed since the last call. */
    drainChanges(): ReadonlySet<End> {
      const drained = changed
      changed = new Set()
      return drained
    },
  }
}
