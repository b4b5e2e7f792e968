import { describe, expect, it } from 'vitest'
import type { RevocationPhase } from '../../../../../electron/shared/ends.ts'
import type {
  Asking,
  Batch,
  BatchPhase,
  EndCause,
} from '../../../../../electron/features/revocation/domain/end.ts'
import { createLedger, type Ledger } from '../../../../../electron/features/revocation/domain/ledger.ts'
import type { ItemState } from '../../../../../electron/features/revocation/domain/revocation-state.ts'
import {
  batchesOfMany,
  idsOfMany,
  pendingEnds,
  phaseOfMany,
  queuedEnds,
  rowsOfMany,
  summaryOfMany,
  type ShownWait,
} from '../../../../../electron/features/revocation/domain/shown-ends.ts'
import { EMPTY_LEDGER } from '../../../../../electron/features/revocation/ledger-file.ts'

const SENT: ItemState = { is: 'sent', answer: null }
const DONE: ItemState = { is: 'sent', answer: { is: 'done' } }
const CONFIRMED: ItemState = { is: 'confirmed' }
const FAILED: ItemState = { is: 'failed', failure: { kind: 'forbidden' } }

const OFFLINE: ShownWait = { until: 1_030_000, reason: { kind: 'offline', reason: 'noNetwork' } }
const LIMITED: ShownWait = { until: 1_030_000, reason: { kind: 'rateLimited', retryAt: 1_030_000 } }
/** 100 ms of the steady clock are a million of this computer's. */
const AT = { now: 1_000_000.4, steady: 100.2 }
const PACE = { answered: 10, ranFor: 1_000, waitFor: 7 }

const emptyLedger = (): Ledger => createLedger(0, EMPTY_LEDGER)

/** Asks for the ends of these sessions, at `now` of the steady clock, and lets the batch be in a phase. */
function askIn(
  ledger: Ledger,
  phase: BatchPhase,
  ids: readonly number[],
  cause: EndCause = 'many',
  part: Partial<Asking> = {},
  now = 1_000,
): Batch {
  const sessions = ids.map((id) => ({ id, createdAt: null, key: null, name: `Device ${id}` }))
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

describe('the ends of one session each', () => {
  it.each<[string, BatchPhase, ItemState | null, ShownWait | null, unknown]>([
    ['can be undone', 'undoable', null, null, { sendAt: 1_005_900, phase: 'undoable' }],
    ['can be undone while offline', 'undoable', null, OFFLINE, { sendAt: 1_005_900, phase: 'undoable' }],
    ['can be undone while limited', 'undoable', null, LIMITED, { sendAt: 1_005_900, phase: 'undoable' }],
    ['is sending', 'going', null, null, { sendAt: 1_005_900, phase: 'sending' }],
    ['is sent', 'going', SENT, null, { sendAt: 1_005_900, phase: 'sending' }],
    ['is sent, and cannot be undone while limited', 'going', SENT, LIMITED, { phase: 'sending' }],
    ['is sent, and not queued while offline', 'going', DONE, OFFLINE, { phase: 'sending' }],
    ['waits for its turn', 'going', null, LIMITED, { sendAt: 1_030_000, phase: 'undoable' }],
  ])('%s', (_what, phase, state, wait, shown) => {
    const ledger = emptyLedger()
    askIn(ledger, phase, [2], 'one')
    if (state) setStates(ledger, { 2: state })
    const pending = pendingEnds(ledger, wait, AT)
    expect(pending).toEqual([
      {
        sessionId: 2,
        name: 'Device 2',
        ...(pending[0] && { sendAt: pending[0].sendAt }),
        ...(shown as object),
      },
    ])
    expect(queuedEnds(ledger, wait)).toEqual([])
  })

  it.each<[BatchPhase, ShownWait | null]>([
    ['waiting', null],
    ['waiting', LIMITED],
    ['waiting', OFFLINE],
    ['going', OFFLINE],
  ])('are queued until the network is back: %s', (phase, wait) => {
    const ledger = emptyLedger()
    askIn(ledger, phase, [2], 'one')
    expect(pendingEnds(ledger, wait, AT)).toEqual([])
    expect(queuedEnds(ledger, wait)).toEqual([{ id: 2, createdAt: null, name: 'Device 2', queuedAt: 50 }])
  })

  it('are each in one of the lists, or among those of many', () => {
    const ledger = emptyLedger()
    askIn(ledger, 'going', [2, 3])
    askIn(ledger, 'undoable', [4], 'one', {}, 2_000)
    askIn(ledger, 'asking', [5], 'one')
    askIn(ledger, 'waiting', [6], 'one')
    askIn(ledger, 'undoable', [7], 'one', {}, 3_000)
    expect(pendingEnds(ledger, null, AT)).toEqual([
      { sessionId: 4, name: 'Device 4', sendAt: 1_006_900, phase: 'undoable' },
      { sessionId: 7, name: 'Device 7', sendAt: 1_007_900, phase: 'undoable' },
    ])
    expect(queuedEnds(ledger, null).map(({ id }) => id)).toEqual([6])
    expect(rowsOfMany(ledger).map(({ sessionId }) => sessionId)).toEqual([2, 3, 5])
  })

  it('may have no name', () => {
    const ledger = emptyLedger()
    const sessions = (id: number) => ({ sessions: [{ id, createdAt: 5, key: 6, name: null }] })
    askIn(ledger, 'undoable', [], 'one', sessions(2))
    askIn(ledger, 'waiting', [], 'one', sessions(3))
    expect(pendingEnds(ledger, null, AT)).toMatchObject([{ sessionId: 2, name: '' }])
    expect(queuedEnds(ledger, null)).toEqual([{ id: 3, createdAt: 5, name: '', queuedAt: 50 }])
  })
})

describe('the ends that wait for the network', () => {
  it('are those of many too, once nobody could send them when they were asked for', () => {
    const ledger = emptyLedger()
    askIn(ledger, 'waiting', [2, 3], 'many', { askedAt: 70 })
    askIn(ledger, 'waiting', [4], 'rule', { askedAt: 80 })
    setStates(ledger, { 3: { is: 'cancelled' } })
    expect(queuedEnds(ledger, null)).toEqual([
      { id: 2, createdAt: null, name: 'Device 2', queuedAt: 70 },
      { id: 4, createdAt: null, name: 'Device 4', queuedAt: 80 },
    ])
    expect(batchesOfMany(ledger)).toEqual([])
  })

  it('are each there once, since it was asked for first', () => {
    const ledger = emptyLedger()
    askIn(ledger, 'waiting', [2, 3], 'many', { askedAt: 70 })
    askIn(ledger, 'waiting', [3], 'one', { askedAt: 80 })
    askIn(ledger, 'waiting', [4], 'one', { askedAt: 90 })
    expect(queuedEnds(ledger, null).map(({ id, queuedAt }) => [id, queuedAt])).toEqual([
      [2, 70],
      [3, 70],
      [4, 90],
    ])
  })

  it('are none of many that are going', () => {
    const ledger = emptyLedger()
    askIn(ledger, 'going', [2, 3])
    expect(queuedEnds(ledger, OFFLINE)).toEqual([])
  })
})

describe('the ending of many sessions', () => {
  it.each<[BatchPhase, boolean]>([
    ['waiting', false],
    ['undoable', true],
    ['going', true],
    ['paused', true],
    ['asking', true],
  ])('has what is %s: %s', (phase, isIn) => {
    const ledger = emptyLedger()
    askIn(ledger, 'undoable', [9], 'one')
    const batch = askIn(ledger, phase, [2], 'review')
    expect(batchesOfMany(ledger)).toEqual(isIn ? [batch] : [])
  })

  it.each<[string, BatchPhase[], ShownWait | null, RevocationPhase]>([
    ['is done if there is none', [], null, { is: 'done' }],
    ['waits for nothing', ['waiting'], OFFLINE, { is: 'done' }],
    ['can be undone', ['undoable'], null, { is: 'undoable' }],
    ['can be undone while offline', ['undoable'], OFFLINE, { is: 'undoable' }],
    ['runs', ['going'], null, { is: 'running' }],
    ['waits', ['going'], LIMITED, { is: 'waiting', ...LIMITED }],
    ['is paused', ['paused'], null, { is: 'paused' }],
    ['is paused while offline', ['paused'], OFFLINE, { is: 'paused' }],
    ['asks', ['asking'], null, { is: 'interrupted', reason: 'deviceUnclear' }],
    ['asks while offline', ['asking'], OFFLINE, { is: 'interrupted', reason: 'deviceUnclear' }],
    ['can be undone, first of all', ['asking', 'paused', 'going', 'undoable'], null, { is: 'undoable' }],
    ['runs, whatever is paused', ['paused', 'asking', 'going'], null, { is: 'running' }],
    [
      'asks rather than being paused',
      ['paused', 'asking'],
      null,
      { is: 'interrupted', reason: 'deviceUnclear' },
    ],
  ])('%s', (_what, phases, wait, phase) => {
    const ledger = emptyLedger()
    phases.forEach((each, at) => askIn(ledger, each, [at]))
    expect(phaseOfMany(ledger, wait)).toEqual(phase)
  })

  it('has the phase of what is not finished', () => {
    const ledger = emptyLedger()
    askIn(ledger, 'undoable', [2])
    askIn(ledger, 'asking', [3])
    askIn(ledger, 'going', [4])
    askIn(ledger, 'paused', [5])
    const phases: string[] = []
    for (const id of [2, 4, 3, 5]) {
      setStates(ledger, { [id]: CONFIRMED })
      phases.push(phaseOfMany(ledger, null).is)
    }
    expect(phases).toEqual(['running', 'interrupted', 'paused', 'done'])
  })

  it('asks why the first of several was interrupted', () => {
    const ledger = emptyLedger()
    ledger.interrupt(askIn(ledger, 'going', [2]), 'unproven')
    askIn(ledger, 'asking', [3])
    expect(phaseOfMany(ledger, null)).toEqual({ is: 'interrupted', reason: 'unproven' })
  })

  it('asks why it was interrupted, which a restart is if nothing else is stored', () => {
    const stored = {
      number: 1,
      cause: 'many',
      isAlone: false,
      askedAt: 1,
      since: 1,
      phase: 'asking',
    } as const
    const end = { id: 2, createdAt: null, key: null, name: null, intents: [1], hasFollowed: false }
    const ledger = createLedger(0, {
      ...EMPTY_LEDGER,
      batches: [{ ...stored, reason: null }],
      ends: [{ ...end, state: { is: 'queued' } }],
    })
    expect(phaseOfMany(ledger, null)).toEqual({ is: 'interrupted', reason: 'restarted' })
  })

  it('is none without batches', () => {
    const ledger = emptyLedger()
    askIn(ledger, 'undoable', [2], 'one')
    askIn(ledger, 'waiting', [3])
    expect(summaryOfMany('a', ledger, null, PACE, AT)).toBeNull()
    expect(rowsOfMany(ledger)).toEqual([])
  })

  it('counts its ends by state', () => {
    const ledger = emptyLedger()
    askIn(ledger, 'going', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    setStates(ledger, {
      ...{ 3: SENT, 4: DONE, 5: CONFIRMED, 6: { is: 'alreadyGone' }, 7: FAILED },
      ...{ 8: { is: 'notConfirmed', failure: { kind: 'timeout' } }, 9: { is: 'cancelled' }, 10: DONE },
    })
    expect(summaryOfMany('a', ledger, null, PACE, AT)).toEqual({
      accountId: 'a',
      phase: { is: 'running' },
      counts: { queued: 2, sent: 3, confirmed: 1, alreadyGone: 1, failed: 1, notConfirmed: 1, cancelled: 1 },
      ...{ answered: 6, total: 10, startedAt: 50, sendAt: 1_005_900 },
      // Three ends are left, and ten took a second.
      msLeft: 300,
    })
    expect(rowsOfMany(ledger).map(({ state }) => state)).toEqual([
      ...['queued', 'queued', 'sent', 'sent', 'confirmed', 'alreadyGone', 'failed', 'notConfirmed'],
      ...['cancelled', 'sent'],
    ])
  })

  it.each<[BatchPhase, ShownWait | null, number | null]>([
    ['undoable', null, null],
    ['paused', null, null],
    ['asking', null, null],
    ['going', null, 200],
    ['going', OFFLINE, 200],
  ])('that is %s has an estimate only if it moves: %#', (phase, wait, msLeft) => {
    const ledger = emptyLedger()
    askIn(ledger, phase, [2, 3])
    expect(summaryOfMany('a', ledger, wait, PACE, AT)).toMatchObject({ msLeft })
  })

  it('that is done has no estimate', () => {
    const ledger = emptyLedger()
    askIn(ledger, 'going', [2])
    setStates(ledger, { 2: CONFIRMED })
    expect(summaryOfMany('a', ledger, null, PACE, AT)).toMatchObject({ phase: { is: 'done' }, msLeft: null })
  })

  it('is that of several batches together, with the start of the last', () => {
    const ledger = emptyLedger()
    askIn(ledger, 'going', [2, 3], 'many', { askedAt: 10 }, 1_000)
    askIn(ledger, 'paused', [4], 'review', { askedAt: 30 }, 2_000)
    askIn(ledger, 'asking', [5, 3], 'rule', { askedAt: 20 }, 3_000)
    setStates(ledger, { 3: FAILED })
    expect(summaryOfMany('a', ledger, null, PACE, AT)).toMatchObject({
      phase: { is: 'running' },
      counts: { queued: 3, failed: 1 },
      // The end that two of them ask for is one.
      ...{ answered: 1, total: 4, startedAt: 20, sendAt: 1_007_900 },
    })
    expect(rowsOfMany(ledger)).toEqual(
      [2, 3, 4, 5].map((id) => ({
        ...{ sessionId: id, createdAt: null, name: `Device ${id}` },
        ...(id === 3
          ? { state: 'failed', failure: { kind: 'forbidden' } }
          : { state: 'queued', failure: null }),
      })),
    )
  })

  it('can be undone until the first of its times to undo ends', () => {
    const ledger = emptyLedger()
    askIn(ledger, 'going', [2], 'many', {}, 1_000)
    askIn(ledger, 'undoable', [3], 'many', {}, 2_000)
    askIn(ledger, 'undoable', [4], 'many', {}, 3_000)
    askIn(ledger, 'going', [5], 'many', {}, 4_000)
    const sendAt = () => summaryOfMany('a', ledger, null, PACE, AT)?.sendAt
    expect(sendAt()).toBe(1_006_900)
    ledger.tick(7_000)
    expect(sendAt()).toBe(1_007_900)
    ledger.tick(8_000)
    expect(sendAt()).toBe(1_008_900)
  })

  it('shows the newest of several ends with one id, in the place of the first', () => {
    const ledger = emptyLedger()
    const named = (id: number, createdAt: number, name: string) => ({ id, createdAt, key: null, name })
    askIn(ledger, 'going', [], 'many', {
      sessions: [named(2, 5, 'Phone'), named(3, 5, 'Tablet')],
    })
    setStates(ledger, { 2: FAILED })
    const [old] = ledger.withId(2)
    askIn(ledger, 'going', [], 'many', { sessions: [named(2, 6, 'Laptop')] })
    const newest = [...ledger.withId(2)].at(-1)!
    const row = { sessionId: 2, createdAt: 6, name: 'Laptop', state: 'queued', failure: null }
    expect(rowsOfMany(ledger)).toEqual([row, { ...row, sessionId: 3, createdAt: 5, name: 'Tablet' }])
    expect(summaryOfMany('a', ledger, null, PACE, AT)).toMatchObject({
      counts: { queued: 2, failed: 0 },
      ...{ total: 2, answered: 0 },
    })
    expect(idsOfMany(ledger)).toEqual([2, 3])
    expect([rowsOfMany(ledger, new Set([old!])), rowsOfMany(ledger, new Set([newest]))]).toEqual([[], [row]])
  })

  it('shows the rows of some ends only', () => {
    const ledger = emptyLedger()
    askIn(ledger, 'going', [2, 3, 4])
    askIn(ledger, 'undoable', [5], 'one')
    const some = new Set([...ledger.ends()].filter(({ id }) => id !== 3))
    expect(rowsOfMany(ledger, some).map(({ sessionId }) => sessionId)).toEqual([2, 4])
    expect(rowsOfMany(ledger, new Set())).toEqual([])
  })
})
