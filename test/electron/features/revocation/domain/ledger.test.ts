import { describe, expect, it } from 'vitest'
import type { BatchParts, EndParts } from '../../../../../electron/features/revocation/domain/end.ts'
import { createLedger, type Ledger } from '../../../../../electron/features/revocation/domain/ledger.ts'
import { EMPTY_LEDGER } from '../../../../../electron/features/revocation/ledger-file.ts'
import {
  ask,
  emptyLedger,
  endOf,
  idsOf,
  keyFor,
  sessionToEnd,
  setStates,
  STATES,
  tryToAsk,
  undoMs,
} from './ledger-harness.ts'

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, at) => from + at)

describe('an asking', () => {
  it('for nothing changes nothing', () => {
    const ledger = emptyLedger()
    expect([tryToAsk(ledger, 'undoable', []), ledger.revision(), ledger.nextNumber()]).toEqual([null, 0, 1])
  })

  it('tells two sessions that have one id apart', () => {
    const ledger = emptyLedger()
    const sessions = [sessionToEnd(2), sessionToEnd(2), sessionToEnd(2, { key: 7 })]
    const { ends } = ask(ledger, 'undoable', [], 'many', { sessions })
    expect([...ends].map(({ key }) => key)).toEqual([keyFor(2), 7])
  })
})

describe('the time to undo', () => {
  it('is as long as is said when it begins', () => {
    let ms = 3_000
    const ledger = createLedger(0, () => ms, EMPTY_LEDGER)
    const first = ask(ledger, 'undoable', [2])
    ms = 15_000
    const second = ask(ledger, 'undoable', [3])
    expect([first, second].map(({ undoableUntil }) => undoableUntil)).toEqual([3_000, 15_000])
    ledger.enter(first, 'undoable', 1_000)
    expect(first.undoableUntil).toBe(16_000)
  })

  it('is whole after a hold, if it was asked for meanwhile', () => {
    const ledger = emptyLedger()
    const before = ask(ledger, 'undoable', [2], 'one', { at: 1_000 })
    const meanwhile = ask(ledger, 'undoable', [3], 'one', { at: 7_000 })
    ledger.postpone(3_000, 9_000)
    expect([before, meanwhile].map(({ undoableUntil }) => undoableUntil)).toEqual([12_000, 14_000])
  })
})

it('the next end is one after the other, and one that was sent in vain after the others', () => {
  const ledger = emptyLedger()
  ask(ledger, 'going', [2, 3, 4])
  setStates(ledger, { 2: 'sending' })
  setStates(ledger, { 2: 'waiting' })
  const sent: number[] = []
  const next = () => ledger.next(true, new Set())
  for (let end = next(); end; end = next()) {
    sent.push(end.id)
    ledger.setState(end, STATES.sending)
  }
  expect(sent).toEqual([3, 4, 2])
})

describe('a claim', () => {
  const claimedOf = (ledger: Ledger): number[] => idsOf([...ledger.ends()].filter(ledger.isClaimed))

  it('takes the next 64 together, so that they are stored with one write', () => {
    const ledger = emptyLedger()
    ask(ledger, 'going', range(1, 130))
    expect(ledger.claim(endOf(ledger, 1))).toBe(false)
    expect(claimedOf(ledger)).toEqual(range(1, 64))
    const before = ledger.revision()
    expect([ledger.claim(endOf(ledger, 64)), ledger.revision()]).toEqual([true, before])
    // Those that are claimed already do not count.
    ledger.claim(endOf(ledger, 130))
    expect(claimedOf(ledger)).toEqual([...range(1, 127), 130])
    expect(ledger.revision()).toBeGreaterThan(before)
  })

  it('takes single ones first, and none of what is not going or was sent', () => {
    const ledger = emptyLedger()
    ask(ledger, 'paused', [1])
    ask(ledger, 'going', range(101, 70))
    ask(ledger, 'going', [2], 'one')
    ask(ledger, 'undoable', [3], 'one')
    setStates(ledger, { 102: 'sending' })
    ledger.claim(endOf(ledger, 101))
    expect(claimedOf(ledger)).toEqual([101, ...range(103, 62), 2])
  })
})

it('an end that gets the state, the name or the key that it has is as it was', () => {
  const ledger = emptyLedger()
  ask(ledger, 'undoable', [2])
  ledger.drainChanges()
  const before = ledger.revision()
  ledger.setState(endOf(ledger, 2), endOf(ledger, 2).state)
  ledger.rename(endOf(ledger, 2), 'Device 2')
  ledger.bind(endOf(ledger, 2), keyFor(2))
  expect([ledger.revision(), ledger.drainChanges()]).toEqual([before, { ends: [], isWhole: false }])
})

it('a restored ledger drops batches without ends and ends without batches, whose sessions can be ended anew', () => {
  const batchOf = (number: number): BatchParts => {
    return { number, cause: 'many', askedAt: 10, since: 20, phase: 'going', asks: null }
  }
  const partsOf = (id: number, intents: number[]): EndParts => {
    return { ...sessionToEnd(id), state: STATES.waiting, intents }
  }
  const ledger = createLedger(0, undoMs, {
    ...{ nextNumber: 3, batches: [batchOf(1), batchOf(2)] },
    ends: [partsOf(2, [2, 7]), partsOf(3, [7]), partsOf(4, [])],
  })
  expect(ledger.batches().map(({ number }) => number)).toEqual([2])
  expect([...endOf(ledger, 2).intents]).toEqual(ledger.batches())
  expect([ledger.find(keyFor(3)), ledger.withKey(keyFor(4)).size]).toEqual([null, 0])
  expect(idsOf(ask(ledger, 'undoable', [3, 4]).ends)).toEqual([3, 4])
  expect(idsOf(ledger.ends())).toEqual([2, 3, 4])
})
