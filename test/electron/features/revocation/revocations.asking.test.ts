import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../../electron/shared/dates.ts'
import { END_CAUSES, isUnfinished, type EndCause } from '../../../../electron/shared/ends.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { tokenAccountOf } from '../../fake-service.ts'
import { keyFor } from './lists-harness.ts'
import { ONE_OR_MANY, setUp, these, type World } from './revocations-harness.ts'

const conflict = failed({ kind: 'conflict' })
const notFound = failed({ kind: 'notFound' })
const noDisk = failed({ kind: 'misconfigured', reason: 'storage' })

describe.each(ONE_OR_MANY)('asking for the end of %s', (how) => {
  it('stores it, sends it once after 5 seconds, and is done by a list', async () => {
    const { ask, clock, phases, requests, states, stored, told, view, revocations } = await setUp()
    const isBusy = () => [revocations().isBusy('a'), isUnfinished(revocations().stateOf('a', keyFor(2)))]
    expect([ask(how, 2), stored(), phases()]).toEqual([ok(null), ['2 waiting'], [`${how} undoable`]])
    expect(view().batches[0]?.phase).toEqual({ kind: 'undoable', until: clock.now() + 5_000 })
    await clock.advance(4_999)
    expect([requests(), isBusy()]).toEqual([[], [true, true]])
    await clock.advance(1)
    expect([requests(), isBusy()]).toEqual([
      ['delete 2', 'list'],
      [false, false],
    ])
    // Of the end of one session nothing is left to say, and the result of many is to be seen.
    const left = how === 'one' ? [] : ['2 ended']
    expect([states(), stored(), told]).toEqual([left, left, how === 'one' ? ['2 ended'] : []])
    await clock.advance(60_000)
    expect(requests()).toHaveLength(2)
  })

  const cases: [string, (world: World) => unknown][] = [
    ['before the first list of a run', ({ kill }) => kill()],
    ['while the computer is offline', ({ connect }) => connect(false)],
    ['after a check that reached nobody', ({ state, list }) => ((state.list = { kind: 'timeout' }), list())],
  ]
  it.each(cases)('%s waits, and begins with its time to undo by a good list', async (_when, prepare) => {
    const world = await setUp()
    const { ask, clock, connect, state, requests, phases, stored, until, allDone, view, revocations } = world
    await prepare(world)
    expect([ask(how, 2), stored(), phases()]).toEqual([ok(null), ['2 waiting'], [`${how} waiting`]])
    expect([revocations().hasPending(), revocations().isBusy('a')]).toEqual([false, false])
    connect(false)
    const before = requests().length
    await clock.advance(60_000)
    expect(requests()).toHaveLength(before)
    state.list = null
    connect(true)
    await until(() => phases()[0] === `${how} undoable`)
    await clock.advance((view().batches[0]?.phase as { until: number }).until - clock.now() - 1)
    expect(requests().slice(before)).toEqual(['list'])
    await allDone()
    expect(requests().slice(before)).toEqual(['list', 'delete 2', 'list'])
  })

  it.each(['session', 'batch'])('can be undone by %s, with the network and without', async (by) => {
    for (const isOnline of [true, false]) {
      const { ask, connect, undo, command, clock, view, stored, undone, deletes } = await setUp()
      connect(isOnline)
      ask(how, 2)
      await clock.advance(4_900)
      expect(by === 'session' ? undo(2) : command('undo')).toEqual(ok(null))
      expect([view().batches, view().ends, stored(), undone]).toEqual([[], [], [], [how]])
      expect([undo(2), command('undo', 1)]).toEqual([notFound, notFound])
      connect(true)
      await clock.advance(60_000)
      expect(deletes()).toEqual([])
    }
  })

  it('can be undone in this run though the disk refuses, and says that it may come back', async () => {
    const { ask, undo, command, disk, clock, view, undone, deletes, stored } = await setUp()
    ask(how, 2)
    disk.ledgers.broken = true
    expect(how === 'one' ? undo(2) : command('undo')).toEqual(noDisk)
    await clock.advance(60_000)
    expect([view().batches, undone, deletes(), stored()]).toEqual([[], [how], [], ['2 waiting']])
    disk.ledgers.broken = false
    ask('one', 3)
    expect(stored()).toEqual(['3 waiting'])
  })
})

describe('asking', () => {
  it('for all others ends those that the window shows, and not what signs in meanwhile', async () => {
    for (const isBeforeFirstList of [false, true]) {
      const { askOthers, kill, state, list, deletes, allDone } = await setUp()
      if (isBeforeFirstList) kill()
      expect(askOthers()).toEqual(ok(null))
      state.listed.set(99, { name: 'D99', createdAt: 1 })
      await list()
      await allDone()
      expect(deletes().toSorted()).toEqual([2, 3])
    }
  })

  it('is refused for this device, for what is not listed, and in an unknown account', async () => {
    const { ask, state, revocations, view } = await setUp()
    for (state.online of [true, false]) {
      expect([ask('one', 1), ask('many', 2, 1), ask('review', 2, 1)]).toEqual(Array(3).fill(conflict))
      expect([ask('one', 8), ask('many', 8)]).toEqual([notFound, notFound])
    }
    expect([revocations().start('c', these(2), 'rule'), view().batches]).toEqual([notFound, []])
  })

  it('for many is refused by an unclear list, which is enough for one session that a person sees', async () => {
    const { ask, askOthers, state, list, phases } = await setUp()
    state.current = []
    await list()
    const unclear = failed({ kind: 'unexpectedAnswer', reason: 'listUnclear' })
    expect([ask('many', 2), ask('review', 2), askOthers()]).toEqual([unclear, unclear, unclear])
    expect([ask('one', 2), phases()]).toEqual([ok(null), ['one undoable']])
  })

  it('with an API token ends what a person selects', async () => {
    const account = { credential: tokenAccountOf('sk_x').credential }
    const { ask, allDone, deletes } = await setUp({ account, current: [] })
    expect(ask('many', 2)).toEqual(ok(null))
    await allDone()
    expect(deletes()).toEqual([2])
  })

  it('in several accounts happens at one time, and names those that refuse it', async () => {
    const { revocations, list, view, clock } = await setUp()
    await list('b')
    const askedAt = clock.now()
    const plan = ['a', 'b', 'c'].map((accountId, at) => ({ accountId, keys: these(2, 3 - at) }))
    expect(revocations().startPlan([...plan, { accountId: 'b', keys: these(1) }])).toEqual([
      { accountId: 'c', failure: { kind: 'notFound' } },
      { accountId: 'b', failure: { kind: 'conflict' } },
    ])
    const asked = { cause: 'many', askedAt, phase: { kind: 'undoable' } }
    expect(['a', 'b'].map((id) => view(id).batches)).toMatchObject([
      [{ ...asked, total: 2 }],
      [{ ...asked, total: 1 }],
    ])
  })

  it.each<[asked: EndCause[], by: string]>([
    [['one'], 'thisApp'],
    [['rule'], 'rule'],
    [['rule', 'review'], 'review'],
    [['rule', 'many'], 'thisApp'],
  ])('by %j is that of %s for the record once it was sent, also in the next run', async (causes, by) => {
    const { ask, kill, list, view, command, revocations, allDone, record } = await setUp()
    for (const cause of causes) ask(cause, 2)
    kill()
    // Another account of the same user may end it first.
    expect(revocations().askedBy('a', keyFor(2))).toBe('thisApp')
    await list()
    for (const { number } of view().batches) command('resume', number)
    await allDone()
    expect(record().byKey('a', keyFor(2))?.endedBy).toBe(by)
  })

  it.each(['one', 'many'] as const)('by %s again sends a single end that asks', async (cause) => {
    const { ask, connect, clock, list, phases, deletes } = await setUp()
    connect(false)
    ask('one', 2)
    clock.jump(8 * DAY_MS)
    connect(true)
    await list()
    expect([phases(), ask(cause, 2)]).toEqual([['one asking tooOld'], ok(null)])
    await clock.advance(60_000)
    expect(deletes()).toEqual([2])
  })

  it('for a session again by an older batch is what is told of it', async () => {
    const { ask, command, view, revocations, state, connect, allDone } = await setUp()
    state.answer = { status: 403 }
    for (const cause of ['review', 'one'] as const) {
      ask(cause, 2)
      await allDone()
    }
    expect(revocations().stateOf('a', keyFor(2))).toBe('refused')
    connect(false)
    command('retry', view().batches[0]?.number)
    expect(revocations().stateOf('a', keyFor(2))).toBe('waiting')
  })

  it('for one session again adds nothing while its end is open, although a list lacks it', async () => {
    const { ask, clock, state, list, view, allDone, deletes } = await setUp({ takes: 10_000 })
    ask('one', 2)
    expect([ask('one', 2), ask('many', 2), view().batches.length]).toEqual([ok(null), notFound, 1])
    await clock.advance(5_000)
    state.listed.delete(2)
    await list()
    expect(ask('one', 2)).toEqual(ok(null))
    await allDone()
    expect(deletes()).toEqual([2])
  })

  it.each(['review', 'rule'] as const)(
    'without a network does not wait for a list if a %s asks',
    async (cause) => {
      const { ask, connect, phases, until } = await setUp()
      connect(false)
      expect([ask(cause, 2), phases()]).toEqual([ok(null), [`${cause} undoable`]])
      await until(() => phases()[0] === `${cause} going offline`)
    },
  )
})

describe('what waits for a list', () => {
  it('goes on waiting while checks fail, although an earlier list shows it, or its name changed', async () => {
    const { ask, connect, state, list, revocations, phases } = await setUp()
    connect(false)
    ask('one', 2)
    Object.assign(state, { online: true, list: { status: 500 } })
    await list()
    revocations().applyList('a')
    revocations().rename('a')
    expect(phases()).toEqual(['one waiting'])
  })

  it('is dropped without a time of sign-in, because nobody can tell whether it is the chosen one', async () => {
    const { ask, kill, state, list, states, phases, clock, deletes } = await setUp()
    state.listed.set(4, { name: 'D4', createdAt: null })
    await list()
    kill()
    ask('many', 4, 3)
    await list()
    expect([states(), phases()]).toEqual([['3 waiting', '4 dropped unclear'], ['many undoable']])
    await clock.advance(60_000)
    expect(deletes()).toEqual([3])
  })
})

describe('a disk that refuses', () => {
  it.each(END_CAUSES)('lets nothing be asked by %s, and keeps what failed before', async (cause) => {
    const { ask, state, disk, clock, view, states, updates, deletes, allDone } = await setUp()
    state.answer = { status: 403 }
    ask('one', 2)
    await allDone()
    state.answer = null
    updates.length = 0
    disk.ledgers.broken = true
    for (state.online of [false, true]) expect(ask(cause, 2)).toEqual(noDisk)
    await clock.advance(60_000)
    expect([states(), updates]).toEqual([['2 refused'], []])
    disk.ledgers.broken = false
    expect([ask(cause, 2), view().batches.length]).toEqual([ok(null), 1])
    await allDone()
    expect(deletes()).toEqual([2, 2])
  })

  it('is no obstacle if the person wants it at once, without undo, and the service can be reached', async () => {
    const world = await setUp({ takes: 100 })
    const { revocations, connect, command, undo, disk, clock, allDone, deletes, states, told } = world
    const plan = [{ accountId: 'a', keys: these(2) }]
    const now = () => [revocations().startPlan(plan, true), revocations().revoke('a', keyFor(3), 'unstored')]
    disk.ledgers.broken = true
    connect(false)
    expect([now(), states()]).toEqual([[[{ accountId: 'a', failure: noDisk.failure }], noDisk], []])
    connect(true)
    expect(now()).toEqual([[], ok(null)])
    await clock.advance(1)
    expect([command('undo'), undo(2), undo(3)]).toEqual([conflict, notFound, conflict])
    await allDone()
    expect([deletes(), states(), told]).toEqual([[3, 2], ['2 ended'], ['3 ended']])
  })
})

it('undo of an asking is not told if something of it was sent for another one', async () => {
  const { ask, command, clock, undone, states, allDone } = await setUp({ others: 3 })
  ask('many', 2, 3)
  await clock.advance(3_000)
  ask('review', 3, 4)
  await clock.advance(2_000)
  expect(command('undo', 2)).toEqual(ok(null))
  await allDone()
  expect([undone, states()]).toEqual([[], ['2 ended', '3 ended']])
})
