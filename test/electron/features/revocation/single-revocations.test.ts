import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { settled } from '../../fakes.ts'
import type { Answer } from '../../fake-service.ts'
import { identityOf, setUpRevocations } from './revocations-harness.ts'

const [FIRST, SECOND] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 2)]
const LIST = 'GET /auth/sessions t'

/** A service with two other sessions, which answers at once. */
async function setUp(createdAt: number | null = null) {
  const world = await setUpRevocations({ others: 2, takes: 0 })
  const kinds = (): string[] => world.outcomes.map(({ outcome }) => outcome.kind)
  /** The service lists session 2 with this time. */
  async function list(at: number | null): Promise<void> {
    world.state.listed.set(2, at)
    await world.lists.refresh('a')
  }
  if (createdAt !== null) await list(createdAt)
  return { ...world, kinds, list }
}

/** As `setUp`, with the revocation of session 2. */
async function setUpPending(createdAt: number | null = null) {
  const world = await setUp(createdAt)
  expect(world.single.revoke('a', identityOf(2, createdAt))).toEqual(ok(null))
  return world
}

describe('the revocation of one session', () => {
  it('sends nothing for 5 seconds, then one DELETE, and is done when a fresh list confirms it', async () => {
    const { revocations, single, clock, service, outcomes, kinds } = await setUp()
    expect(single.revoke('a', identityOf(2))).toEqual(ok(null))
    const pending = { sessionId: 2, name: 'D2', sendAt: clock.now() + 5_000, phase: 'undoable' }
    expect(single.pending('a')).toEqual([pending])
    await clock.advance(4_999)
    expect(service.requests()).toEqual([LIST])
    expect([2, 9].map((id) => revocations.isSent('a', identityOf(id)))).toEqual([false, false])
    expect(revocations.hasPending()).toBe(true)
    expect(single.undo('a', 3)).toEqual(failed({ kind: 'notFound' }))
    await clock.advance(1)
    expect(service.requests()).toEqual([LIST, 'DELETE /auth/sessions/2 t', LIST])
    const outcome = { accountId: 'a', sessionId: 2, createdAt: null, name: 'D2', outcome: { kind: 'ended' } }
    expect(outcomes).toEqual([outcome])
    expect([single.pending('a'), revocations.hasPending()]).toEqual([[], false])
    await clock.advance(60_000)
    expect([service.calls.length, kinds()]).toEqual([3, ['ended']])
  })

  it('sends nothing after Undo, of this session only', async () => {
    const { revocations, single, clock, deletes } = await setUpPending()
    single.revoke('a', identityOf(3))
    await clock.advance(3_000)
    expect(single.undo('a', 2)).toEqual(ok(null))
    expect(single.pending('a')).toMatchObject([{ sessionId: 3 }])
    single.undo('a', 3)
    await clock.advance(60_000)
    expect([deletes(), single.pending('a'), revocations.hasPending()]).toEqual([[], [], false])
  })

  it('waits when the service says so, and can be undone meanwhile, also when the app quits', async () => {
    const { revocations, single, clock, state, deletes, kinds } = await setUpPending()
    state.answer = { status: 429, retryAfter: '12' }
    await clock.advance(5_000)
    await revocations.settle()
    const waiting = { sessionId: 2, name: 'D2', sendAt: clock.now() + 12_000, phase: 'undoable' }
    expect(single.pending('a')).toEqual([waiting])
    state.answer = null
    await clock.advance(12_000)
    expect([deletes(), kinds()]).toEqual([[2, 2], ['ended']])
  })

  it('cannot be undone while its confirmation has to wait', async () => {
    const { revocations, single, clock, state } = await setUpRevocations({ others: 1 })
    single.revoke('a', identityOf(2))
    await clock.advance(5_050)
    state.limitedUntil = clock.now() + 30_000
    await clock.advance(1_000)
    expect(single.pending('a')).toMatchObject([{ sendAt: clock.now() - 1_050, phase: 'sending' }])
    expect([single.undo('a', 2), revocations.hasPending()]).toEqual([failed({ kind: 'conflict' }), true])
  })

  it('fails unsent if its token changed, and no list can be fetched with the new one', async () => {
    const { clock, state, outcomes, deletes } = await setUpPending()
    Object.assign(state, { token: 'renewed', list: { kind: 'timeout' } })
    await clock.advance(60_000)
    expect(outcomes).toMatchObject([{ outcome: { kind: 'failed', failure: { kind: 'timeout' } } }])
    expect(deletes()).toEqual([])
  })

  it.each([
    ['this device', identityOf(1), 'conflict'],
    ['one that is not listed', identityOf(99), 'notFound'],
    ['one whose id another session has', identityOf(2, SECOND), 'notFound'],
  ] as const)('is refused for %s', async (_which, session, kind) => {
    const { revocations, single, clock, deletes } = await setUp(FIRST)
    expect(single.revoke('a', session)).toEqual(failed({ kind }))
    expect(revocations.bulk.start('a', { kind: 'these', sessions: [session] })).toEqual(failed({ kind }))
    await clock.advance(10_000)
    expect(deletes()).toEqual([])
  })

  it('is refused for what may be this device by name and time, where nothing is marked', async () => {
    const facts = { grantedAt: FIRST, origin: 'signIn', deviceName: 'D2' } as const
    const { single, state, lists } = await setUpRevocations({ current: [], facts })
    state.listed.set(2, FIRST)
    await lists.refresh('a')
    expect(single.revoke('a', identityOf(2, FIRST))).toEqual(failed({ kind: 'conflict' }))
  })

  it('sends one DELETE however often it is requested', async () => {
    const { single, clock, deletes } = await setUpPending()
    single.revoke('a', identityOf(2))
    await clock.advance(2_000)
    single.revoke('a', identityOf(2))
    await clock.advance(20_000)
    expect(deletes()).toEqual([2])
  })

  it('cannot be undone once it was sent', async () => {
    const { revocations, single, state } = await setUpPending()
    state.answer = { kind: 'forbidden' }
    const settling = revocations.settle('a')
    expect(single.undo('a', 2)).toEqual(failed({ kind: 'conflict' }))
    expect(single.pending('a')).toMatchObject([{ phase: 'sending' }])
    expect(revocations.isSent('a', identityOf(2))).toBe(true)
    await settling
  })

  it.each<[string, Answer, boolean, string]>([
    ['the answer was lost, but it was done', { kind: 'outcomeUnknown' }, true, 'ended'],
    ['the answer was lost before it was done', { kind: 'outcomeUnknown' }, false, 'failed'],
    ['it was gone already', { kind: 'notFound' }, true, 'alreadyGone'],
    ['it was refused', { status: 403, body: {} }, false, 'failed'],
    ['a gateway answered 502, but it was done', { status: 502 }, true, 'ended'],
    ['a gateway answered 408, but it was done', { status: 408 }, true, 'ended'],
    [
      'the connection broke, but it was done',
      { kind: 'outcomeUnknown', reason: 'unreachable' },
      true,
      'ended',
    ],
    ['the connection broke', { kind: 'outcomeUnknown', reason: 'unreachable' }, false, 'failed'],
    ['the network was lost', { kind: 'offline', reason: 'refused' }, false, 'failed'],
  ])('reports the true outcome if %s, and can be repeated', async (_case, answer, isDone, outcome) => {
    const { single, clock, state, kinds, deletes, list } = await setUpPending()
    Object.assign(state, { answer, isDone })
    for (const wait of [5_000, 1_000, 1_000, 3_000, 60_000]) await clock.advance(wait)
    expect([kinds(), deletes()]).toEqual([[outcome], [2]])
    state.answer = null
    void list(null)
    await clock.advance(1_000)
    single.revoke('a', identityOf(2))
    await clock.advance(10_000)
    expect(kinds()).toEqual([outcome, 'ended'])
  })

  it('looks again 1, 2 and 5 seconds after an answer before it says that the session is still listed', async () => {
    const { clock, kinds, state, service } = await setUpPending()
    // The service says that it is done, and a server behind the same address is behind.
    const { listed } = state
    service.on('DELETE /auth/sessions/2', () => ({ status: 204 }))
    const lists: number[] = []
    for (const wait of [5_000, 999, 1, 999, 1, 2_999, 1]) {
      await clock.advance(wait)
      lists.push(service.countRequests('GET') - 1)
      if (lists.length < 7) expect(kinds()).toEqual([])
    }
    expect([lists, kinds()]).toEqual([[1, 1, 2, 2, 3, 3, 4], ['notConfirmed']])
    expect(listed.has(2)).toBe(true)
  })

  it('is ended once a list no longer shows it, though the first one after the answer did', async () => {
    const { clock, kinds, state, service } = await setUpPending()
    service.on('DELETE /auth/sessions/2', () => ({ status: 204 }))
    await clock.advance(5_000)
    expect(kinds()).toEqual([])
    state.listed.delete(2)
    await clock.advance(1_000)
    await settled()
    expect(kinds()).toEqual(['ended'])
  })

  it('asks for a good list some more times before it is not confirmed', async () => {
    const { clock, kinds, state } = await setUpPending()
    const { listed } = state
    const shorten = (): void => void (state.listed = new Map([...listed].filter(([id]) => id > 1)))
    shorten()
    await clock.advance(8_000)
    expect([kinds(), listed.has(2)]).toEqual([[], true])
    state.listed = new Map([...listed].filter(([id]) => id !== 2))
    await clock.advance(5_000)
    expect(kinds()).toEqual(['ended'])
  })

  it('is refused while its id is listed twice', async () => {
    const { single, lists, service } = await setUp()
    const rows = [1, 2, 2, 3].map((id) => ({ id, name: `D${id}`, is_current: id === 1 }))
    service.on('GET /auth/sessions', () => ({ status: 200, body: { data: { sessions: rows } } }))
    await lists.refresh('a')
    expect(single.revoke('a', identityOf(2))).toEqual(failed({ kind: 'conflict' }))
    expect(single.revoke('a', identityOf(3))).toEqual(ok(null))
  })

  it('is not confirmed if the list cannot be fetched afterwards', async () => {
    const { revocations, clock, state, outcomes } = await setUpPending()
    state.list = { kind: 'timeout' }
    await clock.advance(5_000)
    expect(outcomes).toMatchObject([{ outcome: { kind: 'notConfirmed', failure: { kind: 'timeout' } } }])
    expect(revocations.hasPending()).toBe(false)
  })

  it('neither stays open for ever nor blocks settling after an exception', async () => {
    const { state, revocations, single, outcomes } = await setUpPending()
    Object.defineProperty(state, 'token', {
      get() {
        throw new Error('ENOSPC')
      },
    })
    await revocations.settle('a')
    expect([revocations.hasPending(), single.pending('a'), outcomes.length]).toEqual([false, [], 1])
  })

  it('is not sent when the list no longer has the session', async () => {
    const { clock, state, lists, kinds, deletes } = await setUpPending()
    state.listed.delete(2)
    void lists.refresh('a')
    await settled()
    await clock.advance(10_000)
    expect([kinds(), deletes()]).toEqual([['alreadyGone'], []])
  })

  it('is not sent, nor told to be gone, when the list has the session with another identity', async () => {
    const { clock, state, lists, outcomes, deletes } = await setUpPending()
    state.listed.delete(2)
    state.renewed = [2]
    void lists.refresh('a')
    await settled()
    await clock.advance(10_000)
    expect(outcomes).toMatchObject([
      { sessionId: 2, outcome: { kind: 'failed', failure: { kind: 'conflict' } } },
    ])
    expect(deletes()).toEqual([])
  })

  it('is sent at once when the app quits, of one account only if asked to', async () => {
    const { revocations, single, lists, service, clock, kinds } = await setUp()
    await lists.refresh('b')
    single.revoke('a', identityOf(2))
    single.revoke('b', identityOf(3))
    await revocations.settle('a')
    expect(service.requests().slice(2)).toEqual(['DELETE /auth/sessions/2 t', LIST])
    expect(single.pending('b')).toMatchObject([{ sessionId: 3, phase: 'undoable' }])
    expect(revocations.hasPending()).toBe(true)
    const settling = revocations.settle()
    // The list of the other account lacks the session that this one ended.
    await settled()
    await clock.advance(1_100)
    await settling
    expect(kinds()).toEqual(['ended', 'ended'])
    await clock.advance(10_000)
    expect(service.countRequests('DELETE')).toBe(2)
  })
})

describe('the revocation of a session whose id was reused', () => {
  it('is already gone at once, and the other session can be revoked', async () => {
    const { single, list, outcomes, deletes, clock } = await setUpPending(FIRST)
    await list(SECOND)
    expect(outcomes).toMatchObject([{ sessionId: 2, createdAt: FIRST, outcome: { kind: 'alreadyGone' } }])
    expect(single.pending('a')).toEqual([])
    await clock.advance(6_000)
    expect(deletes()).toEqual([])
    single.revoke('a', identityOf(2, SECOND))
    await clock.advance(6_000)
    expect(deletes()).toEqual([2])
  })

  it('is not sent, nor told to be gone, when its session has another identity now', async () => {
    const { state, list, outcomes, deletes, clock } = await setUpPending(FIRST)
    state.renewed = [2]
    await list(SECOND)
    expect(outcomes).toMatchObject([
      { sessionId: 2, outcome: { kind: 'failed', failure: { kind: 'conflict' } } },
    ])
    await clock.advance(6_000)
    expect(deletes()).toEqual([])
  })

  it('is not sent in a bulk, up to the last moment', async () => {
    const { revocations, list, deletes, clock } = await setUp(FIRST)
    revocations.bulk.start('a', { kind: 'others' })
    await list(SECOND)
    await clock.advance(10_000)
    expect(deletes()).toEqual([3])
    expect(revocations.bulk.get('a').rows).toMatchObject([
      { sessionId: 3, state: 'confirmed' },
      { sessionId: 2, createdAt: FIRST, state: 'alreadyGone' },
    ])
  })

  it('is not sent after a restart, which remembers the right one', async () => {
    const { revocations, list, file, restart, deletes } = await setUp(FIRST)
    revocations.bulk.start('a', { kind: 'others' })
    expect(file.read()['a']?.queued).toEqual([
      [3, null],
      [2, FIRST],
    ])
    await list(SECOND)
    const next = restart(file.read())
    next.revocations.bulk.control('a', 'resume')
    await settled()
    await next.clock.advance(10_000)
    expect(deletes()).toEqual([3])
  })

  it.each([
    [null, SECOND],
    [FIRST, null],
  ])('is sent if a creation time is unknown: %j, then %j', async (requestedAt, listed) => {
    const { list, deletes, clock } = await setUpPending(requestedAt)
    await list(listed)
    await clock.advance(6_000)
    expect(deletes()).toEqual([2])
  })
})
