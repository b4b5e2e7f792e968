import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  END_STATES,
  isUnfinished,
  type BatchPhase,
  type BatchView,
  type EndCause,
  type EndsUpdate,
  type EndView,
} from '../../../../electron/shared/ends.ts'
import {
  applyEnds,
  openEndsOf,
  type OpenEnd,
  type ShownEnds,
} from '../../../../renderer/features/revocation/open-ends.ts'
import { batchView, endsView, endView } from '../../fake-bridge.ts'
import { keyOf } from '../../../support/builders.ts'

const whole = (ends: EndView[], batches: BatchView[] = []): EndsUpdate => ({
  ...endsView({ ends, batches }),
  isWhole: true,
})
const partial = (...ends: EndView[]): EndsUpdate => ({ ...endsView({ ends }), isWhole: false })

/** What is shown after these updates. */
function shownAfter(...updates: EndsUpdate[]): ShownEnds {
  const shown = updates.reduce<ShownEnds | null>(
    (known, update) => applyEnds(known ?? undefined, update),
    null,
  )
  if (!shown) throw new Error('Some ends are missing')
  return shown
}

const UNDOABLE: BatchPhase = { kind: 'undoable', until: 1 }
const HELD: BatchPhase = { kind: 'going', wait: { until: 1, reason: { kind: 'rateLimited', retryAt: 1 } } }
const ASKING: BatchPhase = { kind: 'asking', why: 'restarted' }

type Phase = BatchPhase['kind'] | 'held'
type Asked = [phase: Phase, cause: EndCause]
const one = (phase: Phase): Asked => [phase, 'one']
const many = (phase: Phase): Asked => [phase, 'many']

function phaseOf(kind: Phase): BatchPhase {
  if (kind === 'undoable') return UNDOABLE
  if (kind === 'held') return HELD
  if (kind === 'going') return { kind, wait: null }
  return kind === 'asking' ? ASKING : { kind }
}

/** The unfinished end of a session for which these batches ask. */
function openEnd(state: EndView['state'], asked: Asked[]): OpenEnd | undefined {
  const batches = asked.map(([is, cause], at) => batchView(phaseOf(is), {}, { number: at + 1, cause }))
  const end = endView(2, state, { batches: batches.map(({ number }) => number) })
  return openEndsOf(shownAfter(whole([end], batches))).get(keyOf({ id: 2 }))
}

describe('an unfinished end', () => {
  it.each<[OpenEnd['place'], EndView['state'], Asked[]]>([
    ['waiting', 'waiting', [one('waiting')]],
    ['waiting', 'waiting', [many('paused'), many('waiting')]],
    ['undoable', 'waiting', [many('undoable')]],
    ['undoable', 'waiting', [many('asking'), many('waiting'), one('undoable')]],
    ['ending', 'waiting', [many('going'), one('undoable')]],
    ['ending', 'waiting', [one('held')]],
    ['ending', 'sending', [one('going')]],
    ['ending', 'sent', [many('going')]],
    ['ending', 'sent', [many('asking'), many('paused')]],
    ['stopped', 'waiting', [many('asking'), many('paused')]],
    ['stopped', 'waiting', [many('asking')]],
    ['stopped', 'waiting', [one('paused')]],
    ['stopped', 'sent', [many('asking')]],
  ])('is %s: %s in %j', (place, state, asked) => {
    expect(openEnd(state, asked)?.place).toBe(place)
  })

  it.each<[boolean, EndView['state'], Asked[]]>([
    [true, 'waiting', [one('undoable')]],
    [true, 'waiting', [one('waiting')]],
    [true, 'waiting', [one('going')]],
    [true, 'waiting', [many('undoable')]],
    [true, 'waiting', [one('undoable'), many('waiting')]],
    // The others end it all the same.
    [false, 'waiting', [many('going'), many('waiting')]],
    [false, 'waiting', [one('undoable'), many('paused')]],
    [false, 'waiting', [many('going')]],
    [false, 'waiting', [many('paused')]],
    [false, 'waiting', [many('asking')]],
    [false, 'waiting', [one('asking')]],
    [false, 'sending', [one('going')]],
    [false, 'sent', [one('going')]],
    [false, 'sent', [many('going'), many('undoable')]],
  ])('can be taken back by itself (%s): %s in %j', (canUndo, state, asked) => {
    expect(openEnd(state, asked)?.canUndo).toBe(canUndo)
  })

  // A single end that can be undone is sent by signing out.
  it.each<[boolean, EndView['state'], Asked[]]>([
    [true, 'waiting', [one('waiting')]],
    [true, 'waiting', [many('undoable')]],
    [true, 'waiting', [many('going')]],
    [true, 'waiting', [many('paused'), many('asking')]],
    [false, 'waiting', [one('undoable')]],
    [true, 'waiting', [one('asking')]],
    [false, 'waiting', [many('paused'), one('held')]],
    [false, 'sent', [many('going')]],
  ])('stays signed in by a sign-out now (%s): %s in %j', (isLeftBehind, state, asked) => {
    expect(openEnd(state, asked)?.isLeftBehind).toBe(isLeftBehind)
  })

  it.each(END_STATES.filter((state) => !isUnfinished(state)))('is not %s', (state) => {
    expect(openEnd(state, [many('going')])).toBeUndefined()
  })

  it('is there beside one of the same session that is over, whichever changes last', () => {
    const failed = endView(2, 'refused', { failure: { kind: 'timeout' } })
    const again = endView(2, 'waiting', { batches: [2] })
    const batches = [batchView({ kind: 'done' }), batchView({ kind: 'going', wait: null }, {}, { number: 2 })]
    const shown = shownAfter(whole([failed, again], batches), {
      ...whole([{ ...failed, name: 'Renamed' }], batches),
      isWhole: false,
    })
    expect(openEndsOf(shown).get(keyOf({ id: 2 }))?.place).toBe('ending')
    expect([...shown.ends.values()].map(({ state }) => state)).toEqual(['refused', 'waiting'])
  })
})

describe('the updates of ends', () => {
  const end = fc
    .record({
      id: fc.integer({ min: 1, max: 4 }),
      state: fc.constantFrom(...END_STATES),
      batches: fc.subarray([1, 2, 3], { minLength: 1 }),
    })
    .map(({ id, state, ...rest }) => endView(id, state, rest))
  const idOf = ({ key, batches }: EndView): string => [key, ...batches].join(' ')
  const ends = fc.uniqueArray(end, { selector: idOf, maxLength: 8 })

  it('show the same as a whole one, and change nothing that was shown before', () => {
    const changes = fc.array(fc.record({ isWhole: fc.boolean(), ends }), { maxLength: 8 })
    fc.assert(
      fc.property(ends, changes, (first, later) => {
        let truth = new Map(first.map((each) => [idOf(each), each]))
        let shown = shownAfter(whole(first))
        later.forEach((change, at) => {
          const before = [shown, [...shown.ends.values()]] as const
          // Which ends there are changes with a whole update only.
          const changed = change.isWhole ? change.ends : change.ends.filter((each) => truth.has(idOf(each)))
          truth = new Map([
            ...(change.isWhole ? [] : truth),
            ...changed.map((each) => [idOf(each), each] as const),
          ])
          const batches = [batchView({ kind: 'going', wait: null }, {}, { number: at + 1, askedAt: 0 })]
          const next = applyEnds(shown, { ...whole(changed, batches), isWhole: change.isWhole })
          expect(next).toEqual(shownAfter(whole([...truth.values()], batches)))
          expect([...(next?.ends.values() ?? [])]).toEqual([...truth.values()])
          expect([...before[0].ends.values()]).toEqual(before[1])
          shown = next ?? shown
        })
      }),
    )
  })

  it('say that ends are missing if the first is not whole', () => {
    expect(applyEnds(undefined, partial(endView(2)))).toBeNull()
  })
})
