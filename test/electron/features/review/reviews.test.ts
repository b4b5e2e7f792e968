import { describe, expect, it } from 'vitest'
import type { Reviews } from '../../../../electron/features/review/index.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { A, DAY, row, setUpReviews } from './review-harness.ts'

const NOTHING = { accountId: A, revocation: null, rows: [] }
/** Decides on items of the open review. */
function say(reviews: Reviews, keys: number[], decision: 'mine' | 'notMine' | 'notSure'): void {
  expect(reviews.decide(A, reviews.get(A).review!.startedAt, keys, decision)).toEqual(ok(null))
}
/** Decides on all: one is not mine. */
function decideAll(reviews: Reviews): void {
  reviews.start(A)
  say(reviews, [2, 3], 'mine')
  say(reviews, [1], 'notMine')
}
const PLAN = [{ id: 2, createdAt: 2 }]

describe('the reviews', () => {
  it('ignore a list that is not live, in which nothing vanished', () => {
    const { start, state } = setUpReviews()
    const reviews = start()
    reviews.start(A)
    state.isLive = false
    state.sessions = state.sessions!.slice(0, 1)
    reviews.applyList(A)
    expect(reviews.get(A).review).toMatchObject({ total: 3 })
    expect(reviews.shown(A)?.items.some(({ isGone }) => isGone)).toBe(false)
    expect(reviews.finish(A, [])).toEqual(failed({ kind: 'notFound' }))
  })

  it('start with a list, once', () => {
    const { start, state, clock } = setUpReviews()
    const reviews = start()
    const sessions = state.sessions
    state.sessions = null
    expect(reviews.start(A)).toEqual(failed({ kind: 'notFound' }))
    state.sessions = sessions
    // The last known list of an earlier run.
    state.isLive = false
    expect(reviews.start(A)).toEqual(failed({ kind: 'notFound' }))
    state.isLive = true
    expect(reviews.start('other')).toEqual(failed({ kind: 'notFound' }))
    expect(reviews.start(A)).toEqual(ok(null))
    say(reviews, [1], 'mine')
    expect(reviews.start(A)).toEqual(ok(null))
    expect(reviews.get(A).review).toMatchObject({ startedAt: clock.now(), decided: 1, total: 3 })
  })

  it('keep each decision over a kill, with its time, server and version', () => {
    const { start, clock, state } = setUpReviews()
    const first = start()
    first.start(A)
    clock.jump(5_000)
    say(first, [1, 2], 'notSure')
    const second = start()
    expect(second.get(A).review).toMatchObject({ decided: 2, total: 3, canUndo: false, finishedAt: null })
    expect(second.shown(A)).toMatchObject({ server: state.accounts[0]!.baseUrl, version: '1.2.3' })
    expect(second.get(A).items[1]?.decided).toEqual({ decision: 'notSure', at: clock.now() })
  })

  it('undo step by step, and publish only the items that changed', () => {
    const { start, updates } = setUpReviews()
    const reviews = start()
    reviews.start(A)
    expect(updates.at(-1)?.items).toHaveLength(4)
    say(reviews, [1], 'mine')
    say(reviews, [2], 'notMine')
    expect(updates.at(-1)?.items.map(({ key }) => key)).toEqual([2])
    expect(reviews.undo(A)).toEqual(ok(null))
    expect(updates.at(-1)).toMatchObject({
      review: { decided: 1, canUndo: true },
      items: [{ key: 2, decided: null }],
    })
    reviews.undo(A)
    expect(reviews.undo(A)).toEqual(failed({ kind: 'notFound' }))
  })

  it('change nothing when the disk refuses', () => {
    const { start, files } = setUpReviews()
    const reviews = start()
    reviews.start(A)
    files.broken = true
    const { startedAt } = reviews.get(A).review!
    expect(() => reviews.decide(A, startedAt, [1], 'mine')).toThrow()
    expect(reviews.get(A).review?.decided).toBe(0)
  })

  it('refuse decisions on another review', () => {
    const { start } = setUpReviews()
    const reviews = start()
    reviews.start(A)
    expect(reviews.decide(A, 1, [1], 'mine')).toEqual(failed({ kind: 'conflict' }))
  })

  it('finish with the plan that was confirmed, and join the proven outcomes', () => {
    const { start, started, bulkOf } = setUpReviews()
    const reviews = start()
    decideAll(reviews)
    expect(reviews.finish(A, [])).toEqual(failed({ kind: 'conflict' }))
    expect(reviews.finish(A, [{ id: 2, createdAt: 9 }])).toEqual(failed({ kind: 'conflict' }))
    expect(started).toEqual([])
    expect(reviews.finish(A, PLAN)).toEqual(ok(null))
    expect(started).toEqual([PLAN])
    expect(reviews.get(A).review).toMatchObject({ openEnds: 1, ended: 0 })
    reviews.applyBulk(bulkOf('running', [[2, 'sent']]))
    expect(reviews.get(A).review).toMatchObject({ openEnds: 1, ended: 0 })
    reviews.applyBulk(bulkOf('done', [[2, 'confirmed']]))
    expect(start().get(A).review).toMatchObject({ openEnds: 0, ended: 1 })
    reviews.applyBulk(NOTHING)
    expect(reviews.get(A).review?.finishedAt).not.toBeNull()
  })

  it('write outcomes of a running revocation only once it stops', () => {
    const { start, files, updates, bulkOf } = setUpReviews()
    const reviews = start()
    reviews.start(A)
    say(reviews, [1, 2, 3], 'notMine')
    reviews.finish(
      A,
      [2, 3, 4].map((id) => ({ id, createdAt: id })),
    )
    const written = files.writes.length
    reviews.applyBulk(bulkOf('running', [[2, 'confirmed']]))
    reviews.applyBulk(bulkOf('running', [[3, 'failed']]))
    reviews.applyBulk(bulkOf('running', [[4, 'alreadyGone']]))
    expect([files.writes.length - written, updates.at(-1)?.review]).toMatchObject([
      0,
      { ended: 2, openEnds: 1 },
    ])
    reviews.applyBulk(
      bulkOf('done', [
        [2, 'confirmed'],
        [3, 'failed'],
        [4, 'alreadyGone'],
      ]),
    )
    expect(files.writes.length - written).toBe(1)
    expect(start().get(A).review).toMatchObject({ ended: 2, openEnds: 1 })
  })

  it('stay open while a session has no decision, or another revocation runs', () => {
    const { start, state } = setUpReviews()
    const reviews = start()
    decideAll(reviews)
    state.isBusy = true
    expect(reviews.finish(A, PLAN)).toEqual(failed({ kind: 'conflict' }))
    state.isBusy = false
    state.sessions = [...state.sessions!, row(9)]
    reviews.applyList(A)
    expect(reviews.finish(A, PLAN)).toEqual(failed({ kind: 'conflict' }))
    expect(reviews.get(A).review?.finishedAt).toBeNull()
  })

  it('open again when the plan is undone before anything was sent', () => {
    const { start, bulkOf } = setUpReviews()
    const reviews = start()
    decideAll(reviews)
    reviews.finish(A, PLAN)
    reviews.applyBulk(bulkOf('undoable', [[2, 'queued']]))
    reviews.applyBulk(NOTHING)
    expect(reviews.get(A).review).toMatchObject({
      finishedAt: null,
      decided: 3,
      canFinish: true,
      openEnds: 0,
    })
  })

  it('stay finished when the plan is undone after one of its sessions ended', () => {
    const { start, state, bulkOf } = setUpReviews()
    state.sessions = [row(1), row(2), row(3)]
    const reviews = start()
    reviews.start(A)
    const { startedAt } = reviews.get(A).review!
    reviews.decide(A, startedAt, [1, 2], 'notMine')
    reviews.finish(A, [
      { id: 2, createdAt: 2 },
      { id: 3, createdAt: 3 },
    ])
    const end = { accountId: A, sessionId: 2, createdAt: 2, name: 'Device 2' }
    reviews.applyEnd({ ...end, outcome: { kind: 'ended' } })
    reviews.applyBulk(bulkOf('undoable', [[3, 'queued']]))
    reviews.applyBulk(NOTHING)
    expect(reviews.get(A).review).toMatchObject({ finishedAt: expect.any(Number), ended: 1, openEnds: 1 })
  })

  it('keep an end that is not confirmed open until the session is gone', () => {
    const { start, state, bulkOf } = setUpReviews()
    const reviews = start()
    decideAll(reviews)
    reviews.finish(A, PLAN)
    reviews.applyBulk(bulkOf('done', [[2, 'notConfirmed']]))
    reviews.applyList(A)
    expect(reviews.get(A).review?.openEnds).toBe(1)
    state.sessions = state.sessions!.filter(({ id }) => id !== 2)
    reviews.applyList(A)
    expect(reviews.get(A).review).toMatchObject({ openEnds: 0, ended: 1 })
    expect(reviews.get(A).items[1]?.outcome).toBe('alreadyGone')
  })

  it('settle an open item by a single end', () => {
    const { start, bulkOf } = setUpReviews()
    const reviews = start()
    decideAll(reviews)
    reviews.finish(A, PLAN)
    reviews.applyBulk(bulkOf('done', [[2, 'failed']]))
    reviews.applyEnd({ accountId: A, sessionId: 2, createdAt: 2, name: '', outcome: { kind: 'ended' } })
    expect(reviews.get(A).review).toMatchObject({ openEnds: 0, ended: 1 })
  })

  it('do not count a session that this app is ending as renewed', () => {
    const { start, state, clock } = setUpReviews()
    const reviews = start()
    state.sessions = [row(1), row(2, { lastUsedAt: clock.now() })]
    reviews.start(A)
    say(reviews, [1], 'mine')
    state.sent.add(2)
    state.sessions = [row(1), row(8, { rawName: 'Device 2' })]
    reviews.applyList(A)
    expect(reviews.get(A).items.map(({ id, isGone, hasArrived }) => [id, isGone, hasArrived])).toEqual([
      [1, false, false],
      [2, true, false],
      [8, false, true],
    ])
  })

  it('write nothing for a list that changes times only', () => {
    const { start, state, files, updates } = setUpReviews()
    const reviews = start()
    reviews.start(A)
    const [writes, sent] = [files.writes.length, updates.length]
    state.sessions = state.sessions!.map((session) => ({ ...session, lastUsedAt: 5 }))
    reviews.applyList(A)
    expect([files.writes.length, updates.length]).toEqual([writes, sent])
    say(reviews, [1], 'mine')
    expect(start().get(A).items[1]?.lastUsedAt).toBe(5)
  })

  it('report once that the next one is due, also over a restart', () => {
    const { start, clock, due } = setUpReviews()
    const reviews = start()
    decideAll(reviews)
    say(reviews, [1], 'mine')
    reviews.finish(A, [])
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
    const { start, clock, due } = setUpReviews()
    const reviews = start()
    decideAll(reviews)
    say(reviews, [1], 'mine')
    reviews.finish(A, [])
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
    const { start, clock, state } = setUpReviews()
    const reviews = start()
    decideAll(reviews)
    say(reviews, [1], 'mine')
    reviews.finish(A, [])
    clock.jump(400 * DAY)
    state.accounts = [{ ...state.accounts[0]!, status: 'signedOut' }]
    expect(reviews.isDue(A)).toBe(false)
  })

  it('discard the open review and keep the last', () => {
    const { start } = setUpReviews()
    const reviews = start()
    decideAll(reviews)
    say(reviews, [1], 'mine')
    reviews.finish(A, [])
    reviews.start(A)
    expect(reviews.get(A).items[1]?.earlier?.decision).toBe('mine')
    expect(reviews.discard(A)).toEqual(ok(null))
    expect(reviews.get(A).review?.finishedAt).not.toBeNull()
    expect(reviews.discard(A)).toEqual(failed({ kind: 'notFound' }))
  })

  it('are deleted with a removed account, and long after another was signed out', () => {
    const { start, files, clock } = setUpReviews()
    const reviews = start()
    reviews.start(A)
    reviews.forget(A)
    expect(files.read()).toEqual({})
    reviews.start(A)
    files.write('gone', files.read()[A]!)
    const second = start()
    for (const [days, kept] of [
      [400, ['gone', A]],
      [1, [A]],
    ] as const) {
      clock.jump(days * DAY)
      second.forget(A)
      second.start(A)
      expect(Object.keys(files.read())).toEqual(kept)
    }
  })
})
