import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BatchCommand, RevocationTarget } from '../../../../electron/shared/ends.ts'
import type { Failure } from '../../../../electron/shared/failure.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import type { SessionIdentity } from '../../../../electron/shared/session.ts'
import type { ApiSession } from '../../../../electron/domain/api-session.ts'
import { MAX_WAIT_MS } from '../../../../electron/features/revocation/follow-list.ts'
import type { RevocationsDependencies } from '../../../../electron/features/revocation/revocations.ts'
import { createRecordedSession } from '../../../../electron/features/sessions/domain/record.ts'
import { fakeClock, settled } from '../../fakes.ts'
import { gatewayOver, idOf, keyedRecord, keyFor, listsOver, sessionOf } from './lists-harness.ts'
import {
  aloneIn,
  ledgerFilesWith,
  manyIn,
  queuedIn,
  recordLists,
  revocationsOver,
  rowsIn,
  setUpRevocations,
} from './revocations-harness.ts'

const DAY = 86_400_000
const timeOf = (id: number): number => Date.parse('2024-11-01') + id * 1_000
const these = (...ids: number[]) => ({ kind: 'these' as const, keys: ids.map((id) => keyFor(id)) })
const target = these(2, 3)
const LIST = 'GET /auth/sessions'
/** What a plan for account a answers if nothing was asked for there. */
const refused = (failure: Failure) => [{ accountId: 'a', failure }]
const CONFLICT = refused({ kind: 'conflict' })
const NOT_FOUND = refused({ kind: 'notFound' })

/** An app that has only the last known list. `restart` starts another one on the same disk and service. */
async function setUp() {
  const { clock, service, state, gateway, deletes } = await setUpRevocations({ others: 4, takes: 0 })
  const ids = [...state.listed.keys()]
  for (const id of ids) state.listed.set(id, timeOf(id))
  service.calls.length = 0
  const calls = (): string[] => service.calls.map(({ endpoint }) => endpoint)
  const files = ledgerFilesWith()
  /** The service's clock, by the app's one, and whether that is known. */
  const serviceClock = { skew: 0, isSynced: true }
  let run = 0

  function restart() {
    const own = ++run
    const { answered, ...record } = recordLists()
    const lists = listsOver(gateway, clock, {
      ...record,
      onUpdated: (accountId) => own === run && revocations.applyList(accountId),
    })
    const undone: unknown[] = []
    const { revocations } = revocationsOver({
      lists,
      answered,
      gateway,
      clock,
      files,
      shown: (accountId) =>
        lists.get(accountId).sessions ??
        ids.map((id) => sessionOf(id, { createdAt: timeOf(id), isCurrent: id === 1 })),
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
    const view = (accountId = 'a') => revocations.view(accountId)
    const ask = (asked: RevocationTarget) => revocations.bulk.startPlan([{ accountId: 'a', target: asked }])
    const alone = () => aloneIn(view())
    /** The batches of many that do not wait for the network. */
    const many = () => manyIn(view())
    const queued = (): number[] => queuedIn(view()).map(idOf)
    const unsent = (): string[] => view().unsent.map((end) => `${idOf(end)} ${end.reason}`)
    /** The phase of the newest of them. */
    const phase = () => many().at(-1)?.phase
    /** Commands the newest of them. */
    const control = (command: BatchCommand) =>
      revocations.bulk.control('a', many().at(-1)?.number ?? 99, command)
    return { ...revocations, check, view, ask, alone, many, queued, unsent, phase, control, undone }
  }

  return { clock, state, files, calls, deletes, serviceClock, ...restart(), restart }
}

describe('ending a session', () => {
  it('begins at once while the service can be reached', async () => {
    const { single, hasPending, check, alone, queued } = await setUp()
    await check()
    expect(single.revoke('a', keyFor(2))).toEqual(ok(null))
    expect(alone()).toMatchObject([{ key: keyFor(2), phase: { kind: 'undoable' } }])
    expect(queued()).toEqual([])
    expect(single.undo('a', keyFor(2))).toEqual(ok(null))
    expect(hasPending()).toBe(false)
  })

  it('waits before the first list, while the computer is offline, and after a check that reached nothing', async () => {
    const { single, ask, hasPending, check, view, alone, many, queued, state, deletes, clock } = await setUp()
    expect(single.revoke('a', keyFor(2))).toEqual(ok(null))
    expect(view()).toMatchObject({
      batches: [{ number: 1, cause: 'one', isAlone: true, askedAt: clock.now(), phase: { kind: 'queued' } }],
      ends: [{ key: keyFor(2), name: 'Device 2, shown', state: 'queued' }],
      unsent: [],
    })
    expect([alone(), hasPending()]).toEqual([[], false])
    expect(single.undo('a', keyFor(2))).toEqual(ok(null))
    expect(queued()).toEqual([])
    await check()
    state.online = false
    expect(await single.revokeNow('a', keyFor(2))).toEqual(ok(null))
    expect(queued()).toEqual([2])
    single.undo('a', keyFor(2))
    state.online = true
    state.list = { kind: 'timeout' }
    await check()
    expect(ask(target)).toEqual([])
    expect(queued().toSorted()).toEqual([2, 3])
    expect([many(), hasPending(), deletes()]).toEqual([[], false, []])
  })

  it('does not wait for a list when the app decides on it, by a rule or a review', async () => {
    const { bulk, check, queued, state, phase, clock } = await setUp()
    await check()
    state.online = false
    expect(bulk.start('a', target, 'review')).toEqual(ok(null))
    expect([queued(), phase()]).toEqual([[], { kind: 'undoable', until: clock.now() + 5_000 }])
    await clock.advance(5_000)
    expect(phase()).toMatchObject({ kind: 'waiting', reason: { kind: 'offline' } })
  })

  it('of all others waits too, for those that the window shows', async () => {
    const { ask, check, queued, phase, deletes, clock, state } = await setUp()
    expect(ask({ kind: 'others' })).toEqual([])
    expect(queued().toSorted()).toEqual([2, 3, 4, 5])
    // It signed in afterwards.
    state.listed.set(9, timeOf(9))
    await check()
    expect(phase()).toEqual({ kind: 'undoable', until: clock.now() + 5_000 })
    await clock.advance(6_000)
    expect(deletes().toSorted()).toEqual([2, 3, 4, 5])
  })

  it('waits in each account of a plan but the refused ones, as asked for at one time', async () => {
    const { bulk, view, clock } = await setUp()
    const plan = (['a', 'b', 'c'] as const).map((accountId) => ({
      accountId,
      target: accountId === 'b' ? these(9) : target,
    }))
    expect(bulk.startPlan(plan)).toEqual([{ accountId: 'b', failure: { kind: 'notFound' } }])
    const waiting = { number: 1, cause: 'many', askedAt: clock.now(), total: 2, phase: { kind: 'queued' } }
    expect(['a', 'b', 'c'].map((accountId) => view(accountId).batches)).toMatchObject([
      [waiting],
      [],
      [waiting],
    ])
  })

  it('is refused for this device, for one that is not shown, and for all others if that is not clear', async () => {
    const { single, ask, queued, state, check } = await setUp()
    expect(single.revoke('a', keyFor(1))).toEqual(failed({ kind: 'conflict' }))
    expect(single.revoke('a', keyFor(9))).toEqual(failed({ kind: 'notFound' }))
    expect(single.revoke('a', keyFor(2, 1))).toEqual(failed({ kind: 'notFound' }))
    expect(ask(these(1, 2))).toEqual(CONFLICT)
    expect(ask(these(9))).toEqual(NOT_FOUND)
    await check()
    state.listed = new Map([[1, timeOf(1)]])
    await check()
    state.online = false
    expect(ask({ kind: 'others' })).toEqual(NOT_FOUND)
    expect(queued()).toEqual([])
  })

  it('of all others does not wait if nothing that is shown says which session is this device', () => {
    const { ask, view } = setUpStub([sessionOf(2), sessionOf(3)])
    expect(ask({ kind: 'others' })).toEqual(CONFLICT)
    expect(view('a').batches).toEqual([])
  })

  it('does not wait if the disk refuses it', async () => {
    const { single, ask, view, files, check, clock, deletes } = await setUp()
    files.broken = true
    const noDisk = { kind: 'misconfigured', reason: 'storage' } as const
    expect(single.revoke('a', keyFor(2))).toEqual(failed(noDisk))
    expect([ask(target), ask({ kind: 'others' })]).toEqual([refused(noDisk), refused(noDisk)])
    expect(view().batches).toEqual([])
    files.broken = false
    await check()
    await clock.advance(60_000)
    expect(deletes()).toEqual([])
  })
})

describe('a waiting end', () => {
  it('of a session that is being ended already is a reason of its own for the same DELETE', async () => {
    const { single, bulk, check, queued, control, state, deletes, clock } = await setUp()
    await check()
    bulk.start('a', target)
    state.online = false
    expect(single.revoke('a', keyFor(2))).toEqual(ok(null))
    expect(queued()).toEqual([2])
    expect(control('undo')).toEqual(ok(null))
    expect(queued()).toEqual([2])
    state.online = true
    await check()
    await clock.advance(6_000)
    expect(deletes()).toEqual([2])
  })

  it('is shown once, however many times its session was asked for', async () => {
    const { single, ask, view, queued } = await setUp()
    ask(target)
    expect(single.revoke('a', keyFor(2))).toEqual(ok(null))
    expect(single.revoke('a', keyFor(2))).toEqual(ok(null))
    expect(ask(target)).toEqual([])
    expect([queued().toSorted(), view().ends.length]).toEqual([[2, 3], 2])
    expect(single.undo('a', keyFor(2))).toEqual(ok(null))
    expect(queued()).toEqual([3])
  })

  it('is told once if it is not sent, however many times its session was asked for', async () => {
    const { single, ask, check, unsent, state } = await setUp()
    ask(target)
    single.revoke('a', keyFor(2))
    state.listed.set(2, timeOf(9))
    await check()
    expect(unsent()).toEqual(['2 replaced'])
  })

  it('is sent once, with time to undo after a list that shows the session, and proven by another one', async () => {
    const { single, check, queued, alone, unsent, clock, files, calls } = await setUp()
    single.revoke('a', keyFor(2))
    await clock.advance(1_000)
    await check()
    expect(queued()).toEqual([])
    const until = clock.now() + 5_000
    expect(alone()).toMatchObject([{ key: keyFor(2), phase: { kind: 'undoable', until } }])
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
    single.revoke('a', keyFor(2))
    await clock.advance(20_000)
    expect([calls(), queued()]).toEqual([[], [2]])
    state.online = true
    await clock.advance(6_000)
    expect([calls(), queued()]).toEqual([[LIST], []])
  })

  it('is sent with the others of its asking, which can be undone', async () => {
    const { ask, check, many, queued, control, clock, calls, undone } = await setUp()
    ask(target)
    const askedAt = clock.now()
    await check()
    expect(many()).toMatchObject([{ askedAt, total: 2, phase: { kind: 'undoable' } }])
    expect(queued()).toEqual([])
    expect(control('undo')).toEqual(ok(null))
    expect(undone).toEqual([{ cause: 'many', askedAt }])
    await clock.advance(60_000)
    await check()
    expect(calls()).toEqual([LIST, LIST])
  })

  it('can be taken out of its asking, and the others are sent', async () => {
    const { single, ask, check, many, queued, clock, deletes, files } = await setUp()
    ask(target)
    expect(single.undo('a', keyFor(2))).toEqual(ok(null))
    expect([queued(), files.read()['a']?.ends.map(({ id }) => id)]).toEqual([[3], [3]])
    await check()
    expect(many()).toMatchObject([{ total: 1 }])
    await clock.advance(6_000)
    expect(deletes()).toEqual([3])
  })

  it('stays over a restart, and Undo there sends nothing', async () => {
    const { single, ask, restart, clock, deletes, files } = await setUp()
    single.revoke('a', keyFor(2))
    ask(these(3, 4))
    const app = restart()
    expect(app.queued().toSorted()).toEqual([2, 3, 4])
    app.single.undo('a', keyFor(2))
    await app.check()
    expect(app.alone()).toEqual([])
    expect(app.many()).toMatchObject([{ total: 2, phase: { kind: 'undoable' } }])
    app.control('undo')
    await clock.advance(60_000)
    expect([deletes(), files.read()]).toEqual([[], {}])
  })

  it('stays in the queue of a check that failed, although an earlier list shows the session', async () => {
    const { single, hasPending, applyList, check, alone, queued, state } = await setUp()
    await check()
    state.online = false
    single.revoke('a', keyFor(2))
    state.online = true
    state.list = { status: 500 }
    await check()
    applyList('a')
    expect(queued()).toEqual([2])
    expect(hasPending()).toBe(false)
    state.list = null
    await check()
    expect(alone()).toMatchObject([{ key: keyFor(2) }])
  })

  it('does not begin when only names changed, by an earlier list', async () => {
    const { single, rename, check, alone, queued, state } = await setUp()
    await check()
    state.online = false
    single.revoke('a', keyFor(2))
    rename('a')
    expect([queued(), alone()]).toEqual([[2], []])
  })

  it('begins beside another asking, as a batch of its own', async () => {
    const { bulk, ask, view, many, check, queued, state } = await setUp()
    await check()
    bulk.start('a', target)
    state.online = false
    ask(these(4, 5))
    expect([queued().toSorted(), many().map(({ total }) => total)]).toEqual([[4, 5], [2]])
    state.online = true
    await check()
    expect(queued()).toEqual([])
    expect(many()).toMatchObject([
      { number: 1, total: 2, phase: { kind: 'undoable' } },
      { number: 2, total: 2, phase: { kind: 'undoable' } },
    ])
    const numbers = view().ends.map((end) => [idOf(end), ...end.batches])
    expect(numbers.toSorted()).toEqual([
      [2, 1],
      [3, 1],
      [4, 2],
      [5, 2],
    ])
  })

  it('is sent once all the same if the disk refuses that it begins', async () => {
    const { single, check, queued, clock, state, files, deletes } = await setUp()
    single.revoke('a', keyFor(2))
    files.broken = true
    await check()
    expect(queued()).toEqual([])
    await clock.advance(60_000)
    // The service lists the session again, as one that could not be ended.
    state.listed.set(2, timeOf(2))
    await check()
    await clock.advance(60_000)
    files.broken = false
    await check()
    expect([queued(), deletes()]).toEqual([[], [2]])
  })

  it('of the last run that had begun asks, and is not sent by itself', async () => {
    const { single, check, restart, clock, state, deletes } = await setUp()
    single.revoke('a', keyFor(2))
    await check()
    state.answer = { kind: 'offline', reason: 'refused' }
    await clock.advance(5_100)
    const before = deletes().length
    const app = restart()
    await app.check()
    await clock.advance(60_000)
    expect([app.queued(), app.unsent(), deletes().length]).toEqual([[], [], before])
    expect(app.many()).toMatchObject([{ phase: { kind: 'asking', reason: 'restarted' }, total: 1 }])
    expect(app.hasPending()).toBe(false)
  })
})

describe('an end that waited for more than a week', () => {
  it.each([
    ['one session', (app: Awaited<ReturnType<typeof setUp>>) => app.single.revoke('a', keyFor(2))],
    ['many', (app: Awaited<ReturnType<typeof setUp>>) => app.ask(these(2))],
  ])('of %s asks, among those of many, and begins if the person wants it', async (_what, askFor) => {
    const app = await setUp()
    const { queued, unsent, control, check, clock, deletes, phase, hasPending } = app
    askFor(app)
    clock.sleep(MAX_WAIT_MS + 1)
    await check()
    expect(phase()).toEqual({ kind: 'asking', reason: 'tooOld' })
    expect([queued(), unsent(), hasPending()]).toEqual([[], [], false])
    await clock.advance(60_000)
    await check()
    expect(deletes()).toEqual([])
    expect(control('resume')).toEqual(ok(null))
    await clock.advance(1_000)
    await check()
    expect([deletes(), phase()]).toEqual([[2], { kind: 'done' }])
  })

  it('asks after a restart too', async () => {
    const { single, restart, clock, deletes } = await setUp()
    single.revoke('a', keyFor(2))
    clock.sleep(MAX_WAIT_MS + 1)
    const app = restart()
    expect(app.queued()).toEqual([2])
    await app.check()
    await clock.advance(60_000)
    expect([deletes(), app.phase()]).toEqual([[], { kind: 'asking', reason: 'tooOld' }])
    expect(app.control('cancel')).toEqual(ok(null))
    expect(app.phase()).toEqual({ kind: 'done' })
  })

  it('is sent after exactly a week', async () => {
    const { single, check, alone, clock, deletes } = await setUp()
    single.revoke('a', keyFor(2))
    clock.sleep(MAX_WAIT_MS)
    await check()
    expect(alone()).toMatchObject([{ key: keyFor(2), phase: { kind: 'undoable' } }])
    await clock.advance(6_000)
    expect(deletes()).toEqual([2])
  })

  it('is told by the service’s clock, however this computer’s is set', async () => {
    const { single, check, clock, serviceClock, alone, queued, phase } = await setUp()
    single.revoke('a', keyFor(2))
    clock.jump(400 * DAY)
    serviceClock.skew -= 400 * DAY
    await check()
    expect([queued(), alone().length, phase()]).toEqual([[], 1, undefined])
    single.undo('a', keyFor(2))
    const later = await setUp()
    later.single.revoke('a', keyFor(2))
    later.clock.sleep(MAX_WAIT_MS + 1)
    later.clock.jump(-400 * DAY)
    later.serviceClock.skew += 400 * DAY
    await later.check()
    expect(later.phase()).toEqual({ kind: 'asking', reason: 'tooOld' })
  })

  it('is not told before the service’s clock is known', async () => {
    const { single, check, clock, serviceClock, alone, phase } = await setUp()
    serviceClock.isSynced = false
    single.revoke('a', keyFor(2))
    clock.sleep(MAX_WAIT_MS + 1)
    await check()
    expect([alone().length, phase()]).toEqual([1, undefined])
    clock.sleep(1)
    serviceClock.isSynced = true
    await check()
    expect(phase()).toEqual({ kind: 'asking', reason: 'tooOld' })
  })

  it('counts from the answer of the person who was asked', async () => {
    const { ask, control, check, clock, state, phase, deletes } = await setUp()
    ask(these(2))
    clock.sleep(MAX_WAIT_MS + 1)
    await check()
    state.online = false
    control('resume')
    clock.sleep(DAY)
    state.online = true
    await check()
    await clock.advance(10_000)
    await check()
    expect([deletes(), phase()]).toEqual([[2], { kind: 'done' }])
  })
})

/** An app that is offline and shows these sessions; `show` is a good list that arrives after some time. */
function setUpStub(shown: readonly ApiSession[], record?: RevocationsDependencies['record']) {
  const clock = fakeClock()
  const list = {
    ...{ accountId: 'a', sessions: null as readonly ApiSession[] | null, checkedAt: null, skew: 0 },
    ...{ checking: false, failure: null, isUnclear: false },
  }
  const never = (): Promise<never> => new Promise(() => undefined)
  const { revocations } = revocationsOver({
    lists: {
      get: () => list,
      refresh: never,
      failuresOf: () => 0,
      isOvertaken: () => false,
      isFetchedWith: () => true,
      numbersAt: () => 'unknown',
    },
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
  const ask = (target: RevocationTarget) => revocations.bulk.startPlan([{ accountId: 'a', target }])
  return { ...revocations, ask, show }
}

describe('a good list', () => {
  const SHOWN = sessionOf(2, { createdAt: 5 })
  const UNKNOWN = sessionOf(2)
  const renewed = {
    ...keyedRecord(),
    byKey: () => createRecordedSession(sessionOf(8, { createdAt: 7 }), keyFor(2), 0),
  }

  it.each<[string, ApiSession[], ApiSession, RevocationsDependencies['record']?]>([
    ['gone', [], SHOWN],
    ['replaced', [sessionOf(2, { createdAt: 6 })], SHOWN],
    ['unclear', [UNKNOWN], SHOWN],
    ['unclear', [SHOWN], UNKNOWN],
    ['thisDevice', [sessionOf(2, { createdAt: 5, isCurrent: true })], SHOWN],
    // It is listed no more, or another session has its id, and the record says that it was renewed.
    ['unclear', [], SHOWN, renewed],
    ['unclear', [sessionOf(2, { createdAt: 6 })], SHOWN, renewed],
  ])('shows that a waiting end is %s, which is told and not sent', (reason, listed, shown, record) => {
    const { single, view, dismissUnsent, show, hasPending } = setUpStub([shown], record)
    single.revoke('a', keyFor(2))
    show(listed)
    const { name } = shown
    const nothing = { accountId: 'a', batches: [], ends: [], unsent: [] }
    const told = { ...nothing, unsent: [{ key: keyFor(2), name, reason }] }
    expect([view('a'), hasPending()]).toEqual([told, false])
    show([SHOWN])
    expect([view('a'), hasPending()]).toEqual([told, false])
    dismissUnsent('a')
    expect(view('a')).toEqual(nothing)
  })

  it('leaves 1,000 lines of what was not sent, the newest', () => {
    const shown = Array.from({ length: 1_002 }, (_, at) => sessionOf(at + 1, { createdAt: 5 }))
    const { ask, view, show } = setUpStub(shown)
    ask({ kind: 'these', keys: [keyFor(1), keyFor(2)] })
    show([])
    expect(view('a').unsent.map(idOf)).toEqual([1, 2])
    ask({ kind: 'these', keys: shown.slice(2).map(({ id }) => keyFor(id)) })
    show([])
    expect(view('a').unsent.map(({ key }) => key)).toEqual(shown.slice(2).map(({ id }) => keyFor(id)))
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
        const { single, ask, show, ...app } = setUpStub(ends.map((end) => sessionOf(end.id, end)))
        if (isMany) ask({ kind: 'these', keys: ends.map(({ id }) => keyFor(id)) })
        else for (const { id } of ends) single.revoke('a', keyFor(id))
        show(
          rows.map((row) => sessionOf(row.id, row)),
          waited,
        )
        const view = app.view('a')
        const begun = [...aloneIn(view), ...rowsIn(view)].map(idOf)
        const all = [...begun, ...view.unsent.map(idOf)]
        expect([queuedIn(view), all.toSorted()]).toEqual([[], ends.map(({ id }) => id).toSorted()])
        const isTooOld = waited > MAX_WAIT_MS
        if (isTooOld)
          for (const { phase } of view.batches) expect(phase).toEqual({ kind: 'asking', reason: 'tooOld' })
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
