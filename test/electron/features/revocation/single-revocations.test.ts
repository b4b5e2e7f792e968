import { describe, expect, it } from 'vitest'
import { StorageError } from '../../../../electron/core/storage-error.ts'
import type { BatchCommand } from '../../../../electron/shared/ends.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import {
  createRecordedSession,
  type EndAnswer,
} from '../../../../electron/features/sessions/domain/record.ts'
import { settled } from '../../fakes.ts'
import type { Answer } from '../../fake-service.ts'
import { idOf, keyedRecord, keyFor, sessionOf } from './lists-harness.ts'
import { aloneIn, queuedIn, rowsIn, setUpRevocations } from './revocations-harness.ts'

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
  return { ...world, alone: () => aloneIn(world.view()), queued: () => queuedIn(world.view()), kinds, list }
}

/** As `setUp`, with the revocation of session 2. */
async function setUpPending(createdAt: number | null = null) {
  const world = await setUp(createdAt)
  expect(world.single.revoke('a', keyFor(2))).toEqual(ok(null))
  return world
}

describe('the revocation of one session', () => {
  it('sends nothing for 5 seconds, then one DELETE, and is done when a fresh list confirms it', async () => {
    const { revocations, single, view, alone, clock, service, outcomes, kinds } = await setUp()
    expect(single.revoke('a', keyFor(2))).toEqual(ok(null))
    const phase = { kind: 'undoable', until: clock.now() + 5_000 }
    const end = { key: keyFor(2), name: 'D2', state: 'queued', failure: null, batches: [1] }
    expect(alone()).toEqual([{ ...end, phase }])
    await clock.advance(4_999)
    expect(service.requests()).toEqual([LIST])
    expect([2, 9].map((id) => revocations.isOut('a', keyFor(id)))).toEqual([false, false])
    expect(revocations.hasPending()).toBe(true)
    expect(single.undo('a', keyFor(3))).toEqual(failed({ kind: 'notFound' }))
    await clock.advance(1)
    expect(service.requests()).toEqual([LIST, 'DELETE /auth/sessions/2 t', LIST])
    const outcome = { accountId: 'a', key: keyFor(2), name: 'D2', outcome: { kind: 'ended' } }
    expect(outcomes).toEqual([outcome])
    expect(view()).toEqual({ accountId: 'a', batches: [], ends: [], unsent: [] })
    expect(revocations.hasPending()).toBe(false)
    await clock.advance(60_000)
    expect([service.calls.length, kinds()]).toEqual([3, ['ended']])
  })

  it('sends nothing after Undo, of this session only', async () => {
    const { revocations, single, view, alone, clock, deletes } = await setUpPending()
    single.revoke('a', keyFor(3))
    await clock.advance(3_000)
    expect(single.undo('a', keyFor(2))).toEqual(ok(null))
    expect(alone()).toMatchObject([{ key: keyFor(3) }])
    single.undo('a', keyFor(3))
    await clock.advance(60_000)
    expect([deletes(), view().batches, revocations.hasPending()]).toEqual([[], [], false])
  })

  it('is not sent after Undo in this run, though the disk refuses it, and says so', async () => {
    const { single, view, clock, deletes, files } = await setUpPending()
    files.broken = true
    expect(single.undo('a', keyFor(2))).toEqual(failed({ kind: 'misconfigured', reason: 'storage' }))
    expect(view().batches).toEqual([])
    await clock.advance(60_000)
    expect([deletes(), Object.keys(files.read())]).toEqual([[], ['a']])
    files.broken = false
    single.revoke('a', keyFor(3))
    expect(files.read()['a']?.ends).toMatchObject([{ id: 3 }])
  })

  it('waits when the service says so, and can be undone meanwhile, also when the app quits', async () => {
    const { revocations, single, alone, clock, state, deletes, kinds } = await setUpPending()
    await clock.advance(500)
    single.revoke('a', keyFor(3))
    state.answer = { status: 429, retryAfter: '12' }
    await clock.advance(4_500)
    await revocations.finish()
    const phase = { kind: 'waiting', until: clock.now() + 12_000, reason: { kind: 'rateLimited' } }
    expect(alone()).toMatchObject([
      { key: keyFor(2), state: 'queued', phase },
      { key: keyFor(3), state: 'queued', phase },
    ])
    expect([single.undo('a', keyFor(3)), alone().map(idOf)]).toEqual([ok(null), [2]])
    state.answer = null
    await clock.advance(12_000)
    expect([deletes(), kinds()]).toEqual([[2, 2], ['ended']])
  })

  it('cannot be undone while its confirmation has to wait', async () => {
    const { revocations, single, view, clock, state } = await setUpRevocations({ others: 1 })
    single.revoke('a', keyFor(2))
    await clock.advance(5_050)
    state.limitedUntil = clock.now() + 30_000
    await clock.advance(1_000)
    expect(aloneIn(view())).toMatchObject([
      { state: 'sent', phase: { kind: 'waiting', until: state.limitedUntil } },
    ])
    expect([single.undo('a', keyFor(2)), revocations.hasPending()]).toEqual([
      failed({ kind: 'conflict' }),
      true,
    ])
  })

  it('fails unsent if its token changed, and four lists fail with the new one', async () => {
    const { clock, state, outcomes, deletes, service, revocations } = await setUpPending()
    Object.assign(state, { token: 'renewed', list: { kind: 'timeout' } })
    await clock.advance(5_000 + 5_000 + 10_000 + 19_900)
    expect([outcomes, revocations.hasPending(), service.countRequests('GET')]).toEqual([[], true, 1 + 3])
    await clock.advance(100)
    expect(service.countRequests('GET')).toBe(1 + 4)
    expect(outcomes).toMatchObject([{ outcome: { kind: 'failed', failure: { kind: 'timeout' } } }])
    expect(deletes()).toEqual([])
  })

  it.each([
    ['this device', keyFor(1), 'conflict'],
    ['one that is not listed', keyFor(99), 'notFound'],
    ['one whose id another session has', keyFor(2, 1), 'notFound'],
  ] as const)('is refused for %s', async (_which, key, kind) => {
    const { revocations, single, clock, deletes } = await setUp(FIRST)
    expect(single.revoke('a', key)).toEqual(failed({ kind }))
    expect(revocations.bulk.start('a', { kind: 'these', keys: [key] })).toEqual(failed({ kind }))
    await clock.advance(10_000)
    expect(deletes()).toEqual([])
  })

  it('sends one DELETE however often it is requested', async () => {
    const { single, clock, deletes } = await setUpPending()
    single.revoke('a', keyFor(2))
    await clock.advance(2_000)
    single.revoke('a', keyFor(2))
    await clock.advance(20_000)
    expect(deletes()).toEqual([2])
  })

  it('cannot be undone once it was sent', async () => {
    const { revocations, single, alone, state } = await setUpPending()
    state.answer = { kind: 'forbidden' }
    const settling = revocations.settle('a')
    expect(single.undo('a', keyFor(2))).toEqual(failed({ kind: 'conflict' }))
    expect(alone()).toMatchObject([{ state: 'sent', phase: { kind: 'running' } }])
    expect(revocations.isOut('a', keyFor(2))).toBe(true)
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
  ])('reports the true outcome if %s, and can be repeated', async (_case, answer, isDone, outcome) => {
    const { single, view, clock, state, kinds, deletes, list } = await setUpPending()
    Object.assign(state, { answer, isDone })
    for (const wait of [5_000, 1_000, 1_000, 3_000, 60_000]) await clock.advance(wait)
    expect([kinds(), deletes()]).toEqual([[outcome], [2]])
    state.answer = null
    void list(null)
    await clock.advance(1_000)
    single.revoke('a', keyFor(2))
    await clock.advance(10_000)
    expect([kinds(), view().batches]).toEqual([[outcome, 'ended'], []])
  })

  it('waits while the network is lost, among what waits for it, and is sent once it is back', async () => {
    const { revocations, view, alone, queued, clock, state, kinds, deletes } = await setUpPending()
    const askedAt = clock.now()
    state.answer = { kind: 'offline', reason: 'refused' }
    await clock.advance(5_000)
    expect([kinds(), deletes(), alone(), revocations.hasPending()]).toEqual([[], [2], [], false])
    expect(view().batches).toMatchObject([{ isAlone: true, askedAt, phase: { kind: 'queued' } }])
    expect(queued()).toMatchObject([{ key: keyFor(2), name: 'D2' }])
    // The attempt certainly reached nobody, and the next ones come later each time.
    await clock.advance(14_900)
    expect(deletes()).toEqual([2, 2])
    state.answer = null
    await clock.advance(100)
    expect([deletes(), kinds(), view().batches]).toEqual([[2, 2, 2], ['ended'], []])
  })

  it('can be undone as a batch while it waits for the network, though it was going before', async () => {
    const { bulk, view, alone, state, clock, deletes } = await setUpPending()
    state.online = false
    await clock.advance(7_000)
    expect([view().batches[0]?.phase, alone()]).toEqual([{ kind: 'queued' }, []])
    expect(bulk.control('a', 1, 'undo')).toEqual(ok(null))
    state.online = true
    await clock.advance(60_000)
    expect([view().batches, deletes()]).toEqual([[], []])
  })

  it('can be undone while it waits for the network, and then is not sent any more', async () => {
    const { revocations, single, view, queued, clock, state, deletes, files, kinds } = await setUpPending()
    state.online = false
    await clock.advance(5_000)
    expect(queued()).toMatchObject([{ key: keyFor(2) }])
    expect(single.undo('a', keyFor(2))).toEqual(ok(null))
    expect([view().batches, files.read()]).toEqual([[], {}])
    state.online = true
    revocations.wake()
    await clock.advance(60_000)
    expect([deletes(), kinds()]).toEqual([[], []])
  })

  it('is said to wait no longer once the wait is over, though the list that follows is not answered', async () => {
    const { clock, state, service, updates } = await setUpPending()
    state.answer = { kind: 'outcomeUnknown', reason: 'unreachable' }
    await clock.advance(5_000)
    expect(updates.at(-1)?.batches).toMatchObject([{ phase: { kind: 'waiting' } }])
    service.on('GET /auth/sessions', () => new Promise<never>(() => undefined))
    await clock.advance(5_000)
    expect(updates.at(-1)?.batches).toMatchObject([{ phase: { kind: 'running' } }])
  })

  it('is sent again after the connection broke, if a list still shows it then, and not before', async () => {
    const { single, alone, clock, state, kinds, deletes, service } = await setUpPending()
    state.answer = { kind: 'outcomeUnknown', reason: 'unreachable' }
    await clock.advance(5_000)
    expect(alone()).toMatchObject([
      { state: 'sent', phase: { kind: 'waiting', reason: { kind: 'offline' } } },
    ])
    expect(single.undo('a', keyFor(2))).toEqual(failed({ kind: 'conflict' }))
    state.answer = null
    await clock.advance(4_900)
    expect(service.requests()).toEqual([LIST, 'DELETE /auth/sessions/2 t'])
    await clock.advance(100)
    expect(service.requests().slice(2)).toEqual([LIST, 'DELETE /auth/sessions/2 t', LIST])
    expect([kinds(), deletes()]).toEqual([['ended'], [2, 2]])
  })

  it('waits through lists that fail for want of a network, however many', async () => {
    const { clock, state, kinds, service } = await setUpPending()
    state.list = { kind: 'offline', reason: 'refused' }
    await clock.advance(10 * 60_000)
    expect([kinds(), service.countRequests('GET') > 8]).toEqual([[], true])
    state.list = null
    await clock.advance(60_000)
    expect(kinds()).toEqual(['ended'])
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

  it('is refused while its id is listed twice in an unclear list', async () => {
    const { single, lists, service, clock } = await setUp()
    const rows = [1, 2, 2, 3].map((id) => ({ id, name: `D${id}`, is_current: id === 1 }))
    service.on('GET /auth/sessions', () => ({ status: 200, body: { data: { sessions: rows } } }))
    clock.sleep(600_000)
    await lists.refresh('a')
    expect(single.revoke('a', keyFor(2))).toEqual(failed({ kind: 'notFound' }))
    expect(single.revoke('a', keyFor(3))).toEqual(ok(null))
  })

  it('is not confirmed if four lists fail afterwards', async () => {
    const { revocations, clock, state, outcomes, deletes } = await setUpPending()
    state.list = { kind: 'timeout' }
    for (const wait of [5_000, 5_000, 10_000, 19_900]) await clock.advance(wait)
    expect([outcomes, deletes(), revocations.hasPending()]).toEqual([[], [2], true])
    await clock.advance(100)
    expect(outcomes).toMatchObject([{ outcome: { kind: 'notConfirmed', failure: { kind: 'timeout' } } }])
    expect(revocations.hasPending()).toBe(false)
  })

  it('neither stays open for ever nor blocks settling after an exception', async () => {
    const { state, revocations, alone, outcomes } = await setUpPending()
    Object.defineProperty(state, 'token', {
      get() {
        throw new StorageError('ENOSPC')
      },
    })
    await revocations.settle('a')
    expect([revocations.hasPending(), alone(), outcomes.length]).toEqual([false, [], 1])
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
      { key: keyFor(2), outcome: { kind: 'failed', failure: { kind: 'conflict' } } },
    ])
    expect(deletes()).toEqual([])
  })

  it.each<[string, (world: Awaited<ReturnType<typeof setUpPending>>) => void, readonly string[]]>([
    [
      'during a pause of the service',
      ({ state, clock }) => (state.limitedUntil = clock.now() + 30_000),
      ['D2'],
    ],
    ['that is refused', ({ state }) => (state.answer = { kind: 'forbidden' }), ['D2']],
    ['that is carried out', () => undefined, []],
  ])('%s is named when its account leaves, unless it has ended', async (_which, prepare, names) => {
    const world = await setUpPending()
    prepare(world)
    expect(await world.revocations.settle('a')).toEqual(names)
  })

  it('is sent at once when the app quits, of one account only if asked to', async () => {
    const { revocations, single, lists, service, clock, kinds } = await setUp()
    await lists.refresh('b')
    single.revoke('a', keyFor(2))
    single.revoke('b', keyFor(3))
    await revocations.settle('a')
    expect(service.requests().slice(2)).toEqual(['DELETE /auth/sessions/2 t', LIST])
    expect(aloneIn(revocations.view('b'))).toMatchObject([{ key: keyFor(3), phase: { kind: 'undoable' } }])
    expect(revocations.hasPending()).toBe(true)
    const settling = revocations.finish()
    // The list of the other account lacks the session that this one ended.
    await settled()
    await clock.advance(1_100)
    await settling
    expect(kinds()).toEqual(['ended', 'ended'])
    await clock.advance(10_000)
    expect(service.countRequests('DELETE')).toBe(2)
  })
})

describe('the revocation of one session that failed', () => {
  const FORBIDDEN: Answer = { status: 403, body: {} }
  const FAILED = { key: keyFor(2), name: 'D2', state: 'failed', failure: { kind: 'forbidden' } }

  /** The service refused to end session 2, for which the first batch asked. */
  async function setUpFailed() {
    const world = await setUpPending()
    world.state.answer = FORBIDDEN
    await world.clock.advance(5_000)
    expect(world.kinds()).toEqual(['failed'])
    world.state.answer = null
    const command = (name: BatchCommand) => world.bulk.control('a', 1, name)
    return { ...world, command }
  }

  it('stays, as a batch that is done, until the person dismisses it', async () => {
    const { revocations, view, command, single, clock, files, kinds, deletes } = await setUpFailed()
    const stays = {
      batches: [
        { number: 1, isAlone: true, phase: { kind: 'done' }, counts: { failed: 1 }, answered: 1, total: 1 },
      ],
      ends: [{ ...FAILED, batches: [1] }],
    }
    expect(view()).toMatchObject(stays)
    expect([revocations.hasPending(), revocations.bulk.isBusy('a')]).toEqual([false, false])
    // There is nothing to take back or to stop any more.
    expect(single.undo('a', keyFor(2))).toEqual(failed({ kind: 'notFound' }))
    for (const name of ['undo', 'cancel', 'pause', 'resume'] as const)
      expect(command(name)).toEqual(failed({ kind: 'conflict' }))
    await clock.advance(60_000)
    revocations.applyList('a')
    expect(view()).toMatchObject(stays)
    expect(files.read()['a']?.ends).toMatchObject([{ id: 2, state: { is: 'failed' } }])
    expect(command('dismiss')).toEqual(ok(null))
    expect([view().batches, view().ends, files.read()]).toEqual([[], [], {}])
    expect(command('dismiss')).toEqual(failed({ kind: 'notFound' }))
    await clock.advance(60_000)
    expect([kinds(), deletes()]).toEqual([['failed'], [2]])
  })

  it('is sent again by Retry, told again if it fails again, and goes once it succeeds', async () => {
    const { command, view, alone, clock, state, files, kinds, deletes } = await setUpFailed()
    state.answer = FORBIDDEN
    expect(command('retry')).toEqual(ok(null))
    expect(alone()).toMatchObject([{ key: keyFor(2), batches: [1], phase: { kind: 'running' } }])
    await clock.advance(1_000)
    expect([deletes(), kinds()]).toEqual([
      [2, 2],
      ['failed', 'failed'],
    ])
    expect(view()).toMatchObject({ batches: [{ number: 1, phase: { kind: 'done' } }], ends: [FAILED] })
    state.answer = null
    expect(command('retry')).toEqual(ok(null))
    await clock.advance(1_000)
    expect([deletes(), kinds()]).toEqual([
      [2, 2, 2],
      ['failed', 'failed', 'ended'],
    ])
    expect([view().batches, files.read()]).toEqual([[], {}])
    expect(command('retry')).toEqual(failed({ kind: 'notFound' }))
  })

  it.each(['alone', 'among others'])('makes room when its session is to be ended again, %s', async (how) => {
    const { single, bulk, view, clock, deletes, kinds } = await setUpFailed()
    if (how === 'alone') expect(single.revoke('a', keyFor(2))).toEqual(ok(null))
    else expect(bulk.start('a', { kind: 'others' })).toEqual(ok(null))
    expect(view().batches).toMatchObject([{ number: 2, phase: { kind: 'undoable' } }])
    expect(view().ends.find((end) => idOf(end) === 2)).toMatchObject({
      ...{ state: 'queued', failure: null, batches: [2] },
    })
    await clock.advance(10_000)
    expect(deletes()).toEqual(how === 'alone' ? [2, 2] : [2, 3, 2])
    expect(kinds()).toEqual(how === 'alone' ? ['failed', 'ended'] : ['failed'])
  })

  it('stays if the disk refuses to store that its session is to be ended again', async () => {
    const { single, view, files } = await setUpFailed()
    files.broken = true
    expect(single.revoke('a', keyFor(2))).toEqual(failed({ kind: 'misconfigured', reason: 'storage' }))
    expect(view()).toMatchObject({ batches: [{ number: 1, phase: { kind: 'done' } }], ends: [FAILED] })
  })

  it('stays beside the end of another session', async () => {
    const { single, view, clock, outcomes } = await setUpFailed()
    single.revoke('a', keyFor(3))
    expect(view().batches).toMatchObject([{ number: 1, phase: { kind: 'done' } }, { number: 2 }])
    await clock.advance(6_000)
    expect(outcomes.slice(1)).toMatchObject([{ key: keyFor(3), outcome: { kind: 'ended' } }])
    expect(view()).toMatchObject({ batches: [{ number: 1 }], ends: [FAILED] })
  })

  it('stays over a restart without being told again, and can be retried there', async () => {
    const { restart, kinds, deletes } = await setUpFailed()
    const { revocations, clock, files } = restart()
    const view = () => revocations.view('a')
    revocations.applyList('a')
    revocations.wake()
    await clock.advance(60_000)
    expect(view()).toMatchObject({
      batches: [{ number: 1, isAlone: true, phase: { kind: 'done' } }],
      ends: [FAILED],
    })
    expect([kinds(), deletes(), revocations.hasPending()]).toEqual([['failed'], [2], false])
    expect(revocations.bulk.control('a', 1, 'retry')).toEqual(ok(null))
    // A list, the DELETE, and the list that confirms it.
    for (let request = 0; request < 3; request++) await clock.advance(100)
    expect([kinds(), deletes(), view().batches, files.read()]).toEqual([['failed', 'ended'], [2, 2], [], {}])
  })
})

describe('the revocation of one session that was not confirmed', () => {
  it.each<[EndAnswer, string, when: string]>([
    ['ended', 'ended', 'in the same run'],
    ['gone', 'alreadyGone', 'in the same run'],
    ['ended', 'ended', 'in the next run'],
    ['gone', 'alreadyGone', 'in the next run'],
  ])('is told again and goes when a list proves it %s, as %s, %s', async (answer, outcome, when) => {
    const { service, state, lists, clock, restart, kinds, deletes } = await setUp()
    let isGone = false
    const session = createRecordedSession(sessionOf(2), keyFor(2), 0, { answer })
    const record = { ...keyedRecord(), byKey: () => ({ ...session, endedAt: isGone ? 9 : null }) }
    service.on('DELETE /auth/sessions/2', () => ({ status: 204 }))
    const first = restart({}, { record })
    first.revocations.single.revoke('a', keyFor(2))
    for (const wait of [5_000, 1_000, 1_000, 3_000]) await first.clock.advance(wait)
    expect([kinds(), deletes()]).toEqual([['notConfirmed'], [2]])
    const { revocations, files } =
      when === 'in the next run' ? restart(first.files.read(), { record }) : first
    const view = () => revocations.view('a')
    revocations.applyList('a')
    expect(view()).toMatchObject({
      batches: [{ number: 1, isAlone: true, phase: { kind: 'done' } }],
      ends: [{ key: keyFor(2), state: 'notConfirmed' }],
    })
    expect(kinds()).toEqual(['notConfirmed'])
    state.listed.delete(2)
    const refreshed = lists.refresh('a')
    await settled()
    await clock.advance(1_000)
    await refreshed
    isGone = true
    revocations.applyList('a')
    expect([kinds(), deletes()]).toEqual([['notConfirmed', outcome], [2]])
    expect([view().batches, view().ends, files.read()]).toEqual([[], [], {}])
    revocations.applyList('a')
    expect(kinds()).toHaveLength(2)
  })
})

describe('undo for one session', () => {
  it('takes it out of the batches of many that can be undone, and leaves the rest', async () => {
    const { single, bulk, view, undone, clock, deletes, kinds } = await setUp()
    bulk.start('a', { kind: 'others' })
    bulk.start('a', { kind: 'these', keys: [keyFor(2), keyFor(3)] }, 'review')
    expect(single.undo('a', keyFor(2))).toEqual(ok(null))
    expect(view()).toMatchObject({
      batches: [
        { number: 1, total: 1, phase: { kind: 'undoable' } },
        { number: 2, total: 1, phase: { kind: 'undoable' } },
      ],
      ends: [{ key: keyFor(3), batches: [1, 2] }],
    })
    expect([undone, single.undo('a', keyFor(2))]).toEqual([[], failed({ kind: 'notFound' })])
    await clock.advance(6_000)
    expect([deletes(), kinds()]).toEqual([[3], []])
    expect(view().batches).toMatchObject([
      { cause: 'many', phase: { kind: 'done' }, counts: { confirmed: 1, cancelled: 0 } },
      { cause: 'review', phase: { kind: 'done' }, counts: { confirmed: 1, cancelled: 0 } },
    ])
  })

  it('tells the batches that it took back whole', async () => {
    const { single, bulk, view, undone, files, clock, deletes } = await setUp()
    const askedAt = clock.now()
    bulk.start('a', { kind: 'these', keys: [keyFor(2)] }, 'review')
    await clock.advance(1_000)
    single.revoke('a', keyFor(2))
    bulk.start('a', { kind: 'others' })
    expect(single.undo('a', keyFor(2))).toEqual(ok(null))
    expect(undone).toEqual([
      { cause: 'review', askedAt },
      { cause: 'one', askedAt: askedAt + 1_000 },
    ])
    expect(view().batches).toMatchObject([{ cause: 'many', total: 1 }])
    expect(single.undo('a', keyFor(3))).toEqual(ok(null))
    expect(undone.slice(2)).toEqual([{ cause: 'many', askedAt: askedAt + 1_000 }])
    expect([view().batches, files.read()]).toEqual([[], {}])
    await clock.advance(60_000)
    expect(deletes()).toEqual([])
  })

  it('leaves the ends of many that are under way alone', async () => {
    const { single, bulk, view, clock, deletes } = await setUpRevocations({ others: 6 })
    bulk.start('a', { kind: 'others' })
    await clock.advance(5_000)
    const left = view().ends.filter(({ state }) => state === 'queued')
    expect(left).not.toEqual([])
    for (const { key } of left) expect(single.undo('a', key)).toEqual(failed({ kind: 'notFound' }))
    await clock.advance(5_000)
    expect(deletes().toSorted()).toEqual([2, 3, 4, 5, 6, 7])
  })
})

describe('the revocation of a session whose id was reused', () => {
  it('is already gone at once, and the other session can be revoked', async () => {
    const { single, view, list, outcomes, deletes, clock } = await setUpPending(FIRST)
    await list(SECOND)
    expect(outcomes).toMatchObject([{ key: keyFor(2), outcome: { kind: 'alreadyGone' } }])
    expect(view().batches).toEqual([])
    await clock.advance(6_000)
    expect(deletes()).toEqual([])
    single.revoke('a', keyFor(2, 1))
    await clock.advance(6_000)
    expect(deletes()).toEqual([2])
  })

  it('is not sent, nor told to be gone, when its session has another identity now', async () => {
    const { state, list, outcomes, deletes, clock } = await setUpPending(FIRST)
    state.renewed = [2]
    await list(SECOND)
    await clock.advance(6_000)
    expect(outcomes).toMatchObject([
      { key: keyFor(2), outcome: { kind: 'failed', failure: { kind: 'conflict' } } },
    ])
    expect(deletes()).toEqual([])
  })

  it('is not sent in a bulk, up to the last moment', async () => {
    const { bulk, view, list, deletes, clock } = await setUp(FIRST)
    bulk.start('a', { kind: 'others' })
    await list(SECOND)
    await clock.advance(10_000)
    expect(deletes()).toEqual([3])
    expect(rowsIn(view())).toMatchObject([
      { key: keyFor(3), state: 'confirmed' },
      { key: keyFor(2), state: 'alreadyGone' },
    ])
  })

  it('is not sent after a restart, which remembers the right one', async () => {
    const { revocations, list, files, restart, deletes } = await setUp(FIRST)
    revocations.bulk.start('a', { kind: 'others' })
    const ends = files.read()['a']?.ends.map(({ id, createdAt, state }) => [id, createdAt, state.is])
    expect(ends).toEqual([
      [3, null, 'queued'],
      [2, FIRST, 'queued'],
    ])
    await list(SECOND)
    const next = restart(files.read())
    next.revocations.applyList('a')
    await next.clock.advance(10_000)
    expect(deletes()).toEqual([3])
    expect(rowsIn(next.revocations.view('a'))).toMatchObject([
      { key: keyFor(3), state: 'confirmed' },
      { key: keyFor(2), state: 'alreadyGone' },
    ])
  })

  it('is not told to be gone after a restart, when its session has another identity now', async () => {
    const { bulk, state, list, files, restart, deletes } = await setUp(FIRST)
    bulk.start('a', { kind: 'these', keys: [keyFor(2)] }, 'rule')
    state.renewed = [2]
    await list(SECOND)
    const { revocations } = restart(files.read())
    revocations.applyList('a')
    expect(deletes()).toEqual([])
    const failure = { kind: 'conflict' }
    expect(rowsIn(revocations.view('a'))).toMatchObject([{ key: keyFor(2), state: 'failed', failure }])
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

describe('the revocation of one session at once', () => {
  it('sends it without time to undo, and resolves when it is settled', async () => {
    const { single, clock, deletes, outcomes } = await setUpRevocations({ others: 2 })
    let isOver = false
    const ending = single.revokeNow('a', keyFor(2)).then(() => (isOver = true))
    await clock.advance(50)
    expect([deletes(), isOver]).toEqual([[2], false])
    expect(single.undo('a', keyFor(2))).toEqual(failed({ kind: 'conflict' }))
    await clock.advance(1_000)
    await ending
    expect(outcomes).toMatchObject([{ key: keyFor(2), outcome: { kind: 'ended' } }])
  })

  it('resolves when it has to wait', async () => {
    const { single, alone, state, kinds } = await setUp()
    state.answer = { status: 429, retryAfter: '12' }
    expect(await single.revokeNow('a', keyFor(2))).toEqual(ok(null))
    expect([kinds(), alone().length]).toEqual([[], 1])
  })

  it('resolves when it is settled also after another one had to wait', async () => {
    const { single, state, clock, outcomes } = await setUpRevocations({ others: 2 })
    state.answer = { status: 429, retryAfter: '12' }
    single.revoke('a', keyFor(3))
    await clock.advance(6_000)
    single.undo('a', keyFor(3))
    state.answer = null
    await clock.advance(60_000)
    let isOver = false
    const ending = single.revokeNow('a', keyFor(2)).then(() => (isOver = true))
    await clock.advance(50)
    expect(isOver).toBe(false)
    await clock.advance(1_000)
    await ending
    expect(outcomes).toMatchObject([{ key: keyFor(2), outcome: { kind: 'ended' } }])
  })

  it.each([
    ['this device', keyFor(1), 'conflict'],
    ['one that is not listed', keyFor(99), 'notFound'],
  ] as const)('is refused for %s', async (_which, key, kind) => {
    const { single, deletes } = await setUp()
    expect(await single.revokeNow('a', key)).toEqual(failed({ kind }))
    expect(deletes()).toEqual([])
  })
})
