import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ok } from '../../../../electron/shared/result.ts'
import { MAX_WAIT_MS } from '../../../../electron/features/revocation/account-ends.ts'
import { later, type Answer } from '../../fake-service.ts'
import { LIST, ONE_OR_MANY, setUp, UNAUTHENTICATED, type World } from './revocations-harness.ts'

const DAY = 86_400_000
const NOBODY: Answer = { kind: 'offline', reason: 'refused' }
const CUT_OFF: Answer = { kind: 'outcomeUnknown', reason: 'unreachable' }

/** What the newest batch waits for: the ms, and the kind of the reason; null if it does not. */
function waitIn({ view, clock }: World): [ms: number, reason: string] | null {
  const phase = view().batches.at(-1)?.phase
  const wait = phase?.kind === 'going' ? phase.wait : null
  return wait && [wait.until - clock.now(), wait.reason.kind]
}

describe.each(ONE_OR_MANY)('the end of %s without a network', (how) => {
  const waits = how === 'one' ? 'one waiting' : 'many going offline'

  it('waits however long, and goes on by a list, as is shown before that is answered', async () => {
    const { ask, connect, clock, phases, revocations, requests, service, updates, allDone } = await setUp()
    const [answerTo, reply] = [service.answerTo(LIST), later<Answer>()]
    service.on(LIST, () => reply.promise)
    ask(how, 2)
    connect(false)
    await clock.advance(600_000)
    expect([phases(), revocations().hasPending(), requests()]).toEqual([[waits], false, []])
    connect(true)
    await clock.advance(200)
    expect(updates.at(-1)?.batches).toMatchObject([{ phase: { kind: 'going', wait: null } }])
    service.on(LIST, answerTo)
    reply.resolve({ status: 503 })
    await allDone()
    expect(requests()).toEqual(['list', 'list', 'delete 2', 'list'])
  })

  it('is sent again after an attempt that reached nobody, later each time, or at once if asked to go on', async () => {
    const { ask, state, clock, phases, command, deletes, allDone } = await setUp()
    state.answer = NOBODY
    ask(how, 2)
    const sent: number[] = []
    for (const ms of [5_000, 5_000, 10_000, 20_000]) {
      await clock.advance(ms - 1)
      sent.push(deletes().length)
      await clock.advance(1)
      sent.push(deletes().length)
    }
    expect([sent, phases()]).toEqual([[0, 1, 1, 2, 2, 3, 3, 4], [waits]])
    state.answer = null
    for (const each of ['pause', 'resume'] as const) expect(command(each)).toEqual(ok(null))
    const from = clock.real()
    await allDone()
    expect([deletes().length, clock.real() - from < 1_000]).toEqual([5, true])
  })

  it('is sent again after the connection broke only if a list shows the session', async () => {
    for (const isCarriedOut of [false, true]) {
      const { ask, state, clock, phases, requests, allDone } = await setUp()
      Object.assign(state, { answer: CUT_OFF, isDone: isCarriedOut, list: NOBODY })
      ask(how, 2)
      await clock.advance(600_000)
      expect([phases(), requests().filter((each) => each !== 'list')]).toEqual([[waits], ['delete 2']])
      Object.assign(state, { answer: null, list: null })
      const before = requests().length
      await allDone()
      expect(requests().slice(before)).toEqual(['list', ...(isCarriedOut ? [] : ['delete 2']), 'list'])
    }
  })

  it('waits for a list once it was sent, however many reach nobody', async () => {
    const { ask, state, states, clock, allDone, undo, told } = await setUp()
    state.list = NOBODY
    ask(how, 2)
    await clock.advance(600_000)
    expect([states(), undo(2).ok]).toEqual([['2 sent'], false])
    state.list = null
    await allDone()
    expect(how === 'one' ? told : states()).toEqual(['2 ended'])
  })
})

describe.each(ONE_OR_MANY)('the end of %s that the service tells to wait', (how) => {
  it('is sent when that is over, however the network and the clock change', async () => {
    const world = await setUp()
    const { ask, state, clock, deletes, revocations, connect, allDone } = world
    state.answer = { status: 429, retryAfter: '12' }
    ask(how, 2)
    await clock.advance(5_000)
    expect([waitIn(world), revocations().hasPending()]).toEqual([[12_000, 'rateLimited'], how === 'one'])
    state.answer = null
    connect(false)
    clock.jump(3 * DAY)
    connect(true)
    await clock.advance(11_999)
    expect([deletes(), waitIn(world)]).toEqual([[2], [1, 'rateLimited']])
    await allDone()
    expect(deletes()).toEqual([2, 2])
  })

  it('waits as long as another request of the account has to, and fetches no list meanwhile', async () => {
    const world = await setUp({ takes: 100 })
    const { ask, pause, clock, requests, until, allDone, undo } = world
    pause(30_000)
    ask(how, 2)
    await clock.advance(20_000)
    expect([waitIn(world), requests()]).toEqual([[10_000, 'rateLimited'], []])
    await until(() => requests().length === 1)
    pause(30_000)
    await clock.advance(20_000)
    // It is sent, and only its confirmation waits.
    expect([requests(), waitIn(world)?.[1], undo(2).ok]).toEqual([['delete 2'], 'rateLimited', false])
    await allDone()
    expect(requests()).toEqual(['delete 2', 'list'])
  })
})

describe('waits', () => {
  it('begin anew after an answer, and end with sleep', async () => {
    const world = await setUp({ others: 20, takes: 100 })
    const { askOthers, state, clock, revocations, until, allDone } = world
    state.answer = NOBODY
    askOthers()
    await until(() => (waitIn(world)?.[0] ?? 0) > 5_000)
    state.answer = null
    await until(() => waitIn(world) === null)
    await clock.advance(150)
    state.answer = NOBODY
    await until(() => waitIn(world) !== null)
    expect(waitIn(world)![0]).toBeLessThanOrEqual(5_000)
    state.answer = null
    clock.sleep(3_600_000)
    revocations().wake()
    expect(waitIn(world)).toBeNull()
    await allDone()
  })

  it('and the time to undo last as long as they should, however this computer’s clock is set', async () => {
    const jump = fc.integer({ min: -2 * DAY, max: 2 * DAY })
    const turns = fc.array(fc.record({ ms: fc.integer({ min: 1, max: 3_000 }), jump }), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(turns, fc.constantFrom(...ONE_OR_MANY), async (order, how) => {
        const { ask, clock, deletes, view, state, revocations, allDone } = await setUp()
        const from = clock.real()
        state.answer = { status: 429, retryAfter: '7' }
        ask(how, 2)
        for (const turn of order) {
          await clock.advance(turn.ms)
          clock.jump(turn.jump)
          revocations().wake()
          const passed = clock.real() - from
          expect(deletes()).toHaveLength([5_000, 12_000, 19_000].filter((ms) => passed >= ms).length)
          const until = clock.now() + 5_000 - passed
          if (passed < 5_000) expect(view().batches[0]?.phase).toEqual({ kind: 'undoable', until })
        }
        state.answer = null
        await allDone()
      }),
      { numRuns: 50 },
    )
  })
})

describe.each(ONE_OR_MANY)('the end of %s whose account is signed out', (how) => {
  /** Signs the account out by the answer to a request; the returned function signs it in again. */
  function signOutBy(endpoint: string, { service, accounts, state }: World): () => void {
    const before = service.answerTo(endpoint)
    service.on(endpoint, () => {
      accounts.setStatus('a', 'signedOut')
      return UNAUTHENTICATED
    })
    return () => {
      service.on(endpoint, before)
      state.token = 'another'
      accounts.setStatus('a', 'signedIn')
    }
  }

  it.each(['DELETE /auth/sessions/2', LIST])(
    'by %s asks, and goes on if the person wants that',
    async (by) => {
      const world = await setUp()
      const { ask, state, clock, phases, states, command, revocations, allDone, requests } = world
      const signIn = signOutBy(by, world)
      if (by === LIST) state.token = 'renewed'
      ask(how, 2)
      await clock.advance(600_000)
      expect([phases(), states()]).toEqual([[`${how} asking signedOut`], ['2 waiting']])
      expect([requests().length, revocations().remaining()]).toEqual([1, 0])
      signIn()
      await clock.advance(60_000)
      expect([requests().length, command('resume')]).toEqual([1, ok(null)])
      await allDone()
      expect(requests().slice(1)).toEqual(['list', 'delete 2', 'list'])
    },
  )

  it('by the list that should confirm it is unclear', async () => {
    const world = await setUp()
    signOutBy(LIST, world)
    world.ask(how, 2)
    await world.clock.advance(5_000)
    expect([world.isDone(), world.states()]).toEqual([true, ['2 unclear']])
  })
})

describe.each(ONE_OR_MANY)('the end of %s that waited for a week', (how) => {
  it.each<[string, ms: number, part: { skew?: number; isSynced?: boolean }, phase: string]>([
    ['begins after exactly that', MAX_WAIT_MS, {}, 'undoable'],
    ['asks after more', MAX_WAIT_MS + 1, {}, 'asking tooOld'],
    ['begins if it was less by the service’s clock', 400 * DAY, { skew: -399 * DAY }, 'undoable'],
    ['asks if it was more by the service’s clock', DAY, { skew: 7 * DAY }, 'asking tooOld'],
    ['begins while the service’s clock is not known', MAX_WAIT_MS + 1, { isSynced: false }, 'undoable'],
  ])('%s', async (_what, ms, part, phase) => {
    const { ask, connect, clock, list, phases, state } = await setUp()
    connect(false)
    ask(how, 2)
    clock.sleep(ms)
    Object.assign(state, { online: true, ...part })
    await list()
    expect(phases()).toEqual([`${how} ${phase}`])
  })

  it.each([
    ['good', [1]],
    ['unclear', [2, 3]],
  ])('asks also if the computer slept while it could be undone, by a %s list', async (_what, current) => {
    const { ask, command, clock, phases, until, allDone, deletes, state } = await setUp()
    ask(how, 2)
    clock.sleep(MAX_WAIT_MS + 1)
    state.current = current
    await until(() => phases()[0] === `${how} asking tooOld`)
    expect(deletes()).toEqual([])
    // Once a person let it go on, a week is counted anew.
    state.current = [1]
    expect(command('resume')).toEqual(ok(null))
    await allDone()
    expect(deletes()).toEqual([2])
  })
})

it.each(ONE_OR_MANY)(
  'the end of %s waits while tokens change, and lists come ever more rarely',
  async (how) => {
    const { ask, state, clock, states, requests, list, allDone, deletes } = await setUp()
    let tokens = 0
    Object.defineProperty(state, 'token', { get: () => `token-${++tokens}`, configurable: true })
    ask(how, 2)
    await clock.advance(10_000)
    expect(requests().length).toBeLessThan(5)
    await clock.advance(600_000)
    expect([requests().length < 15, states()]).toEqual([true, ['2 waiting']])
    Object.defineProperty(state, 'token', { value: 'last' })
    await list()
    await allDone()
    expect(deletes()).toEqual([2])
  },
)
