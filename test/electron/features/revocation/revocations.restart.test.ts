import { describe, expect, it } from 'vitest'
import { ok } from '../../../../electron/shared/result.ts'
import { accountOf, type Answer } from '../../fake-service.ts'
import { keyFor } from './lists-harness.ts'
import { ONE_OR_MANY, setUp, type World } from './revocations-harness.ts'

describe.each(ONE_OR_MANY)('after a kill, the end of %s', (how) => {
  const settled = ({ told, states }: World): string[] => (how === 'one' ? told : states())

  it('that could be undone can be undone anew, and is not sent before a good list', async () => {
    const { ask, clock, kill, state, phases, view, list, undo, deletes, allDone } = await setUp()
    ask(how, 2)
    await clock.advance(4_000)
    kill()
    await list()
    expect(view().batches[0]?.phase).toEqual({ kind: 'undoable', until: clock.now() + 5_000 })
    await clock.advance(4_900)
    expect([deletes(), undo(2)]).toEqual([[], ok(null)])
    ask(how, 2)
    kill()
    state.list = { kind: 'timeout' }
    await clock.advance(60_000)
    expect([deletes(), phases()]).toEqual([[], [`${how} going timeout`]])
    state.list = null
    await allDone()
    expect(deletes()).toEqual([2])
  })

  it.each<[string, isDone: boolean, sent: number]>([
    ['not carried out', false, 2],
    ['carried out', true, 1],
  ])('whose request was out, and was %s, is settled by a good list', async (_what, isCarriedOut, sent) => {
    const world = await setUp({ takes: 1_000 })
    const { ask, clock, kill, state, stored, phases, command, allDone, deletes, list, record } = world
    Object.assign(state, { answer: { status: 204 }, isDone: isCarriedOut })
    ask(how, 2)
    await clock.advance(5_500)
    expect(stored()).toEqual(['2 sending'])
    kill()
    await clock.advance(500)
    state.answer = null
    // A single end begins with its time to undo, and many ask.
    expect(phases()).toEqual([how === 'one' ? 'one waiting' : 'many asking restarted'])
    await list()
    expect(deletes()).toEqual([2])
    // Nobody can say that this app ended it, and nobody that it did not.
    const endedBy = record().byKey('a', keyFor(2))?.endedBy
    if (isCarriedOut) return expect([settled(world), endedBy]).toEqual([['2 gone'], 'unknown'])
    expect(phases()).toEqual([how === 'one' ? 'one undoable' : 'many asking restarted'])
    await clock.advance(4_000)
    expect(deletes()).toEqual([2])
    if (how === 'many') {
      await clock.advance(60_000)
      expect([deletes(), command('resume')]).toEqual([[2], ok(null)])
    }
    await allDone()
    expect([deletes().length, settled(world)]).toEqual([sent, ['2 ended']])
  })

  it.each<[string, Answer | null, state: string]>([
    ['as done', null, 'ended'],
    ['as gone', { status: 404 }, 'gone'],
    ['inconclusively', { status: 500 }, 'gone'],
  ])('that was answered %s is settled by a good list, and not sent again', async (_what, answer, outcome) => {
    const world = await setUp()
    const { ask, clock, kill, state, stored, list, deletes } = world
    Object.assign(state, { answer, isDone: true, list: { kind: 'offline', reason: 'refused' } })
    ask(how, 2)
    // Responses are stored within a second.
    await clock.advance(6_100)
    expect(stored()).toEqual(['2 sent'])
    kill()
    state.list = null
    await list()
    expect([settled(world), deletes()]).toEqual([[`2 ${outcome}`], [2]])
  })

  it('whose request is out while lists lack its session, is nobody’s for certain', async () => {
    const { ask, clock, kill, service, state, list, record } = await setUp()
    service.on('DELETE /auth/sessions/2', () => {
      state.listed.delete(2)
      return new Promise(() => undefined)
    })
    ask(how, 2)
    await clock.advance(5_100)
    await list()
    const endedBy = () => record().byKey('a', keyFor(2))?.endedBy
    expect([record().byKey('a', keyFor(2))?.endedAt === null, endedBy()]).toEqual([false, null])
    kill()
    await list()
    expect(endedBy()).toBe('unknown')
  })

  it('of an undated session is dropped, because another one may have its id since', async () => {
    const world = await setUp()
    const { ask, clock, kill, state, list, deletes } = world
    state.listed.set(2, { name: 'D2', createdAt: null })
    await list()
    ask(how, 2)
    kill()
    state.listed.set(2, { name: 'Somebody else', createdAt: null })
    await list()
    await clock.advance(60_000)
    expect([world.states(), deletes()]).toEqual([['2 dropped unclear'], []])
  })

  it('is known to be this app’s if the disk refused the record', async () => {
    const { ask, disk, allDone, kill, list, record, told } = await setUp()
    disk.records.broken = true
    ask(how, 2)
    await allDone()
    kill()
    disk.records.broken = false
    await list()
    await list()
    expect([record().byKey('a', keyFor(2))?.endedBy, how === 'one' ? told[0] : '2 ended']).toEqual([
      'thisApp',
      '2 ended',
    ])
  })

  it('that failed stays, and is not told again', async () => {
    const { ask, clock, kill, state, list, states, told, allDone, deletes } = await setUp()
    state.answer = { status: 403 }
    ask(how, 2)
    await allDone()
    kill()
    await list()
    await clock.advance(60_000)
    expect([states(), told, deletes()]).toEqual([['2 refused'], how === 'one' ? ['2 refused'] : [], [2]])
  })

  it('is sent once all the same if the disk refuses everything after it was asked for', async () => {
    const world = await setUp()
    const { ask, connect, disk, list, allDone, deletes, stored } = world
    connect(false)
    ask(how, 2)
    disk.ledgers.broken = true
    connect(true)
    await allDone()
    disk.ledgers.broken = false
    await list()
    expect([settled(world), deletes()]).toEqual([['2 ended'], [2]])
    if (how === 'many') expect(stored()).toEqual(['2 ended'])
  })
})

it('after a kill the ledger of an account that is not known yet stays on disk until it is', async () => {
  const { ask, accounts, disk, kill, view, phases } = await setUp()
  ask('many', 2)
  accounts.remove('a')
  const before = disk.ledgers.read()
  kill()
  expect([view().batches, disk.ledgers.read()]).toEqual([[], before])
  accounts.add(accountOf(7, { id: 'a' }))
  expect(phases()).toEqual(['many undoable'])
})
