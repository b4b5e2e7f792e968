import { isUnfinished, type AskReason, type EndCause } from '../../../shared/ends.ts'
import type { SessionIdentity } from '../../../shared/session.ts'
import type { Asking, Batch, BatchParts, End, EndParts, Phase, SessionToEnd, State } from './end.ts'

/** The number of ends that are stored as sent at once: each write waits for the disk. */
const CLAIMED_AT_ONCE = 64

/** The ends that were asked for of one account, as a state machine without I/O. `steady` is ms by the steady clock. */
export type Ledger = ReturnType<typeof createLedger>

/** Whether the end of this one session was asked for, and goes on by itself: a question of it blocks no other end. */
export const isAskedAlone = ({ intents }: End): boolean =>
  [...intents].some(({ cause, phase }) => cause === 'one' && phase !== 'asking')

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
  let changed = new Set<End>()
  /** Whether other ends are there than at the last call of `drainChanges`, or of other sessions or batches. */
  let isWhole = false
  let nextNumber = stored.nextNumber
  let revision = 0

  const own = (end: End): OwnEnd => end as OwnEnd
  const ownBatch = (batch: Batch): OwnBatch => batch as OwnBatch

  function setState(end: End, state: State): void {
    if (end.state === state) return
    own(end).state = state
    // Asked for again, it is stored again before it is sent.
    if (!isUnfinished(state.is)) claimed.delete(end)
    changed.add(end)
    revision++
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
    index(end)
    return end
  }

  function index(end: OwnEnd): void {
    byKey.set(end.key, (byKey.get(end.key) ?? new Set()).add(end))
  }

  function join(end: OwnEnd, batch: OwnBatch): void {
    isWhole = true
    end.intents.add(batch)
    batch.ends.add(end)
    setState(end, { ...end.state })
  }

  function leave(end: OwnEnd, batch: OwnBatch): void {
    isWhole = true
    end.intents.delete(batch)
    batch.ends.delete(end)
    batch.waiting.delete(end)
    revision++
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
  const addsIntent = (cause: EndCause, end: End): boolean =>
    cause === 'review' || cause === 'rule' || !isAskedAlone(end)

  /** The ends to send: single ones first, then the batches one after the other; `withMany`: those too. */
  function* unsent(withMany: boolean): Generator<End> {
    for (const isSingle of withMany ? [true, false] : [true])
      for (const { cause, phase, waiting } of batches.values())
        if (phase === 'going' && (cause === 'one') === isSingle) yield* waiting
  }

  const undoable = (): OwnBatch[] => [...batches.values()].filter(({ phase }) => phase === 'undoable')

  for (const parts of stored.batches) openBatch(parts, steady + undoMs())
  for (const parts of stored.ends) {
    const intents = parts.intents.flatMap((number) => batches.get(number) ?? [])
    if (intents.length === 0) continue
    const end = create(parts, parts.state)
    for (const batch of intents) join(end, batch)
  }
  for (const batch of batches.values()) if (batch.ends.size === 0) batches.delete(batch.number)

  return {
    batches: (): readonly Batch[] => [...batches.values()],
    ends: (): ReadonlySet<End> => ends,
    /** The answered ends that a list has to show. */
    sent: (): readonly End[] => [...sent],
    /** Whether any of them needs a list of its own: what only asks is judged by the lists of others. */
    needsLook(): boolean {
      for (const { intents } of sent) if ([...intents].some(({ phase }) => phase !== 'asking')) return true
      return false
    },
    nextNumber: () => nextNumber,
    find: (key: number): End | null => find(key),
    /** All ends of the session, finished ones too. */
    withKey: (key: number): ReadonlySet<End> => byKey.get(key) ?? new Set(),
    /** The next end to send, but for these, whose requests wait for a token; `withMany`: of the ends of many too. */
    next(withMany: boolean, prepared: ReadonlySet<End>): End | null {
      for (const end of unsent(withMany)) if (!prepared.has(end)) return end
      return null
    },
    /** Whether an end is to be sent now, or is being sent. */
    isAsked: ({ state, intents }: End): boolean =>
      state.is === 'sending' ||
      (state.is === 'waiting' && [...intents].some(({ phase }) => phase === 'going')),
    /** Grows with each change of what is stored. */
    revision: () => revision,
    hasWaiting: (batch: Batch) => ownBatch(batch).waiting.size > 0,
    waitingOf: (batch: Batch): readonly End[] => [...ownBatch(batch).waiting],
    /** Of thousands, it is asked at each answer whether all are finished: most often one waits. */
    isDone: (batch: Batch): boolean =>
      ownBatch(batch).waiting.size === 0 && [...batch.ends].every(({ state }) => !isUnfinished(state.is)),
    setState,
    remove,
    /** An end that failed is asked for again, of the session with this identity. */
    retry(end: End, { id, createdAt }: SessionIdentity): void {
      Object.assign(own(end), { id, createdAt })
      setState(end, { is: 'waiting' })
    },

    /** Adds a batch. Null if every session has an end that answers for this asking too. */
    ask({ cause, sessions, phase, askedAt, since }: Asking, now: number): Batch | null {
      const wanted = sessions.filter(({ key }) => {
        const known = find(key)
        return known === null || addsIntent(cause, known)
      })
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
     * Takes the intent of a batch back from these of its ends that were not sent; with `cancel` they stay in it as dropped, if no other
     * batch asks for them. A batch without ends is deleted; returns whether it was.
     */
    takeBack(batch: Batch, how: 'undo' | 'cancel', which: (end: End) => boolean = () => true): boolean {
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
      const due = undoable().filter(({ undoableUntil }) => undoableUntil <= now)
      for (const batch of due) batch.phase = 'going'
      if (due.length > 0) revision++
      return due.length > 0
    },

    /** When the next time to undo ends; Infinity if there is none. */
    nextTick: () => Math.min(...undoable().map(({ undoableUntil }) => undoableUntil)),

    /** Nothing happened between these times, ms by the steady clock: the time to undo that was left then is left now. */
    postpone(from: number, now: number): void {
      for (const batch of undoable())
        batch.undoableUntil += now - Math.max(from, batch.undoableUntil - undoMs())
    },

    enter(batch: Batch, phase: Exclude<Phase, 'asking'>, now: number): void {
      if (phase === 'undoable') batch.undoableUntil = now + undoMs()
      batch.phase = phase
      batch.asks = null
      revision++
    },

    /** The batch asks the person from now on. */
    interrupt(batch: Batch, reason: AskReason): void {
      batch.phase = 'asking'
      batch.asks = reason
      revision++
    },

    /** Whether an end is stored as sent. If not, it and the next ones are claimed, which the caller stores before it sends. */
    claim(end: End): boolean {
      if (claimed.has(end)) return true
      claimed.add(end)
      revision++
      let room = CLAIMED_AT_ONCE - 1
      for (const other of unsent(true)) {
        if (room === 0) return false
        if (claimed.has(other)) continue
        claimed.add(other)
        room--
      }
      return false
    },
    isClaimed: (end: End) => claimed.has(end),

    /** The record has the session of an end under this key. */
    bind(end: End, key: number): void {
      if (end.key === key) return
      isWhole = true
      byKey.get(end.key)?.delete(own(end))
      own(end).key = key
      index(own(end))
      revision++
    },

    rename(end: End, name: string): void {
      if (end.name === name) return
      end.name = name
      changed.add(end)
      revision++
    },

    /** The ends that changed since the last call. `isWhole`: other ends came or went, and these are all that there are. */
    drainChanges(): { ends: readonly End[]; isWhole: boolean } {
      const drained = { ends: [...(isWhole ? ends : changed)], isWhole }
      changed = new Set()
      isWhole = false
      return drained
    },
  }
}
