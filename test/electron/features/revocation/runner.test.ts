import { describe, expect, it } from 'vitest'
import type { Account } from '../../../../electron/shared/account.ts'
import type { EndCause } from '../../../../electron/shared/ends.ts'
import type { Failure } from '../../../../electron/shared/failure.ts'
import type { SessionIdentity } from '../../../../electron/shared/session.ts'
import { StorageError } from '../../../../electron/core/storage-error.ts'
import type { State } from '../../../../electron/features/revocation/domain/end.ts'
import { createRunner } from '../../../../electron/features/revocation/runner.ts'
import type { FetchedList } from '../../../../electron/features/sessions/session-lists.ts'
import { apiSession } from '../../../support/builders.ts'
import { accountOf, fakeService, type Answer } from '../../fake-service.ts'
import { fakeClock, fakeLog, settled } from '../../fakes.ts'
import { ask, emptyLedger, endOf, sessionToEnd } from './domain/ledger-harness.ts'

/** How long each DELETE takes at the service, ms. */
const TAKES = 70
const rows = (...ids: number[]) => ids.map((id) => apiSession({ id, createdAt: 5, isCurrent: id === 1 }))

const DOUBT: Failure = { kind: 'unexpectedAnswer', reason: 'listUnclear' }

/** The runner of an account whose list has this device, with the id 1, and `others`, which all end; `answer` is that of the service. */
function setUp(answer: Answer = { status: 204 }, others = [2], cause: EndCause = 'many') {
  const clock = fakeClock()
  const service = fakeService(clock)
  const list: FetchedList = {
    ...{ accountId: 'a', checkedAt: 9, skew: 0, checking: false, failure: null, isUnclear: false },
    sessions: rows(1, ...others),
  }
  const state = {
    ...{ answer, token: 't', limitedUntil: null as number | null, isOnline: true },
    account: accountOf(7) as Account | null,
    list,
    overtaken: null as SessionIdentity | null,
    listAge: 0,
    /** Happens while a request waits for its token. */
    meanwhile: (): unknown => undefined,
  }
  /** The requests that are out. */
  const out: (() => void)[] = []
  for (const id of others)
    service.on(`DELETE /auth/sessions/${id}`, async () => {
      await new Promise<void>((resolve) => void out.push(resolve))
      return state.answer
    })
  const ledger = emptyLedger()
  const sessions = others.map((id) => sessionToEnd(id, { createdAt: 5 }))
  const batch = ask(ledger, 'going', [], cause, { sessions })
  const [log, answered, looks] = [fakeLog(), [] as unknown[], [] as string[]]
  const { callAs } = service.gateway(() => state.token)
  const as: typeof callAs = async (...call) => {
    await Promise.resolve()
    state.meanwhile()
    return callAs(...call)
  }
  const nothing = (): void => undefined
  const runner = createRunner(
    'a',
    { ledger, save: nothing, saveSoon: nothing, changed: nothing, stopOld: nothing },
    {
      accounts: { get: () => state.account },
      lists: {
        get: () => state.list,
        isOvertaken: (_accountId, session) => session === state.overtaken,
        isFetchedWith: (_accountId, token) => token === 't',
        ageOf: () => state.listAge,
        // No list is answered.
        refresh: (accountId) => (looks.push(accountId), new Promise<never>(() => undefined)),
      },
      answered: (...told) => void answered.push(told),
      gateway: { callAs: as, callAsOnce: as, rateLimitedUntil: () => state.limitedUntil },
      isOnline: () => state.isOnline,
      ...{ clock, log },
    },
  )
  /** Begins, or goes on once time passed. */
  async function wake(): Promise<void> {
    runner.wake()
    await settled()
  }
  /** The service answers what is out. */
  async function answerAll(): Promise<void> {
    clock.jumpSteady(TAKES)
    for (const release of out.splice(0)) release()
    await settled()
  }
  return {
    ...{ runner, state, answered, log, looks, ledger, batch, out, wake, answerAll },
    end: endOf(ledger, others[0]!),
    sent: () => service.countRequests('DELETE'),
  }
}

type World = ReturnType<typeof setUp>
const WAITING: State = { is: 'waiting' }

describe('the look before each DELETE', () => {
  const listOf = (sessions: FetchedList['sessions']) => (world: World) =>
    (world.state.list = { ...world.state.list, sessions })
  const [device, other] = rows(1, 2)
  const anew = { ...other!, createdAt: 6 }

  it.each<[string, (world: World) => unknown, State, looks: number]>([
    ['another token fetched the list', ({ state }) => (state.token = 'another'), WAITING, 1],
    ['there is no list', listOf(null), WAITING, 1],
    ['the list lacks the session', listOf([device!]), WAITING, 1],
    ['the list has another session with the id', listOf([device!, anew]), WAITING, 1],
    ['a newer list is not stored yet', ({ state, end }) => (state.overtaken = end), WAITING, 1],
    ['it is this device', listOf([{ ...other!, isCurrent: true }]), { is: 'dropped', why: 'thisDevice' }, 0],
    ['the service said to wait', ({ state }) => (state.limitedUntil = 1_000_005), WAITING, 0],
    ['it is not asked for any more', ({ ledger, batch }) => ledger.enter(batch, 'paused', 0), WAITING, 0],
  ])('sends nothing if, by then, %s', async (_what, meanwhile, expected, looks) => {
    const world = setUp()
    world.state.meanwhile = () => meanwhile(world)
    await world.wake()
    expect([world.end.state, world.looks.length]).toEqual([expected, looks])
    expect([world.sent(), world.answered]).toEqual([0, []])
    expect(world.runner.wait()?.reason.kind).toBe(
      world.state.limitedUntil === null ? undefined : 'rateLimited',
    )
  })

  it('changes nothing of what is not asked for any more, whatever the list has', async () => {
    const world = setUp()
    const { state, ledger, batch, wake, end, looks, sent } = world
    state.meanwhile = () => {
      ledger.enter(batch, 'paused', 0)
      listOf([{ ...other!, isCurrent: true }])(world)
      state.token = 'another'
    }
    await wake()
    expect([end.state, looks, sent()]).toEqual([WAITING, [], 0])
  })

  it('sends what may be the session, if one of the times is not known', async () => {
    const world = setUp()
    listOf([device!, { ...other!, createdAt: null }])(world)
    await world.wake()
    expect([world.sent(), world.end.state]).toEqual([1, { is: 'sending' }])
  })

  it.each<[listAge: number, Failure | null, sent: number, looks: number]>([
    [600_000, null, 1, 0],
    [600_001, null, 0, 1],
    [600_001, DOUBT, 0, 1],
    [Infinity, null, 0, 1],
  ])(
    'asks for another list if none came for ten minutes: %d ms, %j',
    async (listAge, failure, sent, looks) => {
      const world = setUp({ status: 204 }, [2], 'one')
      Object.assign(world.state, { listAge, list: { ...world.state.list, failure } })
      await world.wake()
      expect([world.sent(), world.looks.length]).toEqual([sent, looks])
    },
  )
})

describe('the record', () => {
  it.each<[Answer, 'ended' | 'gone' | 'lost' | null]>([
    [{ status: 204 }, 'ended'],
    [{ status: 404, body: {} }, 'gone'],
    [{ status: 500, body: {} }, 'lost'],
    [{ status: 403, body: {} }, null],
  ])('is told what %j means, and a failure is logged', async (answer, told) => {
    const { wake, answerAll, answered, log, end } = setUp(answer)
    await wake()
    await answerAll()
    expect(answered).toEqual(told ? [['a', end, told]] : [])
    expect(log.lines).toHaveLength(told === 'ended' ? 0 : 1)
  })

  it('is told that it may have ended after a fault of the app, but not if the disk refuses', async () => {
    const worldWith = async (fault: Error) => {
      const world = setUp()
      world.state.meanwhile = () => {
        throw fault
      }
      await world.wake()
      return world
    }
    const refused = await worldWith(new StorageError('canary'))
    const failure: Failure = { kind: 'misconfigured', reason: 'storage' }
    expect([refused.end.state, refused.answered]).toEqual([{ is: 'refused', failure }, []])
    const { end, answered, log } = await worldWith(new TypeError('canary'))
    expect(end.state).toEqual({ is: 'sent', failure: { kind: 'outcomeUnknown' } })
    expect(answered).toEqual([['a', end, 'lost']])
    expect(log.lines).toContain('session.revokeFault {"account":"a","error":"TypeError"}')
    expect([...log.lines, ...refused.log.lines].join()).not.toContain('canary')
  })
})

describe('the lanes', () => {
  const MANY = Array.from({ length: 60 }, (_, at) => at + 2)

  /** How many requests are out at first, and after each of so many rounds of answers. */
  async function lanesOf({ out, wake, answerAll }: World, rounds: number): Promise<number[]> {
    await wake()
    const lanes = [out.length]
    for (let round = 0; round < rounds; round++) {
      await answerAll()
      lanes.push(out.length)
    }
    return lanes
  }

  it('are four, up to six while answers take as long as before, and four again once one is lost', async () => {
    const world = setUp({ status: 204 }, MANY)
    expect(await lanesOf(world, 4)).toEqual([4, 4, 5, 5, 6])
    world.state.answer = { status: 503, body: {} }
    world.out.shift()!()
    await settled()
    world.state.answer = { status: 204 }
    await world.answerAll()
    expect(world.out.length).toBe(4)
  })

  it('are free again after a request that was not sent, and after a fault', async () => {
    const world = setUp({ status: 204 }, MANY)
    const { state, ledger, out, looks } = world
    let calls = 0
    state.meanwhile = () => {
      calls++
      if (calls <= 2) ledger.setState(endOf(ledger, MANY[calls - 1]!), { is: 'gone' })
      if (calls === 3) throw new TypeError()
    }
    expect(await lanesOf(world, 0)).toEqual([4])
    expect([calls, out.length, looks]).toEqual([7, 4, []])
  })
})

describe('what is sent', () => {
  it.each([
    ['http://localhost/api/v1', 1],
    ['https://desk.example/api/v1', 0],
  ])('without a network is what the service on this computer has: of %s, %d', async (baseUrl, sent) => {
    const world = setUp()
    Object.assign(world.state, { isOnline: false, account: accountOf(7, { baseUrl }) })
    await world.wake()
    expect(world.sent()).toBe(sent)
  })

  it('is nothing once the account was removed', async () => {
    const world = setUp()
    world.state.account = null
    await world.wake()
    expect([world.sent(), world.batch.asks]).toEqual([0, 'signedOut'])
  })
})
