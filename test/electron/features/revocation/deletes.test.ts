import { describe, expect, it } from 'vitest'
import type { Account } from '../../../../electron/shared/account.ts'
import type { Failure } from '../../../../electron/shared/failure.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import type { SessionIdentity } from '../../../../electron/shared/session.ts'
import { StorageError } from '../../../../electron/core/storage-error.ts'
import { createDeletes } from '../../../../electron/features/revocation/deletes.ts'
import type { End } from '../../../../electron/features/revocation/domain/end.ts'
import type { FetchedList, SessionLists } from '../../../../electron/features/sessions/session-lists.ts'
import { apiSession } from '../../../support/builders.ts'
import { accountOf, fakeService, type Answer } from '../../fake-service.ts'
import { fakeClock, fakeLog } from '../../fakes.ts'
import { sessionToEnd, STATES } from './domain/ledger-harness.ts'

const endOf = (id: number, createdAt: number | null = 5): End => {
  return { ...sessionToEnd(id, { createdAt }), state: STATES.waiting, intents: new Set() }
}
const END = endOf(2)
const ASKED = () => true
const LIST: FetchedList = {
  ...{ accountId: 'a', checkedAt: 9, skew: 0, checking: false, failure: null, isUnclear: false },
  sessions: [apiSession({ id: 1, createdAt: 4, isCurrent: true }), apiSession({ id: 2, createdAt: 5 })],
}

/** The DELETE requests of an account whose list has this device, with the id 1, and session 2; `answer` is that of the service. */
function setUp(answer: Answer = { status: 204 }) {
  const clock = fakeClock()
  const service = fakeService(clock)
  const state = {
    ...{ answer, token: 't', limitedUntil: null as number | null },
    account: accountOf(7) as Account | null,
    list: LIST,
    overtaken: null as SessionIdentity | null,
    listAge: 0,
    /** Thrown instead of a call. */
    fault: null as Error | null,
  }
  service.on('DELETE /auth/sessions/2', () => (clock.jumpSteady(70), state.answer))
  const { callAs, ...gateway } = service.gateway(() => state.token)
  const [log, answered] = [fakeLog(), [] as unknown[]]
  const deletes = createDeletes('a', {
    accounts: { get: () => state.account },
    lists: {
      get: () => state.list,
      isOvertaken: (_accountId, session) => session === state.overtaken,
      isFetchedWith: (_accountId, token) => token === 't',
      ageOf: () => state.listAge,
    } as Partial<SessionLists> as SessionLists,
    answered: (...told) => void answered.push(told),
    gateway: {
      ...gateway,
      callAs: (...call) => (state.fault ? Promise.reject(state.fault) : callAs(...call)),
      rateLimitedUntil: () => state.limitedUntil,
    },
    isOnline: () => false,
    ...{ clock, log },
  })
  const sent = () => service.countRequests('DELETE')
  return { deletes, state, answered, sent, log }
}

describe('the look before each DELETE', () => {
  type State = ReturnType<typeof setUp>['state']
  const listOf = (...sessions: FetchedList['sessions'] & object) => ({ list: { ...LIST, sessions } })

  it.each<[string, Partial<State>, string | Failure]>([
    ['another token fetched the list', { token: 'another' }, 'needsList'],
    ['there is no list', { list: { ...LIST, sessions: null } }, 'needsList'],
    ['the list lacks the session', listOf(), 'needsList'],
    ['the list has another session with the id', listOf(apiSession({ id: 2, createdAt: 6 })), 'needsList'],
    ['a newer list is not stored yet', { overtaken: END }, 'needsList'],
    ['it is this device', listOf(apiSession({ id: 2, createdAt: 5, isCurrent: true })), 'thisDevice'],
    ['the service said to wait', { limitedUntil: 5 }, { kind: 'rateLimited', retryAt: 5 }],
  ])('sends nothing if %s', async (_what, part, expected) => {
    const { deletes, state, answered, sent } = setUp()
    Object.assign(state, part)
    const skipped = await deletes.revoke(END, ASKED)
    expect(skipped).toEqual(typeof expected === 'string' ? expected : failed(expected))
    expect([sent(), answered]).toEqual([0, []])
  })

  it('sends nothing that is not asked for any more, and asks that last of all', async () => {
    const { deletes, state, sent, answered } = setUp()
    let asked = 0
    const begins = (): boolean => (asked++, false)
    expect(await deletes.revoke(END, begins)).toBe('notAsked')
    state.token = 'another'
    expect(await deletes.revoke(END, begins)).toBe('needsList')
    expect([asked, sent(), answered]).toEqual([1, 0, []])
  })

  it('sends what may be the session, if one of the times is not known', async () => {
    const { deletes, sent } = setUp()
    expect(await deletes.revoke(endOf(2, null), ASKED)).toEqual(ok(null))
    expect(sent()).toBe(1)
  })
})

describe('the record', () => {
  it.each<[Answer, 'ended' | 'gone' | 'lost' | null]>([
    [{ status: 204 }, 'ended'],
    [{ status: 404, body: {} }, 'gone'],
    [{ status: 500, body: {} }, 'lost'],
    [{ kind: 'outcomeUnknown' }, 'lost'],
    [{ kind: 'outcomeUnknown', reason: 'unreachable' }, 'lost'],
    [{ status: 403, body: {} }, null],
    [{ status: 429, body: {} }, null],
    [{ kind: 'offline', reason: 'refused' }, null],
  ])('is told what %j means, and a failure is logged', async (answer, told) => {
    const { deletes, answered, log } = setUp(answer)
    const deleted = await deletes.revoke(END, ASKED)
    const isOk = told === 'ended'
    expect(deleted).toMatchObject({ ok: isOk })
    expect(answered).toEqual(told ? [['a', END, told]] : [])
    expect(log.lines).toHaveLength(isOk ? 0 : 1)
  })

  it('is told that it may have ended after a fault of the app, but not if the disk refuses', async () => {
    const { deletes, state, answered, log } = setUp()
    state.fault = new StorageError('canary')
    expect(await deletes.revoke(END, ASKED)).toEqual(failed({ kind: 'misconfigured', reason: 'storage' }))
    expect(answered).toEqual([])
    state.fault = new TypeError('canary')
    expect(await deletes.revoke(END, ASKED)).toEqual(failed({ kind: 'outcomeUnknown' }))
    expect(answered).toEqual([['a', END, 'lost']])
    expect(log.lines).toContain('session.revokeFault {"account":"a","error":"TypeError"}')
    expect(log.lines.join()).not.toContain('canary')
  })
})

describe('the lanes', () => {
  /** Sends until no lane is free, and returns how many there were. */
  async function lanesOf({ deletes }: ReturnType<typeof setUp>, begins = ASKED): Promise<number> {
    const sending: unknown[] = []
    while (deletes.isFree()) sending.push(deletes.revoke(END, begins))
    await Promise.all(sending)
    return sending.length
  }

  it('are four, up to six while answers take as long as before, and free again after each', async () => {
    const world = setUp()
    const lanes: number[] = []
    for (let round = 0; round < 5; round++) lanes.push(await lanesOf(world))
    expect(lanes).toEqual([4, 4, 5, 5, 6])
    expect(await lanesOf(world, () => false)).toBe(6)
  })

  it.each<[Answer, number]>([
    [{ status: 403, body: {} }, 6],
    [{ status: 404, body: {} }, 6],
    [{ status: 429, body: {} }, 1],
    [{ status: 503, body: {} }, 4],
    [{ kind: 'offline', reason: 'refused' }, 4],
    [{ kind: 'tls' }, 4],
    [{ kind: 'outcomeUnknown' }, 4],
  ])('of six, after %j, %d are left', async (answer, lanes) => {
    const world = setUp()
    for (let round = 0; round < 5; round++) await lanesOf(world)
    world.state.answer = answer
    await world.deletes.revoke(END, ASKED)
    expect(await lanesOf(world)).toBe(lanes)
  })

  it('are free again after a request that was not sent, and after a fault', async () => {
    const world = setUp()
    world.state.fault = new TypeError()
    expect(await lanesOf(world)).toBe(4)
    Object.assign(world.state, { fault: null, token: 'another' })
    expect([await lanesOf(world), await lanesOf(world)]).toEqual([4, 4])
  })
})

it('what it says of its account and list is what there is now, also after the account was removed', () => {
  const { deletes, state } = setUp()
  const facts = () => [
    ...[deletes.isSignedIn(), deletes.isReachable()],
    ...[deletes.isListDoubtful(), deletes.rateLimitedUntil()],
  ]
  expect(facts()).toEqual([true, false, false, null])
  Object.assign(state, {
    account: accountOf(7, { baseUrl: 'http://localhost/api/v1', status: 'signedOut' }),
    list: { ...LIST, failure: { kind: 'unexpectedAnswer', reason: 'listUnclear' } },
    limitedUntil: 5,
  })
  expect(facts()).toEqual([false, true, true, 5])
  state.account = null
  expect(facts().slice(0, 2)).toEqual([false, false])
})

it('a list is too old to end anything by once no good one came for ten minutes', () => {
  const { deletes, state } = setUp()
  const isOldAt = (listAge: number): boolean => ((state.listAge = listAge), deletes.isListOld())
  expect([isOldAt(600_000), isOldAt(600_001), isOldAt(Infinity)]).toEqual([false, true, true])
})
