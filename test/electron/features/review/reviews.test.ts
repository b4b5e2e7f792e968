import { describe, expect, it } from 'vitest'
import { MAX_HISTORY_MS } from '../../../../electron/shared/activity.ts'
import type { Failure } from '../../../../electron/shared/failure.ts'
import type { Decision } from '../../../../electron/shared/review.ts'
import type { DeviceSession } from '../../../../electron/shared/session.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { endsUpdate } from '../activity/activity-harness.ts'
import { A, DAY, row, setUpReviews, updateOf } from './review-harness.ts'
import { keyOf } from '../../../support/builders.ts'

/** No ends are left. */
const NOTHING = endsUpdate(A, [], [])
const keysOf = (ids: number[]): number[] => ids.map((id) => keyOf({ id }))
const PLAN = keysOf([2])

/** Reviews, of which one was started, unless the list is to be changed before. */
function setUp(sessions?: DeviceSession[] | null) {
  const world = setUpReviews()
  if (sessions !== undefined) world.state.sessions = sessions
  const reviews = world.start()
  reviews.start(A)
  return {
    ...world,
    reviews,
    review: () => reviews.get(A).review,
    say: (ids: number[], decision: Decision) =>
      expect(reviews.decide(A, reviews.get(A).review!.startedAt, keysOf(ids), decision)).toEqual(ok(null)),
  }
}

/** Reviews, of which one is decided: one session is not mine. */
function setUpDecided() {
  const world = setUp()
  world.say([3, 4], 'mine')
  world.say([2], 'notMine')
  return world
}

/** Reviews, of which one is finished: all sessions are mine. */
function setUpFinished() {
  const world = setUp()
  world.say([2, 3, 4], 'mine')
  world.reviews.finish(A, [])
  return world
}

describe('the reviews', () => {
  it.each([{ isLive: false }, { isUnclear: true }])('ignore a list, in which nothing vanished: %o', (how) => {
    const { reviews, state, review } = setUp()
    Object.assign(state, how)
    state.sessions = state.sessions!.slice(0, 1)
    reviews.applyList(A)
    expect(review()).toMatchObject({ total: 3 })
    expect(reviews.get(A).items.some(({ isGone }) => isGone)).toBe(false)
    expect(reviews.finish(A, [])).toEqual(failed({ kind: 'notFound' }))
  })

  it('start with a list, once', () => {
    const { reviews, state, clock, say, review } = setUp(null)
    expect(reviews.start(A)).toEqual(failed({ kind: 'notFound' }))
    state.sessions = [1, 2, 3, 4].map((id) => row(id))
    // The last known list of an earlier run.
    state.isLive = false
    expect(reviews.start(A)).toEqual(failed({ kind: 'notFound' }))
    state.isLive = true
    expect(reviews.start('other')).toEqual(failed({ kind: 'notFound' }))
    expect(reviews.start(A)).toEqual(ok(null))
    say([2], 'mine')
    expect(reviews.start(A)).toEqual(ok(null))
    expect(review()).toMatchObject({ startedAt: clock.now(), decided: 1, total: 3 })
  })

  it('start with the first decision: opening the page stores nothing, and is forgotten by a restart', () => {
    const { reviews, start, files, log, review, say } = setUp()
    expect(review()).toMatchObject({ isStarted: false, finishedAt: null, total: 3, canUndo: false })
    expect([reviews.shown(A), files.read(), start().get(A).review]).toEqual([null, {}, null])
    expect(reviews.undo(A)).toEqual(failed({ kind: 'notFound' }))
    expect(log.lines.join()).not.toContain('review.started')
    const { startedAt } = review()!
    say([2], 'mine')
    expect(review()).toMatchObject({ isStarted: true, startedAt, decided: 1, canUndo: true })
    expect(start().get(A).review).toMatchObject({ isStarted: true, startedAt, decided: 1 })
    expect(log.lines.join()).toContain('review.started')
  })

  it('show what is prepared until it is left, and keep the last one', () => {
    const { reviews, state, updates, review } = setUpFinished()
    const { finishedAt } = review()!
    reviews.start(A)
    expect(review()).toMatchObject({ isStarted: false, finishedAt: null })
    expect(reviews.shown(A)?.finishedAt).toBe(finishedAt)
    state.sessions = [row(1), row(2), row(4), row(5)]
    reviews.applyList(A)
    expect(updates.at(-1)?.items.map(({ id, isGone, hasArrived }) => [id, isGone, hasArrived])).toEqual([
      [3, true, false],
      [5, false, true],
    ])
    expect(reviews.discard(A)).toEqual(ok(null))
    expect(updates.at(-1)?.review).toMatchObject({ isStarted: true, finishedAt })
    expect(reviews.discard(A)).toEqual(failed({ kind: 'notFound' }))
  })

  it('finish one with nothing to decide at once, so that it is not due any more', () => {
    const { reviews, review, clock } = setUp([row(1)])
    expect(reviews.finish(A, [])).toEqual(ok(null))
    expect(review()).toMatchObject({ isStarted: true, finishedAt: clock.now(), total: 0 })
  })

  it('offer as last time what was mine, until it is decided', () => {
    const { reviews, updates, say } = setUp()
    expect(reviews.get(A).asLastTime).toEqual([])
    say([2, 4], 'mine')
    say([3], 'notSure')
    reviews.finish(A, [])
    expect(updates.at(-1)?.asLastTime).toEqual([])
    reviews.start(A)
    expect(updates.at(-1)?.asLastTime).toEqual(keysOf([2, 4]))
    say([4], 'notMine')
    expect([updates.at(-1)?.asLastTime, reviews.get(A).asLastTime]).toEqual([keysOf([2]), keysOf([2])])
  })

  it('keep each decision over a kill, with its time, server and version', () => {
    const { start, clock, state, say } = setUp()
    clock.jump(5_000)
    say([2, 3], 'notSure')
    const second = start()
    expect(second.get(A).review).toMatchObject({ decided: 2, total: 3, canUndo: false, finishedAt: null })
    expect(second.shown(A)).toMatchObject({ server: state.accounts[0]!.baseUrl, version: '1.2.3' })
    expect(second.get(A).items[1]?.decided).toEqual({ decision: 'notSure', at: clock.now() })
  })

  it('undo step by step, and publish only the items that changed', () => {
    const { reviews, updates, say } = setUp()
    expect(updates.at(-1)?.items).toHaveLength(4)
    say([2], 'mine')
    say([3], 'notMine')
    expect(updates.at(-1)?.items.map(({ key }) => key)).toEqual(keysOf([3]))
    expect(reviews.undo(A)).toEqual(ok(null))
    expect(updates.at(-1)).toMatchObject({
      review: { decided: 1, canUndo: true },
      items: [{ key: keyOf({ id: 3 }), decided: null }],
    })
    reviews.undo(A)
    expect(reviews.undo(A)).toEqual(failed({ kind: 'notFound' }))
  })

  it('change nothing when the disk refuses', () => {
    const { reviews, files, review } = setUp()
    files.broken = true
    const { startedAt } = review()!
    expect(() => reviews.decide(A, startedAt, keysOf([2]), 'mine')).toThrow()
    expect(review()?.decided).toBe(0)
  })

  it('stay open if the disk refuses that they are finished, and nothing is to be ended', () => {
    const { reviews, start, files, review, say } = setUp()
    say([2, 3, 4], 'mine')
    files.broken = true
    expect(() => reviews.finish(A, [])).toThrow()
    expect(review()?.finishedAt).toBeNull()
    files.broken = false
    expect(reviews.finish(A, [])).toEqual(ok(null))
    expect(start().get(A).review?.finishedAt).not.toBeNull()
  })

  it('refuse decisions on another review', () => {
    const { reviews } = setUp()
    expect(reviews.decide(A, 1, keysOf([2]), 'mine')).toEqual(failed({ kind: 'conflict' }))
  })

  it('finish with the plan that was confirmed, and join the proven outcomes', () => {
    const { reviews, start, started, asked, clock, review } = setUpDecided()
    expect(reviews.finish(A, [])).toEqual(failed({ kind: 'conflict' }))
    expect(reviews.finish(A, [keyOf({ id: 9 })])).toEqual(failed({ kind: 'conflict' }))
    expect(started).toEqual([])
    expect(reviews.finish(A, PLAN)).toEqual(ok(null))
    expect([started, asked]).toEqual([[PLAN], [['review', clock.now()]]])
    expect(review()).toMatchObject({ openEnds: 1, ended: 0, finishedAt: clock.now() })
    reviews.applyEnds(updateOf('running', [[2, 'sent']]))
    expect(review()).toMatchObject({ openEnds: 1, ended: 0 })
    reviews.applyEnds(updateOf('done', [[2, 'confirmed']]))
    expect(start().get(A).review).toMatchObject({ openEnds: 0, ended: 1 })
    reviews.applyEnds(NOTHING)
    expect(review()?.finishedAt).not.toBeNull()
  })

  it('write outcomes of a running revocation only once it stops', () => {
    const { reviews, start, files, updates, say } = setUp()
    say([2, 3, 4], 'notMine')
    reviews.finish(A, keysOf([2, 3, 4]))
    const written = files.writes.length
    reviews.applyEnds(updateOf('running', [[2, 'confirmed']]))
    reviews.applyEnds(updateOf('running', [[3, 'failed']]))
    reviews.applyEnds(updateOf('running', [[4, 'alreadyGone']]))
    expect([files.writes.length - written, updates.at(-1)?.review]).toMatchObject([
      0,
      { ended: 2, openEnds: 1 },
    ])
    reviews.applyEnds(
      updateOf('done', [
        [2, 'confirmed'],
        [3, 'failed'],
        [4, 'alreadyGone'],
      ]),
    )
    expect(files.writes.length - written).toBe(1)
    expect(start().get(A).review).toMatchObject({ ended: 2, openEnds: 1 })
  })

  it('join what the ledger has of all ends of many, where an update has some of them only', () => {
    const { reviews, state, say, review } = setUp()
    say([2, 3, 4], 'notMine')
    reviews.finish(A, keysOf([2, 3, 4]))
    state.endsOfMany = updateOf('done', [
      [2, 'confirmed'],
      [3, 'failed'],
      [4, 'alreadyGone'],
    ]).ends
    reviews.applyEnds(updateOf('done', [[2, 'confirmed']]))
    expect(review()).toMatchObject({ ended: 2, openEnds: 1 })
  })

  it('stay open while a session has no decision', () => {
    const { reviews, state, started, review } = setUpDecided()
    state.sessions = [...state.sessions!, row(9)]
    reviews.applyList(A)
    expect(reviews.finish(A, PLAN)).toEqual(failed({ kind: 'conflict' }))
    expect([review()?.finishedAt, started]).toEqual([null, []])
  })

  it.each<[Failure, isOpen: boolean]>([
    [{ kind: 'conflict' }, true],
    [{ kind: 'misconfigured', reason: 'storage' }, true],
    [{ kind: 'unexpectedAnswer', reason: 'listUnclear' }, true],
    // All of them are being ended already.
    [{ kind: 'notFound' }, false],
  ])('stay open if their ends cannot be asked for: %o, %s', (refusal, isOpen) => {
    const { reviews, state, review } = setUpDecided()
    state.refusal = refusal
    expect(reviews.finish(A, PLAN)).toEqual(isOpen ? failed(refusal) : ok(null))
    expect(review()?.finishedAt === null).toBe(isOpen)
  })

  it('open again when all ends of their plan were taken back', () => {
    const { reviews, start, clock, updates, review } = setUpDecided()
    reviews.finish(A, PLAN)
    const askedAt = clock.now()
    clock.jump(1_000)
    reviews.applyUndo(A, { cause: 'review', askedAt })
    const open = { finishedAt: null, decided: 3, canFinish: true, openEnds: 0 }
    expect([review(), updates.at(-1)?.review, start().get(A).review]).toMatchObject([open, open, open])
    // What is open does not begin again.
    reviews.applyUndo(A, { cause: 'review', askedAt })
    expect(review()).toMatchObject(open)
  })

  it.each<[string, (all: ReturnType<typeof setUpDecided>, askedAt: number) => unknown]>([
    ['a person’s', ({ reviews }, askedAt) => reviews.applyUndo(A, { cause: 'many', askedAt })],
    ['a rule’s', ({ reviews }, askedAt) => reviews.applyUndo(A, { cause: 'rule', askedAt })],
    [
      'an earlier one’s',
      ({ reviews }, askedAt) => reviews.applyUndo(A, { cause: 'review', askedAt: askedAt - 1 }),
    ],
    ['another account’s', ({ reviews }, askedAt) => reviews.applyUndo('other', { cause: 'review', askedAt })],
    ['nobody’s: no ends are left to be seen', ({ reviews }) => reviews.applyEnds(NOTHING)],
  ])('stay finished when other ends were taken back: %s', (_whose, undo) => {
    const all = setUpDecided()
    all.reviews.finish(A, PLAN)
    undo(all, all.clock.now())
    expect(all.review()).toMatchObject({ finishedAt: all.clock.now(), openEnds: 1 })
  })

  it('stay finished when their ends were taken back and the next one is open, which stays as it is', () => {
    const { reviews, clock, say, review } = setUpDecided()
    reviews.finish(A, PLAN)
    const askedAt = clock.now()
    clock.jump(1_000)
    reviews.start(A)
    say([2], 'mine')
    reviews.applyUndo(A, { cause: 'review', askedAt })
    expect(review()).toMatchObject({ startedAt: askedAt + 1_000, decided: 1 })
    reviews.discard(A)
    expect(review()).toMatchObject({ finishedAt: askedAt })
  })

  it('keep an end that is not confirmed open until the session is gone', () => {
    const { reviews, state, review } = setUpDecided()
    reviews.finish(A, PLAN)
    reviews.applyEnds(updateOf('done', [[2, 'notConfirmed']]))
    reviews.applyList(A)
    expect(review()?.openEnds).toBe(1)
    state.sessions = state.sessions!.filter(({ id }) => id !== 2)
    reviews.applyList(A)
    expect(review()).toMatchObject({ openEnds: 0, ended: 1 })
    expect(reviews.get(A).items[1]?.outcome).toBe('alreadyGone')
  })

  it('leave an end of this app to its outcome, even if the session is gone', () => {
    const { reviews, state, review } = setUpDecided()
    reviews.finish(A, PLAN)
    reviews.applyEnds(updateOf('done', [[2, 'notConfirmed']]))
    state.sent.add(2)
    state.sessions = state.sessions!.filter(({ id }) => id !== 2)
    reviews.applyList(A)
    expect(review()).toMatchObject({ openEnds: 1, ended: 0 })
    state.sent.clear()
    reviews.applyList(A)
    expect(review()).toMatchObject({ openEnds: 0, ended: 1 })
  })

  it('do not wait for what the ledger has nothing of, after an undo in which the app was killed', () => {
    const { reviews, state, review } = setUpDecided()
    reviews.finish(A, PLAN)
    state.hasBatch = false
    state.ending.add(2)
    reviews.applyList(A)
    expect(review()).toMatchObject({ openEnds: 1 })
    expect(reviews.get(A).items.find(({ id }) => id === 2)).toMatchObject({ outcome: 'pending' })
    state.ending.clear()
    state.hasBatch = true
    reviews.applyList(A)
    expect(reviews.get(A).items.find(({ id }) => id === 2)).toMatchObject({ outcome: 'pending' })
    state.hasBatch = false
    reviews.applyList(A)
    expect(reviews.get(A).items.find(({ id }) => id === 2)).toMatchObject({ outcome: 'cancelled' })
  })

  it('know when a session was called mine, also after its renewal', () => {
    const { reviews, state, clock, say } = setUp([row(1), row(2, { lastUsedAt: 900 })])
    const at = (id: number, accountId = A) => reviews.calledMineAt(accountId, keyOf({ id }))
    expect(at(2)).toBeNull()
    say([2], 'mine')
    const saidAt = clock.now()
    expect([at(2), at(2, 'other')]).toEqual([saidAt, null])
    reviews.finish(A, [])
    state.sessions = [row(1), row(8, { serviceName: 'Device 2' })]
    reviews.applyList(A)
    expect([at(2), at(8)]).toEqual([saidAt, null])
  })

  it.each(['ended', 'alreadyGone'] as const)('settle an open item by a single end: %s', (kind) => {
    const { reviews, review } = setUpDecided()
    reviews.finish(A, PLAN)
    reviews.applyEnds(updateOf('done', [[2, 'failed']]))
    reviews.applyEnd({ accountId: A, key: keyOf({ id: 2 }), name: '', outcome: { kind } })
    expect(review()).toMatchObject({ openEnds: 0, ended: 1 })
  })

  it('write nothing for a list that changes times only', () => {
    const { reviews, start, state, files, updates, say } = setUp()
    const [writes, sent] = [files.writes.length, updates.length]
    state.sessions = state.sessions!.map((session) => ({ ...session, lastUsedAt: 5 }))
    reviews.applyList(A)
    expect([files.writes.length, updates.length]).toEqual([writes, sent])
    say([2], 'mine')
    expect(start().get(A).items[1]?.lastUsedAt).toBe(5)
  })

  it('report once that the next one is due, also over a restart', () => {
    const { reviews, start, clock, due } = setUpFinished()
    reviews.schedule(A, 30)
    clock.jump(30 * DAY - 1)
    reviews.applyList(A)
    expect([due, reviews.isDue(A)]).toEqual([[], false])
    clock.jump(1)
    reviews.applyList(A)
    reviews.applyList(A)
    const second = start()
    second.applyList(A)
    expect([due, second.isDue(A)]).toEqual([[A], true])
    second.start(A)
    expect(second.isDue(A)).toBe(true)
    second.decide(A, second.get(A).review!.startedAt, keysOf([2]), 'mine')
    expect(second.isDue(A)).toBe(false)
    second.discard(A)
    expect(second.isDue(A)).toBe(true)
    second.schedule(A, null)
    expect([second.isDue(A), second.get(A).schedule]).toEqual([
      false,
      { days: null, dueAt: null, isDue: false },
    ])
  })

  it('stay due while the clock is set back, and are not notified again when it is right', () => {
    const { reviews, start, clock, due } = setUpFinished()
    reviews.schedule(A, 30)
    clock.jump(30 * DAY)
    reviews.applyList(A)
    clock.jump(-DAY)
    reviews.applyList(A)
    expect([due, reviews.isDue(A), start().isDue(A)]).toEqual([[A], true, true])
    clock.jump(DAY)
    reviews.applyList(A)
    expect([due, reviews.isDue(A)]).toEqual([[A], true])
    reviews.schedule(A, 90)
    expect(reviews.isDue(A)).toBe(false)
  })

  it('are not due for an account that is signed out', () => {
    const { reviews, clock, state } = setUpFinished()
    clock.jump(400 * DAY)
    state.accounts = [{ ...state.accounts[0]!, status: 'signedOut' }]
    expect(reviews.isDue(A)).toBe(false)
  })

  it('discard the open review and keep the last', () => {
    const { reviews, review, started } = setUpFinished()
    expect(started).toEqual([])
    reviews.start(A)
    expect(reviews.get(A).items[1]?.earlier?.decision).toBe('mine')
    expect(reviews.discard(A)).toEqual(ok(null))
    expect(review()?.finishedAt).not.toBeNull()
    expect(reviews.discard(A)).toEqual(failed({ kind: 'notFound' }))
  })

  it('are deleted with a removed account, and as long after a sign-out as the history', () => {
    const { reviews, start, files, clock, say } = setUp()
    say([2], 'mine')
    reviews.forget(A)
    expect(files.read()).toEqual({})
    reviews.start(A)
    say([2], 'mine')
    files.write('gone', files.read()[A]!)
    const second = start()
    for (const [passed, kept] of [
      [MAX_HISTORY_MS, ['gone', A]],
      [1, [A]],
    ] as const) {
      clock.jump(passed)
      second.forget(A)
      second.start(A)
      second.decide(A, second.get(A).review!.startedAt, keysOf([2]), 'mine')
      expect(Object.keys(files.read())).toEqual(kept)
    }
  })
})
