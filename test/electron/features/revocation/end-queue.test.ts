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
import { listsOver, sessionOf } from './lists-harness.ts'

const DAY = 86_400_000
const identity = (id: number) => identityOf(id, Date.parse('2024-11-01') + id * 1_000)
const target = { kind: 'these' as const, sessions: [identity(2), identity(3)] }
const LIST = 'GET /auth/sessions'

/** The disk and the service, which stay over restarts of the app. */
async function setUpOutside() {
  const { clock, service, state, file, gateway } = await setUpRevocations({ others: 2, takes: 0 })
  for (const id of [1, 2, 3]) state.listed.set(id, identity(id).createdAt)
  service.calls.length = 0
  return { clock, service, state, file, gateway, files: fakeAccountFiles<QueuedEndsFile>() }
}

/** Starts the app with the last known list. */
function start({ clock, state, file, gateway, files }: Awaited<ReturnType<typeof setUpOutside>>) {
  const [log, lists] = [fakeLog(), listsOver(gateway, clock)]
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
    queuedEnds: queue,
    shown: (accountId) =>
      lists.get(accountId).sessions ??
      [1, 2, 3].map((id) => sessionOf(id, { ...identity(id), isCurrent: id === 1 })),
    nameOf: (_accountId, { name }) => `${name}, shown`,
    isOnline: () => state.online,
    clock,
    log,
  })
  const { revocations } = revocationsOver({ lists, gateway, clock, file, endQueue })
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

/** The calls without their tokens. */
const calls = ({ service }: Awaited<ReturnType<typeof setUpOutside>>): string[] =>
  service.calls.map(({ endpoint }) => endpoint)

describe('ending a session', () => {
  it('begins at once while the service can be reached', async () => {
    const app = start(await setUpOutside())
    await app.check()
    expect(app.single.revoke('a', identity(2))).toEqual(ok(null))
    expect(app.single.pending('a')).toMatchObject([{ sessionId: 2 }])
    expect(app.queued()).toEqual([])
    expect(app.single.undo('a', 2)).toEqual(ok(null))
    expect(app.hasPending()).toBe(false)
  })

  it('is queued before the first list, while the computer is offline, and after a check that reached nothing', async () => {
    const outside = await setUpOutside()
    const app = start(outside)
    expect(app.single.revoke('a', identity(2))).toEqual(ok(null))
    expect(app.queue.of('a').queued).toMatchObject([{ ...identity(2), name: 'Device 2, shown' }])
    expect(app.single.undo('a', 2)).toEqual(ok(null))
    await app.check()
    outside.state.online = false
    await app.single.revokeNow('a', identity(2))
    expect(app.queued()).toEqual([2])
    app.single.undo('a', 2)
    outside.state.online = true
    outside.state.list = { kind: 'timeout' }
    await app.check()
    app.bulk.startOrQueue('a', target)
    expect(app.queued()).toEqual([2, 3])
    expect(app.hasPending()).toBe(false)
    expect(outside.service.countRequests('DELETE')).toBe(0)
  })

  it('is not queued when the app decides on it, by a rule or a review', async () => {
    const outside = await setUpOutside()
    const app = start(outside)
    await app.check()
    outside.state.online = false
    expect(app.bulk.start('a', target)).toEqual(ok(null))
    expect(app.queued()).toEqual([])
    expect(app.bulk.get('a').revocation).toMatchObject({ total: 2 })
  })

  it('is refused for this device, for one that is not shown, and for all others of an unknown list', async () => {
    const app = start(await setUpOutside())
    expect(app.single.revoke('a', identity(1))).toEqual(failed({ kind: 'conflict' }))
    expect(app.single.revoke('a', identity(9))).toEqual(failed({ kind: 'notFound' }))
    expect(app.single.revoke('a', { id: 2, createdAt: 1 })).toEqual(failed({ kind: 'notFound' }))
    expect(app.bulk.startOrQueue('a', { kind: 'others' })).toEqual(failed({ kind: 'notFound' }))
    expect(app.queued()).toEqual([])
  })
})

describe('a queued end', () => {
  it('is not added for a session that is being ended already', async () => {
    const outside = await setUpOutside()
    const app = start(outside)
    await app.check()
    app.bulk.start('a', target)
    outside.state.online = false
    expect(app.single.revoke('a', identity(2))).toEqual(ok(null))
    expect(app.queued()).toEqual([])
  })

  it('is sent once, after a list that shows the session, and proven by another one', async () => {
    const outside = await setUpOutside()
    const app = start(outside)
    app.single.revoke('a', identity(2))
    await app.check()
    expect(app.queued()).toEqual([])
    expect(outside.files.read()).toEqual({})
    await outside.clock.advance(60_000)
    await app.check()
    const all = [LIST, 'DELETE /auth/sessions/2', LIST, LIST]
    expect(calls(outside)).toEqual(all)
    expect(app.unsent()).toEqual([])
  })

  it('is sent with the others in one revocation, which can be undone', async () => {
    const outside = await setUpOutside()
    const app = start(outside)
    app.bulk.startOrQueue('a', target)
    await app.check()
    expect(app.bulk.get('a').revocation).toMatchObject({ total: 2, phase: { is: 'undoable' } })
    expect(app.queued()).toEqual([])
    expect(app.bulk.control('a', 'undo')).toEqual(ok(null))
    await outside.clock.advance(60_000)
    await app.check()
    expect(calls(outside)).toEqual([LIST, LIST])
  })

  it('stays over a restart, and Undo there sends nothing', async () => {
    const outside = await setUpOutside()
    start(outside).single.revoke('a', identity(2))
    const app = start(outside)
    expect(app.queued()).toEqual([2])
    app.single.undo('a', 2)
    await app.check()
    await outside.clock.advance(60_000)
    expect(calls(outside)).toEqual([LIST])
  })

  it('is reported, and not sent, when its id belongs to another session, it is gone or it is too old', async () => {
    const outside = await setUpOutside()
    start(outside).bulk.startOrQueue('a', target)
    outside.state.listed = new Map([
      [1, null],
      [2, identity(3).createdAt],
    ])
    const app = start(outside)
    await app.check()
    expect([app.queued(), app.unsent()]).toEqual([[], ['2 replaced', '3 gone']])
    app.queue.dismissUnsent('a')
    outside.state.listed.set(2, identity(2).createdAt)
    await app.check()
    outside.state.online = false
    app.single.revoke('a', identity(2))
    await outside.clock.advance(7 * DAY + 1)
    await app.check()
    expect(app.unsent()).toEqual(['2 tooOld'])
    await outside.clock.advance(60_000)
    expect(outside.service.countRequests('DELETE')).toBe(0)
  })

  it('is not sent after a check that failed, although an earlier list shows the session', async () => {
    const outside = await setUpOutside()
    const app = start(outside)
    await app.check()
    outside.state.online = false
    app.single.revoke('a', identity(2))
    outside.state.online = true
    outside.state.list = { status: 500 }
    await app.check()
    app.sendQueued('a')
    expect(app.queued()).toEqual([2])
    expect(app.hasPending()).toBe(false)
    outside.state.list = null
    await app.check()
    expect(app.single.pending('a')).toMatchObject([{ sessionId: 2 }])
  })

  it('stays on disk until its revocation is stored, and is sent once all the same', async () => {
    const outside = await setUpOutside()
    const app = start(outside)
    app.single.revoke('a', identity(2))
    outside.file.broken = true
    await app.check()
    expect(app.queued()).toEqual([2])
    await app.check()
    await outside.clock.advance(60_000)
    // The service lists the session again, as one that could not be ended.
    outside.state.listed.set(2, identity(2).createdAt)
    await app.check()
    await outside.clock.advance(60_000)
    await app.check()
    expect(app.queued()).toEqual([])
    expect(outside.service.countRequests('DELETE')).toBe(1)
  })

  it('is not sent if a stored revocation of the last run includes it', async () => {
    const outside = await setUpOutside()
    const before = start(outside)
    before.single.revoke('a', identity(2))
    const [, queued] = outside.files.writes[0]!
    await before.check()
    // As after a crash between the two writes.
    outside.files.write('a', queued)
    const app = start(outside)
    await app.check()
    expect(app.queued()).toEqual([])
    expect(app.bulk.get('a').revocation).toMatchObject({ phase: { is: 'interrupted' }, total: 1 })
    expect(app.hasPending()).toBe(false)
  })
})
