import { describe, expect, it } from 'vitest'
import { controlMany, type RevocationCommand } from '../../../../electron/features/revocation/control.ts'
import type { Batch, BatchPhase, EndCause } from '../../../../electron/features/revocation/domain/end.ts'
import { createLedger, type Ledger } from '../../../../electron/features/revocation/domain/ledger.ts'
import {
  isTerminal,
  type ItemState,
} from '../../../../electron/features/revocation/domain/revocation-state.ts'
import type { InterruptReason } from '../../../../electron/shared/ends.ts'
import { EMPTY_LEDGER } from '../../../../electron/features/revocation/ledger-file.ts'
import type { LedgerRunner } from '../../../../electron/features/revocation/ledger-runner.ts'

const STEADY = 70_000
const SERVICE_NOW = 9_000
const SENT: ItemState = { is: 'sent', answer: null }
const CONFIRMED: ItemState = { is: 'confirmed' }
const FAILED: ItemState = { is: 'failed', failure: { kind: 'forbidden' } }
const NOT_CONFIRMED: ItemState = { is: 'notConfirmed', failure: { kind: 'timeout' } }
const EARLIER: ItemState = { is: 'sent', answer: { is: 'earlier', wasSent: true } }

/** A ledger that takes commands; `begun` has, for each time that its runner began anew, whether it needs a list. */
function setUp() {
  const ledger = createLedger(0, EMPTY_LEDGER)
  const begun: boolean[] = []
  const runner = { beginAnew: (withList: boolean) => void begun.push(withList) } as LedgerRunner
  const control = (command: RevocationCommand) =>
    controlMany(command, { ledger, runner }, STEADY, SERVICE_NOW)

  /** Asks for the ends of these sessions, and lets the batch be in a phase. */
  function askIn(
    phase: BatchPhase,
    ids: readonly number[],
    cause: EndCause = 'many',
    reason: InterruptReason = 'restarted',
  ): Batch {
    const sessions = ids.map((id) => ({ id, createdAt: null, key: null, name: `Device ${id}` }))
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

const MISFIT = { fits: false, undone: [] }
const FITS = { fits: true, undone: [] }

describe('a command', () => {
  /** By command and phase, the phase afterwards; others do not fit. */
  const FITTING: Partial<Record<RevocationCommand, Partial<Record<BatchPhase, BatchPhase | 'none'>>>> = {
    undo: { undoable: 'none' },
    pause: { going: 'paused' },
    resume: { paused: 'going', asking: 'going' },
    cancel: { going: 'going', paused: 'going', asking: 'going' },
  }
  const COMMANDS: RevocationCommand[] = ['undo', 'pause', 'resume', 'cancel', 'retry', 'dismiss']
  const PHASES: BatchPhase[] = ['undoable', 'going', 'paused', 'asking']

  it.each(COMMANDS.flatMap((command) => PHASES.map((phase) => [command, phase] as const)))(
    '%s fits what is %s, or changes nothing',
    (command, phase) => {
      const { ledger, control, askIn, begun } = setUp()
      const batch = askIn(phase, [2])
      const before = ledger.revision()
      const after = FITTING[command]?.[phase]
      expect(control(command)).toEqual(
        after ? { fits: true, undone: after === 'none' ? [batch] : [] } : MISFIT,
      )
      if (!after) expect([ledger.revision(), begun]).toEqual([before, []])
      else expect(phasesOf(ledger)).toEqual(after === 'none' ? [] : [after])
    },
  )

  it.each(COMMANDS)('%s is not for the ends of one session, nor for what waits', (command) => {
    const { ledger, control, askIn } = setUp()
    askIn('undoable', [2], 'one')
    askIn('going', [3], 'one')
    askIn('waiting', [4])
    const before = ledger.revision()
    const { undone } = control(command)
    expect([undone, ledger.revision(), phasesOf(ledger)]).toEqual([
      ...[[], before, ['undoable', 'going', 'waiting']],
    ])
  })
})

describe('undo', () => {
  it('takes all batches back that can be undone, and no other', () => {
    const { ledger, control, askIn, begun } = setUp()
    const going = askIn('going', [2])
    const first = askIn('undoable', [3, 4])
    const second = askIn('undoable', [5], 'rule')
    const alone = askIn('undoable', [6], 'one')
    expect(control('undo')).toEqual({ fits: true, undone: [first, second] })
    expect([ledger.batches(), statesOf(ledger), begun]).toEqual([
      ...[[going, alone], { 2: 'queued', 6: 'queued' }, []],
    ])
  })

  it('tells nothing as undone of which something was sent already', () => {
    const { ledger, control, askIn } = setUp()
    askIn('going', [2])
    const batch = askIn('undoable', [2, 3], 'review')
    setStates(ledger, { 2: SENT })
    expect(control('undo')).toEqual(FITS)
    expect([...batch.ends].map(({ id }) => id)).toEqual([2])
    expect(ledger.batches()).toHaveLength(2)
  })

  it('does not fit what is finished', () => {
    const { ledger, control, askIn } = setUp()
    askIn('undoable', [2])
    setStates(ledger, { 2: CONFIRMED })
    expect([control('undo'), ledger.batches().length]).toEqual([MISFIT, 1])
  })
})

describe('pause', () => {
  it('stops all that is going, with what asks beside it', () => {
    const { ledger, control, askIn, begun } = setUp()
    askIn('going', [2])
    askIn('asking', [3])
    askIn('going', [4], 'review')
    askIn('going', [5], 'one')
    askIn('going', [6])
    setStates(ledger, { 6: CONFIRMED })
    expect(control('pause')).toEqual(FITS)
    expect([phasesOf(ledger), begun]).toEqual([['paused', 'asking', 'paused', 'going', 'going'], []])
  })

  it('does not fit while something can be undone, unless that is finished', () => {
    const { ledger, control, askIn } = setUp()
    askIn('going', [2])
    askIn('undoable', [3])
    expect([control('pause'), phasesOf(ledger)]).toEqual([MISFIT, ['going', 'undoable']])
    setStates(ledger, { 3: { is: 'alreadyGone' } })
    expect([control('pause'), phasesOf(ledger)]).toEqual([FITS, ['paused', 'undoable']])
  })
})

describe('resume', () => {
  it('lets all go on that is paused or asks, after another list', () => {
    const { ledger, control, askIn, begun } = setUp()
    askIn('paused', [2])
    askIn('asking', [3])
    askIn('paused', [4])
    askIn('going', [5])
    askIn('undoable', [6])
    askIn('undoable', [7], 'one')
    askIn('going', [8], 'one')
    setStates(ledger, { 4: CONFIRMED, 5: CONFIRMED, 6: CONFIRMED })
    expect(control('resume')).toEqual(FITS)
    expect([phasesOf(ledger), begun]).toEqual([
      ...[['going', 'going', 'paused', 'going', 'undoable', 'undoable', 'going'], [true]],
    ])
    expect(ledger.batches().flatMap(({ reason }) => reason ?? [])).toEqual([])
  })

  it.each(['undoable', 'going'] as const)('does not fit while another is %s', (phase) => {
    const { ledger, control, askIn, begun } = setUp()
    askIn('paused', [2])
    askIn('asking', [3])
    askIn(phase, [4])
    expect([control('resume'), phasesOf(ledger), begun]).toEqual([MISFIT, ['paused', 'asking', phase], []])
  })

  it('confirms anew what waited for too long, and only that', () => {
    const { control, askIn } = setUp()
    const batches = [
      askIn('asking', [2], 'many', 'tooOld'),
      askIn('asking', [3], 'many', 'signedOut'),
      askIn('paused', [4]),
    ]
    control('resume')
    expect(batches.map(({ since, askedAt }) => [since, askedAt])).toEqual([
      ...[
        [SERVICE_NOW, 10],
        [20, 10],
        [20, 10],
      ],
    ])
  })
})

describe('cancel', () => {
  it.each(['going', 'paused', 'asking'] as const)(
    'leaves what was not sent as that, and lets the rest of what is %s be confirmed',
    (phase) => {
      const { ledger, control, askIn, begun } = setUp()
      askIn(phase, [2, 3, 4])
      setStates(ledger, { 3: SENT, 4: CONFIRMED })
      expect(control('cancel')).toEqual(FITS)
      expect(statesOf(ledger)).toEqual({ 2: 'cancelled', 3: 'sent', 4: 'confirmed' })
      // Another list is not needed: nothing more is sent.
      expect([phasesOf(ledger), begun, ledger.next(true)]).toEqual([['going'], [false], null])
    },
  )

  it('stops all batches, and what is ended alone is still sent', () => {
    const { ledger, control, askIn } = setUp()
    const shared = askIn('paused', [2])
    askIn('going', [3])
    askIn('going', [2], 'one')
    askIn('asking', [4, 5], 'many', 'tooOld')
    expect(control('cancel')).toEqual(FITS)
    expect(statesOf(ledger)).toEqual({ 2: 'queued', 3: 'cancelled', 4: 'cancelled', 5: 'cancelled' })
    expect(ledger.batches().map(({ number, phase }) => [number, phase])).toEqual([
      ...[
        [2, 'going'],
        [3, 'going'],
        [4, 'going'],
      ],
    ])
    // Nothing is left of it.
    expect([shared.phase, shared.ends.size]).toEqual(['paused', 0])
  })

  it('does not fit while something can be undone, unless that is finished', () => {
    const { ledger, control, askIn, begun } = setUp()
    askIn('going', [2])
    askIn('paused', [3])
    askIn('undoable', [4])
    expect([control('cancel'), statesOf(ledger)]).toEqual([MISFIT, { 2: 'queued', 3: 'queued', 4: 'queued' }])
    expect([phasesOf(ledger), begun]).toEqual([['going', 'paused', 'undoable'], []])
    setStates(ledger, { 4: CONFIRMED })
    expect([control('cancel'), phasesOf(ledger), begun]).toEqual([
      ...[FITS, ['going', 'going', 'undoable'], [false]],
    ])
  })

  it('does not fit what is finished', () => {
    const { ledger, control, askIn, begun } = setUp()
    askIn('paused', [2])
    setStates(ledger, { 2: FAILED })
    expect([control('cancel'), phasesOf(ledger), begun]).toEqual([MISFIT, ['paused'], []])
  })
})

describe('retry', () => {
  it('sends again what failed, and first checks what is not confirmed', () => {
    const { ledger, control, askIn, begun } = setUp()
    askIn('going', [2, 3, 4])
    askIn('paused', [5], 'review')
    askIn('asking', [6])
    askIn('paused', [7, 8])
    setStates(ledger, {
      ...{ 2: FAILED, 3: NOT_CONFIRMED, 4: CONFIRMED, 5: { is: 'cancelled' }, 6: FAILED },
      ...{ 7: NOT_CONFIRMED, 8: { is: 'alreadyGone' } },
    })
    expect(control('retry')).toEqual(FITS)
    expect([...ledger.ends()].map(({ state }) => state)).toEqual([
      ...[{ is: 'queued' }, EARLIER, CONFIRMED, { is: 'cancelled' }, { is: 'queued' }, EARLIER],
      { is: 'alreadyGone' },
    ])
    expect([phasesOf(ledger), begun]).toEqual([['going', 'paused', 'going', 'going'], [true]])
  })

  it('confirms anew what waited for too long', () => {
    const { ledger, control, askIn } = setUp()
    const batch = askIn('asking', [2], 'many', 'tooOld')
    setStates(ledger, { 2: FAILED })
    control('retry')
    expect(batch).toMatchObject({ phase: 'going', reason: null, since: SERVICE_NOW })
  })

  it.each(['undoable', 'going', 'paused', 'asking'] as const)('does not fit while another is %s', (phase) => {
    const { ledger, control, askIn, begun } = setUp()
    askIn('going', [2])
    askIn(phase, [3])
    setStates(ledger, { 2: FAILED })
    expect([control('retry'), statesOf(ledger), begun]).toEqual([MISFIT, { 2: 'failed', 3: 'queued' }, []])
  })

  it('does not fit if nothing failed', () => {
    const { ledger, control, askIn, begun } = setUp()
    askIn('going', [2, 3, 4])
    setStates(ledger, { 2: CONFIRMED, 3: { is: 'alreadyGone' }, 4: { is: 'cancelled' } })
    const before = ledger.revision()
    expect([control('retry'), ledger.revision(), begun]).toEqual([MISFIT, before, []])
  })

  it('of a session that failed twice sends the end that is shown', () => {
    const { ledger, control, askIn } = setUp()
    askIn('going', [2])
    setStates(ledger, { 2: FAILED })
    askIn('going', [2])
    setStates(ledger, { 2: NOT_CONFIRMED })
    expect(control('retry')).toEqual(FITS)
    expect([...ledger.ends()].map(({ state }) => state)).toEqual([NOT_CONFIRMED, EARLIER])
  })

  it('does not fit what failed once and was ended since', () => {
    const { ledger, control, askIn, begun } = setUp()
    askIn('going', [2])
    setStates(ledger, { 2: FAILED })
    const again = askIn('going', [2])
    for (const end of again.ends) ledger.setState(end, CONFIRMED)
    expect([control('retry'), begun]).toEqual([MISFIT, []])
    expect([...ledger.ends()].map(({ state }) => state)).toEqual([FAILED, CONFIRMED])
  })

  it('of a session that is being ended alone does not end it twice', () => {
    const { ledger, control, askIn } = setUp()
    askIn('going', [2, 3])
    setStates(ledger, { 2: FAILED, 3: FAILED })
    askIn('undoable', [2], 'one')
    control('retry')
    const open = [...ledger.ends()].filter(({ state }) => !isTerminal(state))
    expect(open.map(({ id }) => id).toSorted()).toEqual([2, 3])
  })
})

describe('dismiss', () => {
  it('removes all that is finished, and nothing else', () => {
    const { ledger, control, askIn, begun } = setUp()
    askIn('going', [2, 3])
    askIn('paused', [3, 4], 'review')
    const others = [askIn('going', [5], 'one'), askIn('waiting', [6])]
    setStates(ledger, { 2: CONFIRMED, 3: FAILED, 4: { is: 'cancelled' } })
    expect(control('dismiss')).toEqual(FITS)
    expect([ledger.batches(), statesOf(ledger), begun]).toEqual([
      ...[others, { 5: 'queued', 6: 'queued' }, []],
    ])
  })

  it('does not fit while something is not finished', () => {
    const { ledger, control, askIn } = setUp()
    askIn('going', [2])
    askIn('paused', [3])
    setStates(ledger, { 2: CONFIRMED })
    expect([control('dismiss'), ledger.batches().length]).toEqual([MISFIT, 2])
  })
})
