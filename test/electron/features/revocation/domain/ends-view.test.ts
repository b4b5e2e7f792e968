import { describe, expect, it } from 'vitest'
import type { BatchPhase as ShownPhase, EndCause, UnsentEnd } from '../../../../../electron/shared/ends.ts'
import type { Asking, Batch, BatchPhase } from '../../../../../electron/features/revocation/domain/end.ts'
import {
  batchView,
  batchViews,
  endsView,
  endView,
  isAloneUnderWay,
  phaseOf,
  type ShownWait,
  type Situation,
} from '../../../../../electron/features/revocation/domain/ends-view.ts'
import { createLedger, type Ledger } from '../../../../../electron/features/revocation/domain/ledger.ts'
import type { ItemState } from '../../../../../electron/features/revocation/domain/revocation-state.ts'
import { EMPTY_LEDGER } from '../../../../../electron/features/revocation/ledger-file.ts'
import { idOf, keyFor, undoMs } from '../lists-harness.ts'

const QUEUED: ItemState = { is: 'queued' }
const SENT: ItemState = { is: 'sent', answer: null }
const DONE: ItemState = { is: 'sent', answer: { is: 'done' } }
const CONFIRMED: ItemState = { is: 'confirmed' }
const GONE: ItemState = { is: 'alreadyGone' }
const FAILED: ItemState = { is: 'failed', failure: { kind: 'forbidden' } }
const NOT_CONFIRMED: ItemState = { is: 'notConfirmed', failure: { kind: 'timeout' } }
const CANCELLED: ItemState = { is: 'cancelled' }

const OFFLINE: ShownWait = { until: 1_030_000, reason: { kind: 'offline', reason: 'noNetwork' } }
const DOUBTFUL: ShownWait = { until: 1_030_000, reason: { kind: 'unexpectedAnswer', reason: 'listUnclear' } }
const LIMITED: ShownWait = { until: 1_030_000, reason: { kind: 'rateLimited', retryAt: 1_030_000 } }
/** 100 ms of the steady clock are a million of this computer's. */
const AT = { now: 1_000_000.4, steady: 100.2 }
const PACE = { answered: 10, ranFor: 1_000, waitFor: 7 }
/** By these clocks, the end of the time to undo of what was asked for at 1 s of the steady clock. */
const UNTIL = 1_005_900

const PHASES: BatchPhase[] = ['waiting', 'undoable', 'going', 'paused', 'asking']

const emptyLedger = (): Ledger => createLedger(0, undoMs, EMPTY_LEDGER)
const situationOf = (ledger: Ledger, wait: ShownWait | null = null): Situation => {
  return { ledger, wait, pace: PACE, at: AT }
}

/** Asks for the ends of these sessions, at `now` of the steady clock, and lets the batch be in a phase. */
function askIn(
  ledger: Ledger,
  phase: BatchPhase,
  ids: readonly number[],
  cause: EndCause = 'many',
  part: Partial<Asking> = {},
  now = 1_000,
): Batch {
  const sessions = ids.map((id) => ({ key: keyFor(id), id, createdAt: null, name: `Device ${id}` }))
  const asking = { cause, sessions, isWaiting: phase === 'waiting', askedAt: 50, since: 60, ...part }
  const batch = ledger.ask(asking, now)!
  if (phase === 'asking') ledger.interrupt(batch, 'deviceUnclear')
  else if (phase !== 'undoable') ledger.enter(batch, phase, now)
  return batch
}

function setStates(ledger: Ledger, states: Record<number, ItemState>): void {
  for (const end of ledger.ends()) {
    const state = states[end.id]
    if (state) ledger.setState(end, state)
  }
}

describe('the phase of a batch', () => {
  const undoable = { kind: 'undoable', until: UNTIL } as const
  const asking = { kind: 'asking', reason: 'deviceUnclear' } as const
  const offline = { kind: 'waiting', ...OFFLINE } as const
  const limited = { kind: 'waiting', ...LIMITED } as const

  it.each<[BatchPhase, ShownWait | null, ShownPhase]>([
    ['waiting', null, { kind: 'queued' }],
    ['waiting', OFFLINE, { kind: 'queued' }],
    ['waiting', LIMITED, { kind: 'queued' }],
    ['undoable', null, undoable],
    ['undoable', OFFLINE, undoable],
    ['undoable', LIMITED, undoable],
    ['going', null, { kind: 'running' }],
    ['going', OFFLINE, offline],
    ['going', LIMITED, limited],
    ['going', DOUBTFUL, { kind: 'waiting', ...DOUBTFUL }],
    ['paused', null, { kind: 'paused' }],
    ['paused', OFFLINE, { kind: 'paused' }],
    ['paused', LIMITED, { kind: 'paused' }],
    ['asking', null, asking],
    ['asking', OFFLINE, asking],
    ['asking', LIMITED, asking],
  ])('of many that is %s: %#', (phase, wait, shown) => {
    const ledger = emptyLedger()
    const batch = askIn(ledger, phase, [2, 3])
    expect(phaseOf(batch, situationOf(ledger, wait))).toEqual(shown)
    // Something of it was sent.
    setStates(ledger, { 2: SENT })
    expect(phaseOf(batch, situationOf(ledger, wait))).toEqual(shown)
  })

  it.each<[BatchPhase, ItemState, ShownWait | null, ShownPhase]>([
    ['waiting', QUEUED, null, { kind: 'queued' }],
    ['undoable', QUEUED, null, undoable],
    ['undoable', QUEUED, OFFLINE, undoable],
    ['going', QUEUED, null, { kind: 'running' }],
    ['going', SENT, null, { kind: 'running' }],
    ['going', QUEUED, LIMITED, limited],
    ['going', SENT, LIMITED, limited],
    ['going', QUEUED, DOUBTFUL, { kind: 'running' }],
    ['paused', QUEUED, OFFLINE, { kind: 'paused' }],
    ['asking', QUEUED, OFFLINE, asking],
  ])('of one that is %s: %#', (phase, state, wait, shown) => {
    const ledger = emptyLedger()
    const batch = askIn(ledger, phase, [2], 'one')
    setStates(ledger, { 2: state })
    expect(phaseOf(batch, situationOf(ledger, wait))).toEqual(shown)
  })

  it('of one that is cut off from the network before it is sent is as if it was asked for without it', () => {
    const ledger = emptyLedger()
    const batch = askIn(ledger, 'going', [2], 'one')
    const phase = () => phaseOf(batch, situationOf(ledger, OFFLINE))
    expect(phase()).toEqual({ kind: 'queued' })
    for (const state of [SENT, DONE]) {
      setStates(ledger, { 2: state })
      expect(phase()).toEqual(offline)
    }
  })

  it.each(PHASES)('that was %s is done once all of its ends are settled, and only then', (phase) => {
    for (const wait of [null, OFFLINE]) {
      const ledger = emptyLedger()
      const batch = askIn(ledger, phase, [2, 3, 4, 5, 6])
      setStates(ledger, { 2: CONFIRMED, 3: GONE, 4: FAILED, 5: NOT_CONFIRMED, 6: DONE })
      expect(phaseOf(batch, situationOf(ledger, wait)).kind).not.toBe('done')
      setStates(ledger, { 6: CANCELLED })
      expect(phaseOf(batch, situationOf(ledger, wait))).toEqual({ kind: 'done' })
    }
  })

  it('is its own, whatever the others do', () => {
    const ledger = emptyLedger()
    PHASES.forEach((each, at) => askIn(ledger, each, [at], 'many', {}, 1_000 * (at + 1)))
    askIn(ledger, 'undoable', [8], 'many', {}, 9_000)
    setStates(ledger, { 3: CONFIRMED })
    expect(batchViews(situationOf(ledger)).map(({ phase }) => phase)).toEqual([
      { kind: 'queued' },
      { kind: 'undoable', until: UNTIL + 1_000 },
      { kind: 'running' },
      { kind: 'done' },
      asking,
      { kind: 'undoable', until: UNTIL + 8_000 },
    ])
  })

  it('asks why it was interrupted, which a restart is if nothing else is stored', () => {
    const stored = { number: 1, cause: 'many', isAlone: false, askedAt: 1, since: 1 } as const
    const end = { key: keyFor(2), id: 2, createdAt: null, name: 'Phone', intents: [1] }
    const ledger = createLedger(0, undoMs, {
      ...EMPTY_LEDGER,
      batches: [{ ...stored, phase: 'asking', reason: null }],
      ends: [{ ...end, state: { is: 'queued' } }],
    })
    const phases = () => ledger.batches().map((batch) => phaseOf(batch, situationOf(ledger)))
    expect(phases()).toEqual([{ kind: 'asking', reason: 'restarted' }])
    for (const batch of ledger.batches()) ledger.interrupt(batch, 'unproven')
    expect(phases()).toEqual([{ kind: 'asking', reason: 'unproven' }])
  })
})

describe('a batch', () => {
  it('is shown with what was asked', () => {
    const ledger = emptyLedger()
    askIn(ledger, 'going', [2, 3], 'review', { askedAt: 70 })
    askIn(ledger, 'undoable', [4], 'one', { askedAt: 80 })
    // After it stopped once, it is not shown as the end of one session any more.
    askIn(ledger, 'asking', [5], 'one', { askedAt: 90 })
    expect(ledger.batches().map((batch) => batchView(batch, situationOf(ledger)))).toMatchObject([
      { number: 1, cause: 'review', isAlone: false, askedAt: 70, total: 2 },
      { number: 2, cause: 'one', isAlone: true, askedAt: 80, total: 1 },
      { number: 3, cause: 'one', isAlone: false, askedAt: 90, total: 1 },
    ])
  })

  it('counts its ends by state, and those that are answered', () => {
    const ledger = emptyLedger()
    const batch = askIn(ledger, 'going', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    askIn(ledger, 'going', [20, 21])
    setStates(ledger, {
      ...{ 3: SENT, 4: DONE, 5: CONFIRMED, 6: GONE, 7: FAILED, 8: NOT_CONFIRMED, 9: CANCELLED, 10: DONE },
      ...{ 20: CONFIRMED },
    })
    expect(batchView(batch, situationOf(ledger))).toEqual({
      ...{ number: 1, cause: 'many', isAlone: false, askedAt: 50, phase: { kind: 'running' } },
      counts: { queued: 2, sent: 3, confirmed: 1, alreadyGone: 1, failed: 1, notConfirmed: 1, cancelled: 1 },
      // Three are left, and one is never sent.
      ...{ answered: 6, total: 10, msLeft: null },
    })
  })

  it('counts an end that another one asks for too', () => {
    const ledger = emptyLedger()
    const batches = [askIn(ledger, 'going', [2, 3]), askIn(ledger, 'paused', [3, 4], 'review')]
    setStates(ledger, { 3: FAILED })
    expect(batches.map((batch) => batchView(batch, situationOf(ledger)))).toMatchObject([
      { counts: { queued: 1, failed: 1 }, answered: 1, total: 2 },
      { counts: { queued: 1, failed: 1 }, answered: 1, total: 2 },
    ])
  })

  it('counts each of two ends of one session in its own batch', () => {
    const ledger = emptyLedger()
    const first = askIn(ledger, 'going', [2])
    setStates(ledger, { 2: FAILED })
    const second = askIn(ledger, 'going', [2])
    expect([first, second].map((batch) => batchView(batch, situationOf(ledger)))).toMatchObject([
      { phase: { kind: 'done' }, counts: { failed: 1, queued: 0 }, answered: 1 },
      { phase: { kind: 'running' }, counts: { failed: 0, queued: 1 }, answered: 0 },
    ])
  })
})

describe('the batches', () => {
  const leftOf = (situation: Situation): (number | null)[] =>
    batchViews(situation).map(({ msLeft }) => msLeft)

  it.each<[BatchPhase, ShownWait | null, number | null]>([
    ['waiting', null, null],
    ['undoable', null, null],
    ['paused', null, null],
    ['asking', null, null],
    ['going', null, 200],
    ['going', OFFLINE, 200],
    ['going', LIMITED, 200],
  ])('that are %s have an estimate only if they move: %#', (phase, wait, msLeft) => {
    const ledger = emptyLedger()
    askIn(ledger, phase, [2, 3])
    expect(leftOf(situationOf(ledger, wait))).toEqual([msLeft])
  })

  it('have no estimate when they are done', () => {
    const ledger = emptyLedger()
    askIn(ledger, 'going', [2])
    setStates(ledger, { 2: CONFIRMED })
    expect(leftOf(situationOf(ledger))).toEqual([null])
  })

  it('have no estimate before there are enough answers', () => {
    const ledger = emptyLedger()
    askIn(ledger, 'going', [2, 3])
    expect(leftOf({ ...situationOf(ledger), pace: { ...PACE, answered: 7 } })).toEqual([null])
  })

  it('take as long as those before them too: they are sent one after the other', () => {
    const ledger = emptyLedger()
    askIn(ledger, 'going', [1, 2, 3, 4, 5, 6, 7])
    askIn(ledger, 'paused', [10, 11, 12])
    askIn(ledger, 'going', [20, 21])
    askIn(ledger, 'undoable', [30, 31])
    askIn(ledger, 'going', [40])
    setStates(ledger, { 1: CONFIRMED, 2: CANCELLED, 3: DONE, 4: SENT, 20: FAILED })
    // Four, one and one are left, and ten took a second.
    expect(leftOf(situationOf(ledger))).toEqual([400, null, 500, null, 600])
    setStates(ledger, { 5: CONFIRMED, 40: CONFIRMED })
    expect(leftOf(situationOf(ledger))).toEqual([300, null, 400, null, null])
  })

  it('wait once for an end that several of them ask for', () => {
    const ledger = emptyLedger()
    askIn(ledger, 'going', [1, 2, 3])
    askIn(ledger, 'going', [2, 3, 4], 'review')
    askIn(ledger, 'going', [1], 'rule')
    expect(leftOf(situationOf(ledger))).toEqual([300, 400, 400])
  })

  it('are the oldest first', () => {
    const ledger = emptyLedger()
    for (const id of [2, 3, 4]) askIn(ledger, 'going', [id])
    expect(batchViews(situationOf(ledger)).map(({ number }) => number)).toEqual([1, 2, 3])
    expect(batchViews(situationOf(emptyLedger()))).toEqual([])
  })
})

describe('an end', () => {
  it.each<[ItemState, object]>([
    [QUEUED, { state: 'queued', failure: null }],
    [SENT, { state: 'sent', failure: null }],
    [
      { is: 'sent', answer: { is: 'open', failure: { kind: 'timeout' } } },
      { state: 'sent', failure: null },
    ],
    [CONFIRMED, { state: 'confirmed', failure: null }],
    [GONE, { state: 'alreadyGone', failure: null }],
    [FAILED, { state: 'failed', failure: { kind: 'forbidden' } }],
    [NOT_CONFIRMED, { state: 'notConfirmed', failure: { kind: 'timeout' } }],
    [CANCELLED, { state: 'cancelled', failure: null }],
  ])('is shown with its state: %#', (state, shown) => {
    const ledger = emptyLedger()
    askIn(ledger, 'going', [2])
    setStates(ledger, { 2: state })
    expect([...ledger.ends()].map(endView)).toEqual([
      { key: keyFor(2), name: 'Device 2', batches: [1], ...shown },
    ])
  })

  it('is shown with its session and with all batches that ask for it, the oldest first', () => {
    const ledger = emptyLedger()
    const sessions = [{ key: keyFor(2), id: 2, createdAt: 5, name: 'Phone' }]
    const first = askIn(ledger, 'paused', [], 'many', { sessions })
    askIn(ledger, 'going', [], 'review', { sessions })
    askIn(ledger, 'undoable', [], 'one', { sessions })
    const shown = () => [...ledger.ends()].map(endView)
    const end = { key: keyFor(2), name: 'Phone', state: 'queued', failure: null }
    expect(shown()).toEqual([{ ...end, batches: [1, 2, 3] }])
    ledger.takeBack(first, 'undo')
    expect(shown()).toEqual([{ ...end, batches: [2, 3] }])
  })
})

describe('all that is shown of an account', () => {
  it('is nothing if nothing was asked for', () => {
    const shown = { accountId: 'a', batches: [], ends: [], unsent: [] }
    expect(endsView('a', situationOf(emptyLedger()))).toEqual(shown)
  })

  it('is its batches, each end once, and what was not sent', () => {
    const ledger = emptyLedger()
    const waiting = askIn(ledger, 'waiting', [2, 3])
    askIn(ledger, 'going', [3, 4], 'review')
    askIn(ledger, 'going', [5], 'one')
    const unsent: UnsentEnd = { key: keyFor(2), name: 'Device 2', reason: 'gone' }
    ledger.reject(waiting, [unsent], ledger.withKey(keyFor(2)))
    const shown = endsView('a', situationOf(ledger, OFFLINE))
    expect(shown.batches).toEqual(batchViews(situationOf(ledger, OFFLINE)))
    expect(shown.batches.map(({ phase, total }) => [phase.kind, total])).toEqual([
      ...[
        ['queued', 1],
        ['waiting', 2],
        ['queued', 1],
      ],
    ])
    expect(shown.ends.map((end) => [idOf(end), end.batches])).toEqual([
      [3, [1, 2]],
      [4, [2]],
      [5, [3]],
    ])
    expect(shown).toMatchObject({ accountId: 'a', unsent: [unsent] })
  })
})

describe('the end of one session that is under way', () => {
  it.each<[BatchPhase, ItemState, ShownWait | null, boolean]>([
    ['waiting', QUEUED, null, false],
    ['undoable', QUEUED, null, true],
    ['undoable', QUEUED, OFFLINE, true],
    ['going', QUEUED, null, true],
    ['going', QUEUED, LIMITED, true],
    ['going', QUEUED, OFFLINE, false],
    ['going', SENT, OFFLINE, true],
    ['going', SENT, null, true],
    ['going', FAILED, null, false],
    ['paused', QUEUED, null, true],
    // It asks among those of many.
    ['asking', QUEUED, null, false],
  ])('is %s: %#', (phase, state, wait, isUnderWay) => {
    const ledger = emptyLedger()
    const alone = askIn(ledger, phase, [2], 'one')
    const many = askIn(ledger, phase, [3])
    setStates(ledger, { 2: state, 3: state })
    const situation = situationOf(ledger, wait)
    expect([isAloneUnderWay(alone, situation), isAloneUnderWay(many, situation)]).toEqual([isUnderWay, false])
  })
})
