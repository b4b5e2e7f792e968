import { describe, expect, it } from 'vitest'
import {
  BATCH_COMMANDS,
  type BatchCommand,
  type EndCause,
  type EndState,
} from '../../../../../electron/shared/ends.ts'
import { failed, ok } from '../../../../../electron/shared/result.ts'
import {
  control,
  narrowRules,
  prepareToLeave,
  replacedBy,
  singlesUnderWay,
  takeBackEnd,
} from '../../../../../electron/features/revocation/domain/commands.ts'
import type { Batch, Phase } from '../../../../../electron/features/revocation/domain/end.ts'
import type { Ledger } from '../../../../../electron/features/revocation/domain/ledger.ts'
import {
  ask,
  emptyLedger,
  endOf,
  idsOf,
  keyFor,
  PHASES,
  phasesOf,
  sessionToEnd,
  setStates,
  STATES,
  statesOf,
} from './ledger-harness.ts'

const AT = { steady: 70_000, service: 9_000 }
const command = (what: BatchCommand, batch: Batch, ledger: Ledger): boolean =>
  control(what, batch, ledger, AT, () => null)

describe('a command', () => {
  /** By command and phase, the phase afterwards, or that nothing is left of the batch; others do not fit. */
  type Fitting = Partial<Record<BatchCommand, Partial<Record<Phase, Phase | 'none'>>>>
  const OF_MANY: Fitting = {
    undo: { waiting: 'none', undoable: 'none' },
    pause: { going: 'paused' },
    resume: { paused: 'going', asking: 'going' },
    cancel: { going: 'going', paused: 'going', asking: 'going' },
  }
  const OF_ONE: Fitting = {
    ...OF_MANY,
    undo: { waiting: 'none', undoable: 'none', going: 'none' },
    cancel: { going: 'none', paused: 'none', asking: 'none' },
  }
  const CAUSES = [['many', OF_MANY] as const, ['one', OF_ONE] as const]
  const CASES = BATCH_COMMANDS.flatMap((what) =>
    PHASES.flatMap((phase) =>
      CAUSES.map(([cause, fits]) => [what, phase, cause, fits[what]?.[phase]] as const),
    ),
  )

  it.each(CASES)('%s of what is %s, for %s, leads to %s', (what, phase, cause, after) => {
    const ledger = emptyLedger()
    const others = PHASES.flatMap((each, at) => [
      ask(ledger, each, [10 + at]),
      ask(ledger, each, [20 + at], 'one'),
    ])
    const batch = ask(ledger, phase, [2], cause)
    const [revision, before] = [ledger.revision(), statesOf(ledger)]
    expect(command(what, batch, ledger)).toBe(after !== undefined)
    if (!after) expect([ledger.revision(), batch.phase]).toEqual([revision, phase])
    else if (after === 'none') expect(ledger.batches()).toEqual(others)
    // Whatever it waited for is confirmed anew.
    else expect(batch).toMatchObject({ phase: after, asks: null, since: AT.service, askedAt: 10 })
    // All others are as they were.
    expect(others.map((each) => each.phase)).toEqual(PHASES.flatMap((each) => [each, each]))
    const { 2: _, ...ofOthers } = before
    expect(statesOf(ledger)).toMatchObject(ofOthers)
  })

  it.each(PHASES)('fits a done batch that was %s, to dismiss it or to retry what failed', (phase) => {
    for (const what of BATCH_COMMANDS)
      for (const state of ['refused', 'dropped'] as const) {
        const ledger = emptyLedger()
        const batch = ask(ledger, phase, [2, 3])
        setStates(ledger, { 2: 'ended', 3: state })
        const fits = what === 'dismiss' || (what === 'retry' && state === 'refused')
        expect(command(what, batch, ledger), what).toBe(fits)
        expect(ledger.batches()).toEqual(what === 'dismiss' ? [] : [batch])
      }
  })
})

it('undo leaves what another batch asks for too, and lets that be confirmed which was sent for it', () => {
  const ledger = emptyLedger()
  const first = ask(ledger, 'going', [2, 3])
  const second = ask(ledger, 'undoable', [2, 3, 4], 'review')
  setStates(ledger, { 2: 'sending' })
  expect(command('undo', second, ledger)).toBe(true)
  expect([idsOf(first.ends), idsOf(second.ends), second.phase]).toEqual([[2, 3], [2], 'going'])
})

it.each<[BatchCommand, Phase, fits: boolean]>([
  ['undo', 'going', false],
  ['cancel', 'paused', true],
])('%s of the end of one session that is sent, and was %s, fits: %s', (what, phase, fits) => {
  const ledger = emptyLedger()
  const batch = ask(ledger, phase, [2], 'one')
  setStates(ledger, { 2: 'sent' })
  expect(command(what, batch, ledger)).toBe(fits)
  expect([phasesOf(ledger), statesOf(ledger)]).toEqual([['going'], { 2: 'sent' }])
})

it('retry sends again what failed, of its own batch, unless it is being ended otherwise', () => {
  const ledger = emptyLedger()
  const batch = ask(ledger, 'paused', [2, 3, 4, 5, 6, 7, 9])
  ask(ledger, 'going', [8])
  const others = { 5: 'ended', 6: 'gone', 7: 'dropped', 8: 'refused' } as const
  setStates(ledger, { 2: 'refused', 3: 'unclear', 4: 'stillListed', 9: 'refused', ...others })
  const refused = endOf(ledger, 9)
  ask(ledger, 'undoable', [9], 'one')
  expect(command('retry', batch, ledger)).toBe(true)
  const again = { 2: 'waiting', 3: 'waiting', 4: 'waiting', 9: 'waiting' }
  expect(statesOf(ledger)).toEqual({ ...again, ...others })
  expect([refused.state, phasesOf(ledger)]).toEqual([STATES.refused, ['going', 'going', 'undoable']])
  expect(batch.since).toBe(AT.service)
})

it.each<[EndState, EndCause, id: number, isReplaced: boolean, isMeanwhile: boolean]>([
  ['ended', 'many', 3, true, false],
  ['dropped', 'many', 3, true, false],
  ['refused', 'many', 2, false, false],
  ['refused', 'one', 2, true, true],
  ['refused', 'one', 3, false, false],
  ['waiting', 'one', 2, false, false],
])('%s, for %s, makes room for %d: %s; while others go: %s', (state, cause, id, isReplaced, isMeanwhile) => {
  const ledger = emptyLedger()
  const batch = ask(ledger, 'going', cause === 'one' ? [2] : [2, 5], cause)
  setStates(ledger, { 2: state, 5: 'ended' })
  expect(replacedBy([sessionToEnd(id)], ledger)).toEqual(isReplaced ? [batch] : [])
  ask(ledger, 'paused', [4])
  expect(replacedBy([sessionToEnd(id)], ledger)).toEqual(isMeanwhile ? [batch] : [])
})

describe('the end of one session', () => {
  it.each<[Phase, EndCause, boolean]>([
    ...PHASES.map((phase): [Phase, EndCause, boolean] => [phase, 'one', true]),
    ['waiting', 'many', true],
    ['undoable', 'many', true],
    ['undoable', 'rule', true],
    ['going', 'many', false],
    ['paused', 'review', false],
    ['asking', 'many', false],
  ])('that is %s, for %s, can be taken back: %s', (phase, cause, isTaken) => {
    const ledger = emptyLedger()
    const other = ask(ledger, 'undoable', [3])
    const batch = ask(ledger, phase, [2], cause)
    expect(takeBackEnd(ledger, keyFor(2))).toEqual(isTaken ? ok([batch]) : failed({ kind: 'notFound' }))
    expect(ledger.batches()).toEqual(isTaken ? [other] : [other, batch])
  })

  it('is taken out of all batches that can be undone, and those are told that vanish whole', () => {
    const ledger = emptyLedger()
    const going = ask(ledger, 'going', [2, 5])
    const many = ask(ledger, 'undoable', [2, 3])
    const review = ask(ledger, 'undoable', [2], 'review')
    const single = ask(ledger, 'going', [2], 'one')
    expect(takeBackEnd(ledger, keyFor(2))).toEqual(ok([review, single]))
    expect([ledger.batches(), idsOf(going.ends), idsOf(many.ends)]).toEqual([[going, many], [2, 5], [3]])
  })

  it('is not taken back once it is sent or over, and is none if nobody asked for it', () => {
    const ledger = emptyLedger()
    ask(ledger, 'going', [2], 'one')
    ask(ledger, 'undoable', [2, 3], 'review')
    ask(ledger, 'going', [4], 'one')
    setStates(ledger, { 2: 'sending', 4: 'refused' })
    const before = ledger.revision()
    const refusals = [2, 4, 9].map((id) => takeBackEnd(ledger, keyFor(id)))
    expect(refusals).toEqual((['conflict', 'notFound', 'notFound'] as const).map((kind) => failed({ kind })))
    expect(ledger.revision()).toBe(before)
  })
})

it('ends that a rule does not want any more are taken out of the batches of rules, and out of no other', () => {
  const ledger = emptyLedger()
  ask(ledger, 'undoable', [2])
  ask(ledger, 'undoable', [3, 4, 5], 'rule')
  setStates(ledger, { 5: 'sending' })
  narrowRules(ledger, (key) => key === keyFor(4))
  expect(statesOf(ledger)).toEqual({ 2: 'waiting', 4: 'waiting', 5: 'sending' })
  narrowRules(ledger, () => false)
  expect(statesOf(ledger)).toEqual({ 2: 'waiting', 5: 'sending' })
})

it.each<[boolean, Phase[]]>([
  [true, ['waiting', 'asking', 'going', 'paused', 'asking']],
  [false, ['waiting', 'paused', 'paused', 'paused', 'asking']],
])('before leaving, single ends go at once, and many stop; quitting: %s', (isQuitting, ofMany) => {
  const ledger = emptyLedger()
  for (const phase of PHASES) ask(ledger, phase, [PHASES.indexOf(phase)], 'one')
  const many = PHASES.map((phase, at) => ask(ledger, phase, [10 + at]))
  ask(ledger, 'going', [20])
  setStates(ledger, { 20: 'ended' })
  prepareToLeave(ledger, isQuitting)
  const ofOne = ['waiting', 'going', 'going', 'paused', 'asking']
  expect(phasesOf(ledger)).toEqual([...ofOne, ...ofMany, 'going'])
  expect(many[1]?.asks).toBe(isQuitting ? 'restarted' : null)
})

it('the single ends under way are those that are going and not over', () => {
  const ledger = emptyLedger()
  for (const phase of PHASES) ask(ledger, phase, [PHASES.indexOf(phase)], 'one')
  ask(ledger, 'going', [10])
  ask(ledger, 'going', [20], 'one')
  ask(ledger, 'going', [21], 'one')
  setStates(ledger, { 20: 'sent', 21: 'refused' })
  expect(idsOf(singlesUnderWay(ledger))).toEqual([PHASES.indexOf('going'), 20])
})
