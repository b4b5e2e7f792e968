import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_HISTORY_MS } from '../../../../electron/shared/activity.ts'
import type { Failure } from '../../../../electron/shared/failure.ts'
import { DECISIONS, type Decision, type ReviewItem } from '../../../../electron/shared/review.ts'
import type { DeviceSession } from '../../../../electron/shared/session.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { MAX_FINISHED } from '../../../../electron/features/review/domain/review.ts'
import { accountOf } from '../../fake-service.ts'
import { A, B, DAY, row, setUpReviews } from './review-harness.ts'

type World = ReturnType<typeof setUpReviews>
type Reviews = ReturnType<World['start']>

/** Decides on sessions of the shown review of account A. */
function decide(world: World, reviews: Reviews, ids: number[], decision: Decision) {
  const { startedAt = 0 } = reviews.get(A).review ?? {}
  return reviews.decide(A, startedAt, world.keysOf(...ids), decision)
}

/** What a review shows, by id. */
function decisionsIn(items: readonly ReviewItem[]): Record<number, Decision> {
  return Object.fromEntries(items.flatMap(({ id, decided }) => (decided ? [[id, decided.decision]] : [])))
}

/** Reviews, of which one is prepared, unless the list is to be changed before. */
function setUp(sessions?: DeviceSession[] | null) {
  const world = setUpReviews()
  if (sessions !== undefined) world.state.sessions = sessions
  const reviews = world.start()
  reviews.start(A)
  return {
    ...world,
    reviews,
    review: () => reviews.get(A).review,
    decisions: () => decisionsIn(reviews.get(A).items),
    say: (ids: number[], decision: Decision) =>
      expect(decide(world, reviews, ids, decision)).toEqual(ok(null)),
    finish: (...ids: number[]) => reviews.finish(A, world.keysOf(...ids)),
    outcomes: () => reviews.get(A).items.flatMap(({ id, outcome }) => (outcome ? [[id, outcome]] : [])),
    /** Another list arrives. */
    list(...rows: DeviceSession[]) {
      world.state.sessions = rows
      reviews.refresh(A)
      reviews.applyList(A)
    },
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
  world.finish()
  return world
}

describe('the reviews', () => {
  it('start with a good list of this run, once', () => {
    const { reviews, state, clock, say, review } = setUp(null)
    expect(reviews.start(A)).toEqual(failed({ kind: 'notFound' }))
    state.sessions = [1, 2, 3, 4].map((id) => row(id))
    for (const bad of [{ isLive: false }, { isUnclear: true }]) {
      Object.assign(state, bad)
      expect(reviews.start(A)).toEqual(failed({ kind: 'notFound' }))
      state.failure = { kind: 'timeout' }
      expect(reviews.start(A)).toEqual(failed({ kind: 'timeout' }))
      Object.assign(state, { isLive: true, isUnclear: false, failure: null })
    }
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
    const { reviews, updates, review, clock, list } = setUpFinished()
    const { finishedAt } = review()!
    clock.jump(1_000)
    reviews.start(A)
    expect(review()).toMatchObject({ isStarted: false, finishedAt: null })
    expect(reviews.shown(A)?.finishedAt).toBe(finishedAt)
    clock.jump(1_000)
    list(row(1), row(2), row(4), row(5))
    expect(updates.at(-1)?.items.map(({ id, hasArrived }) => [id, hasArrived])).toEqual([
      [1, false],
      [2, false],
      [4, false],
      [5, true],
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

  it('store what is mine and not sure on the session, and what is not mine in the review', () => {
    const { reviews, files, say, marks, serviceNow, review, decisions } = setUp()
    say([2, 3], 'mine')
    say([3], 'notSure')
    say([2, 4], 'notMine')
    const draft = { at: serviceNow() }
    const { startedAt } = review()!
    expect(marks()).toEqual({ 2: 'mine', 3: 'notSure' })
    expect(files.read()[A]?.open).toEqual({
      startedAt,
      since: serviceNow(),
      notMine: [
        { key: 1_002, ...draft },
        { key: 1_004, ...draft },
      ],
    })
    expect(decisions()).toEqual({ 2: 'notMine', 3: 'notSure', 4: 'notMine' })
    // The same decision is no step, and keeps its time.
    const writes = files.writes.length
    say([3], 'notSure')
    expect([files.writes.length, reviews.undo(A), decisions()]).toEqual([
      writes,
      ok(null),
      { 2: 'mine', 3: 'notSure' },
    ])
  })

  it('keep each decision over a kill, with its time by the service’s clock', () => {
    const { start, clock, say, serviceNow } = setUp()
    clock.jump(5_000)
    say([2], 'notSure')
    say([3], 'notMine')
    const second = start()
    expect(second.get(A).review).toMatchObject({ decided: 2, total: 3, canUndo: false, finishedAt: null })
    expect(second.shown(A)).toMatchObject({ version: '1.2.3' })
    expect(second.get(A).items.map(({ decided }) => decided)).toEqual([
      null,
      { decision: 'notSure', at: serviceNow() },
      { decision: 'notMine', at: serviceNow() },
      null,
    ])
  })

  const EMPTY = { kind: 'unexpectedAnswer', reason: 'listEmpty' } as const
  it.each<[object, Failure]>([
    [{ isLive: false }, { kind: 'notFound' }],
    [{ isUnclear: true }, { kind: 'notFound' }],
    [{ failure: EMPTY }, EMPTY],
  ])('lose nothing by a list that proves nothing, and cannot be finished with it: %o', (bad, why) => {
    const { reviews, state, decisions } = setUpDecided()
    const { sessions } = state
    Object.assign(state, bad, { sessions: sessions!.slice(0, 3) })
    expect(decisions()).toEqual({ 2: 'notMine', 3: 'mine' })
    expect(reviews.finish(A, [])).toEqual(failed(why))
    Object.assign(state, { isLive: true, isUnclear: false, failure: null, sessions })
    expect(decisions()).toEqual({ 2: 'notMine', 3: 'mine', 4: 'mine' })
    expect(reviews.finish(A, [1_002])).toEqual(ok(null))
  })

  it('show no session that the record does not have, and decide on none that they do not show, nor on this device', () => {
    const { reviews, state, files, review } = setUpDecided()
    const writes = files.writes.length
    Object.assign(state, { sessions: [...state.sessions!, row(9)], isUnclear: true })
    expect(reviews.decide(A, review()!.startedAt, [-9, 1_001, 1_077], 'notMine')).toEqual(ok(null))
    expect(files.writes).toHaveLength(writes)
    expect(reviews.shown(A)?.items.map(({ id }) => id)).not.toContain(9)
  })

  it('refuse decisions on another review', () => {
    const { reviews, keysOf } = setUp()
    expect(reviews.decide(A, 1, keysOf(2), 'mine')).toEqual(failed({ kind: 'conflict' }))
    expect(setUpFinished().reviews.decide(A, 1_000_000, keysOf(2), 'notMine')).toEqual(
      failed({ kind: 'conflict' }),
    )
  })

  it('follow the sessions of the list: those that arrive, go, return, are renewed and renamed', () => {
    const { clock, state, say, decisions, list, review, reviews } = setUp([
      ...[row(1), row(2, { lastUsedAt: 900 }), row(3), row(4)],
    ])
    say([2], 'notMine')
    say([3, 4], 'mine')
    const renewed = row(8, { serviceName: 'Device 2', name: 'Laptop', lastUsedAt: 950 })
    clock.jump(1_000)
    list(row(1), renewed, row(3))
    expect([decisions(), review()]).toMatchObject([
      { 3: 'mine', 8: 'notMine' },
      { decided: 2, total: 2 },
    ])
    expect(reviews.get(A).items[1]).toMatchObject({ key: 1_002, name: 'Laptop', hasArrived: false })
    // Another session with the id of one that was decided on has no decision.
    list(row(1), renewed, row(3, { createdAt: 77_000 }), row(4))
    expect(decisions()).toEqual({ 4: 'mine', 8: 'notMine' })
    expect(reviews.get(A).items[2]).toMatchObject({ id: 3, hasArrived: true })
    state.sessions = [row(1)]
    expect(review()).toMatchObject({ decided: 0, total: 0 })
  })

  it('undo step by step, down to what was said before the review', () => {
    const { reviews, say, change, clock, decisions, marks } = setUp()
    const shown = () => [decisions(), marks()]
    change([2], { mark: { decision: 'notSure', at: 5 } })
    const before: unknown[] = []
    const steps: [number[], Decision][] = [
      [[2], 'mine'],
      [[2, 3, 4], 'notMine'],
      [[3], 'notSure'],
      [[2, 3], 'mine'],
    ]
    for (const step of steps) {
      clock.jump(1)
      before.push(shown())
      say(...step)
    }
    for (const expected of before.toReversed()) {
      expect(reviews.undo(A)).toEqual(ok(null))
      expect(shown()).toEqual(expected)
    }
    expect(shown()).toEqual([{}, { 2: 'notSure' }])
    expect(reviews.undo(A)).toEqual(failed({ kind: 'notFound' }))
  })

  it('publish the items that changed, all of them when others are listed, and nothing if nothing changed', () => {
    const { reviews, updates, state, files, say, keysOf, list, clock, acknowledge, serviceNow } = setUp()
    expect(updates).toMatchObject([{ isWhole: true, items: [{}, {}, {}, {}] }])
    say([2], 'mine')
    say([3], 'notMine')
    expect(updates.at(-1)).toMatchObject({ isWhole: false, items: [{ id: 3 }] })
    reviews.undo(A)
    expect(updates.at(-1)).toMatchObject({
      review: { decided: 1, canUndo: true },
      isWhole: false,
      items: [{ key: keysOf(3)[0], decided: null }],
    })
    const [sent, written] = [updates.length, files.writes.length]
    list(...state.sessions!)
    reviews.refresh(A)
    expect([updates.length, files.writes.length]).toEqual([sent, written])
    list(row(1), row(2), row(3, { lastUsedAt: 5 }), row(4))
    expect([updates.length - sent, files.writes.length]).toEqual([1, written])
    expect(updates.at(-1)).toMatchObject({ isWhole: false, items: [{ id: 3, lastUsedAt: 5 }] })
    clock.jump(1)
    acknowledge(2)
    reviews.refresh(A)
    expect(updates.at(-1)).toMatchObject({
      isWhole: false,
      items: [{ id: 2, decided: { at: serviceNow() } }],
    })
    list(row(1), row(2), row(4))
    expect(updates.at(-1)).toMatchObject({ isWhole: true, items: [{ id: 1 }, { id: 2 }, { id: 4 }] })
    list(row(1), row(2), row(5))
    expect(updates.at(-1)).toMatchObject({ isWhole: true, items: [{ id: 1 }, { id: 2 }, { id: 5 }] })
    reviews.refresh('other')
    expect(updates.at(-1)?.accountId).toBe(A)
  })

  it('publish as a whole what another review shows, also without a session', () => {
    const { reviews, updates, state, clock } = setUpFinished()
    clock.jump(1_000)
    state.sessions = []
    reviews.start(A)
    expect(updates.at(-1)).toMatchObject({ review: { finishedAt: null }, isWhole: true, items: [] })
    const first = setUp()
    first.reviews.discard(A)
    expect(first.updates.at(-1)).toMatchObject({ review: null, isWhole: true, items: [] })
  })

  it.each<[string, number[], Decision, left: number, refusesReview: boolean]>([
    ['a decision', [2], 'mine', 2, false],
    ['a decision on two, and then the review as it was', [2, 3], 'notSure', 2, true],
    ['an undo', [], 'mine', 0, false],
    ['an undo, and then the review as it was', [], 'mine', 0, true],
  ])(
    'change nothing and lose nothing when the disk refuses the marks of %s',
    (_what, ids, decision, left, refusesReview) => {
      const { reviews, start, state, files, decisions, marks, keysOf, review } = setUpDecided()
      const { startedAt } = review()!
      const isUndo = ids.length === 0
      if (isUndo) reviews.undo(A)
      const before = [decisions(), marks()]
      state.refusesMarks = () => void (files.broken = refusesReview)
      const act = () => (isUndo ? reviews.undo(A) : reviews.decide(A, startedAt, keysOf(...ids), decision))
      expect(act).toThrow('ENOSPC')
      expect([decisions(), marks()]).toEqual(before)
      state.refusesMarks = null
      files.broken = false
      reviews.schedule(A, 30)
      expect([decisionsIn(start().get(A).items), marks()]).toEqual(before)
      expect([reviews.undo(A), review()?.decided]).toEqual([ok(null), left])
    },
  )

  it('change nothing when the disk refuses', () => {
    const { reviews, files, review, keysOf, marks, state, start } = setUp()
    const { startedAt } = review()!
    for (const decision of DECISIONS) {
      files.broken = true
      expect(() => reviews.decide(A, startedAt, keysOf(2), decision)).toThrow()
      expect([review()?.decided, review()?.canUndo, marks()]).toEqual([0, false, {}])
      files.broken = false
    }
    // Without its mark, the first decision starts nothing.
    state.refusesMarks = () => undefined
    expect(() => reviews.decide(A, startedAt, keysOf(2), 'mine')).toThrow()
    expect([review()?.isStarted, start().get(A).review]).toEqual([false, null])
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

  it('are finished in this run if the disk refuses, once their ends are asked for', () => {
    const { reviews, files, finish, review, clock } = setUpDecided()
    files.broken = true
    expect([finish(2), review()?.finishedAt]).toEqual([ok(null), clock.now()])
    files.broken = false
    reviews.schedule(A, 30)
    expect(files.read()[A]).toMatchObject({ open: null, finished: [{ finishedAt: clock.now() }] })
  })

  it('end the plan that was confirmed, and nothing else', () => {
    const { state, finish, started, asked, clock, review, keysOf } = setUpDecided()
    for (const other of [[], [9], [2, 3]]) expect(finish(...other)).toEqual(failed({ kind: 'conflict' }))
    const { sessions } = state
    // What is gone is not ended any more, so the person confirms another plan.
    state.sessions = [row(1), row(3), row(4)]
    expect(finish(2)).toEqual(failed({ kind: 'conflict' }))
    // Another session has the id of one that is not mine.
    state.sessions = [row(1), row(2, { createdAt: 77_000 }), row(3), row(4)]
    expect([finish(2), started]).toEqual([failed({ kind: 'conflict' }), []])
    state.sessions = sessions
    expect(finish(2)).toEqual(ok(null))
    expect([started, asked]).toEqual([[keysOf(2)], [['review', clock.now()]]])
    expect(review()).toMatchObject({ counts: { mine: 2, notMine: 1, notSure: 0 }, finishedAt: clock.now() })
  })

  it('leave sessions undecided, of which what arrived meanwhile is no part of them', () => {
    const { reviews, state, started, clock, say, list, finish, keysOf } = setUp()
    say([2], 'mine')
    say([3], 'notMine')
    clock.jump(1_000)
    list(...state.sessions!, row(8), row(9))
    say([8], 'notSure')
    expect([finish(3), started]).toEqual([ok(null), [keysOf(3)]])
    const shown = reviews.get(A).items.map(({ id, decided }) => [id, decided?.decision])
    // What is not mine first.
    expect(shown).toEqual([
      [3, 'notMine'],
      [8, 'notSure'],
      [2, 'mine'],
      [4, undefined],
      [1, undefined],
    ])
    expect(reviews.get(A).review).toMatchObject({ decided: 3, total: 4 })
  })

  it.each<[Failure, isOpen: boolean]>([
    [{ kind: 'conflict' }, true],
    [{ kind: 'misconfigured', reason: 'storage' }, true],
    [{ kind: 'unexpectedAnswer', reason: 'listUnclear' }, true],
    // All of them are being ended already.
    [{ kind: 'notFound' }, false],
  ])('stay open if their ends cannot be asked for: %o, %s', (refusal, isOpen) => {
    const { state, review, finish, decisions } = setUpDecided()
    state.refusal = refusal
    expect(finish(2)).toEqual(isOpen ? failed(refusal) : ok(null))
    expect([review()?.finishedAt === null, decisions()]).toEqual([
      isOpen,
      { 2: 'notMine', 3: 'mine', 4: 'mine' },
    ])
  })

  it('tell by the record what became of what was not mine, and publish only what changed', () => {
    const { reviews, state, finish, outcomes, review, change, say, updates, files, keysOf } = setUp()
    say([2, 3, 4], 'notMine')
    for (const key of keysOf(2, 3, 4)) state.ending.add(key)
    finish(2, 3, 4)
    const [written, sent] = [files.writes.length, updates.length]
    expect([outcomes().map(([, outcome]) => outcome), review()]).toMatchObject([
      ['waiting', 'waiting', 'waiting'],
      { ended: 0, openEnds: 3 },
    ])
    state.ending.clear()
    change([2], { endedAt: 5, endedBy: 'review' })
    change([3], { endedAt: 5, endedBy: 'elsewhere' })
    reviews.refresh(A)
    const told = [
      [2, 'ended'],
      [3, 'gone'],
      [4, 'stillListed'],
    ]
    expect([outcomes(), review()]).toMatchObject([told, { ended: 2, openEnds: 1 }])
    expect(updates.slice(sent)).toMatchObject([{ isWhole: false, items: [{ id: 2 }, { id: 3 }, { id: 4 }] }])
    reviews.refresh(A)
    expect([updates.length - sent, files.writes.length]).toEqual([1, written])
    // Nothing tells any more.
    state.isRecordLost = true
    expect(outcomes()).toEqual([])
  })

  it('keep a finished one as it was, whatever is listed or said later', () => {
    const { reviews, say, finish, list, clock, start, acknowledge } = setUp([
      ...[row(1), row(2, { lastUsedAt: 900 }), row(3), row(4)],
    ])
    say([2, 3], 'notMine')
    say([4], 'mine')
    finish(2, 3)
    const rows = (from: Reviews) => from.shown(A)!.items.map(({ outcome: _, ...rest }) => rest)
    const before = rows(reviews)
    clock.jump(1_000)
    list(row(1, { name: 'Desk' }), row(8, { serviceName: 'Device 2', lastUsedAt: 950 }), row(9))
    acknowledge(2)
    reviews.start(A)
    say([8], 'notSure')
    reviews.discard(A)
    expect([rows(reviews), rows(start())]).toEqual([before, before])
    expect(before.map(({ earlier }) => earlier)).toEqual([null, null, null, null])
  })

  it('keep the last finished ones, each of which can be shown, and name the earlier ones', () => {
    const { reviews, start, clock, say, finish, state, files } = setUp([row(1), row(2)])
    const finishedAt: number[] = []
    for (let count = 1; count <= MAX_FINISHED + 2; count++) {
      clock.jump(DAY)
      reviews.start(A)
      expect(reviews.get(A).earlier).toHaveLength(Math.min(Math.max(count - 2, 0), MAX_FINISHED - 1))
      say([2], count % 2 ? 'mine' : 'notSure')
      finish()
      finishedAt.push(clock.now())
    }
    expect(MAX_FINISHED).toBe(24)
    const kept = finishedAt.slice(-MAX_FINISHED)
    expect(files.read()[A]?.finished.map((each) => each.finishedAt)).toEqual(kept)
    for (const run of [reviews, start()]) {
      expect(run.get(A).review?.finishedAt).toBe(kept.at(-1))
      expect(run.get(A).earlier).toEqual(kept.slice(0, -1).toReversed())
      expect(run.finished(A, kept[0]!)).toMatchObject({ finishedAt: kept[0], items: [{ id: 2 }, { id: 1 }] })
      expect(run.finished(A, kept[0]!)?.items[0]?.decided?.decision).toBe('mine')
      expect(run.finished(A, kept[1]!)?.items[0]?.decided?.decision).toBe('notSure')
      expect([run.finished(A, finishedAt[0]!), run.finished(B, kept[0]!)]).toEqual([null, null])
    }
    state.accounts = []
    expect(reviews.finished(A, kept[0]!)).not.toBeNull()
  })

  it('open again when all ends of their plan were taken back, with their drafts', () => {
    const { reviews, start, clock, updates, review, finish, decisions, files } = setUpDecided()
    clock.jump(1_000)
    finish(2)
    const askedAt = clock.now()
    clock.jump(1_000)
    reviews.applyUndo(A, { cause: 'review', askedAt })
    const open = { finishedAt: null, decided: 3, canUndo: false, openEnds: 0 }
    expect([review(), updates.at(-1)?.review, start().get(A).review]).toMatchObject([open, open, open])
    expect(decisions()).toEqual({ 2: 'notMine', 3: 'mine', 4: 'mine' })
    expect(files.read()[A]).toMatchObject({ finished: [] })
    // What is open does not begin again.
    reviews.applyUndo(A, { cause: 'review', askedAt })
    expect(review()).toMatchObject(open)
    expect([finish(2), start().get(A).review?.finishedAt]).toEqual([ok(null), clock.now()])
  })

  it.each<[string, string, (all: ReturnType<typeof setUpDecided>) => [string, number]]>([
    ['a person’s', 'many', ({ clock }) => [A, clock.now()]],
    ['a rule’s', 'rule', ({ clock }) => [A, clock.now()]],
    ['an earlier one’s', 'review', ({ clock }) => [A, clock.now() - 1]],
    ['another account’s', 'review', ({ clock }) => [B, clock.now()]],
  ])('stay finished when other ends were taken back: %s', (_whose, cause, of) => {
    const all = setUpDecided()
    all.finish(2)
    const [accountId, askedAt] = of(all)
    all.reviews.applyUndo(accountId, { cause, askedAt })
    expect(all.review()).toMatchObject({ finishedAt: all.clock.now(), openEnds: 1 })
  })

  it('stay finished when their ends were taken back and the next one is open, which stays as it is', () => {
    const { reviews, clock, say, review, finish } = setUpDecided()
    finish(2)
    const askedAt = clock.now()
    clock.jump(1_000)
    reviews.start(A)
    say([2], 'mine')
    reviews.applyUndo(A, { cause: 'review', askedAt })
    expect(review()).toMatchObject({ startedAt: askedAt + 1_000, decided: 1 })
    reviews.discard(A)
    expect(review()).toMatchObject({ finishedAt: askedAt })
  })

  it('acknowledge the new sign-ins that are mine', () => {
    const { say, change, acknowledged } = setUp()
    change([3, 4], { alert: 'open' })
    say([4], 'notMine')
    say([3], 'notSure')
    say([2, 3], 'mine')
    say([4], 'mine')
    expect(acknowledged).toEqual([3, 4])
  })

  it('open the alert of a sign-in again when an undo takes back that it is theirs', () => {
    const { reviews, say, change, acknowledged, marks } = setUp()
    change([3], { alert: 'open' })
    say([2, 3], 'mine')
    say([3], 'notSure')
    reviews.undo(A)
    reviews.undo(A)
    expect(marks()).toEqual({})
    say([2, 3], 'mine')
    expect(acknowledged).toEqual([3, 3])
  })

  it('keep the answer to an alert when what was said before it is undone', () => {
    const { reviews, say, clock, acknowledge, decisions, marks } = setUp()
    say([2], 'notMine')
    say([3], 'notSure')
    clock.jump(1)
    acknowledge(2)
    acknowledge(3)
    reviews.undo(A)
    reviews.undo(A)
    expect([decisions(), marks()]).toEqual([
      { 2: 'mine', 3: 'mine' },
      { 2: 'mine', 3: 'mine' },
    ])
  })

  it('count what was said last of a session, in the review or as an answer to its alert', () => {
    const { say, clock, acknowledge, decisions, started, finish } = setUp()
    say([2, 3], 'notMine')
    clock.jump(1)
    acknowledge(2)
    acknowledge(3)
    acknowledge(4)
    expect(decisions()).toEqual({ 2: 'mine', 3: 'mine', 4: 'mine' })
    clock.jump(1)
    say([3], 'notMine')
    expect(decisions()).toEqual({ 2: 'mine', 3: 'notMine', 4: 'mine' })
    finish(3)
    expect(started).toEqual([[1_003]])
  })

  it('take what is said later, although the service’s clock goes back', () => {
    const { say, state, clock, decisions, change, acknowledged, marks } = setUp()
    clock.jump(60_000)
    change([2, 3, 4], { alert: 'open' })
    say([2, 3], 'notSure')
    state.skew -= 30_000
    say([2], 'notMine')
    expect(decisions()).toEqual({ 2: 'notMine', 3: 'notSure' })
    // To before the review began.
    state.skew -= DAY
    say([4], 'mine')
    say([2, 3], 'mine')
    expect([decisions(), marks()]).toEqual([
      { 2: 'mine', 3: 'mine', 4: 'mine' },
      { 2: 'mine', 3: 'mine', 4: 'mine' },
    ])
    expect(acknowledged).toEqual([4, 2, 3])
    say([3], 'notMine')
    expect(decisions()).toEqual({ 2: 'mine', 3: 'notMine', 4: 'mine' })
  })

  it('of two accounts know nothing of each other', () => {
    const { reviews, state, say, updates, start, finish, marks } = setUp()
    state.accounts.push(accountOf(8))
    reviews.start(B)
    say([2], 'notMine')
    say([3, 4], 'mine')
    const { startedAt } = reviews.get(B).review!
    expect(reviews.get(B).review).toMatchObject({ isStarted: false, decided: 0, canUndo: false })
    expect(reviews.undo(B)).toEqual(failed({ kind: 'notFound' }))
    expect(reviews.decide(B, startedAt, [1_002, 1_003, 1_004], 'notSure')).toEqual(ok(null))
    expect(updates.at(-1)).toMatchObject({ accountId: B, review: { decided: 3 } })
    expect(marks()).toEqual({ 3: 'mine', 4: 'mine' })
    expect([finish(2), reviews.get(B).review?.finishedAt]).toEqual([ok(null), null])
    reviews.forget(B)
    expect([start().get(B).review, start().get(A).review]).toMatchObject([null, { decided: 3 }])
  })

  it('report once that the next one is due, also over a restart', () => {
    const world = setUpFinished()
    const { reviews, start, clock, due } = world
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
    decide(world, second, [2], 'mine')
    expect(second.isDue(A)).toBe(false)
    second.discard(A)
    expect(second.isDue(A)).toBe(true)
    second.schedule(A, null)
    expect([second.isDue(A), second.get(A).schedule]).toEqual([
      false,
      { days: null, finishedAt: expect.any(Number), dueAt: null, isDue: false },
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

  it('discard the open one with its drafts, and keep the marks and the last one', () => {
    const { reviews, review, started, say, marks, start, clock, decisions } = setUpFinished()
    const { finishedAt } = review()!
    clock.jump(1_000)
    reviews.start(A)
    say([2], 'notMine')
    say([3], 'notSure')
    expect(reviews.discard(A)).toEqual(ok(null))
    expect([review(), start().get(A).review]).toMatchObject([{ finishedAt }, { finishedAt }])
    expect([marks(), started]).toEqual([{ 2: 'mine', 3: 'notSure', 4: 'mine' }, []])
    expect(reviews.discard(A)).toEqual(failed({ kind: 'notFound' }))
    expect(reviews.undo(A)).toEqual(failed({ kind: 'notFound' }))
    clock.jump(1_000)
    reviews.start(A)
    expect([decisions(), reviews.get(A).items[2]?.earlier?.decision]).toEqual([{}, 'notSure'])
  })

  it('are deleted with a removed account, and as long after a sign-out as the history', () => {
    const world = setUp()
    const { reviews, start, files, clock } = world
    decide(world, reviews, [2], 'mine')
    reviews.forget(A)
    expect(files.read()).toEqual({})
    reviews.start(A)
    decide(world, reviews, [2], 'notSure')
    files.write('gone', files.read()[A]!)
    const second = start()
    for (const [passed, kept] of [
      [MAX_HISTORY_MS, ['gone', A]],
      [1, [A]],
    ] as const) {
      clock.jump(passed)
      second.forget(A)
      second.start(A)
      decide(world, second, [2], 'mine')
      expect(Object.keys(files.read())).toEqual(kept)
    }
  })
})

describe('reviews in any sequence of events', () => {
  const id = fc.integer({ min: 2, max: 6 })
  const ids = fc.uniqueArray(id)
  const event = fc.oneof(
    fc.record({ kind: fc.constant('list' as const), ids }),
    fc.record({ kind: fc.constant('decide' as const), ids, decision: fc.constantFrom(...DECISIONS) }),
    fc.record({ kind: fc.constant('acknowledge' as const), id }),
    fc.record({ kind: fc.constantFrom('kill' as const, 'undo', 'finish', 'discard') }),
  )

  it('show what was said last of each listed session, lose no decision, and end only what was confirmed', () => {
    fc.assert(
      fc.property(ids, fc.array(event, { maxLength: 20 }), (first, events) => {
        const world = setUp([1, ...first].map((each) => row(each)))
        world.change(first, { alert: 'open' })
        const alerted = new Set(first)
        let { reviews } = world
        /** What the person said in this review, and that before each step of this run. */
        let said = new Map<number, Decision>()
        let steps: (typeof said)[] = []
        const listed = () => world.state.sessions!.flatMap(({ id: each }) => (each === 1 ? [] : each))
        const shown = () => listed().flatMap((each) => (said.has(each) ? [[each, said.get(each)]] : []))

        for (const event of events) {
          if (reviews.get(A).review?.finishedAt !== null) {
            reviews.start(A)
            said = new Map()
            steps = []
          }
          world.clock.jump(1)
          switch (event.kind) {
            case 'list':
              world.state.sessions = [1, ...event.ids].map((each) => row(each))
              break
            case 'decide': {
              const own = event.ids.filter((each) => listed().includes(each))
              decide(world, reviews, own, event.decision)
              if (own.some((each) => said.get(each) !== event.decision)) steps.push(said)
              said = new Map([...said, ...own.map((each) => [each, event.decision] as const)])
              if (event.decision === 'mine') for (const each of own) alerted.delete(each)
              break
            }
            case 'acknowledge':
              if (!listed().includes(event.id) || !alerted.delete(event.id)) break
              world.acknowledge(event.id)
              for (const each of [said, ...steps]) each.set(event.id, 'mine')
              break
            case 'kill':
              reviews = world.start()
              steps = []
              break
            case 'undo': {
              const step = steps.pop()
              expect(reviews.undo(A).ok).toBe(step !== undefined)
              said = step ?? said
              break
            }
            case 'discard':
              reviews.discard(A)
              break
            case 'finish': {
              const plan = listed().filter((each) => said.get(each) === 'notMine')
              const before = world.started.length
              expect(reviews.finish(A, world.keysOf(...plan))).toEqual(ok(null))
              expect(world.started.slice(before)).toEqual(plan.length > 0 ? [world.keysOf(...plan)] : [])
              break
            }
          }
          const { review, items } = reviews.get(A)
          if (review?.finishedAt === null) expect(decisionsIn(items)).toEqual(Object.fromEntries(shown()))
        }
      }),
    )
  })
})
