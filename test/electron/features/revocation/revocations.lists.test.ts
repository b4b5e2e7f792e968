import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { accountOf, type Answer } from '../../fake-service.ts'
import { LIST, ONE_OR_MANY, setUp, type World } from './revocations-harness.ts'

const DONE: Answer = { status: 204 }
const LOST: Answer = { kind: 'outcomeUnknown' }

describe.each(ONE_OR_MANY)('the end of %s', (how) => {
  /** The outcomes: what was told of one, or the states among many. */
  const outcomes = ({ told, states }: World): string[] => (how === 'one' ? told : states())

  it('is still listed only after lists at once and 1, 2 and 5 seconds after the answer', async () => {
    const world = await setUp()
    world.state.answer = DONE
    world.ask(how, 2)
    const lists: number[] = []
    for (const wait of [5_000, 999, 1, 999, 1, 2_999, 1]) {
      expect(world.isDone()).toBe(false)
      await world.clock.advance(wait)
      lists.push(world.service.countRequests('GET'))
    }
    expect([lists, outcomes(world)]).toEqual([[1, 1, 2, 2, 3, 3, 4], ['2 stillListed']])
  })

  it.each<[string, (world: World) => void]>([
    ['fail', ({ state }) => (state.list = { kind: 'timeout' })],
    ['are unclear', ({ state }) => (state.current = [])],
  ])('is unclear if four lists after it %s, until a good one tells', async (_what, spoil) => {
    const world = await setUp()
    const { ask, clock, allDone, isDone, service, view, state, list } = world
    spoil(world)
    ask(how, 2)
    await clock.advance(5_000 + 5_000 + 10_000 + 19_999)
    expect([isDone(), service.countRequests('GET')]).toEqual([false, 3])
    await allDone()
    expect([service.countRequests('GET'), outcomes(world)]).toEqual([4, ['2 unclear']])
    expect(view().ends[0]?.failure).not.toBeNull()
    Object.assign(state, { list: null, current: [1] })
    await list()
    expect(outcomes(world)).toEqual(how === 'one' ? ['2 unclear', '2 ended'] : ['2 ended'])
  })

  it.each([
    ['ended', DONE],
    ['gone', LOST],
  ] as const)(
    'that was still listed is told to be %s by a list of the next run, once',
    async (state, answer) => {
      const world = await setUp()
      world.state.answer = answer
      world.ask(how, 2)
      await world.allDone()
      // The record stores the answer within a second.
      await world.clock.advance(1_000)
      world.kill()
      await world.list()
      expect(outcomes(world)).toEqual(['2 stillListed'])
      world.state.listed.delete(2)
      for (let turn = 0; turn < 2; turn++) await world.list()
      expect(outcomes(world)).toEqual(how === 'one' ? ['2 stillListed', `2 ${state}`] : [`2 ${state}`])
      expect(world.states()).toEqual(how === 'one' ? [] : [`2 ${state}`])
    },
  )

  it('waits while no list can be fetched with its token, however often that fails, and goes on', async () => {
    const world = await setUp()
    const { ask, state, clock, states, view, allDone, deletes } = world
    Object.assign(state, { token: 'renewed', list: { status: 500 } })
    ask(how, 2)
    await clock.advance(600_000)
    expect([states(), deletes()]).toEqual([['2 waiting'], []])
    expect(view().batches[0]?.phase).toMatchObject({ kind: 'going', wait: { reason: { kind: 'server' } } })
    state.list = null
    await allDone()
    expect(outcomes(world)).toEqual(['2 ended'])
  })

  it.each([
    ['before it is sent', false],
    ['while its answer is lost', true],
  ])('is still listed if the token is renewed %s, and asking anew ends it', async (_when, isSent) => {
    const world = await setUp()
    const { ask, state, list, states, service, allDone, deletes, command } = world
    const row = state.listed.get(2)!
    state.listed.set(2, { ...row, isUsed: true })
    await list()
    const renew = (): Answer => {
      state.listed.delete(2)
      state.listed.set(99, { ...row, createdAt: row.createdAt! + 1, isUsed: true })
      return LOST
    }
    service.on('DELETE /auth/sessions/2', renew)
    ask(how, 2)
    if (!isSent) renew()
    await (isSent ? allDone() : list())
    expect([states(), deletes()]).toEqual([['2 stillListed'], isSent ? [2] : []])
    expect(command('retry')).toEqual(ok(null))
    await allDone()
    expect(deletes().at(-1)).toBe(99)
  })

  it.each<[string, Answer | null]>([
    ['ended', null],
    ['gone', { status: 404 }],
  ])('that was said to be %s is still listed if its session returns', async (said, answer) => {
    const world = await setUp()
    const { ask, command, state, list, allDone, states, deletes } = world
    const row = state.listed.get(2)!
    Object.assign(state, { answer, isDone: true })
    ask(how, 2)
    await allDone()
    expect(outcomes(world)).toEqual([`2 ${said}`])
    state.listed.set(2, row)
    await list()
    // Of the end of one session there is no line any more.
    expect([states(), world.told.length]).toEqual(how === 'one' ? [[], 1] : [['2 stillListed'], 0])
    state.answer = null
    if (how === 'many') command('retry')
    else ask('one', 2)
    await allDone()
    expect([outcomes(world).at(-1), deletes()]).toEqual(['2 ended', [2, 2]])
  })
})

it('what every list lacks is not still listed while another account of the user may have ended it', async () => {
  const { accounts, list, record, revocations, ask, service, state, clock, told, until } = await setUp()
  accounts.add(accountOf(7, { id: 'also' }))
  await list('also')
  let count = 0
  service.on('DELETE /auth/sessions/2', async () => {
    state.listed.delete(2)
    if (++count > 1) return { status: 404 }
    await new Promise<void>((resolve) => clock.after(30_000, resolve))
    return { status: 204 }
  })
  const { key } = record().find('also', { id: 2, createdAt: null })!
  revocations().revoke('also', key, 'confirmed')
  ask('one', 2)
  await until(() => told.length > 0)
  expect([count, told]).toEqual([2, ['2 ended']])
})

it('an undated session that gets the id of an ended one is another one, which nothing ends', async () => {
  const { ask, state, list, allDone, states, command, deletes } = await setUp()
  state.listed.set(2, { name: 'D2', createdAt: null })
  await list()
  ask('many', 2)
  await allDone()
  state.listed.set(2, { name: 'Somebody else', createdAt: null })
  await list()
  expect([states(), command('retry').ok, deletes()]).toEqual([['2 ended'], false, [2]])
})

describe('an unclear list', () => {
  it('keeps the ends of many back until there is a good one, and single ones go before them', async () => {
    const { askOthers, ask, state, list, clock, phases, deletes, until } = await setUp()
    askOthers()
    state.current = []
    await list()
    await clock.advance(60_000)
    expect([phases(), deletes()]).toEqual([['many going unexpectedAnswer'], []])
    expect(ask('one', 2)).toEqual(ok(null))
    await clock.advance(600_000)
    expect(deletes()).toEqual([2])
    state.current = [1]
    await until(() => phases()[0] === 'many done')
    expect(deletes()).toEqual([2, 3])
  })

  it('ends no many by the rows that it showed, also when the next check fails otherwise', async () => {
    const { ask, state, list, clock, deletes, allDone } = await setUp()
    state.current = []
    clock.sleep(600_001)
    await list()
    state.list = { status: 500 }
    await list()
    expect([ask('many', 2, 3).ok, ask('one', 2).ok]).toEqual([false, true])
    Object.assign(state, { list: null })
    await allDone()
    expect(deletes()).toEqual([2])
  })

  it('is enough for one session after ten minutes, with a new token too, unless it has the id twice', async () => {
    const { ask, state, service, list, clock, deletes, told, until } = await setUp()
    const rows = [1, 2, 2, 3].map((id) => ({ id, name: `D${id}`, is_current: id === 1 }))
    const body = { data: { sessions: rows } }
    state.token = 'renewed'
    service.on(LIST, () => ({ status: 200, body }))
    ask('one', 3)
    await clock.advance(60_000)
    expect(deletes()).toEqual([])
    clock.sleep(600_000)
    await list()
    expect(ask('one', 2)).toEqual(failed({ kind: 'notFound' }))
    await until(() => told.length > 0)
    expect([deletes(), told]).toEqual([[3], ['3 unclear']])
  })
})
