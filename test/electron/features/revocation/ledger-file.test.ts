import { describe, expect, it } from 'vitest'
import { ledgerSchema } from '../../../../electron/core/end-schemas.ts'
import type { AskReason, EndCause } from '../../../../electron/shared/ends.ts'
import type { Failure } from '../../../../electron/shared/failure.ts'
import type {
  BatchParts,
  EndParts,
  Phase,
  State,
} from '../../../../electron/features/revocation/domain/end.ts'
import { createLedger, type Ledger } from '../../../../electron/features/revocation/domain/ledger.ts'
import {
  restoreLedger,
  toStored,
  type LedgerFile,
} from '../../../../electron/features/revocation/ledger-file.ts'
import { sessionToEnd, setStates, STATES, statesOf, undoMs } from './domain/ledger-harness.ts'

const batchOf = (number: number, part: Partial<BatchParts> = {}): BatchParts => {
  return { number, cause: 'many', askedAt: 10, since: 20, phase: 'going', asks: null, ...part }
}
const endOf = (id: number, state: State, part: Partial<EndParts> = {}): EndParts => {
  return { ...sessionToEnd(id, { createdAt: 5 }), state, intents: [1], ...part }
}
/** A ledger with one batch of these ends, which goes unless `part` says otherwise. */
const ledgerOf = (states: readonly State[], part: Partial<BatchParts> = {}): Ledger =>
  createLedger(0, undoMs, {
    nextNumber: 2,
    batches: [batchOf(1, part)],
    ends: states.map((state, at) => endOf(at, state)),
  })

/** What a ledger stores, as the next run reads it. */
function stored(ledger: Ledger): LedgerFile {
  const written = toStored(ledger)
  const read = ledgerSchema.parse(JSON.parse(JSON.stringify(written)))
  expect(read).toEqual(written)
  return read
}
const storedStates = (ledger: Ledger): unknown[] => stored(ledger).ends.map(({ state }) => state)
const restored = (ledger: Ledger): Ledger => restoreLedger(stored(ledger), 70_000, undoMs)

describe('the stored ledger', () => {
  it('has the batches and the ends with all that is known of them, and nothing of this run', () => {
    const file = {
      nextNumber: 9,
      batches: [
        batchOf(1, { phase: 'undoable' }),
        batchOf(4, { cause: 'one', askedAt: 30, since: 40, phase: 'waiting' }),
        batchOf(8, { cause: 'rule', phase: 'asking', asks: 'tooOld' }),
      ],
      ends: [
        endOf(2, STATES.waiting, { intents: [1, 8] }),
        endOf(3, STATES.ended, { intents: [8] }),
        endOf(4, STATES.waiting, { key: -4, createdAt: null, intents: [4] }),
      ],
    } as LedgerFile
    expect(stored(restoreLedger(file, 0, undoMs))).toEqual(file)
  })

  it('has what is claimed as being sent, until it is known what became of it', () => {
    const ledger = ledgerOf([STATES.waiting, STATES.waiting])
    const [first] = ledger.ends()
    expect(storedStates(ledger)).toEqual([STATES.waiting, STATES.waiting])
    ledger.claim(first!)
    expect(storedStates(ledger)).toEqual([STATES.sending, STATES.sending])
    expect(statesOf(ledger)).toEqual({ 0: 'waiting', 1: 'waiting' })
    setStates(ledger, { 0: 'sent', 1: 'dropped' })
    expect(storedStates(ledger)).toEqual([STATES.sent, STATES.dropped])
    expect([...restored(ledger).ends()].some(ledger.isClaimed)).toBe(false)
  })
})

describe('a stored failure', () => {
  const message = 'Ask Ana, ana@example.com'
  const statesWith = (failure: Failure): State[] =>
    (['sent', 'stillListed', 'refused', 'unclear'] as const).map((is) => ({ is, failure }))

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
    const ledger = ledgerOf(statesWith({ ...failure, message } as Failure))
    expect(storedStates(ledger)).toEqual(statesWith(failure))
    // In this run it is shown.
    expect(JSON.stringify([...ledger.ends()].map(({ state }) => state))).toContain(message)
  })

  it('of no known kind does not keep the rest from being stored', () => {
    const failure = { kind: 'tooNew', message } as unknown as Failure
    expect(storedStates(ledgerOf([{ is: 'refused', failure }, STATES.ended]))).toEqual([
      { is: 'refused', failure: { kind: 'unexpectedAnswer', reason: 'shape' } },
      STATES.ended,
    ])
  })
})

describe('after a restart', () => {
  type Restored = [phase: Phase, asks: AskReason | null]
  const asking: Restored = ['asking', 'restarted']

  it.each<[Phase, EndCause, Restored]>([
    ['going', 'many', asking],
    ['going', 'review', asking],
    ['going', 'rule', asking],
    ['going', 'one', ['waiting', null]],
    ['paused', 'many', asking],
    ['paused', 'one', ['waiting', null]],
    ['undoable', 'many', ['undoable', null]],
    ['undoable', 'review', ['undoable', null]],
    ['undoable', 'one', ['undoable', null]],
    // Nobody may have heard of it before.
    ['undoable', 'rule', asking],
    ['waiting', 'many', ['waiting', null]],
    ['waiting', 'rule', ['waiting', null]],
    ['waiting', 'one', ['waiting', null]],
  ])('what was %s, for %s, is %j while one of its ends is open', (phase, cause, expected) => {
    for (const state of ['waiting', 'sending', 'sent'] as const) {
      const [batch] = restored(ledgerOf([STATES.ended, STATES[state]], { phase, cause })).batches()
      // The end of one session that is answered already only needs a list.
      const isAnswered = cause === 'one' && state === 'sent'
      expect([batch?.phase, batch?.asks]).toEqual(isAnswered ? [phase, null] : expected)
      // What can be undone begins anew.
      expect(batch?.undoableUntil).toBe(75_000)
    }
  })
})
