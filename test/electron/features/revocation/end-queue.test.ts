import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { createEndQueue } from '../../../../electron/features/revocation/end-queue.ts'
import {
  createQueuedEnds,
  type QueuedEndsFile,
} from '../../../../electron/features/revocation/queued-ends.ts'
import { fakeAccountFiles, fakeLog } from '../../fakes.ts'
import { accountOf } from '../../fake-service.ts'
import { identityOf, revocationsOver, setUpRevocations } from './revocations-harness.ts'
import { knownOver, listsOver, NO_RECORD, sessionOf } from './lists-harness.ts'

const DAY = 86_400_000
const identity = (id: number) => identityOf(id, Date.parse('2024-11-01') + id * 1_000)
const target = { kind: 'these' as const, sessions: [identity(2), identity(3)] }
const LIST = 'GET /auth/sessions'

/** An app that has only the last known list. `restart` starts another one on the same disk and service. */
async function setUp() {
  const { clock, service, state, file, gateway, deletes } = await setUpRevocations({ others: 4, takes: 0 })
  const ids = [...state.listed.keys()]
  for (const id of ids) state.listed.set(id, identity(id).createdAt)
  service.calls.length = 0
  const calls = (): string[] => service.calls.map(({ endpoint }) => endpoint)
  const files = fakeAccountFiles<QueuedEndsFile>()

  function restart() {
    const [log, known] = [fakeLog(), knownOver(clock)]
    const lists = listsOver(gateway, clock, { known })
    const queue = createQueuedEnds({
      files,
      clock,
      log,
      changed: () => undefined,
      onAccountForgotten: () => undefined,
    })
    const endQueue = createEndQueue({
      accounts: { get: (id) => accountOf(7, { id }) },
      lists,
      record: NO_RECORD,
      queuedEnds: queue,
      shown: (accountId) =>
        lists.get(accountId).sessions ??
        ids.map((id) => sessionOf(id, { ...identity(id), isCurrent: id === 1 })),
      nameOf: (_accountId, { name }) => `${name}, shown`,
      isOnline: () => state.online,
      clock,
      log,
    })
    const { revocations } = revocationsOver({
      lists,
      answered: known.answered,
      gateway,
      clock,
      file,
      endQueue,
    })
    /** A check of the list, as the poller does it. */
    async function check(): Promise<void> {
      const answer = await lists.refresh('a')
      if (!answer.ok) return
      revocations.applyList('a')
      revocations.sendQueued('a')
    }
    const queued = (): number[] => queue.of('a').queued.map(({ id }) => id)
    const unsent = (): string[] => queue.of('a').unsent.map(({ id, reason }) => `${id} ${reason}`)
    return { queue, ...revocations, check, queued, unsent }
  }

  return { clock, state, file, files, calls, deletes, ...restart(), restart }
}

describe('ending a session', () => {
  it('begins at once while the service can be reached', async () => {
    const { single, hasPending, check, queued } = await setUp()
    await check()
    expect(single.revoke('a', identity(2))).toEqual(ok(null))
    expect(single.pending('a')).toMatchObject([{ sessionId: 2 }])
    expect(queued()).toEqual([])
    expect(single.undo('a', 2)).toEqual(ok(null))
    expect(hasPending()).toBe(false)
  })

  it('is queued before the first list, while the computer is offline, and after a check that reached nothing', async () => {
    const { queue, single, bulk, hasPending, check, queued, state, deletes } = await setUp()
    expect(single.revoke('a', identity(2))).toEqual(ok(null))
    expect(queue.of('a').queued).toMatchObject([{ ...identity(2), name: 'Device 2, shown' }])
    expect(single.undo('a', 2)).toEqual(ok(null))
    await check()
    state.online = false
    await single.revokeNow('a', identity(2))
    expect(queued()).toEqual([2])
    single.undo('a', 2)
    state.online = true
    state.list = { kind: 'timeout' }
    await check()
    bulk.startOrQueue('a', target)
    expect(queued()).toEqual([2, 3])
    expect(hasPending()).toBe(false)
    expect(deletes()).toEqual([])
  })

  it('is not queued when the app decides on it, by a rule or a review', async () => {
    const { bulk, check, queued, state } = await setUp()
    await check()
    state.online = false
    expect(bulk.start('a', target)).toEqual(ok(null))
    expect(queued()).toEqual([])
    expect(bulk.get('a').revocation).toMatchObject({ total: 2 })
  })

  it('is refused for this device, for one that is not shown, and for all others of an unknown list', async () => {
    const { single, bulk, queued } = await setUp()
    expect(single.revoke('a', identity(1))).toEqual(failed({ kind: 'conflict' }))
    expect(single.revoke('a', identity(9))).toEqual(failed({ kind: 'notFound' }))
    expect(single.revoke('a', { id: 2, createdAt: 1 })).toEqual(failed({ kind: 'notFound' }))
    expect(bulk.startOrQueue('a', { kind: 'others' })).toEqual(failed({ kind: 'notFound' }))
    expect(queued()).toEqual([])
  })
})

describe('a queued end', () => {
  it('is not added for a session that is being ended already', async () => {
    const { single, bulk, check, queued, state } = await setUp()
    await check()
    bulk.start('a', target)
    state.online = false
    expect(single.revoke('a', identity(2))).toEqual(ok(null))
    expect(queued()).toEqual([])
  })

  it('is sent once, after a list that shows the session, and proven by another one', async () => {
    const { single, check, queued, unsent, clock, files, calls } = await setUp()
    single.revoke('a', identity(2))
    await check()
    expect(queued()).toEqual([])
    expect(files.read()).toEqual({})
    await clock.advance(60_000)
    await check()
    expect(calls()).toEqual([LIST, 'DELETE /auth/sessions/2', LIST, LIST])
    expect(unsent()).toEqual([])
  })

  it('is sent with the others in one revocation, which can be undone', async () => {
    const { bulk, check, queued, clock, calls } = await setUp()
    bulk.startOrQueue('a', target)
    await check()
    expect(bulk.get('a').revocation).toMatchObject({ total: 2, phase: { is: 'undoable' } })
    expect(queued()).toEqual([])
    expect(bulk.control('a', 'undo')).toEqual(ok(null))
    await clock.advance(60_000)
    await check()
    expect(calls()).toEqual([LIST, LIST])
  })

  it('stays over a restart, and Undo there sends nothing', async () => {
    const { single, restart, clock, calls } = await setUp()
    single.revoke('a', identity(2))
    const app = restart()
    expect(app.queued()).toEqual([2])
    app.single.undo('a', 2)
    await app.check()
    await clock.advance(60_000)
    expect(calls()).toEqual([LIST])
  })

  it('is reported, and not sent, when its id belongs to another session, it is gone or it is too old', async () => {
    const { queue, single, bulk, check, queued, unsent, clock, state, deletes } = await setUp()
    bulk.startOrQueue('a', target)
    state.listed.delete(3)
    state.listed.set(2, identity(3).createdAt)
    await check()
    expect([queued(), unsent()]).toEqual([[], ['2 replaced', '3 gone']])
    queue.dismissUnsent('a')
    state.online = false
    single.revoke('a', { id: 2, createdAt: identity(3).createdAt })
    await clock.advance(7 * DAY + 1)
    await check()
    expect(unsent()).toEqual(['2 tooOld'])
    await clock.advance(60_000)
    expect(deletes()).toEqual([])
  })

  it('is not sent after a check that failed, although an earlier list shows the session', async () => {
    const { single, hasPending, sendQueued, check, queued, state } = await setUp()
    await check()
    state.online = false
    single.revoke('a', identity(2))
    state.online = true
    state.list = { status: 500 }
    await check()
    sendQueued('a')
    expect(queued()).toEqual([2])
    expect(hasPending()).toBe(false)
    state.list = null
    await check()
    expect(single.pending('a')).toMatchObject([{ sessionId: 2 }])
  })

  it('stays in the queue while another revocation is running', async () => {
    const { bulk, check, queued, state } = await setUp()
    await check()
    bulk.start('a', target)
    state.online = false
    bulk.startOrQueue('a', { kind: 'these', sessions: [identity(4), identity(5)] })
    state.online = true
    await check()
    expect(queued()).toEqual([4, 5])
    bulk.control('a', 'undo')
    await check()
    expect([queued(), bulk.get('a').rows.map(({ sessionId }) => sessionId)]).toEqual([[], [5, 4]])
  })

  it('stays on disk until its revocation is stored, and is sent once all the same', async () => {
    const { single, check, queued, clock, state, file, deletes } = await setUp()
    single.revoke('a', identity(2))
    file.broken = true
    await check()
    expect(queued()).toEqual([2])
    await check()
    await clock.advance(60_000)
    // The service lists the session again, as one that could not be ended.
    state.listed.set(2, identity(2).createdAt)
    await check()
    await clock.advance(60_000)
    await check()
    expect(queued()).toEqual([])
    expect(deletes()).toEqual([2])
  })

  it('is not sent if a stored revocation of the last run includes it', async () => {
    const { single, check, files, restart } = await setUp()
    single.revoke('a', identity(2))
    const [, queued] = files.writes[0]!
    await check()
    // As after a crash between the two writes.
    files.write('a', queued)
    const app = restart()
    await app.check()
    expect([app.queued(), app.unsent()]).toEqual([[], []])
    expect(app.bulk.get('a').revocation).toMatchObject({ phase: { is: 'interrupted' }, total: 1 })
    expect(app.hasPending()).toBe(false)
  })
})
