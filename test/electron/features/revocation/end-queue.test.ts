import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import type { ApiSession } from '../../../../electron/core/domain/api-session.ts'
import { createEndQueue } from '../../../../electron/features/revocation/end-queue.ts'
import {
  createQueuedEnds,
  type QueuedEndsFile,
} from '../../../../electron/features/revocation/queued-ends.ts'
import type { RevocationsFile } from '../../../../electron/features/revocation/revocation-file.ts'
import { fakeAccountFiles, fakeClock, fakeForgetting, fakeLog, fakeStore } from '../../fakes.ts'
import { accountOf, fakeService, type Answer } from '../../fake-service.ts'
import { revocationsOver } from './revocations-harness.ts'
import { listsOver } from './lists-harness.ts'

const DAY = 86_400_000
const T0 = Date.parse('2024-11-01T00:00:00Z')
const created = (id: number): number => T0 + id * 1_000
const identity = (id: number) => ({ id, createdAt: created(id) })
const stored = (id: number): ApiSession => ({
  ...identity(id),
  name: `D${id}`,
  lastUsedAt: null,
  isCurrent: id === 1,
})

/** The disk and the service, which stay over restarts of the app. */
function setUpOutside() {
  const clock = fakeClock()
  const service = fakeService(clock, () => T0 + 10 * DAY)
  const state = { listed: [1, 2, 3].map(identity), isOnline: true, answer: null as Answer | null }
  service.on('GET /auth/sessions', () => {
    const sessions = state.listed.map(({ id, createdAt }) => ({
      id,
      name: `D${id}`,
      is_current: id === 1,
      created_at: new Date(createdAt).toISOString(),
    }))
    return state.answer ?? { status: 200, body: { data: { sessions } } }
  })
  for (const id of [2, 3])
    service.on(`DELETE /auth/sessions/${id}`, () => {
      state.listed = state.listed.filter((session) => session.id !== id)
      return { status: 204 }
    })
  const files = fakeAccountFiles<QueuedEndsFile>()
  return { clock, service, state, files, revocationsFile: fakeStore<RevocationsFile>({}) }
}

/** Starts the app with the last known list. */
function start(outside: ReturnType<typeof setUpOutside>) {
  const { clock, service, state, files, revocationsFile } = outside
  const gateway = service.gateway()
  const log = fakeLog()
  const lists = listsOver(gateway, clock)
  const queue = createQueuedEnds({
    files,
    clock,
    log,
    changed: () => undefined,
    onAccountForgotten: fakeForgetting().on,
  })
  const endQueue = createEndQueue({
    accounts: { get: (id) => accountOf(7, { id }) },
    lists,
    queuedEnds: queue,
    shown: (accountId) => lists.get(accountId).sessions ?? [1, 2, 3].map(stored),
    nameOf: (_accountId, { name }) => `${name}, shown`,
    isOnline: () => state.isOnline,
    clock,
    log,
  })
  const { revocations } = revocationsOver({ lists, gateway, clock, file: revocationsFile, endQueue })
  /** A check of the list, as the poller does it. */
  async function check(): Promise<void> {
    const answer = await lists.refresh('a')
    if (!answer.ok) return
    revocations.applyList('a')
    revocations.sendQueued('a')
  }
  const queued = (): number[] => queue.of('a').queued.map(({ id }) => id)
  const unsent = (): string[] => queue.of('a').unsent.map(({ id, reason }) => `${id} ${reason}`)
  return { queue, revocations, lists, check, queued, unsent }
}

/** The calls without their tokens. */
const calls = ({ service }: ReturnType<typeof setUpOutside>): string[] =>
  service.calls.map(({ endpoint }) => endpoint)

describe('ending a session', () => {
  it('begins at once while the service can be reached', async () => {
    const app = start(setUpOutside())
    await app.check()
    expect(app.revocations.single.revoke('a', identity(2))).toEqual(ok(null))
    expect(app.revocations.single.pending('a')).toMatchObject([{ sessionId: 2 }])
    expect(app.queued()).toEqual([])
    expect(app.revocations.single.undo('a', 2)).toEqual(ok(null))
    expect(app.revocations.hasPending()).toBe(false)
  })

  it('is queued before the first list, while the computer is offline, and after a check that reached nothing', async () => {
    const outside = setUpOutside()
    const app = start(outside)
    expect(app.revocations.single.revoke('a', identity(2))).toEqual(ok(null))
    expect(app.queue.of('a').queued).toMatchObject([{ ...identity(2), name: 'D2, shown' }])
    expect(app.revocations.single.undo('a', 2)).toEqual(ok(null))
    await app.check()
    outside.state.isOnline = false
    await app.revocations.single.revokeNow('a', stored(2))
    expect(app.queued()).toEqual([2])
    app.revocations.single.undo('a', 2)
    outside.state.isOnline = true
    outside.state.answer = { kind: 'timeout' }
    await app.check()
    app.revocations.bulk.startOrQueue('a', { kind: 'these', sessions: [identity(2), identity(3)] })
    expect(app.queued()).toEqual([2, 3])
    expect(app.revocations.hasPending()).toBe(false)
    expect(calls(outside).filter((endpoint) => endpoint.startsWith('DELETE'))).toEqual([])
  })

  it('is not queued when the app decides on it, by a rule or a review', async () => {
    const outside = setUpOutside()
    const app = start(outside)
    await app.check()
    outside.state.isOnline = false
    const target = { kind: 'these' as const, sessions: [identity(2), identity(3)] }
    expect(app.revocations.bulk.start('a', target)).toEqual(ok(null))
    expect(app.queued()).toEqual([])
    expect(app.revocations.bulk.get('a').revocation).toMatchObject({ total: 2 })
  })

  it('is refused for this device, for one that is not shown, and for all others of an unknown list', () => {
    const app = start(setUpOutside())
    expect(app.revocations.single.revoke('a', identity(1))).toEqual(failed({ kind: 'conflict' }))
    expect(app.revocations.single.revoke('a', identity(9))).toEqual(failed({ kind: 'notFound' }))
    expect(app.revocations.single.revoke('a', { id: 2, createdAt: 1 })).toEqual(failed({ kind: 'notFound' }))
    expect(app.revocations.bulk.startOrQueue('a', { kind: 'others' })).toEqual(failed({ kind: 'notFound' }))
    expect(app.queued()).toEqual([])
  })
})

describe('a queued end', () => {
  it('is not added for a session that is being ended already', async () => {
    const outside = setUpOutside()
    const app = start(outside)
    await app.check()
    app.revocations.bulk.start('a', { kind: 'these', sessions: [identity(2), identity(3)] })
    outside.state.isOnline = false
    expect(app.revocations.single.revoke('a', identity(2))).toEqual(ok(null))
    expect(app.queued()).toEqual([])
  })

  it('is sent once, after a list that shows the session, and proven by another one', async () => {
    const outside = setUpOutside()
    const app = start(outside)
    app.revocations.single.revoke('a', identity(2))
    await app.check()
    expect(app.queued()).toEqual([])
    expect(outside.files.read()).toEqual({})
    await outside.clock.advance(60_000)
    await app.check()
    const all = ['GET /auth/sessions', 'DELETE /auth/sessions/2', 'GET /auth/sessions', 'GET /auth/sessions']
    expect(calls(outside)).toEqual(all)
    expect(app.unsent()).toEqual([])
  })

  it('is sent with the others in one revocation, which can be undone', async () => {
    const outside = setUpOutside()
    const app = start(outside)
    app.revocations.bulk.startOrQueue('a', { kind: 'these', sessions: [identity(2), identity(3)] })
    await app.check()
    expect(app.revocations.bulk.get('a').revocation).toMatchObject({ total: 2, phase: { is: 'undoable' } })
    expect(app.queued()).toEqual([])
    expect(app.revocations.bulk.control('a', 'undo')).toEqual(ok(null))
    await outside.clock.advance(60_000)
    await app.check()
    expect(calls(outside)).toEqual(['GET /auth/sessions', 'GET /auth/sessions'])
  })

  it('stays over a restart, and Undo there sends nothing', async () => {
    const outside = setUpOutside()
    start(outside).revocations.single.revoke('a', identity(2))
    const app = start(outside)
    expect(app.queued()).toEqual([2])
    app.revocations.single.undo('a', 2)
    await app.check()
    await outside.clock.advance(60_000)
    expect(calls(outside)).toEqual(['GET /auth/sessions'])
  })

  it('is reported, and not sent, when its id belongs to another session, it is gone or it is too old', async () => {
    const outside = setUpOutside()
    start(outside).revocations.bulk.startOrQueue('a', { kind: 'these', sessions: [identity(2), identity(3)] })
    outside.state.listed = [identity(1), { id: 2, createdAt: created(2) + 1_000 }]
    const app = start(outside)
    await app.check()
    expect([app.queued(), app.unsent()]).toEqual([[], ['2 replaced', '3 gone']])
    app.queue.dismissUnsent('a')
    outside.state.listed = [1, 2].map(identity)
    await app.check()
    outside.state.isOnline = false
    app.revocations.single.revoke('a', identity(2))
    await outside.clock.advance(7 * DAY + 1)
    await app.check()
    expect(app.unsent()).toEqual(['2 tooOld'])
    await outside.clock.advance(60_000)
    expect(calls(outside).filter((endpoint) => endpoint.startsWith('DELETE'))).toEqual([])
  })

  it('is not sent after a check that failed, although an earlier list shows the session', async () => {
    const outside = setUpOutside()
    const app = start(outside)
    await app.check()
    outside.state.isOnline = false
    app.revocations.single.revoke('a', identity(2))
    outside.state.isOnline = true
    outside.state.answer = { status: 500 }
    await app.check()
    app.revocations.sendQueued('a')
    expect(app.queued()).toEqual([2])
    expect(app.revocations.hasPending()).toBe(false)
    outside.state.answer = null
    await app.check()
    expect(app.revocations.single.pending('a')).toMatchObject([{ sessionId: 2 }])
  })

  it('stays on disk until its revocation is stored, and is sent once all the same', async () => {
    const outside = setUpOutside()
    const app = start(outside)
    app.revocations.single.revoke('a', identity(2))
    outside.revocationsFile.broken = true
    await app.check()
    expect(app.queued()).toEqual([2])
    await app.check()
    await outside.clock.advance(60_000)
    // The service lists the session again, as one that could not be ended.
    outside.state.listed = [1, 2, 3].map(identity)
    await app.check()
    await outside.clock.advance(60_000)
    await app.check()
    expect(app.queued()).toEqual([])
    expect(calls(outside).filter((endpoint) => endpoint.startsWith('DELETE'))).toHaveLength(1)
  })

  it('is not sent if a stored revocation of the last run includes it', async () => {
    const outside = setUpOutside()
    const before = start(outside)
    before.revocations.single.revoke('a', identity(2))
    const [, queued] = outside.files.writes[0]!
    await before.check()
    // As after a crash between the two writes.
    outside.files.write('a', queued)
    const app = start(outside)
    await app.check()
    expect(app.queued()).toEqual([])
    expect(app.revocations.bulk.get('a').revocation).toMatchObject({ phase: { is: 'interrupted' }, total: 1 })
    expect(app.revocations.hasPending()).toBe(false)
  })
})
