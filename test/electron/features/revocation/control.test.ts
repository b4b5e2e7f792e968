import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import {
  BATCH_COMMANDS,
  type BatchCommand,
  type EndCause,
  type InterruptReason,
} from '../../../../electron/shared/ends.ts'
import {
  controlBatch,
  narrowRules,
  prepareToLeave,
  takeBackEnd,
} from '../../../../electron/features/revocation/control.ts'
import type { Batch, BatchPhase } from '../../../../electron/features/revocation/domain/end.ts'
import { createLedger, type Ledger } from '../../../../electron/features/revocation/domain/ledger.ts'
import type { ItemState } from '../../../../electron/features/revocation/domain/revocation-state.ts'
import { EMPTY_LEDGER } from '../../../../electron/features/revocation/ledger-file.ts'
import type { LedgerRunner } from '../../../../electron/features/revocation/ledger-runner.ts'
import { keyFor, undoMs } from './lists-harness.ts'

const STEADY = 70_000
const SERVICE_NOW = 9_000
const SENT: ItemState = { is: 'sent', answer: null }
const CONFIRMED: ItemState = { is: 'confirmed' }
const FAILED: ItemState = { is: 'failed', failure: { kind: 'forbidden' } }
const NOT_CONFIRMED: ItemState = { is: 'notConfirmed', failure: { kind: 'timeout' } }
const EARLIER: ItemState = { is: 'sent', answer: { is: 'earlier', wasSent: true } }
const QUEUED: ItemState = { is: 'queued' }

const PHASES: BatchPhase[] = ['waiting', 'undoable', 'going', 'paused', 'asking']

/** A ledger that takes commands; `begun` has, for each time that its runner began anew, whether it needs a list. */
function setUp() {
  const ledger = createLedger(0, undoMs, EMPTY_LEDGER)
  const begun: boolean[] = []
  const runner = { beginAnew: (withList: boolean) => void begun.push(withList) } as LedgerRunner
  const control = (batch: Batch, command: BatchCommand) =>
    controlBatch(command, batch, { ledger, runner }, STEADY, SERVICE_NOW)

  /** Asks for the ends of these sessions, and lets the batch be in a phase. */
  function askIn(
    phase: BatchPhase,
    ids: readonly number[],
    cause: EndCause = 'many',
    reason: InterruptReason = 'restarted',
  ): Batch {
    const sessions = ids.map((id) => ({ key: keyFor(id), id, createdAt: null, name: `Device ${id}` }))
    const batch = ledger.ask({ cause, sessions, isWaiting: false, askedAt: 10, since: 20 }, 0)!
    if (phase === 'asking') ledger.interrupt(batch, reason)
    else ledger.enter(batch, phase, 0)
    return batch
  }

  return { ledger, begun, control, askIn }
}

function setStates(ledger: Ledger, states: Record<number, ItemState>): void {
  for (const end of ledger.ends()) {
    const state = states[end.id]
    if (state) ledger.setState(end, state)
  }
}
const statesOf = (ledger: Ledger): Record<number, string> =>
  Object.fromEntries([...ledger.ends()].map(({ id, state }) => [id, state.is]))
const phasesOf = (ledger: Ledger): BatchPhase[] => ledger.batches().map(({ phase }) => phase)
const idsIn = ({ ends }: Batch): number[] => [...ends].map(({ id }) => id)

describe('a command', () => {
  /** By command and phase, the phase afterwards; others do not fit. */
  const FITTING: Partial<Record<BatchCommand, Partial<Record<BatchPhase, BatchPhase | 'none'>>>> = {
    undo: { waiting: 'none', undoable: 'none' },
    pause: { going: 'paused' },
    resume: { paused: 'going', asking: 'going' },
    cancel: { going: 'going', paused: 'going', asking: 'going' },
  }
  const PAIRS = BATCH_COMMANDS.flatMap((command) => PHASES.map((phase) => [command, phase] as const))

  it.each(PAIRS)('%s fits a batch that is %s, or changes nothing', (command, phase) => {
    const { ledger, control, askIn, begun } = setUp()
    const batch = askIn(phase, [2])
    const before = ledger.revision()
    const after = FITTING[command]?.[phase]
    expect(control(batch, command)).toBe(after !== undefined)
    if (!after) expect([ledger.revision(), begun]).toEqual([before, []])
    else expect(phasesOf(ledger)).toEqual(after === 'none' ? [] : [after])
  })

  it.each(PAIRS)('%s for the end of one session that is %s fits as for many', (command, phase) => {
    const { ledger, control, askIn } = setUp()
    const batch = askIn(phase, [2], 'one')
    const before = ledger.revision()
    // Cut off from the network it is shown as waiting for it.
    const isCutOff = command === 'undo' && phase === 'going'
    const after = isCutOff ? 'none' : FITTING[command]?.[phase]
    expect(control(batch, command)).toBe(after !== undefined)
    // Cancelled before it was sent, it leaves no line, unless it was shown among those of many.
    const isGone = after === 'none' || (command === 'cancel' && phase !== 'asking')
    if (!after) expect([ledger.revision(), phasesOf(ledger)]).toEqual([before, [phase]])
    else expect(phasesOf(ledger)).toEqual(isGone ? [] : [after])
  })

  it.each(PAIRS)('%s for a batch that is %s leaves all others as they are', (command, phase) => {
    const { ledger, control, askIn } = setUp()
    const others = [
      ...PHASES.map((each, at) => askIn(each, [10 + at])),
      ...PHASES.map((each, at) => askIn(each, [20 + at], 'one')),
    ]
    const before = statesOf(ledger)
    const batch = askIn(phase, [2])
    control(batch, command)
    expect(ledger.batches().filter((each) => each !== batch)).toEqual(others)
    expect(others.map((each) => each.phase)).toEqual([...PHASES, ...PHASES])
    expect(statesOf(ledger)).toMatchObject(before)
  })

  it.each(['undo', 'pause', 'resume', 'cancel'] as const)(
    '%s does not fit a batch that is done',
    (command) => {
      for (const phase of PHASES) {
        const { ledger, control, askIn, begun } = setUp()
        const batch = askIn(phase, [2, 3])
        setStates(ledger, { 2: CONFIRMED, 3: FAILED })
        const before = ledger.revision()
        expect(control(batch, command)).toBe(false)
        expect([ledger.revision(), phasesOf(ledger), begun]).toEqual([before, [phase], []])
      }
    },
  )
})

describe('undo', () => {
  it.each(['waiting', 'undoable'] as const)('takes back the one batch that is %s, and no other', (phase) => {
    const { ledger, control, askIn, begun } = setUp()
    const going = askIn('going', [2])
    const first = askIn(phase, [3, 4])
    const second = askIn(phase, [5], 'rule')
    const alone = askIn(phase, [6], 'one')
    expect(control(second, 'undo')).toBe(true)
    expect(ledger.batches()).toEqual([going, first, alone])
    expect(control(alone, 'undo')).toBe(true)
    expect([ledger.batches(), statesOf(ledger), begun]).toEqual([
      ...[[going, first], { 2: 'queued', 3: 'queued', 4: 'queued' }, []],
    ])
  })

  it('leaves what another batch asks for too', () => {
    const { ledger, control, askIn } = setUp()
    const first = askIn('undoable', [2, 3])
    const second = askIn('undoable', [3, 4], 'review')
    expect(control(second, 'undo')).toBe(true)
    expect([ledger.batches(), idsIn(first), statesOf(ledger)]).toEqual([
      ...[[first], [2, 3], { 2: 'queued', 3: 'queued' }],
    ])
  })

  it('leaves what was sent for another batch, and lets that be confirmed', () => {
    const { ledger, control, askIn } = setUp()
    askIn('going', [2])
    const batch = askIn('undoable', [2, 3], 'review')
    setStates(ledger, { 2: SENT })
    expect(control(batch, 'undo')).toBe(true)
    expect([idsIn(batch), batch.phase, ledger.batches().length]).toEqual([[2], 'going', 2])
  })
})

describe('resume', () => {
  it.each(['paused', 'asking'] as const)('lets what is %s go on, after another list', (phase) => {
    const { ledger, control, askIn, begun } = setUp()
    askIn('going', [2])
    const batch = askIn(phase, [3])
    askIn('undoable', [4])
    expect(control(batch, 'resume')).toBe(true)
    expect([phasesOf(ledger), batch.reason, begun]).toEqual([['going', 'going', 'undoable'], null, [true]])
  })

  it.each<[InterruptReason | null, number]>([
    ['tooOld', SERVICE_NOW],
    ['signedOut', 20],
    [null, 20],
  ])('confirms anew what waited for too long, and only that: %s', (reason, since) => {
    const { control, askIn } = setUp()
    const batch = reason ? askIn('asking', [2], 'many', reason) : askIn('paused', [2])
    control(batch, 'resume')
    expect(batch).toMatchObject({ since, askedAt: 10, phase: 'going' })
  })
})

describe('cancel', () => {
  it.each(['going', 'paused', 'asking'] as const)(
    'leaves what was not sent as that, and lets the rest of what is %s be confirmed',
    (phase) => {
      const { ledger, control, askIn, begun } = setUp()
      const batch = askIn(phase, [2, 3, 4])
      setStates(ledger, { 3: SENT, 4: CONFIRMED })
      expect(control(batch, 'cancel')).toBe(true)
      expect(statesOf(ledger)).toEqual({ 2: 'cancelled', 3: 'sent', 4: 'confirmed' })
      // Another list is not needed: nothing more is sent.
      expect([phasesOf(ledger), begun, ledger.next(true)]).toEqual([['going'], [false], null])
    },
  )

  it('of many leaves what is ended alone, which is still sent', () => {
    const { ledger, control, askIn } = setUp()
    const shared = askIn('paused', [2])
    const alone = askIn('going', [2], 'one')
    expect(control(shared, 'cancel')).toBe(true)
    expect([ledger.batches(), statesOf(ledger)]).toEqual([[alone], { 2: 'queued' }])
    // Nothing is left of it.
    expect([shared.phase, shared.ends.size]).toEqual(['paused', 0])
  })

  it('of one leaves it to the batch of many that asks for it too', () => {
    const { ledger, control, askIn } = setUp()
    const many = askIn('paused', [2, 3])
    const alone = askIn('going', [2], 'one')
    expect(control(alone, 'cancel')).toBe(true)
    expect([ledger.batches(), idsIn(many), statesOf(ledger)]).toEqual([
      ...[[many], [2, 3], { 2: 'queued', 3: 'queued' }],
    ])
  })

  it('of one that was sent waits for what comes of it', () => {
    const { ledger, control, askIn, begun } = setUp()
    const batch = askIn('paused', [2], 'one')
    setStates(ledger, { 2: SENT })
    expect(control(batch, 'cancel')).toBe(true)
    expect([phasesOf(ledger), statesOf(ledger), begun]).toEqual([['going'], { 2: 'sent' }, [false]])
  })
})

describe('retry', () => {
  it.each(PHASES)('of a batch that was %s sends again what failed, and first checks the rest', (phase) => {
    const { ledger, control, askIn, begun } = setUp()
    const batch = askIn(phase, [2, 3, 4, 5, 6])
    setStates(ledger, {
      2: FAILED,
      3: NOT_CONFIRMED,
      4: CONFIRMED,
      5: { is: 'cancelled' },
      6: { is: 'alreadyGone' },
    })
    expect(control(batch, 'retry')).toBe(true)
    expect([...ledger.ends()].map(({ state }) => state)).toEqual([
      ...[QUEUED, EARLIER, CONFIRMED, { is: 'cancelled' }, { is: 'alreadyGone' }],
    ])
    expect([phasesOf(ledger), begun]).toEqual([['going'], [true]])
  })

  it('leaves what failed in other batches, whatever these do', () => {
    for (const phase of PHASES) {
      const { ledger, control, askIn } = setUp()
      const batch = askIn('going', [2])
      askIn('paused', [3])
      askIn('going', [4], 'one')
      askIn(phase, [5])
      setStates(ledger, { 2: FAILED, 3: FAILED, 4: NOT_CONFIRMED })
      expect(control(batch, 'retry')).toBe(true)
      expect(statesOf(ledger)).toEqual({ 2: 'queued', 3: 'failed', 4: 'notConfirmed', 5: 'queued' })
      expect(phasesOf(ledger)).toEqual(['going', 'paused', 'going', phase])
    }
  })

  it('of the end of one session sends that again', () => {
    const { ledger, control, askIn, begun } = setUp()
    const batch = askIn('going', [2], 'one')
    setStates(ledger, { 2: FAILED })
    expect(control(batch, 'retry')).toBe(true)
    expect([ledger.next(false)?.id, batch.isAlone, begun]).toEqual([2, true, [true]])
  })

  it('confirms anew what waited for too long', () => {
    const { ledger, control, askIn } = setUp()
    const batch = askIn('asking', [2], 'many', 'tooOld')
    setStates(ledger, { 2: FAILED })
    control(batch, 'retry')
    expect(batch).toMatchObject({ phase: 'going', reason: null, since: SERVICE_NOW })
  })

  it('does not fit what is not finished', () => {
    for (const phase of PHASES) {
      const { ledger, control, askIn, begun } = setUp()
      const batch = askIn(phase, [2, 3])
      setStates(ledger, { 2: FAILED })
      expect(control(batch, 'retry')).toBe(false)
      expect([statesOf(ledger), phasesOf(ledger), begun]).toEqual([
        ...[{ 2: 'failed', 3: 'queued' }, [phase], []],
      ])
    }
  })

  it('does not fit if nothing failed', () => {
    const { ledger, control, askIn, begun } = setUp()
    const batch = askIn('going', [2, 3, 4])
    setStates(ledger, { 2: CONFIRMED, 3: { is: 'alreadyGone' }, 4: { is: 'cancelled' } })
    const before = ledger.revision()
    expect([control(batch, 'retry'), ledger.revision(), begun]).toEqual([false, before, []])
  })

  it('of a session that failed twice sends its end once', () => {
    const { ledger, control, askIn } = setUp()
    const first = askIn('going', [2])
    setStates(ledger, { 2: FAILED })
    const second = askIn('going', [2])
    setStates(ledger, { 2: FAILED })
    expect([control(second, 'retry'), control(first, 'retry')]).toEqual([true, false])
    expect([...ledger.ends()].map(({ state }) => state)).toEqual([FAILED, QUEUED])
  })

  it('of a session that is being ended otherwise does not end it twice', () => {
    const { ledger, control, askIn } = setUp()
    const batch = askIn('going', [2, 3])
    setStates(ledger, { 2: FAILED, 3: FAILED })
    askIn('undoable', [2], 'one')
    expect(control(batch, 'retry')).toBe(true)
    expect([...ledger.ends()].map(({ id, state }) => [id, state.is])).toEqual([
      ...[
        [2, 'failed'],
        [3, 'queued'],
        [2, 'queued'],
      ],
    ])
    expect(control(batch, 'retry')).toBe(false)
  })
})

describe('dismiss', () => {
  it('removes the one batch that is finished, and nothing else', () => {
    const { ledger, control, askIn, begun } = setUp()
    const first = askIn('going', [2, 3])
    const second = askIn('paused', [3, 4], 'review')
    const others = [askIn('going', [5], 'one'), askIn('waiting', [6])]
    setStates(ledger, { 2: CONFIRMED, 3: FAILED, 4: { is: 'cancelled' } })
    expect(control(first, 'dismiss')).toBe(true)
    expect([ledger.batches(), statesOf(ledger), begun]).toEqual([
      ...[[second, ...others], { 3: 'failed', 4: 'cancelled', 5: 'queued', 6: 'queued' }, []],
    ])
  })

  it('removes the end of one session that failed', () => {
    const { ledger, control, askIn } = setUp()
    const batch = askIn('going', [2], 'one')
    setStates(ledger, { 2: NOT_CONFIRMED })
    expect([control(batch, 'dismiss'), ledger.batches(), ledger.ends().size]).toEqual([true, [], 0])
  })

  it('does not fit while something in it is not finished', () => {
    const { ledger, control, askIn } = setUp()
    const batch = askIn('going', [2, 3])
    setStates(ledger, { 2: CONFIRMED })
    expect([control(batch, 'dismiss'), ledger.batches()]).toEqual([false, [batch]])
  })
})

describe('the end of one session', () => {
  it.each<[BatchPhase, EndCause]>([
    ['waiting', 'one'],
    ['undoable', 'one'],
    ['going', 'one'],
    ['paused', 'one'],
    ['waiting', 'many'],
    ['undoable', 'many'],
    ['waiting', 'review'],
    ['undoable', 'rule'],
  ])('is taken back with its batch, which is %s and for %s', (phase, cause) => {
    const { ledger, askIn } = setUp()
    const batch = askIn(phase, [2], cause)
    const other = askIn('undoable', [3])
    expect(takeBackEnd(ledger, keyFor(2))).toEqual(ok([batch]))
    expect([ledger.batches(), statesOf(ledger)]).toEqual([[other], { 3: 'queued' }])
  })

  it.each(['waiting', 'undoable'] as const)('is taken out of the many that are %s, which stay', (phase) => {
    const { ledger, askIn } = setUp()
    const batch = askIn(phase, [2, 3, 4])
    expect(takeBackEnd(ledger, keyFor(3))).toEqual(ok([]))
    expect([idsIn(batch), batch.phase, statesOf(ledger)]).toEqual([
      ...[[2, 4], phase, { 2: 'queued', 4: 'queued' }],
    ])
    expect(takeBackEnd(ledger, keyFor(3))).toEqual(failed({ kind: 'notFound' }))
    takeBackEnd(ledger, keyFor(2))
    expect(takeBackEnd(ledger, keyFor(4))).toEqual(ok([batch]))
    expect([ledger.batches(), ledger.ends().size]).toEqual([[], 0])
  })

  it('is taken back from all that can be undone: those that vanish whole are told', () => {
    const { ledger, askIn } = setUp()
    const many = askIn('undoable', [2, 3])
    const review = askIn('undoable', [2], 'review')
    const alone = askIn('going', [2], 'one')
    expect(takeBackEnd(ledger, keyFor(2))).toEqual(ok([review, alone]))
    expect([ledger.batches(), idsIn(many)]).toEqual([[many], [3]])
  })

  it.each(['going', 'paused', 'asking'] as const)(
    'stays with the many that are %s, and is taken back from the others only',
    (phase) => {
      const { ledger, askIn } = setUp()
      const many = askIn(phase, [2, 3])
      expect(takeBackEnd(ledger, keyFor(2))).toEqual(failed({ kind: 'notFound' }))
      const alone = askIn('undoable', [2], 'one')
      expect(takeBackEnd(ledger, keyFor(2))).toEqual(ok([alone]))
      expect([ledger.batches(), idsIn(many), many.phase]).toEqual([[many], [2, 3], phase])
    },
  )

  it('is not taken back once it is sent, whoever asks for it', () => {
    const { ledger, askIn } = setUp()
    askIn('going', [2], 'one')
    askIn('undoable', [2, 3], 'review')
    setStates(ledger, { 2: SENT })
    const before = ledger.revision()
    expect(takeBackEnd(ledger, keyFor(2))).toEqual(failed({ kind: 'conflict' }))
    expect([ledger.revision(), phasesOf(ledger)]).toEqual([before, ['going', 'undoable']])
  })

  it('that is over, or that nobody asked for, is none', () => {
    const { ledger, askIn } = setUp()
    askIn('going', [2], 'one')
    setStates(ledger, { 2: FAILED })
    const before = ledger.revision()
    expect([takeBackEnd(ledger, keyFor(2)), takeBackEnd(ledger, keyFor(9))]).toEqual([
      ...[failed({ kind: 'notFound' }), failed({ kind: 'notFound' })],
    ])
    expect([ledger.revision(), statesOf(ledger)]).toEqual([before, { 2: 'failed' }])
  })
})

describe('ends that a rule does not want any more', () => {
  it('are taken out of the batches of rules, and out of no other', () => {
    const { ledger, askIn } = setUp()
    const [many, rule] = [askIn('going', [2]), askIn('going', [3, 4], 'rule')]
    const narrowed = narrowRules(ledger, (key) => key === keyFor(4), false)
    expect(narrowed).toEqual({ isNarrowed: true, undone: [] })
    expect([ledger.batches(), statesOf(ledger)]).toEqual([
      ...[[many, rule], { 2: 'queued', 3: 'cancelled', 4: 'queued' }],
    ])
    expect(narrowRules(ledger, (key) => key === keyFor(4), false)).toEqual({ isNarrowed: false, undone: [] })
  })

  it('leave no line if none is left of what could be undone', () => {
    const { ledger, askIn } = setUp()
    const rule = askIn('undoable', [3, 4], 'rule')
    expect(narrowRules(ledger, () => false, true)).toEqual({ isNarrowed: true, undone: [rule] })
    expect(ledger.batches()).toEqual([])
  })
})

describe('before the app quits or an account signs out', () => {
  it.each([
    [true, ['going', 'asking', 'going', 'waiting']],
    [false, ['going', 'undoable', 'paused', 'waiting']],
  ])('quitting: %s, the phases are %s', (isQuitting, phases) => {
    const { ledger, askIn } = setUp()
    askIn('undoable', [2], 'one')
    const many = askIn('undoable', [3, 4])
    askIn('going', [5, 6])
    askIn('waiting', [7, 8])
    prepareToLeave(ledger, isQuitting)
    expect(phasesOf(ledger)).toEqual(phases)
    expect(many.reason).toBe(isQuitting ? 'restarted' : null)
  })
})
