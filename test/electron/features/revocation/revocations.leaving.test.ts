import { describe, expect, it } from 'vitest'
import type { Answer } from '../../fake-service.ts'
import { keyFor } from './lists-harness.ts'
import { setUp, these, type World } from './revocations-harness.ts'

const LOST: Answer = { kind: 'outcomeUnknown' }

/** Waits for a promise while time passes. */
async function resolved<T>({ until }: World, promise: Promise<T>): Promise<T> {
  let isOver = false
  void promise.then(() => (isOver = true))
  await until(() => isOver)
  return promise
}

describe('a sign-out', () => {
  async function listedUntilNow({ state, clock }: World): Promise<void> {
    state.answer = { status: 204 }
    await clock.advance(5_500)
    state.listed.delete(2)
  }

  it.each<[string, (world: World) => unknown, string[], deletes: number[]]>([
    ['is carried out', () => undefined, [], [2]],
    ['is refused', ({ state }) => (state.answer = { status: 403 }), ['D2'], [2]],
    ['has to wait', ({ pause }) => pause(30_000), ['D2'], []],
    ['needs another list', ({ state }) => (state.token = 'renewed'), [], [2]],
    ['was listed a moment ago', listedUntilNow, [], [2]],
    ['gets no answer', ({ state }) => Object.assign(state, { answer: LOST, list: LOST }), ['D2'], [2]],
  ])(
    'sends a single end at once, and names it unless it ended: one that %s',
    async (_what, prepare, names, sent) => {
      const world = await setUp()
      world.ask('one', 2)
      await prepare(world)
      const before = world.clock.real()
      expect(await resolved(world, world.revocations().settle('a'))).toEqual(names)
      expect([world.deletes(), world.clock.real() - before < 2_000]).toEqual([sent, true])
    },
  )

  it('pauses the ends of many, which can go on if it is refused, and touches no other account', async () => {
    const world = await setUp({ others: 6, takes: 100 })
    const { askOthers, command, list, revocations, clock, phases, allDone, deletes, view } = world
    await list('b')
    askOthers()
    await clock.advance(5_000)
    revocations().revoke('b', keyFor(3))
    expect(await resolved(world, revocations().settle('a'))).toEqual([])
    expect([deletes(), phases()]).toEqual([[7, 6, 5, 4], ['many paused']])
    expect(view('b').batches).toMatchObject([{ phase: { kind: 'undoable' } }])
    command('resume')
    await allDone()
    expect([deletes().slice(-2), phases()]).toEqual([[3, 2], ['many done']])
  })
})

it('a sign-out pauses the ends of many that can be undone, however long it takes', async () => {
  const world = await setUp({ others: 4, takes: 8_000 })
  world.ask('one', 2)
  world.ask('many', 3, 4)
  await resolved(world, world.revocations().settle('a'))
  expect([world.deletes(), world.phases()]).toEqual([[2], ['many paused']])
})

describe('quitting', () => {
  it('has something to do for many that can be undone, which ask at the next start', async () => {
    const { ask, revocations, kill, clock, phases, deletes } = await setUp()
    ask('many', 2, 3)
    expect(revocations().hasPending()).toBe(true)
    await revocations().finish()
    kill()
    await clock.advance(60_000)
    expect([phases(), deletes()]).toEqual([['many asking restarted'], []])
  })

  it('sends single ends at once in all accounts, and of many nothing more', async () => {
    const world = await setUp({ others: 20, takes: 100 })
    const { askOthers, ask, list, revocations, clock, phases, deletes } = world
    await list('b')
    askOthers()
    await clock.advance(5_000)
    ask('one', 2)
    revocations().revoke('b', keyFor(5))
    expect(revocations().hasPending()).toBe(true)
    await resolved(world, revocations().finish())
    expect([revocations().hasPending(), phases()]).toEqual([false, ['many going']])
    await clock.advance(60_000)
    expect(deletes().toSorted()).toEqual([18, 19, 2, 20, 21, 5])
  })

  it('waits for nothing that waits itself, and what is not sent begins at the next start', async () => {
    for (const prepare of [
      ({ state }: World) => void (state.answer = { status: 429, retryAfter: '60' }),
      ({ connect }: World) => connect(false),
    ]) {
      const world = await setUp()
      world.ask('one', 2)
      prepare(world)
      await resolved(world, world.revocations().finish())
      expect(world.states()).toEqual(['2 waiting'])
      Object.assign(world.state, { answer: null, online: true })
      world.kill()
      await world.until(() => world.told.length > 0)
      expect(world.told).toEqual(['2 ended'])
    }
  })
})

describe('holding back', () => {
  it('sends nothing, and lets no time to undo pass, until the last of those who hold releases', async () => {
    const world = await setUp()
    const { ask, revocations, clock, phases, deletes, view, list } = world
    ask('many', 2)
    await list('b')
    revocations().startPlan([{ accountId: 'b', keys: these(3) }])
    await clock.advance(3_000)
    const first = await resolved(world, revocations().holdBack('a'))
    const second = await resolved(world, revocations().holdBack('a'))
    ask('many', 3)
    await clock.advance(60_000)
    // The other account goes on.
    expect([deletes(), phases()]).toEqual([[3], ['many undoable', 'many undoable']])
    first()
    first()
    await clock.advance(60_000)
    expect(deletes()).toEqual([3])
    second()
    // What was asked for meanwhile has the whole time.
    expect(view().batches.map(({ phase }) => phase)).toEqual(
      [2_000, 5_000].map((ms) => ({ kind: 'undoable', until: clock.now() + ms })),
    )
    await clock.advance(2_000)
    expect(deletes()).toEqual([3, 2])
  })

  it('waits for the requests that are out, and confirms them afterwards', async () => {
    const world = await setUp({ others: 6, takes: 100 })
    const { askOthers, revocations, clock, requests, allDone } = world
    askOthers()
    await clock.advance(5_000)
    let isHeld = false
    const holding = revocations()
      .holdBack('a')
      .then((release) => ((isHeld = true), release))
    await clock.advance(99)
    expect(isHeld).toBe(false)
    const release = await resolved(world, holding)
    revocations().wake()
    await clock.advance(60_000)
    expect(requests()).toHaveLength(4)
    release()
    await allDone()
  })
})

it('quitting stores what the service answered last', async () => {
  const world = await setUp({ others: 9, takes: 50 })
  world.state.answer = { status: 403 }
  world.ask('many', 2, 3, 4, 5, 6, 7, 8, 9, 10)
  await world.clock.advance(5_080)
  await resolved(world, world.revocations().finish())
  const refused = (all: string[]) => all.filter((each) => each.endsWith('refused'))
  expect(refused(world.stored())).toHaveLength(8)
  expect(refused(world.stored())).toEqual(refused(world.states()))
})

describe('an account that is removed', () => {
  it('leaves no end on disk, also after a kill, sends nothing more, and tells nothing of what was out', async () => {
    const { askOthers, ask, forget, kill, clock, view, disk, deletes, told, updates } = await setUp({
      takes: 100,
    })
    askOthers()
    ask('one', 2)
    await clock.advance(5_000)
    forget('a')
    updates.length = 0
    await clock.advance(60_000)
    expect([view().batches, disk.ledgers.read(), told, updates]).toEqual([[], {}, [], []])
    expect(deletes()).toEqual([2, 3])
    kill()
    expect(view().batches).toEqual([])
  })
})
