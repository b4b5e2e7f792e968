import { describe, expect, it } from 'vitest'
import type { EndCause } from '../../../../../electron/shared/ends.ts'
import type { BatchParts, EndParts } from '../../../../../electron/features/revocation/domain/end.ts'
import { createLedger, type Ledger } from '../../../../../electron/features/revocation/domain/ledger.ts'
import { EMPTY_LEDGER } from '../../../../../electron/features/revocation/ledger-file.ts'
import {
  ask,
  emptyLedger,
  endOf,
  idsOf,
  keyFor,
  phasesOf,
  sessionToEnd,
  setStates,
  STATES,
  tryToAsk,
  undoMs,
} from './ledger-harness.ts'

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, at) => from + at)

/** The ends that are handed out one after the other, when each is sent and never answered. */
function drain(ledger: Ledger, withMany = true): number[] {
  const sent: number[] = []
  const next = () => ledger.next(withMany, new Set())
  for (let end = next(); end; end = next()) {
    sent.push(end.id)
    ledger.setState(end, STATES.sending)
  }
  return sent
}

describe('an asking', () => {
  it('makes a batch with the ends of its sessions, which can be undone for 5 seconds', () => {
    const ledger = emptyLedger()
    const sessions = [sessionToEnd(2, { createdAt: 5, key: 7, name: 'Phone' }), sessionToEnd(3)]
    const batch = ask(ledger, 'undoable', [], 'review', { sessions, askedAt: 40, since: 50, at: 1_000 })
    expect(batch).toMatchObject({
      ...{ number: 1, cause: 'review', askedAt: 40, since: 50 },
      ...{ phase: 'undoable', asks: null, undoableUntil: 6_000 },
    })
    const parts = { state: STATES.waiting, intents: new Set([batch]) }
    const [phone, tablet] = sessions
    expect([...batch.ends]).toEqual([
      { ...phone, ...parts },
      { ...tablet, ...parts },
    ])
  })

  it.each<[EndCause, EndCause, boolean]>([
    ['one', 'one', false],
    ['one', 'many', false],
    ['one', 'review', true],
    ['one', 'rule', true],
    ['many', 'one', true],
    ['many', 'many', true],
    ['rule', 'one', true],
    ['review', 'many', true],
  ])('for a session that is ending by %s, by %s: it is one more that asks: %s', (before, cause, isAdded) => {
    const ledger = emptyLedger()
    const first = ask(ledger, 'going', [2], before)
    const second = tryToAsk(ledger, 'undoable', [2], cause)
    expect([second !== null, ledger.ends().size, ledger.nextNumber()]).toEqual([isAdded, 1, isAdded ? 3 : 2])
    expect([...endOf(ledger, 2).intents]).toEqual(second ? [first, second] : [first])
  })

  it('for nothing changes nothing', () => {
    const ledger = emptyLedger()
    expect([tryToAsk(ledger, 'undoable', []), ledger.revision(), ledger.nextNumber()]).toEqual([null, 0, 1])
  })

  it('tells two sessions that have one id apart', () => {
    const ledger = emptyLedger()
    const sessions = [sessionToEnd(2), sessionToEnd(2), sessionToEnd(2, { key: 7 })]
    expect([...ask(ledger, 'undoable', [], 'many', { sessions }).ends].map(({ key }) => key)).toEqual([
      keyFor(2),
      7,
    ])
  })

  it('for a session that was ended before makes a new end', () => {
    const ledger = emptyLedger()
    ask(ledger, 'going', [2])
    const before = endOf(ledger, 2)
    ledger.setState(before, STATES.refused)
    ask(ledger, 'undoable', [2], 'review')
    expect([ledger.withKey(keyFor(2)).size, before.intents.size]).toEqual([2, 1])
    expect(ledger.find(keyFor(2))).not.toBe(before)
  })
})

describe('the time to undo', () => {
  it('ends at its time, of each batch for itself', () => {
    const ledger = emptyLedger()
    ask(ledger, 'undoable', [2], 'one', { at: 2_000 })
    ask(ledger, 'undoable', [3], 'one', { at: 1_000 })
    expect([ledger.nextTick(), ledger.tick(5_999), phasesOf(ledger)]).toEqual([
      ...[6_000, false, ['undoable', 'undoable']],
    ])
    expect([ledger.tick(6_000), ledger.nextTick(), phasesOf(ledger)]).toEqual([
      true,
      7_000,
      ['undoable', 'going'],
    ])
    expect([ledger.tick(9_000), ledger.nextTick(), phasesOf(ledger)]).toEqual([
      true,
      Infinity,
      ['going', 'going'],
    ])
  })

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

  it('that was left when all was held back is left afterwards, and all of it of what was asked for meanwhile', () => {
    const ledger = emptyLedger()
    const before = ask(ledger, 'undoable', [2], 'one', { at: 1_000 })
    const meanwhile = ask(ledger, 'undoable', [3], 'one', { at: 7_000 })
    const going = ask(ledger, 'going', [4], 'one', { at: 1_000 })
    ledger.postpone(3_000, 9_000)
    expect([before, meanwhile, going].map(({ undoableUntil }) => undoableUntil)).toEqual([
      12_000, 14_000, 6_000,
    ])
  })
})

describe('the next end', () => {
  it('is of a single one first, then of the batches one after the other', () => {
    const ledger = emptyLedger()
    ask(ledger, 'going', [2, 3])
    ask(ledger, 'going', [4], 'review')
    ask(ledger, 'going', [5], 'one')
    ask(ledger, 'going', [6], 'one')
    expect(drain(ledger)).toEqual([5, 6, 2, 3, 4])
  })

  it('is of a single one only, if none of many may be sent', () => {
    const ledger = emptyLedger()
    ask(ledger, 'going', [2])
    ask(ledger, 'going', [5], 'one')
    expect([drain(ledger, false), drain(ledger)]).toEqual([[5], [2]])
  })

  it.each(['waiting', 'undoable', 'paused', 'asking'] as const)(
    'is none of what is %s, which blocks no other',
    (phase) => {
      const ledger = emptyLedger()
      ask(ledger, phase, [2, 3])
      ask(ledger, phase, [4], 'one')
      ask(ledger, 'going', [3, 6])
      expect(drain(ledger)).toEqual([3, 6])
    },
  )

  it('is one that was sent in vain again, after the others', () => {
    const ledger = emptyLedger()
    ask(ledger, 'going', [2, 3])
    setStates(ledger, { 2: 'sending' })
    setStates(ledger, { 2: 'waiting' })
    expect(drain(ledger)).toEqual([3, 2])
  })
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

  it('ends with the end: another one of the same session is not claimed', () => {
    const ledger = emptyLedger()
    const batch = ask(ledger, 'going', [2])
    ledger.claim(endOf(ledger, 2))
    ledger.takeBack(batch, 'undo')
    ask(ledger, 'undoable', [2])
    expect(ledger.isClaimed(endOf(ledger, 2))).toBe(false)
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

describe('a restored ledger', () => {
  const batchOf = (number: number, part: Partial<BatchParts> = {}): BatchParts => {
    return { number, cause: 'many', askedAt: 10, since: 20, phase: 'going', asks: null, ...part }
  }
  const partsOf = (id: number, intents: number[]): EndParts => {
    return { ...sessionToEnd(id), state: STATES.waiting, intents }
  }

  it('gives what could be undone its time anew', () => {
    const batches = [batchOf(1, { phase: 'undoable' })]
    const ledger = createLedger(70_000, undoMs, { nextNumber: 2, batches, ends: [partsOf(2, [1])] })
    expect(ledger.nextTick()).toBe(75_000)
  })

  it('drops batches without ends and ends without batches, whose sessions can be ended anew', () => {
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
})
