import { describe, expect, it } from 'vitest'
import {
  END_STATES,
  type AskReason,
  type BatchPhase,
  type EndCause,
  type EndState,
  type Wait,
} from '../../../../../electron/shared/ends.ts'
import type { Phase } from '../../../../../electron/features/revocation/domain/end.ts'
import {
  batchViews,
  endsView,
  endView,
  phaseOf,
  type Pace,
  type Situation,
} from '../../../../../electron/features/revocation/domain/ends-view.ts'
import type { Ledger } from '../../../../../electron/features/revocation/domain/ledger.ts'
import { ask, emptyLedger, keyFor, PHASES, setStates } from './ledger-harness.ts'

const OFFLINE: Wait = { until: 1_030_000, reason: { kind: 'offline', reason: 'noNetwork' } }
const DOUBTFUL: Wait = { until: 1_030_000, reason: { kind: 'unexpectedAnswer', reason: 'listUnclear' } }
const LIMITED: Wait = { until: 1_030_000, reason: { kind: 'rateLimited', retryAt: 1_030_000 } }
/** 100 ms of the steady clock are a million of this computer's. */
const AT = { now: 1_000_000.4, steady: 100.2 }
/** By these clocks, the end of the time to undo of what was asked for at 1 s of the steady clock. */
const UNTIL = 1_005_900

function situationOf(
  ledger: Ledger,
  wait: Wait | null = null,
  pace: Pace = { answered: 10, ranFor: 1_000 },
): Situation {
  return { ledger, wait, pace, at: AT }
}

describe('the phase of a batch', () => {
  const waiting = { kind: 'waiting' } as const
  const going = (wait: Wait | null) => ({ kind: 'going', wait }) as const

  it.each<[Phase, AskReason | null, BatchPhase]>([
    ['waiting', null, waiting],
    ['undoable', null, { kind: 'undoable', until: UNTIL }],
    ['paused', null, { kind: 'paused' }],
    // A restart is the reason if no other one is stored.
    ['asking', null, { kind: 'asking', why: 'restarted' }],
    ['asking', 'signedOut', { kind: 'asking', why: 'signedOut' }],
  ])('that is %s, because of %s, is %j, whatever the service does', (phase, asks, expected) => {
    for (const cause of ['one', 'many'] as const)
      for (const wait of [null, OFFLINE, LIMITED]) {
        const ledger = emptyLedger()
        const batch = ask(ledger, phase, [2], cause, { at: 1_000 })
        batch.asks = asks
        expect(phaseOf(batch, situationOf(ledger, wait))).toEqual(expected)
      }
  })

  it.each<[string, EndCause, EndState, Wait | null, BatchPhase]>([
    ['goes', 'many', 'waiting', null, going(null)],
    ['waits for the network', 'many', 'waiting', OFFLINE, going(OFFLINE)],
    ['waits for the service', 'many', 'waiting', LIMITED, going(LIMITED)],
    ['waits for a good list', 'many', 'waiting', DOUBTFUL, going(DOUBTFUL)],
    ['goes', 'one', 'waiting', null, going(null)],
    ['waits as if it was asked for without the network', 'one', 'waiting', OFFLINE, waiting],
    ['waits for the network, once it is sent', 'one', 'sent', OFFLINE, going(OFFLINE)],
    ['waits for the service', 'one', 'waiting', LIMITED, going(LIMITED)],
    ['goes by an unclear list too', 'one', 'waiting', DOUBTFUL, going(null)],
  ])('that was going: it %s, for %s', (_what, cause, state, wait, expected) => {
    const ledger = emptyLedger()
    const batch = ask(ledger, 'going', [2], cause)
    setStates(ledger, { 2: state })
    expect(phaseOf(batch, situationOf(ledger, wait))).toEqual(expected)
  })

  it.each(PHASES)('is done once all of its ends are over, if it was %s', (phase) => {
    const ledger = emptyLedger()
    const batch = ask(ledger, phase, [2])
    setStates(ledger, { 2: 'refused' })
    expect(phaseOf(batch, situationOf(ledger, OFFLINE))).toEqual({ kind: 'done' })
  })
})

describe('a batch', () => {
  it('counts its ends by state, those too that others ask for, and those that are answered or settled', () => {
    const ledger = emptyLedger()
    ask(ledger, 'going', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 'review', { askedAt: 50 })
    ask(ledger, 'paused', [9, 20], 'rule')
    setStates(ledger, Object.fromEntries(END_STATES.entries()))
    expect(batchViews(situationOf(ledger, null, { answered: 0, ranFor: 0 }))[0]).toEqual({
      ...{ number: 1, cause: 'review', askedAt: 50, phase: { kind: 'going', wait: null } },
      counts: { ...Object.fromEntries(END_STATES.map((state) => [state, 1])), waiting: 2 },
      // Two wait, one is being sent, and one is never sent.
      ...{ answered: 6, total: 10, msLeft: null },
    })
  })
})

describe('the estimate', () => {
  const leftOf = (situation: Situation) => batchViews(situation).map(({ msLeft }) => msLeft)

  it('is of batches that go, which are sent one after the other, with all that each asks for', () => {
    const ledger = emptyLedger()
    ask(ledger, 'going', [1, 2, 3, 4, 5, 6, 7])
    for (const phase of ['waiting', 'undoable', 'paused', 'asking'] as const) ask(ledger, phase, [10])
    ask(ledger, 'going', [7, 20], 'review')
    ask(ledger, 'going', [30])
    setStates(ledger, { 1: 'ended', 2: 'dropped', 3: 'sent', 4: 'sending', 30: 'refused' })
    // Four, and two more are left, and ten took a second.
    expect(leftOf(situationOf(ledger))).toEqual([400, null, null, null, null, 600, null])
  })

  it.each<[string, EndState, Wait | null, Pace, number | null]>([
    ['is known after 8 answers in half a second', 'waiting', null, { answered: 8, ranFor: 500 }, 63],
    ['is unknown after fewer', 'waiting', null, { answered: 7, ranFor: 4_000 }, null],
    ['is unknown before', 'waiting', LIMITED, { answered: 20, ranFor: 499 }, null],
    ['is not shorter than the wait', 'waiting', LIMITED, { answered: 10, ranFor: 1_000 }, 30_000],
    ['is not shorter than the rest takes', 'waiting', LIMITED, { answered: 1e3, ranFor: 4e7 }, 40_000],
    ['is nothing if a list has to show it only', 'sent', null, { answered: 0, ranFor: 0 }, 0],
    ['is the wait, if a list has to show it only', 'sent', LIMITED, { answered: 0, ranFor: 0 }, 30_000],
  ])('%s', (_what, state, wait, pace, expected) => {
    const ledger = emptyLedger()
    ask(ledger, 'going', [2])
    setStates(ledger, { 2: state })
    expect(leftOf(situationOf(ledger, wait && { ...wait, until: AT.now + 30_000 }, pace))).toEqual([expected])
  })
})

describe('an end', () => {
  const FACTS: Partial<Record<EndState, object>> = {
    stillListed: { failure: { kind: 'notFound' } },
    refused: { failure: { kind: 'forbidden' } },
    unclear: { failure: { kind: 'timeout' } },
    dropped: { dropped: 'cancelled' },
  }
  it('is shown with what is known of it, and with all of its batches', () => {
    const ledger = emptyLedger()
    ask(ledger, 'going', [...END_STATES.keys()])
    ask(ledger, 'undoable', [...END_STATES.keys()], 'rule')
    setStates(ledger, Object.fromEntries(END_STATES.entries()))
    expect([...ledger.ends()].map(endView)).toEqual(
      END_STATES.map((state, id) => ({
        ...{ key: keyFor(id), name: `Device ${id}`, batches: [1, 2] },
        ...{ state, failure: null, dropped: null, ...FACTS[state] },
      })),
    )
  })
})

it('of an account all is shown that it has', () => {
  const ledger = emptyLedger()
  ask(ledger, 'going', [2, 3])
  const situation = situationOf(ledger)
  const ends = [...ledger.ends()].map(endView)
  expect(endsView('a', situation)).toEqual({ accountId: 'a', batches: batchViews(situation), ends })
})
