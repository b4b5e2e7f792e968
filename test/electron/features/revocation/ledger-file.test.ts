import { describe, expect, it } from 'vitest'
import { ledgerSchema } from '../../../../electron/core/end-schemas.ts'
import type { EndCause } from '../../../../electron/shared/ends.ts'
import type { Failure } from '../../../../electron/shared/failure.ts'
import type { BatchParts, BatchPhase, EndParts } from '../../../../electron/features/revocation/domain/end.ts'
import { createLedger, type Ledger } from '../../../../electron/features/revocation/domain/ledger.ts'
import type {
  DeleteResult,
  ItemState,
} from '../../../../electron/features/revocation/domain/revocation-state.ts'
import {
  EMPTY_LEDGER,
  restoreLedger,
  toStored,
  type LedgerFile,
} from '../../../../electron/features/revocation/ledger-file.ts'
import { keyFor, undoMs } from './lists-harness.ts'

const NEVER = (): boolean => false
const OPEN: Failure = { kind: 'outcomeUnknown', reason: 'timeout' }

const batchOf = (number: number, part: Partial<BatchParts> = {}): BatchParts => {
  return {
    ...{ number, cause: 'many', isAlone: false, askedAt: 10, since: 20, phase: 'going', reason: null },
    ...part,
  }
}
const endOf = (id: number, state: ItemState, part: Partial<EndParts> = {}): EndParts => {
  return { key: keyFor(id), id, createdAt: 5, name: 'Phone', state, intents: [1], ...part }
}
/** A ledger with one going batch of these ends. */
const ledgerOf = (...ends: EndParts[]): Ledger =>
  createLedger(0, undoMs, { nextNumber: 2, batches: [batchOf(1)], ends, unsent: [] })
/** The states as the disk has them. */
const storedStates = (ledger: Ledger): unknown[] => stored(ledger).ends.map(({ state }) => state)

/** What a ledger stores, as the next run reads it. */
function stored(ledger: Ledger): LedgerFile {
  const written = toStored(ledger)
  const read = ledgerSchema.parse(JSON.parse(JSON.stringify(written)))
  expect(read).toEqual(written)
  return read
}

const statesOf = (ledger: Ledger): ItemState[] => [...ledger.ends()].map(({ state }) => state)

const ANSWERS: DeleteResult[] = [
  { is: 'done' },
  { is: 'gone' },
  { is: 'earlier', wasSent: true },
  { is: 'earlier', wasSent: false },
  { is: 'open', failure: OPEN },
]
const STATES: ItemState[] = [
  { is: 'queued' },
  ...ANSWERS.map((answer): ItemState => ({ is: 'sent', answer })),
  { is: 'confirmed' },
  { is: 'alreadyGone' },
  { is: 'cancelled' },
  { is: 'failed', failure: { kind: 'forbidden' } },
  { is: 'notConfirmed', failure: { kind: 'unexpectedAnswer', reason: 'shape' } },
]

describe('the stored ledger', () => {
  it('is nothing if nothing was asked for, and nothing was left unsent', () => {
    const ledger = createLedger(0, undoMs, EMPTY_LEDGER)
    expect(toStored(ledger)).toBeNull()
    const asking = { cause: 'one', isWaiting: true, askedAt: 10, since: 20 } as const
    const sessions = [{ key: keyFor(2), id: 2, createdAt: 5, name: 'Phone' }]
    const batch = ledger.ask({ ...asking, sessions }, 0)!
    expect(toStored(ledger)).not.toBeNull()
    const unsent = { key: keyFor(2), name: 'Phone', reason: 'gone' } as const
    ledger.reject(batch, [unsent], batch.ends)
    expect(stored(ledger)).toEqual({ nextNumber: 2, batches: [], ends: [], unsent: [unsent] })
    ledger.forgetUnsent()
    expect(toStored(ledger)).toBeNull()
  })

  it('has the batches and the ends with all that is known of them', () => {
    const file: LedgerFile = {
      nextNumber: 9,
      batches: [
        { ...batchOf(1), phase: 'undoable' },
        { ...batchOf(4, { cause: 'one', isAlone: true, askedAt: 30, since: 40, phase: 'waiting' }) },
        { ...batchOf(8, { cause: 'rule', phase: 'asking', reason: 'tooOld' }) },
      ],
      ends: [
        { ...endOf(2, { is: 'queued' }), state: { is: 'queued' }, intents: [1, 8] },
        { ...endOf(3, { is: 'queued' }), state: { is: 'confirmed' }, intents: [8] },
        {
          ...endOf(4, { is: 'queued' }),
          ...{ key: -4, createdAt: null },
          state: { is: 'queued' },
          intents: [4],
        },
      ],
      unsent: [{ key: 7, name: '', reason: 'unclear' }],
    }
    const ledger = restoreLedger(file, 0, undoMs, NEVER)
    expect(stored(ledger)).toEqual(file)
    // It stores nothing of its own: neither clocks of this run nor references.
    expect(Object.keys(toStored(ledger)!.batches[0]!)).toEqual(Object.keys(batchOf(1)))
    expect(Object.keys(toStored(ledger)!.ends[0]!).toSorted()).toEqual(
      Object.keys(endOf(2, { is: 'queued' })).toSorted(),
    )
  })

  it.each(STATES)('has the state $is, and the next run has it again: %#', (state) => {
    const ledger = ledgerOf(endOf(2, state))
    expect(storedStates(ledger)).toEqual([state])
    expect(statesOf(restoreLedger(stored(ledger), 0, undoMs, NEVER))).toEqual([state])
  })

  it('has what is claimed as sent, until it is known what became of it', () => {
    const ledger = ledgerOf(endOf(2, { is: 'queued' }), endOf(3, { is: 'queued' }))
    const [first, second] = [...ledger.ends()]
    expect(storedStates(ledger)).toEqual([{ is: 'queued' }, { is: 'queued' }])
    ledger.claim(first!)
    const sent = { is: 'sent', answer: null }
    expect(storedStates(ledger)).toEqual([sent, sent])
    expect([first!.state, second!.state]).toEqual([{ is: 'queued' }, { is: 'queued' }])
    ledger.setState(first!, { is: 'sent', answer: null })
    ledger.setState(second!, { is: 'cancelled' })
    expect(storedStates(ledger)).toEqual([sent, { is: 'cancelled' }])
    ledger.setState(first!, { is: 'confirmed' })
    expect(storedStates(ledger)).toEqual([{ is: 'confirmed' }, { is: 'cancelled' }])
  })
})

describe('a stored failure', () => {
  const message = 'Ask Ana, ana@example.com'

  it.each<Failure>([
    { kind: 'offline', reason: 'proxy' },
    { kind: 'timeout' },
    { kind: 'outcomeUnknown' },
    { kind: 'outcomeUnknown', reason: 'tooLarge' },
    { kind: 'tls' },
    { kind: 'unauthenticated' },
    { kind: 'forbidden' },
    { kind: 'notFound' },
    { kind: 'conflict' },
    { kind: 'invalid', fields: {} },
    { kind: 'locked' },
    { kind: 'rateLimited', retryAt: 70 },
    { kind: 'server', status: 502 },
    { kind: 'unexpectedAnswer', reason: 'listUnclear' },
    { kind: 'misconfigured', reason: 'storage' },
    { kind: 'cancelled' },
  ])('of the kind $kind is whole but for what the service said', (failure) => {
    const words = failure.kind === 'invalid' ? { fields: { id: [message] } } : {}
    const said = { ...failure, ...words, message } as Failure
    const states: ItemState[] = [
      { is: 'failed', failure: said },
      { is: 'notConfirmed', failure: said },
      { is: 'sent', answer: { is: 'open', failure: said } },
    ]
    const ledger = ledgerOf(...states.map((state, at) => endOf(at, state)))
    expect(JSON.stringify(toStored(ledger))).not.toContain(message)
    expect(storedStates(ledger)).toEqual([
      { is: 'failed', failure },
      { is: 'notConfirmed', failure },
      { is: 'sent', answer: { is: 'open', failure } },
    ])
    // In this run it is shown.
    expect(statesOf(ledger)).toEqual(states)
  })

  it('of no known kind does not keep the rest from being stored', () => {
    const failure = { kind: 'tooNew', message } as unknown as Failure
    const ledger = ledgerOf(endOf(2, { is: 'failed', failure }), endOf(3, { is: 'confirmed' }))
    expect(storedStates(ledger)).toEqual([
      { is: 'failed', failure: { kind: 'cancelled' } },
      { is: 'confirmed' },
    ])
  })
})

describe('after a restart, the ledger', () => {
  it.each([true, false])('has what was sent without an answer as from an earlier run: %s', (hasEnded) => {
    const file = stored(ledgerOf(endOf(2, { is: 'sent', answer: null }), endOf(3, { is: 'queued' })))
    const asked: number[] = []
    const ledger = restoreLedger(file, 0, undoMs, (key) => {
      asked.push(key)
      return hasEnded
    })
    expect(statesOf(ledger)).toEqual([
      { is: 'sent', answer: { is: 'earlier', wasSent: hasEnded } },
      { is: 'queued' },
    ])
    expect(asked).toEqual([keyFor(2)])
  })

  it('keeps an answer, whatever the record says', () => {
    const states = ANSWERS.map((answer): ItemState => ({ is: 'sent', answer }))
    const file = stored(ledgerOf(...states.map((state, at) => endOf(at, state))))
    for (const hasEnded of [true, false])
      expect(statesOf(restoreLedger(file, 0, undoMs, () => hasEnded))).toEqual(states)
  })

  it.each<[BatchPhase, ItemState, BatchPhase]>([
    ['going', { is: 'queued' }, 'asking'],
    ['going', { is: 'sent', answer: null }, 'asking'],
    ['going', { is: 'sent', answer: { is: 'done' } }, 'asking'],
    ['paused', { is: 'queued' }, 'asking'],
    ['paused', { is: 'sent', answer: null }, 'asking'],
    ['going', { is: 'confirmed' }, 'going'],
    ['going', { is: 'failed', failure: { kind: 'forbidden' } }, 'going'],
    ['paused', { is: 'cancelled' }, 'paused'],
    ['waiting', { is: 'queued' }, 'waiting'],
    ['undoable', { is: 'queued' }, 'undoable'],
    ['undoable', { is: 'sent', answer: null }, 'undoable'],
  ])('of what was %s, with an end that is %o, is %s', (phase, state, restored) => {
    const file = stored(
      createLedger(0, undoMs, {
        ...{ nextNumber: 2, batches: [batchOf(1, { phase, cause: 'one', isAlone: true })] },
        ...{ ends: [endOf(1, { is: 'confirmed' }), endOf(2, state)], unsent: [] },
      }),
    )
    const asks = restored === 'asking'
    expect(restoreLedger(file, 0, undoMs, NEVER).batches()).toMatchObject([
      // What asks is among those of many.
      { phase: restored, reason: asks ? 'restarted' : null, isAlone: !asks },
    ])
  })

  it.each<[EndCause, ItemState, BatchPhase]>([
    ['rule', { is: 'queued' }, 'asking'],
    ['rule', { is: 'sent', answer: null }, 'asking'],
    ['rule', { is: 'confirmed' }, 'undoable'],
    ['review', { is: 'queued' }, 'undoable'],
    ['many', { is: 'queued' }, 'undoable'],
  ])('of what could be undone, by %s, with an end that is %o, is %s', (cause, state, restored) => {
    const file = stored(
      createLedger(0, undoMs, {
        ...{ nextNumber: 2, batches: [batchOf(1, { phase: 'undoable', cause })] },
        ...{ ends: [endOf(2, state)], unsent: [] },
      }),
    )
    // Of what a rule does nobody may have heard before.
    const reason = restored === 'asking' ? 'restarted' : null
    expect(restoreLedger(file, 0, undoMs, NEVER).batches()).toMatchObject([{ phase: restored, reason }])
  })

  it('lets what a rule asked for wait', () => {
    const file = stored(
      createLedger(0, undoMs, {
        ...{ nextNumber: 2, batches: [batchOf(1, { phase: 'waiting', cause: 'rule' })] },
        ...{ ends: [endOf(2, { is: 'queued' })], unsent: [] },
      }),
    )
    expect(restoreLedger(file, 0, undoMs, NEVER).batches()).toMatchObject([
      { phase: 'waiting', reason: null },
    ])
  })

  it('still asks why it asked before', () => {
    const file = { ...stored(ledgerOf(endOf(2, { is: 'queued' }))) }
    file.batches = [{ ...batchOf(1), phase: 'asking', reason: 'signedOut' }]
    expect(restoreLedger(file, 0, undoMs, NEVER).batches()).toMatchObject([
      { phase: 'asking', reason: 'signedOut' },
    ])
  })

  it('asks of each batch for itself, and gives the time to undo anew', () => {
    const file = stored(
      createLedger(0, undoMs, {
        nextNumber: 3,
        batches: [batchOf(1), batchOf(2, { phase: 'undoable' })],
        ends: [endOf(2, { is: 'queued' }, { intents: [1, 2] })],
        unsent: [],
      }),
    )
    const ledger = restoreLedger(file, 70_000, undoMs, NEVER)
    expect(ledger.batches()).toMatchObject([
      { number: 1, phase: 'asking', reason: 'restarted' },
      { number: 2, phase: 'undoable', reason: null, undoableUntil: 75_000 },
    ])
    expect([...ledger.ends()].map((end) => [end.id, ledger.isClaimed(end)])).toEqual([[2, false]])
    expect(ledger.nextNumber()).toBe(3)
  })
})
