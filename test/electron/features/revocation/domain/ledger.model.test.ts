import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ASK_REASONS,
  END_CAUSES,
  hasFailed,
  isUnfinished,
  type AskReason,
  type EndCause,
} from '../../../../../electron/shared/ends.ts'
import { ledgerSchema } from '../../../../../electron/core/end-schemas.ts'
import type { End, Phase, State } from '../../../../../electron/features/revocation/domain/end.ts'
import type { Ledger } from '../../../../../electron/features/revocation/domain/ledger.ts'
import {
  EMPTY_LEDGER,
  restoreLedger,
  toStored,
} from '../../../../../electron/features/revocation/ledger-file.ts'
import { emptyLedger, STATES, undoMs } from './ledger-harness.ts'

/** What a run does; `nth` chooses among what there is at that moment. */
type Step =
  | { kind: 'ask'; cause: EndCause; keys: number[]; phase: (typeof ASKED)[number] }
  | { kind: 'takeBack'; nth: number; how: 'undo' | 'cancel'; parity: number | null }
  | { kind: 'enter'; nth: number; phase: Exclude<Phase, 'asking'> }
  | { kind: 'interrupt'; nth: number; reason: AskReason }
  | { kind: 'wait' | 'hold'; ms: number }
  | { kind: 'prepare' | 'send'; withMany: boolean }
  | { kind: 'answer' | 'judge'; nth: number; state: State }
  | { kind: 'begin' | 'remove' | 'rename' | 'bind' | 'retry'; nth: number }
  | { kind: 'restart' }

interface ModelBatch {
  number: number
  cause: EndCause
  askedAt: number
  since: number
  phase: Phase
  asks: AskReason | null
  /** Before that it sends nothing. */
  mayGoAt: number
}

interface ModelEnd {
  key: number
  id: number
  /** No two ends of a run have the same. */
  createdAt: number
  name: string
  state: State
  /** The numbers of its batches. */
  intents: number[]
  isClaimed: boolean
  /** Its request waits for a token. */
  isPrepared: boolean
}

const UNDO_MS = undoMs()
const ASKED = ['waiting', 'undoable', 'undoable', 'going', 'going'] as const

const isOpen = ({ state }: { state: State }): boolean => isUnfinished(state.is)
const fits = (parity: number | null, { id }: { id: number }): boolean => parity === null || id % 2 === parity
type Timed = Pick<End, 'createdAt'>
const byTime = (a: Timed, b: Timed): number => (a.createdAt ?? 0) - (b.createdAt ?? 0)
const timesOf = (ends: Iterable<Timed>) => [...ends].toSorted(byTime).map(({ createdAt }) => createdAt)
const nthOf = <T>(all: readonly T[], nth: number): T | undefined => all[nth % Math.max(1, all.length)]
/** Drives a ledger and a model of plain arrays by the same steps. */
class Run {
  ledger = emptyLedger()
  now = 0
  batches: ModelBatch[] = []
  ends: ModelEnd[] = []
  nextNumber = 1
  count = 0

  endsOf({ number }: ModelBatch): ModelEnd[] {
    return this.ends.filter(({ intents }) => intents.includes(number))
  }
  batchesOf({ intents }: ModelEnd): ModelBatch[] {
    return this.batches.filter(({ number }) => intents.includes(number))
  }
  waitingOf(batch: ModelBatch): ModelEnd[] {
    return this.endsOf(batch).filter(({ state }) => state.is === 'waiting')
  }
  real(end: ModelEnd): End {
    return [...this.ledger.ends()].find(({ createdAt }) => createdAt === end.createdAt)!
  }
  realBatch({ number }: ModelBatch) {
    return this.ledger.batches().find((batch) => batch.number === number)!
  }
  /** The ends whose requests wait for a token. */
  prepared(): Set<End> {
    return new Set(this.ends.filter(({ isPrepared }) => isPrepared).map((end) => this.real(end)))
  }
  modelOf(end: End): ModelEnd {
    return this.ends.find(({ createdAt }) => createdAt === end.createdAt)!
  }
  setState(end: ModelEnd, state: State): void {
    this.ledger.setState(this.real(end), state)
    end.state = state
    end.isClaimed &&= isOpen(end)
  }
  leave(end: ModelEnd, batch: ModelBatch): void {
    end.intents = end.intents.filter((number) => number !== batch.number)
    this.ends = this.ends.filter(({ intents }) => intents.length > 0)
    this.batches = this.batches.filter((each) => each !== batch || this.endsOf(each).length > 0)
  }

  ask({ cause, keys, phase }: Step & { kind: 'ask' }): void {
    const asked = keys.map((key) => {
      return { key, id: 100 + key, createdAt: ++this.count, name: `Device ${this.count}` }
    })
    const parts = { cause, phase, askedAt: this.now + 7, since: this.now + 9 }
    const answered = this.ledger.ask({ ...parts, sessions: asked }, this.now)
    const known = ({ key }: { key: number }) => this.ends.find((end) => isOpen(end) && end.key === key)
    const isAnswered = (end: ModelEnd): boolean =>
      (cause === 'one' || cause === 'many') &&
      this.batchesOf(end).some((batch) => batch.cause === 'one' && batch.phase !== 'asking')
    const wanted = asked.filter((session) => {
      const end = known(session)
      return !end || !isAnswered(end)
    })
    expect(answered?.number ?? null).toBe(wanted.length > 0 ? this.nextNumber : null)
    // Each asking is answered for.
    for (const { key } of asked) expect(this.ledger.find(key)?.intents.size).toBeGreaterThan(0)
    if (wanted.length === 0) return
    const number = this.nextNumber++
    this.batches.push({ number, ...parts, asks: null, mayGoAt: this.now + (phase === 'going' ? 0 : UNDO_MS) })
    for (const session of wanted) {
      const end = known(session)
      if (end) end.intents = [...new Set([...end.intents, number])]
      else {
        const flags = { isClaimed: false, isPrepared: false }
        this.ends.push({ ...session, ...flags, state: STATES.waiting, intents: [number] })
      }
    }
  }

  takeBack(batch: ModelBatch, { how, parity }: Step & { kind: 'takeBack' }): void {
    const which = this.waitingOf(batch).filter((end) => fits(parity, end))
    const isDeleted = this.ledger.takeBack(this.realBatch(batch), how, (end) => fits(parity, end))
    for (const end of which)
      if (how === 'undo' || end.intents.length > 1) this.leave(end, batch)
      else [end.state, end.isClaimed] = [STATES.dropped, false]
    expect(isDeleted).toBe(!this.batches.includes(batch))
  }

  enter(batch: ModelBatch, phase: Exclude<Phase, 'asking'>): void {
    this.ledger.enter(this.realBatch(batch), phase, this.now)
    Object.assign(batch, { phase, asks: null })
    if (phase === 'undoable') batch.mayGoAt = this.now + UNDO_MS
    if (phase === 'going') batch.mayGoAt = this.now
  }

  tick(ms: number): void {
    this.now += ms
    const due = this.batches.filter(({ phase, mayGoAt }) => phase === 'undoable' && mayGoAt <= this.now)
    expect(this.ledger.tick(this.now)).toBe(due.length > 0)
    for (const batch of due) batch.phase = 'going'
  }

  /** Nothing is sent and no time to undo passes meanwhile. */
  hold(ms: number): void {
    this.ledger.postpone(this.now, this.now + ms)
    this.now += ms
    for (const batch of this.batches) if (batch.phase === 'undoable') batch.mayGoAt += ms
  }

  /** The batch whose turn it is: single ends first, then the batches one after the other. */
  turn(withMany: boolean): ModelBatch | undefined {
    const isNext = (end: ModelEnd): boolean => !end.isPrepared
    const going = this.batches.filter(
      (batch) => batch.phase === 'going' && this.waitingOf(batch).some(isNext),
    )
    return going.find(({ cause }) => cause === 'one') ?? (withMany ? going[0] : undefined)
  }

  /** Takes the next end, and asks for the token of its request. */
  prepare(withMany: boolean): ModelEnd | null {
    const next = this.ledger.next(withMany, this.prepared())
    if (!next) return null
    const end = this.modelOf(next)
    expect(this.ledger.claim(next)).toBe(end.isClaimed)
    const going = this.batches.filter(({ phase }) => phase === 'going' && !end.isClaimed)
    for (const each of going.flatMap((batch) => this.waitingOf(batch))) each.isClaimed = true
    end.isPrepared = true
    return end
  }

  /** Sends a prepared request, if its end is asked for still. */
  begin(end: ModelEnd | null | undefined): boolean {
    if (!end) return false
    const begins = end.state.is === 'waiting' && this.batchesOf(end).some(({ phase }) => phase === 'going')
    expect(this.ledger.isAsked(this.real(end))).toBe(begins)
    end.isPrepared = false
    if (begins) this.setState(end, STATES.sending)
    return begins
  }

  restart(): void {
    const stored = toStored(this.ledger)
    if (!stored) this.nextNumber = 1
    const read = ledgerSchema.parse(JSON.parse(JSON.stringify(stored ?? EMPTY_LEDGER)))
    expect(read).toEqual(stored ?? EMPTY_LEDGER)
    this.now += 1_000
    this.ledger = restoreLedger(read, this.now, undoMs)
    for (const end of this.ends) {
      if (end.state.is === 'sending') end.state = STATES.waiting
      end.isClaimed = end.isPrepared = false
    }
    for (const batch of this.batches) {
      const { phase, cause } = batch
      const wasGoing = phase === 'going' || phase === 'paused' || (phase === 'undoable' && cause === 'rule')
      const isOpenStill = wasGoing && this.endsOf(batch).some(isOpen)
      if (isOpenStill && cause !== 'one') Object.assign(batch, { phase: 'asking', asks: 'restarted' })
      else if (isOpenStill && this.waitingOf(batch).length > 0) batch.phase = 'waiting'
      if (batch.phase === 'undoable') batch.mayGoAt = this.now + UNDO_MS
    }
  }

  take(step: Step): void {
    const nth = 'nth' in step ? step.nth : 0
    const nthEnd = (which: (end: ModelEnd) => boolean) => nthOf(this.ends.filter(which), nth)
    const [batch, end] = [nthOf(this.batches, nth), nthOf(this.ends, nth)]
    switch (step.kind) {
      case 'ask':
        return this.ask(step)
      case 'takeBack':
        return batch && this.takeBack(batch, step)
      case 'enter':
        return batch && this.enter(batch, step.phase)
      case 'wait':
        return this.tick(step.ms)
      case 'hold':
        return this.hold(step.ms)
      case 'prepare':
        return void this.prepare(step.withMany)
      case 'send':
        return void this.begin(this.prepare(step.withMany))
      case 'begin':
        return void this.begin(nthEnd(({ isPrepared }) => isPrepared))
      case 'restart':
        return this.restart()
      case 'interrupt':
        if (!batch) return
        this.ledger.interrupt(this.realBatch(batch), step.reason)
        return void Object.assign(batch, { phase: 'asking', asks: step.reason })
      case 'answer': {
        const sending = nthEnd(({ state }) => state.is === 'sending')
        return sending && this.setState(sending, step.state)
      }
      case 'judge': {
        const judged = nthEnd(({ state }) => state.is === 'waiting' || state.is === 'sent')
        return judged && this.setState(judged, step.state)
      }
      case 'retry': {
        const isFree = ({ key }: ModelEnd): boolean =>
          !this.ends.some((each) => isOpen(each) && each.key === key)
        const again = nthEnd((each) => hasFailed(each.state.is) && isFree(each))
        return again && this.setState(again, STATES.waiting)
      }
      case 'remove':
        if (!batch) return
        this.ledger.remove(this.realBatch(batch))
        for (const each of this.endsOf(batch)) this.leave(each, batch)
        return
      case 'rename':
        if (!end) return
        end.name = `Renamed ${++this.count}`
        return this.ledger.rename(this.real(end), end.name)
      case 'bind':
        if (!end) return
        // No other end has this key.
        end.key = 1_000 + ++this.count
        return this.ledger.bind(this.real(end), end.key)
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
        waiting: timesOf(ledger.waitingOf(batch)),
        hasWaiting: ledger.hasWaiting(batch),
        isDone: ledger.isDone(batch),
      })),
    ).toEqual(
      this.batches.map(({ mayGoAt, ...batch }) => ({
        ...batch,
        undoableUntil: batch.phase === 'undoable' ? mayGoAt : null,
        ends: timesOf(this.endsOf({ mayGoAt, ...batch })),
        waiting: timesOf(this.waitingOf({ mayGoAt, ...batch })),
        hasWaiting: this.waitingOf({ mayGoAt, ...batch }).length > 0,
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
    ).toEqual(
      this.ends
        .toSorted(byTime)
        .map(({ isPrepared: _, ...end }) => ({ ...end, intents: end.intents.toSorted() })),
    )
    expect(ledger.nextNumber()).toBe(this.nextNumber)
    this.checkIndexes()
    this.checkNext(true)
    this.checkNext(false)
  }

  checkIndexes(): void {
    const { ledger } = this
    const onlyAsks = (end: ModelEnd): boolean => this.batchesOf(end).every(({ phase }) => phase === 'asking')
    const sent = this.ends.filter(({ state }) => state.is === 'sent')
    expect(timesOf(ledger.sent())).toEqual(timesOf(sent))
    expect(ledger.needsLook()).toBe(!sent.every(onlyAsks))
    const ticks = this.batches.filter(({ phase }) => phase === 'undoable').map(({ mayGoAt }) => mayGoAt)
    expect(ledger.nextTick()).toBe(Math.min(...ticks))
    for (const { key } of this.ends)
      expect(timesOf(ledger.withKey(key))).toEqual(timesOf(this.ends.filter((end) => end.key === key)))
    const open = this.ends.filter(isOpen)
    for (const end of open) {
      expect(open.filter(({ key }) => key === end.key)).toEqual([end])
      expect(ledger.find(end.key)?.createdAt).toBe(end.createdAt)
    }
  }

  checkNext(withMany: boolean): void {
    const turn = this.turn(withMany)
    const next = this.ledger.next(withMany, this.prepared())
    expect(next === null).toBe(turn === undefined)
    if (!next || !turn) return
    expect([next.state, this.modelOf(next).isPrepared]).toEqual([STATES.waiting, false])
    expect([...next.intents].map(({ number }) => number)).toContain(turn.number)
    expect(turn.mayGoAt).toBeLessThanOrEqual(this.now)
  }

  /** At last everything goes on and is answered: what was not taken back is sent, once. */
  finish(): void {
    for (const batch of this.batches) this.enter(batch, 'going')
    const waiting = this.ends.filter(({ state }) => state.is === 'waiting').length
    let sent = this.ends.filter(({ isPrepared }) => isPrepared).filter((end) => this.begin(end)).length
    while (sent <= waiting && this.begin(this.prepare(true))) sent++
    expect(sent).toBe(waiting)
    for (const end of this.ends.filter(isOpen)) this.setState(end, STATES.ended)
    expect(this.ledger.batches().every((batch) => this.ledger.isDone(batch))).toBe(true)
    for (const batch of this.ledger.batches()) this.ledger.remove(batch)
    expect([this.ledger.ends().size, toStored(this.ledger)]).toEqual([0, null])
  }
}

const nth = fc.nat(9)
const parity = fc.constantFrom(null, 0, 1)
const failure = { kind: 'outcomeUnknown', reason: 'timeout' } as const
const answers: State[] = [STATES.sent, STATES.sent, STATES.waiting, STATES.refused, { is: 'sent', failure }]
const verdicts: State[] = [STATES.ended, STATES.gone, STATES.stillListed, STATES.unclear, STATES.waiting]
const keys = fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 4 })
const phases = ['waiting', 'undoable', 'going', 'going', 'paused'] as const
const kind = <K extends Step['kind']>(...kinds: K[]) => fc.constantFrom(...kinds)
const oneOf = <T>(all: readonly T[]) => fc.constantFrom(...all)

const weighted: [weight: number, fc.Arbitrary<Step>][] = [
  [5, fc.record({ kind: kind('ask'), cause: oneOf(END_CAUSES), keys, phase: oneOf(ASKED) })],
  [2, fc.record({ kind: kind('takeBack'), nth, parity, how: oneOf(['undo', 'cancel'] as const) })],
  [4, fc.record({ kind: kind('enter'), nth, phase: oneOf(phases) })],
  [1, fc.record({ kind: kind('interrupt'), nth, reason: oneOf(ASK_REASONS) })],
  [4, fc.record({ kind: kind('wait', 'wait', 'hold'), ms: fc.nat(6_000) })],
  [10, fc.record({ kind: kind('send', 'send', 'prepare'), withMany: fc.boolean() })],
  [2, fc.record({ kind: kind('begin'), nth })],
  [8, fc.record({ kind: kind('answer'), nth, state: oneOf(answers) })],
  [2, fc.record({ kind: kind('judge'), nth, state: oneOf(verdicts) })],
  [5, fc.record({ kind: kind('remove', 'rename', 'bind', 'retry'), nth })],
  [1, fc.record({ kind: kind('restart') })],
]
const step = fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })))

/** The ledger as stored and as shown. */
const versionOf = (ledger: Ledger) => ({
  ledger,
  revision: ledger.revision(),
  stored: JSON.stringify(toStored(ledger)),
  shown: new Map(
    [...ledger.ends()].map((end) => {
      const { key, name, state, intents } = end
      const place = JSON.stringify([key, [...intents].map(({ number }) => number)])
      return [end, { place, look: JSON.stringify([name, state]) }]
    }),
  ),
})
type Version = ReturnType<typeof versionOf>

/** What changed is stored with the next write, and drained: all that there is if other ends are there, or else what changed. */
function checkDrained(before: Version, after: Version, drained: ReturnType<Ledger['drainChanges']>): void {
  if (after.stored !== before.stored) expect(after.revision).toBeGreaterThan(before.revision)
  const placesOf = ({ shown }: Version) => [...shown].map(([{ createdAt }, { place }]) => [createdAt, place])
  expect(drained.isWhole).toBe(JSON.stringify(placesOf(after)) !== JSON.stringify(placesOf(before)))
  if (drained.isWhole) expect(drained.ends).toEqual([...after.shown.keys()])
  const changed = [...after.shown].filter(([end, { look }]) => look !== before.shown.get(end)?.look)
  expect(drained.ends).toEqual(expect.arrayContaining(changed.map(([end]) => end)))
}

describe('a ledger', () => {
  it('does what a model of plain arrays does, whatever happens in which order', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 60, size: 'max' }), (steps) => {
        const run = new Run()
        for (const each of steps) {
          const before = versionOf(run.ledger)
          run.take(each)
          const after = versionOf(run.ledger)
          const drained = run.ledger.drainChanges()
          if (after.ledger === before.ledger) checkDrained(before, after, drained)
          run.check()
        }
        run.finish()
      }),
      { numRuns: 300 },
    )
  })
})
