import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BatchPhase, BatchView, EndsUpdate, EndView } from '../../../../electron/shared/ends.ts'
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
const WAITING: BatchPhase = { kind: 'waiting', until: 1, reason: { kind: 'rateLimited', retryAt: 1 } }
const ASKING: BatchPhase = { kind: 'asking', reason: 'restarted' }

type Asked = [phase: BatchPhase['kind'], isAlone: boolean]
const one = (phase: BatchPhase['kind']): Asked => [phase, true]
const many = (phase: BatchPhase['kind']): Asked => [phase, false]

function phaseOf(kind: BatchPhase['kind']): BatchPhase {
  if (kind === 'undoable') return UNDOABLE
  if (kind === 'waiting') return WAITING
  return kind === 'asking' ? ASKING : { kind }
}

/** The unfinished end of a session for which these batches ask. */
function openEnd(state: EndView['state'], asked: Asked[]): OpenEnd | undefined {
  const batches = asked.map(([is, isAlone], at) => batchView(phaseOf(is), {}, { number: at + 1, isAlone }))
  const end = endView(2, state, { batches: batches.map(({ number }) => number) })
  return openEndsOf(shownAfter(whole([end], batches))).get(keyOf({ id: 2 }))
}

describe('an unfinished end', () => {
  it.each<[OpenEnd['place'], EndView['state'], Asked[]]>([
    ['queued', 'queued', [one('queued')]],
    ['queued', 'queued', [many('paused'), many('queued')]],
    ['undoable', 'queued', [many('undoable')]],
    ['undoable', 'queued', [many('asking'), many('queued'), one('undoable')]],
    ['ending', 'queued', [many('running'), one('undoable')]],
    ['ending', 'queued', [one('waiting')]],
    ['ending', 'sent', [many('running')]],
    ['ending', 'sent', [many('asking'), many('paused')]],
    ['stopped', 'queued', [many('asking'), many('paused')]],
    ['stopped', 'queued', [many('asking')]],
    ['stopped', 'sent', [many('asking')]],
  ])('is %s: %s in %j', (place, state, asked) => {
    expect(openEnd(state, asked)?.place).toBe(place)
  })

  it.each<[boolean, EndView['state'], Asked[]]>([
    [true, 'queued', [one('undoable')]],
    [true, 'queued', [one('queued')]],
    [true, 'queued', [one('running')]],
    [true, 'queued', [many('undoable')]],
    [true, 'queued', [one('undoable'), many('queued')]],
    // The others end it all the same.
    [false, 'queued', [many('running'), many('queued')]],
    [false, 'queued', [one('undoable'), many('paused')]],
    [false, 'queued', [many('running')]],
    [false, 'queued', [many('paused')]],
    [false, 'queued', [many('asking')]],
    [false, 'sent', [one('running')]],
    [false, 'sent', [many('running'), many('undoable')]],
  ])('can be taken back by itself (%s): %s in %j', (canUndo, state, asked) => {
    expect(openEnd(state, asked)?.canUndo).toBe(canUndo)
  })

  // A single end that can be undone is sent by signing out.
  it.each<[boolean, EndView['state'], Asked[]]>([
    [true, 'queued', [one('queued')]],
    [true, 'queued', [many('undoable')]],
    [true, 'queued', [many('running')]],
    [true, 'queued', [many('paused'), many('asking')]],
    [false, 'queued', [one('undoable')]],
    [false, 'queued', [many('paused'), one('waiting')]],
    [false, 'sent', [many('running')]],
  ])('stays signed in by a sign-out now (%s): %s in %j', (isLeftBehind, state, asked) => {
    expect(openEnd(state, asked)?.isLeftBehind).toBe(isLeftBehind)
  })

  it.each(['confirmed', 'alreadyGone', 'failed', 'notConfirmed', 'cancelled'] as const)(
    'is not %s',
    (state) => {
      expect(openEnd(state, [many('running')])).toBeUndefined()
    },
  )

  it('is there beside one of the same session that is over, whichever changes last', () => {
    const failed = endView(2, 'failed', { failure: { kind: 'timeout' } })
    const again = endView(2, 'queued', { batches: [2] })
    const batches = [batchView({ kind: 'done' }), batchView({ kind: 'running' }, {}, { number: 2 })]
    const shown = shownAfter(whole([failed, again], batches), {
      ...whole([{ ...failed, name: 'Renamed' }], batches),
      isWhole: false,
    })
    expect(openEndsOf(shown).get(keyOf({ id: 2 }))?.place).toBe('ending')
    expect([...shown.ends.values()].map(({ state }) => state)).toEqual(['failed', 'queued'])
  })
})

describe('the updates of ends', () => {
  const end = fc
    .record({
      id: fc.integer({ min: 1, max: 4 }),
      state: fc.constantFrom<EndView['state'][]>('queued', 'sent', 'confirmed', 'failed', 'cancelled'),
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
          const batches = [batchView({ kind: 'running' }, {}, { number: at + 1, askedAt: 0 })]
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
