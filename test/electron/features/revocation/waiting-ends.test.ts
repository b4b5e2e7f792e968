import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import type { SessionIdentity } from '../../../../electron/shared/session.ts'
import type { ApiSession } from '../../../../electron/core/domain/api-session.ts'
import { MAX_WAIT_MS } from '../../../../electron/features/revocation/follow-list.ts'
import type { RevocationsPorts } from '../../../../electron/features/revocation/revocations.ts'
import { createRecordedSession } from '../../../../electron/features/sessions/domain/record.ts'
import { fakeClock, settled } from '../../fakes.ts'
import { gatewayOver, knownOver, listsOver, sessionOf } from './lists-harness.ts'
import { identityOf, ledgerFilesWith, revocationsOver, setUpRevocations } from './revocations-harness.ts'

const DAY = 86_400_000
const identity = (id: number) => identityOf(id, Date.parse('2024-11-01') + id * 1_000)
const these = (...ids: number[]) => ({ kind: 'these' as const, sessions: ids.map(identity) })
const target = these(2, 3)
const LIST = 'GET /auth/sessions'

/** An app that has only the last known list. `restart` starts another one on the same disk and service. */
async function setUp() {
  const { clock, service, state, gateway, deletes } = await setUpRevocations({ others: 4, takes: 0 })
  const ids = [...state.listed.keys()]
  for (const id of ids) state.listed.set(id, identity(id).createdAt)
  service.calls.length = 0
  const calls = (): string[] => service.calls.map(({ endpoint }) => endpoint)
  const files = ledgerFilesWith()
  /** The service's clock, by the app's one, and whether that is known. */
  const serviceClock = { skew: 0, isSynced: true }
  let run = 0

  function restart() {
    const own = ++run
    const known = knownOver(clock)
    const lists = listsOver(gateway, clock, {
      known,
      onUpdated: (accountId) => own === run && revocations.applyList(accountId),
    })
    const undone: unknown[] = []
    const { revocations } = revocationsOver({
      lists,
      answered: known.answered,
      gateway,
      clock,
      files,
      shown: (accountId) =>
        lists.get(accountId).sessions ??
        ids.map((id) => sessionOf(id, { ...identity(id), isCurrent: id === 1 })),
      nameOf: (_accountId, { name }) => `${name}, shown`,
      isOnline: () => state.online && own === run,
      serviceNow: () => clock.now() + serviceClock.skew,
      isSynced: () => serviceClock.isSynced,
      undone: (_accountId, batch) => void undone.push(batch),
    })
    /** A check of the list, as the poller does it. */
    async function check(): Promise<void> {
      const checking = lists.refresh('a')
      await settled()
      // What a list lacks for the first time is looked for again.
      if (lists.get('a').checking) await clock.advance(1_000)
      await checking
    }
    const queued = (): number[] => revocations.queue.of('a').queued.map(({ id }) => id)
    const unsent = (): string[] => revocations.queue.of('a').unsent.map(({ id, reason }) => `${id} ${reason}`)
    const phase = () => revocations.bulk.get('a').revocation?.phase
    return { ...revocations, check, queued, unsent, phase, undone }
  }

  return { clock, state, files, calls, deletes, serviceClock, ...restart(), restart }
}

describe('ending a session', () => {
  it('begins at once while the service can be reached', async () => {
    const { single, hasPending, check, queued } = await setUp()
    await check()
    expect(single.revoke('a', identity(2))).toEqual(ok(null))
    expect(single.pending('a')).toMatchObject([{ sessionId: 2, phase: 'undoable' }])
    expect(queued()).toEqual([])
    expect(single.undo('a', 2)).toEqual(ok(null))
    expect(hasPending()).toBe(false)
  })

  it('waits before the first list, while the computer is offline, and after a check that reached nothing', async () => {
    const { queue, single, bulk, hasPending, check, queued, state, deletes, clock } = await setUp()
    expect(single.revoke('a', identity(2))).toEqual(ok(null))
    expect(queue.of('a').queued).toEqual([{ ...identity(2), name: 'Device 2, shown', queuedAt: clock.now() }])
    expect([single.pending('a'), hasPending()]).toEqual([[], false])
    expect(single.undo('a', 2)).toEqual(ok(null))
    expect(queued()).toEqual([])
    await check()
    state.online = false
    expect(await single.revokeNow('a', identity(2))).toEqual(ok(null))
    expect(queued()).toEqual([2])
    single.undo('a', 2)
    state.online = true
    state.list = { kind: 'timeout' }
    await check()
    expect(bulk.startOrQueue('a', target)).toEqual(ok(null))
    expect(queued().toSorted()).toEqual([2, 3])
    expect([bulk.get('a').revocation, hasPending(), deletes()]).toEqual([null, false, []])
  })

  it('does not wait for a list when the app decides on it, by a rule or a review', async () => {
    const { bulk, check, queued, state, phase, clock } = await setUp()
    await check()
    state.online = false
    expect(bulk.start('a', target, 'review')).toEqual(ok(null))
    expect([queued(), phase()]).toEqual([[], { is: 'undoable' }])
    await clock.advance(5_000)
    expect(phase()).toMatchObject({ is: 'waiting', reason: { kind: 'offline' } })
  })

  it('of all others waits too, for those that the window shows', async () => {
    const { bulk, check, queued, phase, deletes, clock, state } = await setUp()
    expect(bulk.startOrQueue('a', { kind: 'others' })).toEqual(ok(null))
    expect(queued().toSorted()).toEqual([2, 3, 4, 5])
    // It signed in afterwards.
    state.listed.set(9, identity(9).createdAt)
    await check()
    expect(phase()).toEqual({ is: 'undoable' })
    await clock.advance(6_000)
    expect(deletes().toSorted()).toEqual([2, 3, 4, 5])
  })

  it('is refused for this device, for one that is not shown, and for all others if that is not clear', async () => {
    const { single, bulk, queued, state, check } = await setUp()
    const conflict = failed({ kind: 'conflict' })
    const notFound = failed({ kind: 'notFound' })
    expect(single.revoke('a', identity(1))).toEqual(conflict)
    expect(single.revoke('a', identity(9))).toEqual(notFound)
    expect(single.revoke('a', { id: 2, createdAt: 1 })).toEqual(notFound)
    expect(bulk.startOrQueue('a', these(1, 2))).toEqual(conflict)
    expect(bulk.startOrQueue('a', these(9))).toEqual(notFound)
    await check()
    state.listed = new Map([[1, identity(1).createdAt]])
    await check()
    state.online = false
    expect(bulk.startOrQueue('a', { kind: 'others' })).toEqual(notFound)
    expect(queued()).toEqual([])
  })

  it('of all others does not wait if nothing that is shown says which session is this device', () => {
    const world = setUpStub([sessionOf(2, identity(2)), sessionOf(3, identity(3))])
    expect(world.bulk.startOrQueue('a', { kind: 'others' })).toEqual(failed({ kind: 'conflict' }))
    expect(world.queue.of('a').queued).toEqual([])
  })

  it('does not wait if the disk refuses it', async () => {
    const { single, bulk, queued, files, check, clock, deletes } = await setUp()
    files.broken = true
    const noDisk = failed({ kind: 'misconfigured', reason: 'storage' })
    expect([single.revoke('a', identity(2)), bulk.startOrQueue('a', target)]).toEqual([noDisk, noDisk])
    expect(bulk.startOrQueue('a', { kind: 'others' })).toEqual(noDisk)
    expect(queued()).toEqual([])
    files.broken = false
    await check()
    await clock.advance(60_000)
    expect(deletes()).toEqual([])
  })
})

describe('a waiting end', () => {
  it('of a session that is being ended already is a reason of its own for the same DELETE', async () => {
    const { single, bulk, check, queued, state, deletes, clock } = await setUp()
    await check()
    bulk.start('a', target)
    state.online = false
    expect(single.revoke('a', identity(2))).toEqual(ok(null))
    expect(queued()).toEqual([2])
    bulk.control('a', 'undo')
    expect(queued()).toEqual([2])
    state.online = true
    await check()
    await clock.advance(6_000)
    expect(deletes()).toEqual([2])
  })

  it('is shown once, however many times its session was asked for', async () => {
    const { single, bulk, queued } = await setUp()
    bulk.startOrQueue('a', target)
    expect(single.revoke('a', identity(2))).toEqual(ok(null))
    expect(single.revoke('a', identity(2))).toEqual(ok(null))
    expect(bulk.startOrQueue('a', target)).toEqual(ok(null))
    expect(queued().toSorted()).toEqual([2, 3])
    expect(single.undo('a', 2)).toEqual(ok(null))
    expect(queued()).toEqual([3])
  })

  it('is told once if it is not sent, however many times its session was asked for', async () => {
    const { single, bulk, check, unsent, state } = await setUp()
    bulk.startOrQueue('a', target)
    single.revoke('a', identity(2))
    state.listed.set(2, identity(9).createdAt)
    await check()
    expect(unsent()).toEqual(['2 replaced'])
  })

  it('is sent once, with time to undo after a list that shows the session, and proven by another one', async () => {
    const { single, check, queued, unsent, clock, files, calls } = await setUp()
    single.revoke('a', identity(2))
    await clock.advance(1_000)
    await check()
    expect(queued()).toEqual([])
    const sendAt = clock.now() + 5_000
    expect(single.pending('a')).toMatchObject([{ sessionId: 2, sendAt, phase: 'undoable' }])
    await clock.advance(4_900)
    expect(calls()).toEqual([LIST])
    await clock.advance(60_000)
    await check()
    expect(calls()).toEqual([LIST, 'DELETE /auth/sessions/2', LIST, LIST])
    expect([unsent(), files.read()]).toEqual([[], {}])
  })

  it('asks for a list by itself while the service may be reached', async () => {
    const { single, clock, calls, queued, state } = await setUp()
    state.online = false
    single.revoke('a', identity(2))
    await clock.advance(20_000)
    expect([calls(), queued()]).toEqual([[], [2]])
    state.online = true
    await clock.advance(6_000)
    expect([calls(), queued()]).toEqual([[LIST], []])
  })

  it('is sent with the others of its asking, which can be undone', async () => {
    const { bulk, check, queued, clock, calls, undone } = await setUp()
    bulk.startOrQueue('a', target)
    const askedAt = clock.now()
    await check()
    expect(bulk.get('a').revocation).toMatchObject({ total: 2, phase: { is: 'undoable' } })
    expect(queued()).toEqual([])
    expect(bulk.control('a', 'undo')).toEqual(ok(null))
    expect(undone).toEqual([{ cause: 'many', askedAt }])
    await clock.advance(60_000)
    await check()
    expect(calls()).toEqual([LIST, LIST])
  })

  it('can be taken out of its asking, and the others are sent', async () => {
    const { single, bulk, check, queued, clock, deletes, files } = await setUp()
    bulk.startOrQueue('a', target)
    expect(single.undo('a', 2)).toEqual(ok(null))
    expect([queued(), files.read()['a']?.ends.map(({ id }) => id)]).toEqual([[3], [3]])
    await check()
    expect(bulk.get('a').revocation).toMatchObject({ total: 1 })
    await clock.advance(6_000)
    expect(deletes()).toEqual([3])
  })

  it('stays over a restart, and Undo there sends nothing', async () => {
    const { single, bulk, restart, clock, deletes, files } = await setUp()
    single.revoke('a', identity(2))
    bulk.startOrQueue('a', these(3, 4))
    const app = restart()
    expect(app.queued().toSorted()).toEqual([2, 3, 4])
    app.single.undo('a', 2)
    await app.check()
    expect(app.single.pending('a')).toEqual([])
    expect(app.bulk.get('a').revocation).toMatchObject({ total: 2, phase: { is: 'undoable' } })
    app.bulk.control('a', 'undo')
    await clock.advance(60_000)
    expect([deletes(), files.read()]).toEqual([[], {}])
  })

  it('stays in the queue of a check that failed, although an earlier list shows the session', async () => {
    const { single, hasPending, applyList, check, queued, state } = await setUp()
    await check()
    state.online = false
    single.revoke('a', identity(2))
    state.online = true
    state.list = { status: 500 }
    await check()
    applyList('a')
    expect(queued()).toEqual([2])
    expect(hasPending()).toBe(false)
    state.list = null
    await check()
    expect(single.pending('a')).toMatchObject([{ sessionId: 2 }])
  })

  it('does not begin when only names changed, by an earlier list', async () => {
    const { single, rename, check, queued, state } = await setUp()
    await check()
    state.online = false
    single.revoke('a', identity(2))
    rename('a')
    expect([queued(), single.pending('a')]).toEqual([[2], []])
  })

  it('begins beside a running revocation, and is shown with it', async () => {
    const { bulk, check, queued, state } = await setUp()
    await check()
    bulk.start('a', target)
    state.online = false
    bulk.startOrQueue('a', these(4, 5))
    expect([queued().toSorted(), bulk.get('a').revocation?.total]).toEqual([[4, 5], 2])
    state.online = true
    await check()
    expect(queued()).toEqual([])
    expect(
      bulk
        .get('a')
        .rows.map(({ sessionId }) => sessionId)
        .toSorted(),
    ).toEqual([2, 3, 4, 5])
  })

  it('is sent once all the same if the disk refuses that it begins', async () => {
    const { single, check, queued, clock, state, files, deletes } = await setUp()
    single.revoke('a', identity(2))
    files.broken = true
    await check()
    expect(queued()).toEqual([])
    await clock.advance(60_000)
    // The service lists the session again, as one that could not be ended.
    state.listed.set(2, identity(2).createdAt)
    await check()
    await clock.advance(60_000)
    files.broken = false
    await check()
    expect([queued(), deletes()]).toEqual([[], [2]])
  })

  it('of the last run that had begun asks, and is not sent by itself', async () => {
    const { single, check, restart, clock, state, deletes } = await setUp()
    single.revoke('a', identity(2))
    await check()
    state.answer = { kind: 'offline', reason: 'refused' }
    await clock.advance(5_100)
    const before = deletes().length
    const app = restart()
    await app.check()
    await clock.advance(60_000)
    expect([app.queued(), app.unsent(), deletes().length]).toEqual([[], [], before])
    expect(app.bulk.get('a').revocation).toMatchObject({
      phase: { is: 'interrupted', reason: 'restarted' },
      total: 1,
    })
    expect(app.hasPending()).toBe(false)
  })
})

describe('an end that waited for more than a week', () => {
  it.each([
    ['one session', (app: Awaited<ReturnType<typeof setUp>>) => app.single.revoke('a', identity(2))],
    ['many', (app: Awaited<ReturnType<typeof setUp>>) => app.bulk.startOrQueue('a', these(2))],
  ])('of %s asks, among those of many, and begins if the person wants it', async (_what, ask) => {
    const app = await setUp()
    const { queue, bulk, check, clock, deletes, phase, hasPending } = app
    ask(app)
    clock.sleep(MAX_WAIT_MS + 1)
    await check()
    expect(phase()).toEqual({ is: 'interrupted', reason: 'tooOld' })
    expect([queue.of('a'), hasPending()]).toEqual([{ queued: [], unsent: [] }, false])
    await clock.advance(60_000)
    await check()
    expect(deletes()).toEqual([])
    expect(bulk.control('a', 'resume')).toEqual(ok(null))
    await clock.advance(1_000)
    await check()
    expect([deletes(), phase()]).toEqual([[2], { is: 'done' }])
  })

  it('asks after a restart too', async () => {
    const { single, restart, clock, deletes } = await setUp()
    single.revoke('a', identity(2))
    clock.sleep(MAX_WAIT_MS + 1)
    const app = restart()
    expect(app.queued()).toEqual([2])
    await app.check()
    await clock.advance(60_000)
    expect([deletes(), app.phase()]).toEqual([[], { is: 'interrupted', reason: 'tooOld' }])
    expect(app.bulk.control('a', 'cancel')).toEqual(ok(null))
    expect(app.phase()).toEqual({ is: 'done' })
  })

  it('is sent after exactly a week', async () => {
    const { single, check, clock, deletes } = await setUp()
    single.revoke('a', identity(2))
    clock.sleep(MAX_WAIT_MS)
    await check()
    expect(single.pending('a')).toMatchObject([{ sessionId: 2, phase: 'undoable' }])
    await clock.advance(6_000)
    expect(deletes()).toEqual([2])
  })

  it('is told by the service’s clock, however this computer’s is set', async () => {
    const { single, check, clock, serviceClock, queued, phase } = await setUp()
    single.revoke('a', identity(2))
    clock.jump(400 * DAY)
    serviceClock.skew -= 400 * DAY
    await check()
    expect([queued(), single.pending('a').length, phase()]).toEqual([[], 1, undefined])
    single.undo('a', 2)
    const later = await setUp()
    later.single.revoke('a', identity(2))
    later.clock.sleep(MAX_WAIT_MS + 1)
    later.clock.jump(-400 * DAY)
    later.serviceClock.skew += 400 * DAY
    await later.check()
    expect(later.phase()).toEqual({ is: 'interrupted', reason: 'tooOld' })
  })

  it('is not told before the service’s clock is known', async () => {
    const { single, check, clock, serviceClock, phase } = await setUp()
    serviceClock.isSynced = false
    single.revoke('a', identity(2))
    clock.sleep(MAX_WAIT_MS + 1)
    await check()
    expect([single.pending('a').length, phase()]).toEqual([1, undefined])
    clock.sleep(1)
    serviceClock.isSynced = true
    await check()
    expect(phase()).toEqual({ is: 'interrupted', reason: 'tooOld' })
  })

  it('counts from the answer of the person who was asked', async () => {
    const { bulk, check, clock, state, phase, deletes } = await setUp()
    bulk.startOrQueue('a', these(2))
    clock.sleep(MAX_WAIT_MS + 1)
    await check()
    state.online = false
    bulk.control('a', 'resume')
    clock.sleep(DAY)
    state.online = true
    await check()
    await clock.advance(10_000)
    await check()
    expect([deletes(), phase()]).toEqual([[2], { is: 'done' }])
  })
})

/** An app that is offline and shows these sessions; `show` is a good list that arrives after some time. */
function setUpStub(shown: readonly ApiSession[], record?: RevocationsPorts['record']) {
  const clock = fakeClock()
  const list = {
    ...{ accountId: 'a', sessions: null as readonly ApiSession[] | null, checkedAt: null, skew: 0 },
    ...{ checking: false, failure: null, unsureIds: new Set<number>(), likelyOwnIds: new Set<number>() },
    missedIds: new Set<number>(),
  }
  const never = (): Promise<never> => new Promise(() => undefined)
  const { revocations } = revocationsOver({
    lists: { get: () => list, refresh: never, failuresOf: () => 0, isFetchedWith: () => true },
    gateway: gatewayOver(never),
    clock,
    isOnline: () => false,
    shown: () => shown,
    ...(record ? { record } : {}),
  })
  function show(sessions: readonly ApiSession[], after = 0): void {
    clock.sleep(after)
    list.sessions = sessions
    revocations.applyList('a')
  }
  return { ...revocations, show }
}

describe('a good list', () => {
  const SHOWN = sessionOf(2, { createdAt: 5 })
  const UNKNOWN = sessionOf(2)
  const renewed = { resolve: () => createRecordedSession(sessionOf(8, { createdAt: 7 }), 1, 0) }

  it.each<[string, ApiSession[], ApiSession, RevocationsPorts['record']?]>([
    ['gone', [], SHOWN],
    ['replaced', [sessionOf(2, { createdAt: 6 })], SHOWN],
    ['unclear', [UNKNOWN], SHOWN],
    ['unclear', [SHOWN], UNKNOWN],
    ['thisDevice', [sessionOf(2, { createdAt: 5, isCurrent: true })], SHOWN],
    // It is listed no more, or another session has its id, and the record says that it was renewed.
    ['unclear', [], SHOWN, renewed],
    ['unclear', [sessionOf(2, { createdAt: 6 })], SHOWN, renewed],
  ])('shows that a waiting end is %s, which is told and not sent', (reason, listed, shown, record) => {
    const { single, queue, show, hasPending } = setUpStub([shown], record)
    single.revoke('a', shown)
    show(listed)
    const { id, createdAt, name } = shown
    expect(queue.of('a')).toEqual({ queued: [], unsent: [{ id, createdAt, name, reason }] })
    expect(hasPending()).toBe(false)
    show([SHOWN])
    expect(hasPending()).toBe(false)
    queue.dismissUnsent('a')
    expect(queue.of('a')).toEqual({ queued: [], unsent: [] })
  })

  it('leaves 1,000 lines of what was not sent, the newest', () => {
    const shown = Array.from({ length: 1_002 }, (_, at) => sessionOf(at + 1, { createdAt: 5 }))
    const { bulk, queue, show } = setUpStub(shown)
    bulk.startOrQueue('a', { kind: 'these', sessions: [identityOf(1, 5), identityOf(2, 5)] })
    show([])
    expect(queue.of('a').unsent.map(({ id }) => id)).toEqual([1, 2])
    bulk.startOrQueue('a', { kind: 'these', sessions: shown.slice(2) })
    show([])
    expect(queue.of('a').unsent.map(({ id }) => id)).toEqual(shown.slice(2).map(({ id }) => id))
  })

  it('decides on every waiting end: it begins only for the listed session with its id and time that is not this device', () => {
    const time = fc.option(fc.integer({ min: 0, max: 3 }), { nil: null })
    const ids = fc.integer({ min: 1, max: 4 })
    const session = fc.record({ id: ids, createdAt: time })
    const unique = { selector: ({ id }: SessionIdentity) => id }
    const asked = fc.uniqueArray(session, unique)
    const listed = fc.uniqueArray(fc.record({ id: ids, createdAt: time, isCurrent: fc.boolean() }), unique)
    const wait = fc.constantFrom(0, MAX_WAIT_MS, MAX_WAIT_MS + 1)
    fc.assert(
      fc.property(asked, listed, wait, fc.boolean(), (ends, rows, waited, isMany) => {
        const { single, bulk, queue, show } = setUpStub(ends.map((end) => sessionOf(end.id, end)))
        if (isMany) bulk.startOrQueue('a', { kind: 'these', sessions: ends })
        else for (const end of ends) single.revoke('a', end)
        show(
          rows.map((row) => sessionOf(row.id, row)),
          waited,
        )
        const { queued, unsent } = queue.of('a')
        const shown = bulk.get('a').rows.map(({ sessionId }) => sessionId)
        const begun = [...single.pending('a').map(({ sessionId }) => sessionId), ...shown]
        const all = [...begun, ...unsent.map(({ id }) => id)]
        expect([queued, all.toSorted()]).toEqual([[], ends.map(({ id }) => id).toSorted()])
        const isTooOld = waited > MAX_WAIT_MS
        if (isTooOld && ends.length > 0)
          expect(bulk.get('a').revocation?.phase).toEqual({ is: 'interrupted', reason: 'tooOld' })
        if (isTooOld) return
        for (const id of begun) {
          const end = ends.find((each) => each.id === id)
          expect(end?.createdAt).not.toBeNull()
          expect(rows).toContainEqual({ id, createdAt: end?.createdAt, isCurrent: false })
        }
      }),
    )
  })
})
