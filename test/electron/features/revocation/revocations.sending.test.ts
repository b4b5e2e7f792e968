import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import type { Answer } from '../../fake-service.ts'
import { keyFor } from './lists-harness.ts'
import { ONE_OR_MANY, setUp, UNAUTHENTICATED } from './revocations-harness.ts'

const conflict = failed({ kind: 'conflict' })
const REFUSED: Answer = { status: 403 }

describe.each(ONE_OR_MANY)('the end of %s', (how) => {
  it.each<[string, Answer | null, isDone: boolean, state: string]>([
    ['says that it is done', null, true, 'ended'],
    ['says that it was gone before', { status: 404 }, true, 'gone'],
    ['is lost, and it was done', { kind: 'outcomeUnknown' }, true, 'gone'],
    ['is lost, and it was not done', { kind: 'outcomeUnknown' }, false, 'stillListed'],
    ['is a 502, and it was done', { status: 502 }, true, 'gone'],
    ['is success, and it is listed still', { status: 204 }, false, 'stillListed'],
    ['is a refusal', REFUSED, false, 'refused'],
    ['is a 401 to a token that works', UNAUTHENTICATED, false, 'refused'],
  ])(
    'has its true outcome if the answer %s, and can be sent again',
    async (_what, answer, isDone, outcome) => {
      const { ask, command, state, clock, allDone, told, deletes, states, stored } = await setUp()
      const heard = () => (how === 'one' ? told.splice(0) : states())
      Object.assign(state, { answer, isDone })
      ask(how, 2)
      await allDone()
      await clock.advance(60_000)
      expect([deletes(), heard()]).toEqual([[2], [`2 ${outcome}`]])
      if (isDone) return
      // What did not succeed stays until it was seen, and is told again if it does not succeed again.
      expect([command('undo'), command('cancel'), command('resume')]).toEqual([conflict, conflict, conflict])
      expect(command('retry')).toEqual(ok(null))
      await allDone()
      expect([states(), heard(), stored()]).toEqual(Array(3).fill([`2 ${outcome}`]))
      state.answer = null
      command('retry')
      await allDone()
      expect([deletes(), heard()]).toEqual([[2, 2, 2], ['2 ended']])
      if (how === 'many') command('dismiss')
      expect([states(), stored()]).toEqual([[], []])
    },
  )
})

describe('the ends of many', () => {
  it('are claimed 64 at a time on disk before they are sent, and answers are stored within a second', async () => {
    const { askOthers, clock, disk, stored, view, allDone } = await setUp({ others: 400, takes: 100 })
    const storedAs = (state: string) => stored().filter((each) => each.endsWith(state)).length
    askOthers()
    await clock.advance(5_000)
    expect([disk.ledgers.writes.length, storedAs('sending'), storedAs('waiting')]).toEqual([2, 64, 336])
    await clock.advance(1_000)
    const { answered } = view().batches[0]!
    await clock.advance(1_000)
    expect(answered).toBeGreaterThan(0)
    expect(storedAs('sent')).toBeGreaterThanOrEqual(answered)
    await allDone()
    expect([storedAs('ended'), disk.ledgers.writes.length < 30]).toEqual([400, true])
  })

  it('are confirmed by a list every 5 seconds while they are sent', async () => {
    const { askOthers, clock, view, requests } = await setUp({ others: 400, takes: 100 })
    askOthers()
    await clock.advance(9_950)
    expect([view().batches[0]?.counts.ended, requests().includes('list')]).toEqual([0, false])
    await clock.advance(150)
    expect(view().batches[0]?.counts.ended).toBeGreaterThan(200)
  })

  it('have a list come before the next DELETE after four inconclusive answers in a row', async () => {
    const { askOthers, state, allDone, requests } = await setUp({ others: 6 })
    Object.assign(state, { answer: { status: 500 }, isDone: true })
    askOthers()
    await allDone()
    expect(requests().slice(0, 5)).toEqual(['delete 7', 'delete 6', 'delete 5', 'delete 4', 'list'])
  })

  it('have an estimate by the rate since they began, or went on after a pause', async () => {
    const { askOthers, command, clock, view, revocations } = await setUp({ others: 80, takes: 100 })
    const shown = () => [view().batches[0]?.msLeft, revocations().remaining()]
    const answered = () => view().batches[0]!.answered
    const byRate = (ranFor: number, before = 0) =>
      Math.round(((80 - answered()) * ranFor) / (answered() - before))
    askOthers()
    expect(shown()).toEqual([null, 0])
    await clock.advance(5_600)
    expect(shown()).toEqual([byRate(600), 80])
    command('pause')
    await clock.advance(3_600_000)
    expect(shown()).toEqual([null, 0])
    const before = answered()
    command('resume')
    // Step by step, because the list before the first DELETE takes no time.
    for (let step = 0; step < 13; step++) await clock.advance(50)
    expect(view().batches[0]?.msLeft).toBe(byRate(650, before))
  })

  it('that are paused are confirmed, block no other batch, and get a list first when they go on', async () => {
    const world = await setUp({ others: 6, takes: 100 })
    const { askOthers, ask, command, clock, phases, states, until, allDone, deletes, requests } = world
    askOthers()
    await clock.advance(5_000)
    command('pause')
    ask('review', 3)
    await until(() => phases()[1] === 'review done')
    expect([deletes(), phases()[0]]).toEqual([[7, 6, 5, 4, 3], 'many paused'])
    expect(states()).toEqual(['2 waiting', ...[3, 4, 5, 6, 7].map((id) => `${id} ended`)])
    const before = requests().length
    expect(command('resume', 1)).toEqual(ok(null))
    await allDone()
    expect(requests().slice(before)).toEqual(['list', 'delete 2', 'list'])
  })

  it('let a single end go first, also of a session of theirs, and while they are paused', async () => {
    const world = await setUp({ others: 40, takes: 100 })
    const { askOthers, ask, command, revocations, clock, deletes, told, until, phases } = world
    askOthers()
    await clock.advance(5_000)
    revocations().revoke('a', keyFor(2), 'confirmed')
    await clock.advance(100)
    expect(deletes()[4]).toBe(2)
    command('pause', 1)
    ask('one', 3)
    await until(() => told.length === 2)
    expect([told, phases()]).toEqual([['2 ended', '3 ended'], ['many paused']])
    expect(deletes().filter((id) => id < 4)).toEqual([2, 3])
  })

  it('by a rule are narrowed to what it still wants', async () => {
    const { ask, revocations, clock, stored, deletes, allDone, undone } = await setUp()
    ask('many', 2)
    expect(revocations().ruleRun('a')).toBeNull()
    ask('rule', 2, 3)
    const run = { service: clock.now(), here: clock.now() }
    expect(revocations().ruleRun('a')).toEqual({ ...run, isOpen: true })
    revocations().narrowRules('a', () => false)
    expect([stored(), revocations().ruleRun('a')]).toEqual([['2 waiting'], null])
    ask('rule', 2)
    await allDone()
    expect([deletes(), undone, revocations().ruleRun('a')]).toEqual([[2], [], { ...run, isOpen: false }])
  })
})
