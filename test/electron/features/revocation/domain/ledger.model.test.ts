import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  INTERRUPT_REASONS,
  type EndCause,
  type InterruptReason,
  type UnsentEnd,
} from '../../../../../electron/shared/ends.ts'
import { ledgerSchema } from '../../../../../electron/core/end-schemas.ts'
import type { BatchPhase, End, TakeBack } from '../../../../../electron/features/revocation/domain/end.ts'
import { createLedger, type Ledger } from '../../../../../electron/features/revocation/domain/ledger.ts'
import type { ItemState } from '../../../../../electron/features/revocation/domain/revocation-state.ts'
import {
  EMPTY_LEDGER,
  restoreLedger,
  toStored,
} from '../../../../../electron/features/revocation/ledger-file.ts'
import { undoMs } from '../lists-harness.ts'

/** What a run does; `nth` chooses among what there is at that moment. */
type Step =
  | { kind: 'ask'; cause: EndCause; keys: number[]; how: number }
  | { kind: 'takeBack'; nth: number; how: TakeBack; parity: number | null }
  | { kind: 'enter'; nth: number; phase: Exclude<BatchPhase, 'asking'> }
  | { kind: 'interrupt'; nth: number; reason: InterruptReason }
  | { kind: 'wait'; ms: number }
  | { kind: 'send'; isListGood: boolean }
  | { kind: 'answer'; nth: number; state: ItemState }
  | { kind: 'confirm'; nth: number; state: ItemState }
  | { kind: 'reject'; nth: number; parity: number | null }
  | { kind: 'remove' | 'rename' | 'bind'; nth: number }
  | { kind: 'forgetUnsent' | 'restart' }

interface ModelBatch {
  number: number
  cause: EndCause
  isAlone: boolean
  askedAt: number
  since: number
  phase: BatchPhase
  reason: InterruptReason | null
  /** Before that it sends nothing. */
  mayGoAt: number
}

interface ModelEnd {
  key: number
  id: number
  /** No two ends of a run have the same. */
  createdAt: number
  name: string
  state: ItemState
  /** The numbers of its batches. */
  intents: number[]
  isClaimed: boolean
}

const UNDO_MS = 5_000
const MAX_UNSENT = 1_000
const OPEN = ['queued', 'sent']

const isOpen = ({ state }: { state: ItemState }): boolean => OPEN.includes(state.is)
const isUnproven = ({ state }: { state: ItemState }): boolean => state.is === 'sent' && state.answer !== null
const fits = (parity: number | null, { id }: { id: number }): boolean => parity === null || id % 2 === parity
type Timed = Pick<End, 'createdAt'>
const byTime = (a: Timed, b: Timed): number => (a.createdAt ?? 0) - (b.createdAt ?? 0)
const timesOf = (ends: Iterable<Timed>) => [...ends].toSorted(byTime).map(({ createdAt }) => createdAt)
const nthOf = <T>(all: readonly T[], nth: number): T | undefined => all[nth % Math.max(1, all.length)]
/** Whether the record knows of a session that its DELETE ended it. */
const hasEnded = (key: number): boolean => key % 2 === 0

/** Drives a ledger and a model of plain arrays by the same steps. */
class Run {
  ledger = createLedger(0, undoMs, EMPTY_LEDGER)
  now = 0
  batches: ModelBatch[] = []
  ends: ModelEnd[] = []
  unsent: UnsentEnd[] = []
  nextNumber = 1
  count = 0

  endsOf({ number }: ModelBatch): ModelEnd[] {
    return this.ends.filter(({ intents }) => intents.includes(number))
  }
  batchesOf({ intents }: ModelEnd): ModelBatch[] {
    return this.batches.filter(({ number }) => intents.includes(number))
  }
  queuedOf(batch: ModelBatch): ModelEnd[] {
    return this.endsOf(batch).filter(({ state }) => state.is === 'queued')
  }
  real(end: ModelEnd): End {
    return [...this.ledger.ends()].find(({ createdAt }) => createdAt === end.createdAt)!
  }
  realBatch({ number }: ModelBatch) {
    return this.ledger.batches().find((batch) => batch.number === number)!
  }
  modelOf(end: End): ModelEnd {
    return this.ends.find(({ createdAt }) => createdAt === end.createdAt)!
  }
  setState(end: ModelEnd, state: ItemState): void {
    this.ledger.setState(this.real(end), state)
    end.state = state
  }
  leave(end: ModelEnd, batch: ModelBatch): void {
    end.intents = end.intents.filter((number) => number !== batch.number)
    this.ends = this.ends.filter(({ intents }) => intents.length > 0)
    this.batches = this.batches.filter((each) => each !== batch || this.endsOf(each).length > 0)
  }

  ask({ cause, keys, how }: Step & { kind: 'ask' }): void {
    const [isWaiting, isAtOnce] = [how === 1, how === 2]
    const asked = keys.map((key) => {
      return { key, id: 100 + key, createdAt: ++this.count, name: `Device ${this.count}` }
    })
    const [askedAt, since] = [this.now + 7, this.now + 9]
    const answered = this.ledger.ask(
      { cause, sessions: asked, isWaiting, isAtOnce, askedAt, since },
      this.now,
    )
    const known = ({ key }: { key: number }) => this.ends.find((end) => isOpen(end) && end.key === key)
    const isAnswered = (end: ModelEnd): boolean =>
      (cause === 'one' || cause === 'many') && this.batchesOf(end).some(({ isAlone }) => isAlone)
    const wanted = asked.filter((session) => {
      const end = known(session)
      return !end || !isAnswered(end)
    })
    expect(answered?.number ?? null).toBe(wanted.length > 0 ? this.nextNumber : null)
    // Each asking is answered for.
    for (const { key } of asked) expect(this.ledger.find(key)?.intents.size).toBeGreaterThan(0)
    if (wanted.length === 0) return
    const number = this.nextNumber++
    const phase = isWaiting ? 'waiting' : isAtOnce ? 'going' : 'undoable'
    const mayGoAt = isAtOnce ? this.now : this.now + UNDO_MS
    const parts = { number, cause, askedAt, since, phase, mayGoAt } as const
    this.batches.push({ ...parts, isAlone: cause === 'one', reason: null })
    for (const session of wanted) {
      const end = known(session)
      if (end) end.intents = [...new Set([...end.intents, number])]
      else
        this.ends.push({
          ...session,
          ...{ state: { is: 'queued' }, intents: [number], isClaimed: false },
        })
    }
  }

  takeBack({ nth, how, parity }: Step & { kind: 'takeBack' }): void {
    const batch = nthOf(this.batches, nth)
    if (!batch) return
    const which = this.queuedOf(batch).filter((end) => fits(parity, end))
    const isDeleted = this.ledger.takeBack(this.realBatch(batch), how, (end) => fits(parity, end))
    for (const end of which)
      if (how === 'undo' || end.intents.length > 1) this.leave(end, batch)
      else end.state = { is: 'cancelled' }
    expect(isDeleted).toBe(!this.batches.includes(batch))
  }

  reject({ nth, parity }: Step & { kind: 'reject' }): void {
    const batch = nthOf(this.batches, nth)
    if (!batch) return
    const which = this.queuedOf(batch).filter((end) => fits(parity, end))
    const rejected = which.map(({ key, name }): UnsentEnd => ({ key, name, reason: 'gone' }))
    const real = new Set(which.map((end) => this.real(end)))
    this.ledger.reject(this.realBatch(batch), rejected, real)
    this.unsent = [...this.unsent, ...rejected].slice(-MAX_UNSENT)
    which.forEach((end) => this.leave(end, batch))
  }

  enter({ nth, phase }: Step & { kind: 'enter' }): void {
    const batch = nthOf(this.batches, nth)
    if (!batch) return
    this.ledger.enter(this.realBatch(batch), phase, this.now)
    Object.assign(batch, { phase, reason: null })
    if (phase === 'undoable') batch.mayGoAt = this.now + UNDO_MS
    if (phase === 'going') batch.mayGoAt = this.now
  }

  tick(ms: number): void {
    this.now += ms
    const due = this.batches.filter(({ phase, mayGoAt }) => phase === 'undoable' && mayGoAt <= this.now)
    expect(this.ledger.tick(this.now)).toBe(due.length > 0)
    for (const batch of due) batch.phase = 'going'
  }

  /** The batch whose turn it is: single ends first, then the batches one after the other. */
  turn(isListGood: boolean): ModelBatch | undefined {
    const going = this.batches.filter((batch) => batch.phase === 'going' && this.queuedOf(batch).length > 0)
    return going.find(({ isAlone }) => isAlone) ?? (isListGood ? going[0] : undefined)
  }

  send(isListGood: boolean): boolean {
    const next = this.ledger.next(isListGood)
    if (!next) return false
    const end = this.modelOf(next)
    expect(this.ledger.claim(next)).toBe(end.isClaimed)
    const going = this.batches.filter(({ phase }) => phase === 'going' && !end.isClaimed)
    for (const each of going.flatMap((batch) => this.queuedOf(batch))) each.isClaimed = true
    this.setState(end, { is: 'sent', answer: null })
    return true
  }

  restart(): void {
    const stored = toStored(this.ledger)
    if (!stored) this.nextNumber = 1
    const read = ledgerSchema.parse(JSON.parse(JSON.stringify(stored ?? EMPTY_LEDGER)))
    expect(read).toEqual(stored ?? EMPTY_LEDGER)
    this.now += 1_000
    this.ledger = restoreLedger(read, this.now, undoMs, hasEnded)
    for (const end of this.ends) {
      const mayBeSent = end.state.is === 'sent' ? end.state.answer === null : isOpen(end) && end.isClaimed
      if (mayBeSent) end.state = { is: 'sent', answer: { is: 'earlier', wasSent: hasEnded(end.key) } }
      end.isClaimed = false
    }
    for (const batch of this.batches) {
      const { phase, cause } = batch
      const wasGoing = phase === 'going' || phase === 'paused' || (phase === 'undoable' && cause === 'rule')
      if (wasGoing && this.endsOf(batch).some(isOpen))
        Object.assign(batch, { phase: 'asking', reason: 'restarted', isAlone: false })
      if (batch.phase === 'undoable') batch.mayGoAt = this.now + UNDO_MS
    }
  }

  take(step: Step): void {
    switch (step.kind) {
      case 'ask':
        return this.ask(step)
      case 'takeBack':
        return this.takeBack(step)
      case 'reject':
        return this.reject(step)
      case 'enter':
        return this.enter(step)
      case 'wait':
        return this.tick(step.ms)
      case 'send':
        return void this.send(step.isListGood)
      case 'restart':
        return this.restart()
      case 'forgetUnsent':
        this.unsent = []
        return this.ledger.forgetUnsent()
      case 'interrupt': {
        const batch = nthOf(this.batches, step.nth)
        if (!batch) return
        this.ledger.interrupt(this.realBatch(batch), step.reason)
        Object.assign(batch, { phase: 'asking', reason: step.reason, isAlone: false })
        return
      }
      case 'answer': {
        const pending = this.ends.filter(({ state }) => state.is === 'sent' && state.answer === null)
        const end = nthOf(pending, step.nth)
        return end && this.setState(end, step.state)
      }
      case 'confirm': {
        const end = nthOf(this.ends.filter(isUnproven), step.nth)
        return end && this.setState(end, step.state)
      }
      case 'remove': {
        const done = this.batches.filter((batch) => !this.endsOf(batch).some(isOpen))
        const batch = nthOf(done, step.nth)
        if (!batch) return
        this.ledger.remove(this.realBatch(batch))
        for (const end of this.endsOf(batch)) this.leave(end, batch)
        return
      }
      case 'rename': {
        const end = nthOf(this.ends, step.nth)
        if (!end) return
        end.name = `Renamed ${++this.count}`
        return this.ledger.rename(this.real(end), end.name)
      }
      case 'bind': {
        const end = nthOf(this.ends, step.nth)
        if (!end) return
        // No other end has this key.
        end.key = 1_000 + ++this.count
        return this.ledger.bind(this.real(end), end.key)
      }
    }
  }

  // Checks

  check(): void {
    const { ledger } = this
    expect(
      ledger.batches().map((batch) => ({
        ...batch,
        undoableUntil: batch.phase === 'undoable' ? batch.undoableUntil : null,
        ends: timesOf(batch.ends),
        queued: timesOf(ledger.queuedOf(batch)),
        hasQueued: ledger.hasQueued(batch),
        isDone: ledger.isDone(batch),
      })),
    ).toEqual(
      this.batches.map(({ mayGoAt, ...batch }) => ({
        ...batch,
        undoableUntil: batch.phase === 'undoable' ? mayGoAt : null,
        ends: timesOf(this.endsOf({ mayGoAt, ...batch })),
        queued: timesOf(this.queuedOf({ mayGoAt, ...batch })),
        hasQueued: this.queuedOf({ mayGoAt, ...batch }).length > 0,
        isDone: !this.endsOf({ mayGoAt, ...batch }).some(isOpen),
      })),
    )
    // Nothing is lost, and nothing is there that nobody asked for.
    expect(
      [...ledger.ends()].toSorted(byTime).map((end) => ({
        ...end,
        intents: [...end.intents].map(({ number }) => number).toSorted(),
        isClaimed: ledger.isClaimed(end),
      })),
    ).toEqual(this.ends.toSorted(byTime).map((end) => ({ ...end, intents: end.intents.toSorted() })))
    expect([ledger.unsent(), ledger.nextNumber()]).toEqual([this.unsent, this.nextNumber])
    this.checkIndexes()
    this.checkNext(true)
    this.checkNext(false)
  }

  checkIndexes(): void {
    const { ledger } = this
    const onlyAsks = (end: ModelEnd): boolean => this.batchesOf(end).every(({ phase }) => phase === 'asking')
    const unproven = this.ends.filter(isUnproven)
    expect(timesOf(ledger.unproven())).toEqual(timesOf(unproven.filter((end) => !onlyAsks(end))))
    expect(timesOf(ledger.askedUnproven())).toEqual(timesOf(unproven.filter(onlyAsks)))
    expect(ledger.hasUnproven()).toBe(ledger.unproven().length > 0)
    const ticks = this.batches.filter(({ phase }) => phase === 'undoable').map(({ mayGoAt }) => mayGoAt)
    expect(ledger.nextTick()).toBe(ticks.length > 0 ? Math.min(...ticks) : null)
    for (const { key } of this.ends)
      expect(timesOf(ledger.withKey(key))).toEqual(timesOf(this.ends.filter((end) => end.key === key)))
    const open = this.ends.filter(isOpen)
    for (const end of open) {
      expect(open.filter(({ key }) => key === end.key)).toEqual([end])
      expect(ledger.find(end.key)?.createdAt).toBe(end.createdAt)
    }
  }

  checkNext(isListGood: boolean): void {
    const turn = this.turn(isListGood)
    const next = this.ledger.next(isListGood)
    expect(next === null).toBe(turn === undefined)
    if (!next || !turn) return
    expect(next.state).toEqual({ is: 'queued' })
    expect([...next.intents].map(({ number }) => number)).toContain(turn.number)
    expect(turn.mayGoAt).toBeLessThanOrEqual(this.now)
  }

  /** At last everything goes on and is answered: what was not taken back is sent, once. */
  finish(): void {
    this.batches.forEach((_batch, nth) => this.enter({ kind: 'enter', nth, phase: 'going' }))
    const queued = this.ends.filter(({ state }) => state.is === 'queued').length
    let sent = 0
    while (sent <= queued && this.send(true)) sent++
    expect(sent).toBe(queued)
    for (const end of this.ends.filter(isOpen)) this.setState(end, { is: 'confirmed' })
    expect(this.ledger.batches().every((batch) => this.ledger.isDone(batch))).toBe(true)
    for (const batch of this.ledger.batches()) this.ledger.remove(batch)
    this.ledger.forgetUnsent()
    expect([this.ledger.ends().size, toStored(this.ledger)]).toEqual([0, null])
  }
}

const nth = fc.nat(9)
const parity = fc.constantFrom(null, 0, 1)
const answers: ItemState[] = [
  { is: 'sent', answer: { is: 'done' } },
  { is: 'sent', answer: { is: 'gone' } },
  { is: 'sent', answer: { is: 'earlier', wasSent: true } },
  { is: 'sent', answer: { is: 'open', failure: { kind: 'outcomeUnknown', reason: 'timeout' } } },
  { is: 'failed', failure: { kind: 'forbidden' } },
  { is: 'cancelled' },
  { is: 'queued' },
]
const verdicts: ItemState[] = [
  { is: 'confirmed' },
  { is: 'alreadyGone' },
  { is: 'notConfirmed', failure: { kind: 'unexpectedAnswer', reason: 'shape' } },
  { is: 'failed', failure: { kind: 'notFound' } },
  { is: 'queued' },
]
const keys = fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 4 })
const causes: EndCause[] = ['one', 'many', 'review', 'rule']
const phases = ['waiting', 'undoable', 'going', 'going', 'paused'] as const

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('ask'),
      cause: fc.constantFrom(...causes),
      keys,
      how: fc.nat(4),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ kind: fc.constant('takeBack'), nth, parity },
      how: fc.constantFrom<TakeBack[]>('undo', 'cancel'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('enter'), nth, phase: fc.constantFrom(...phases) }),
  },
  fc.record({ kind: fc.constant('interrupt'), nth, reason: fc.constantFrom(...INTERRUPT_REASONS) }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait'), ms: fc.nat(6_000) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('send'), isListGood: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('answer'), nth, state: fc.constantFrom(...answers) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('confirm'), nth, state: fc.constantFrom(...verdicts) }),
  },
  fc.record({ kind: fc.constant('reject'), nth, parity }),
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('remove', 'rename', 'bind'), nth }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('forgetUnsent', 'restart') }) },
)

/** The ledger as stored, and its revision. */
const versionOf = (ledger: Ledger) => ({
  ledger,
  revision: ledger.revision(),
  stored: JSON.stringify(toStored(ledger)),
})

describe('a ledger', () => {
  it('does what a model of plain arrays does, whatever happens in which order', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }), (steps) => {
        const run = new Run()
        for (const each of steps) {
          const before = versionOf(run.ledger)
          run.take(each)
          const after = versionOf(run.ledger)
          // What changed is stored with the next write.
          if (after.ledger === before.ledger && after.stored !== before.stored)
            expect(after.revision).toBeGreaterThan(before.revision)
          run.check()
        }
        run.finish()
      }),
      { numRuns: 300 },
    )
  })
})
