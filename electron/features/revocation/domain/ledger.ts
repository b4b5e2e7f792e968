import { isUnfinished, type AskReason, type EndCause } from '../../../shared/ends.ts'
import type { SessionIdentity } from '../../../shared/session.ts'
import type { Asking, Batch, BatchParts, End, EndParts, Phase, SessionToEnd, State, TakeBack } from './end.ts'

/** The number of ends that are stored as sent at once: each write waits for the disk. */
const CLAIMED_AT_ONCE = 64

/** The ends that were asked for of one account, as a state machine without I/O. `steady` is ms by the steady clock. */
export type Ledger = ReturnType<typeof createLedger>

/** Creates a ledger; restored batches and ends keep their states. `undoMs`: how long a batch can be undone. */
export function createLedger(
  steady: number,
  undoMs: () => number,
  stored: { nextNumber: number; batches: BatchParts[]; ends: EndParts[] },
) {
  type OwnBatch = Batch & { ends: Set<End>; waiting: Set<End> }
  type OwnEnd = End & { key: number; state: State; intents: Set<OwnBatch> }

  const batches = new Map<number, OwnBatch>()
  const ends = new Set<OwnEnd>()
  const byKey = new Map<number, Set<OwnEnd>>()
  const sent = new Set<OwnEnd>()
  const claimed = new WeakSet<End>()
  /** Those whose request waits for a token: still unsent, but not to be sent again. */
  const prepared = new Set<End>()
  let changed = new Set<End>()
  let nextNumber = stored.nextNumber
  let revision = 0
  let shape = 0
  const touch = (): void => {
    revision++
  }

  const own = (end: End): OwnEnd => end as OwnEnd
  const ownBatch = (batch: Batch): OwnBatch => batch as OwnBatch

  function setState(end: End, state: State): void {
    if (end.state === state) return
    own(end).state = state
    // Asked for again, it is stored again before it is sent.
    if (!isUnfinished(state.is)) claimed.delete(end)
    changed.add(end)
    touch()
    for (const batch of own(end).intents)
      if (state.is === 'waiting') batch.waiting.add(end)
      else batch.waiting.delete(end)
    if (state.is === 'sent') sent.add(own(end))
    else sent.delete(own(end))
  }

  function create(parts: SessionToEnd, state: State): OwnEnd {
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
    setState(end, { ...end.state })
  }

  function leave(end: OwnEnd, batch: OwnBatch): void {
    shape++
    end.intents.delete(batch)
    batch.ends.delete(end)
    batch.waiting.delete(end)
    changed.add(end)
    touch()
    if (end.intents.size > 0) return
    ends.delete(end)
    sent.delete(end)
    byKey.get(end.key)?.delete(end)
  }

  function openBatch(parts: BatchParts, undoableUntil: number): OwnBatch {
    const batch: OwnBatch = { ...parts, undoableUntil, ends: new Set(), waiting: new Set() }
    batches.set(parts.number, batch)
    return batch
  }

  function remove(batch: Batch): void {
    for (const end of [...batch.ends]) leave(own(end), ownBatch(batch))
    batches.delete(batch.number)
  }

  /** The unfinished end of a session. */
  function find(key: number): OwnEnd | null {
    for (const end of byKey.get(key) ?? []) if (isUnfinished(end.state.is)) return end
    return null
  }

  /** Whether asking again adds an intent: otherwise the end that there is answers for both. */
  function addsIntent(cause: EndCause, end: End): boolean {
    const isSingle = [...end.intents].some((batch) => batch.cause === 'one')
    return cause === 'review' || cause === 'rule' || !isSingle
  }

  const onlyAsks = (end: OwnEnd): boolean => [...end.intents].every(({ phase }) => phase === 'asking')

  /** Single ends first, then the batches one after the other. */
  function* going(withMany = true): Generator<OwnBatch> {
    for (const isSingle of withMany ? [true, false] : [true])
      for (const batch of batches.values())
        if (batch.phase === 'going' && (batch.cause === 'one') === isSingle) yield batch
  }

  /** The next end to send; `withMany`: those of many too. */
  function next(withMany: boolean): End | null {
    for (const { waiting } of going(withMany)) for (const end of waiting) if (!prepared.has(end)) return end
    return null
  }

  for (const parts of stored.batches) openBatch(parts, steady + undoMs())
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
    /** The answered ends that a list has to show. */
    sent: (): readonly End[] => [...sent],
    /** Whether any of them needs a list of its own: what only asks is judged by the lists of others. */
    needsLook(): boolean {
      for (const end of sent) if (!onlyAsks(end)) return true
      return false
    },
    nextNumber: () => nextNumber,
    find: (key: number): End | null => find(key),
    /** All ends of the session, finished ones too. */
    withKey: (key: number): ReadonlySet<End> => byKey.get(key) ?? new Set(),
    next,
    /** Grows with each change of what is stored. */
    revision: () => revision,
    /** Grows with each change of which ends there are, of which sessions, and of which batches. */
    shape: () => shape,
    hasWaiting: (batch: Batch) => ownBatch(batch).waiting.size > 0,
    waitingOf: (batch: Batch): readonly End[] => [...ownBatch(batch).waiting],
    isDone(batch: Batch): boolean {
      for (const { state } of batch.ends) if (isUnfinished(state.is)) return false
      return true
    },
    setState,
    remove,
    /** An end that failed is asked for again, of the session with this identity. */
    retry(end: End, { id, createdAt }: SessionIdentity): void {
      Object.assign(own(end), { id, createdAt })
      setState(end, { is: 'waiting' })
    },

    /** Adds a batch. Null if every session has an end that answers for this asking too. */
    ask({ cause, sessions, phase, askedAt, since }: Asking, now: number): Batch | null {
      const answersFor = (session: SessionToEnd): boolean => {
        const known = find(session.key)
        return known !== null && !addsIntent(cause, known)
      }
      const wanted = sessions.filter((session) => !answersFor(session))
      if (wanted.length === 0) return null
      const batch = openBatch(
        { number: nextNumber++, cause, askedAt, since, phase, asks: null },
        now + undoMs(),
      )
      // A session that is named twice has one end.
      for (const session of wanted) join(find(session.key) ?? create(session, { is: 'waiting' }), batch)
      return batch
    },

    /**
     * Takes the intent of a batch back from these of its ends that were not sent. A batch without ends is deleted; returns
     * whether it was.
     */
    takeBack(batch: Batch, how: TakeBack, which: (end: End) => boolean = () => true): boolean {
      for (const end of [...ownBatch(batch).waiting].filter(which)) {
        if (how === 'undo' || end.intents.size > 1) leave(own(end), ownBatch(batch))
        else setState(end, { is: 'dropped', why: 'cancelled' })
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

    enter(batch: Batch, phase: Exclude<Phase, 'asking'>, now: number): void {
      if (phase === 'undoable') batch.undoableUntil = now + undoMs()
      batch.phase = phase
      batch.asks = null
      touch()
    },

    /** The batch asks the person from now on. */
    interrupt(batch: Batch, reason: AskReason): void {
      batch.phase = 'asking'
      batch.asks = reason
      touch()
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
      for (const { waiting } of going())
        for (const other of waiting) {
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
      return end.state.is === 'waiting' && [...end.intents].some(({ phase }) => phase === 'going')
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

    /** The ends that changed since the last call. */
    drainChanges(): ReadonlySet<End> {
      const drained = changed
      changed = new Set()
      return drained
    },
  }
}
