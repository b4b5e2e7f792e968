import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DECISIONS, isOpenItem } from '../../../../../electron/shared/review.ts'
import { followRecord } from '../../../../../electron/features/review/domain/follow-record.ts'
import {
  calledMineAt,
  canFinish,
  countDecisions,
  countEnds,
  decide as decideOn,
  finishReview,
  nextDue,
  plannedRevocations,
  progressOf,
  reopenReview,
  startReview,
  undoStep,
  withOutcomes,
  type Review,
} from '../../../../../electron/features/review/domain/review.ts'
import { DAY, recordOf, row } from '../review-harness.ts'
import { keyOf } from '../../../../support/builders.ts'

const HEAD = { startedAt: 10, server: 'https://chat.example/api/v1', version: '1.2.3' }
type Row = ReturnType<typeof row>
const rowsTo = (count: number): Row[] => Array.from({ length: count }, (_, index) => row(index + 1))
const startedWith = (rows: Row[], last: Review | null = null): Review => startReview(rows, HEAD, last)
const keyOfItem = ({ key }: { key: number }): number => key
/** Decides on the items at these places. */
const decide: typeof decideOn = (review, places, ...decision) =>
  decideOn(
    review,
    places.map((at) => review.items[at]?.key ?? 0),
    ...decision,
  )
const started = (count = 4): Review => startedWith(rowsTo(count))
/** A review, after lists whose sessions its record has seen; the first list is that of its start. */
function follow(review: Review, first: Row[], ...lists: Row[][]) {
  const record = recordOf(first)
  let followed = { review, hasSessionChanges: false }
  for (const list of lists) {
    record.list(list)
    followed = followRecord(followed.review, record.rows(list), keyOfItem)
  }
  return followed
}
const decided = (review: Review, places: number[], decision: (typeof DECISIONS)[number]): Review =>
  decide(review, places, decision, 20).review
const itemOf = (review: Review, id: number) => review.items.find((item) => item.id === id)!

describe('a review', () => {
  it('records each session, and needs no decision on this device', () => {
    const review = started(3)
    expect(
      review.items.map(({ id, name, serviceName, createdAt }) => [id, name, serviceName, createdAt]),
    ).toEqual([
      [1, 'Device 1', 'Device 1', 1],
      [2, 'Device 2', 'Device 2', 2],
      [3, 'Device 3', 'Device 3', 3],
    ])
    expect(progressOf(review)).toEqual({ decided: 0, total: 2 })
    expect(decide(review, [0], 'notMine', 20)).toEqual({ review, step: null })
  })

  it('decides on one and on several, and undoes each step', () => {
    const single = decide(started(), [1], 'mine', 20)
    const all = decide(single.review, [1, 2, 3], 'notSure', 30)
    expect(progressOf(single.review)).toEqual({ decided: 1, total: 3 })
    expect(all.review.items.map((item) => item.decided)).toEqual([
      null,
      ...Array.from({ length: 3 }, () => ({ decision: 'notSure', at: 30 })),
    ])
    expect(undoStep(all.review, all.step!)).toEqual(single.review)
    expect(undoStep(single.review, single.step!)).toEqual(started())
  })

  it('does not count the same decision as a step, and keeps its time', () => {
    const review = decided(started(), [1], 'mine')
    expect(decide(review, [1], 'mine', 99)).toEqual({ review, step: null })
  })

  it('can be finished once each listed session has its decision', () => {
    const some = decided(started(), [1, 2], 'mine')
    expect(canFinish(some)).toBe(false)
    expect(canFinish(decided(some, [3], 'notSure'))).toBe(true)
  })

  it('ends sessions that are not mine and are still the same', () => {
    const review = decided(decided(started(), [1, 2, 3], 'notMine'), [3], 'mine')
    const reused = [row(1), row(2), row(3, { createdAt: 77, key: 9 }), row(4)]
    expect(plannedRevocations(review, reused)).toEqual([keyOf({ id: 2 })])
    expect(plannedRevocations(review, [row(2, { isCurrent: true })])).toEqual([])
  })

  it('counts an end as open until it is proven, and keeps a proof', () => {
    const review = decided(decided(started(), [1, 2], 'notMine'), [3], 'mine')
    const finished = finishReview(review, plannedRevocations(review, [row(2), row(3)]), 40)
    expect(countEnds(finished)).toEqual({ ended: 0, openEnds: 2 })
    expect(countDecisions(finished)).toEqual({ mine: 1, notMine: 2, notSure: 0 })
    expect([canFinish(review), canFinish(finished)]).toEqual([true, false])
    expect(decide(finished, [1], 'mine', 50)).toEqual({ review: finished, step: null })
    expect(undoStep(finished, decide(review, [1], 'mine', 50).step!)).toBe(finished)
    const both = withOutcomes(finished, [
      { key: keyOf({ id: 2 }), outcome: 'ended' },
      { key: keyOf({ id: 3 }), outcome: 'notConfirmed' },
      { key: keyOf({ id: 4 }), outcome: 'ended' },
    ])
    expect(countEnds(both)).toEqual({ ended: 1, openEnds: 1 })
    expect(itemOf(both, 4).outcome).toBeNull()
    expect(withOutcomes(both, [{ key: keyOf({ id: 2 }), outcome: 'failed' }])).toBe(both)
    expect(reopenReview(finished)).toEqual({ ...review, finishedAt: null })
  })

  it('counts a session that is gone before its end is requested as no longer signed in', () => {
    const review = decided(started(2), [1], 'notMine')
    const gone = follow(review, rowsTo(2), [row(1)]).review
    expect(finishReview(gone, plannedRevocations(gone, [row(1)]), 40).items[1]?.outcome).toBe('alreadyGone')
  })

  it('shows the decision of the review before it', () => {
    const last = finishReview(decided(started(), [1], 'mine'), [], 40)
    const again = [row(1), row(8, { key: keyOf({ id: 2 }) }), row(3, { key: 9 })]
    const next = startReview(again, HEAD, last)
    expect(next.items.map(({ earlier }) => earlier?.decision ?? null)).toEqual([null, 'mine', null])
    const third = startReview([row(2)], HEAD, { ...next, finishedAt: 50 })
    expect(third.items[0]?.earlier?.decision).toBe('mine')
  })

  it('knows when a session was called mine last, unless the person changed their mind', () => {
    const last = finishReview(decided(started(), [1, 2, 3], 'mine'), [], 40)
    const open = decide(decide(started(), [1], 'mine', 50).review, [2], 'notSure', 50).review
    const at = (id: number, reviews: { open: Review | null; last: Review | null }) =>
      calledMineAt(reviews, keyOf({ id }))
    expect([2, 3, 4, 5].map((id) => at(id, { open, last }))).toEqual([50, null, 20, null])
    expect(at(2, { open: null, last: null })).toBeNull()
  })

  it('is due after the chosen days, or never', () => {
    expect(nextDue(5, 30)).toBe(5 + 30 * DAY)
    expect(nextDue(5, null)).toBeNull()
    expect(nextDue(null, 30)).toBeNull()
  })
})

describe('following the record', () => {
  it('adds new sessions, which wait for a decision', () => {
    const { review, hasSessionChanges } = follow(decided(started(2), [1], 'mine'), rowsTo(2), [
      ...rowsTo(2),
      row(9),
    ])
    expect([hasSessionChanges, itemOf(review, 9).hasArrived, canFinish(review)]).toEqual([true, true, false])
    expect([progressOf(review), itemOf(review, 9).key]).toEqual([{ decided: 1, total: 2 }, 1_009])
  })

  it('marks sessions that are gone, which need no decision, and restores those that return', () => {
    const gone = follow(started(3), rowsTo(3), rowsTo(2)).review
    expect([itemOf(gone, 3).isGone, progressOf(gone)]).toEqual([true, { decided: 0, total: 1 }])
    const back = follow(started(3), rowsTo(3), rowsTo(2), rowsTo(3))
    expect([back.review, back.hasSessionChanges]).toEqual([started(3), true])
  })

  it('keeps the name that was decided on, and follows the name of a session without a decision', () => {
    const listed = [row(1), row(2, { name: 'Firefox no Ubuntu' }), row(3, { name: 'Telefone' })]
    const names = ({ items }: Review): string[] => items.map(({ name }) => name)
    const mine = decided(started(3), [1], 'mine')
    expect(names(follow(mine, rowsTo(3), listed).review)).toEqual(['Device 1', 'Device 2', 'Telefone'])
    expect(names(follow(started(3), rowsTo(3), listed).review)).toEqual([
      'Device 1',
      'Firefox no Ubuntu',
      'Telefone',
    ])
  })

  const used = [row(1), row(2, { lastUsedAt: 900 })]
  const renewed = [
    row(1),
    row(8, { key: keyOf({ id: 2 }), serviceName: 'Device 2', name: 'Device 2', lastUsedAt: 950 }),
  ]

  it('keeps the decision on a renewed session', () => {
    const followed = follow(decided(startedWith(used), [1], 'notMine'), used, renewed).review
    expect(itemOf(followed, 8)).toMatchObject({ key: keyOf({ id: 2 }), decided: { decision: 'notMine' } })
    expect([canFinish(followed), plannedRevocations(followed, renewed)]).toEqual([true, [keyOf({ id: 2 })]])
  })

  it('tells that this device was renewed in place', () => {
    const own = decided(startedWith([row(1), row(2)]), [1], 'mine')
    const inPlace = follow(own, rowsTo(2), [row(1, { createdAt: 99 }), row(2)])
    expect([inPlace.review.items[0], inPlace.hasSessionChanges]).toMatchObject([
      { id: 1, createdAt: 99 },
      true,
    ])
  })

  it('keeps the records of a finished review, also of renewed sessions', () => {
    const last = finishReview(decided(startedWith(used), [1], 'mine'), [], 40)
    const { review } = follow(last, used, [...renewed, row(9)])
    expect(review.items).toHaveLength(2)
    expect(review).toBe(last)
    expect(follow(last, used, [row(1)]).review.items[1]).toEqual({ ...last.items[1], isGone: true })
    expect(follow(last, used, [row(1)], used)).toEqual({ review: last, hasSessionChanges: true })
    const inPlace = follow(last, used, [row(1, { createdAt: 99 }), used[1]!])
    expect([inPlace.review === last, inPlace.hasSessionChanges]).toEqual([true, false])
  })

  it.each<[Partial<Row>, object | null]>([
    [{}, null],
    [{ createdAt: null }, null],
    [{ name: 'Phone' }, { name: 'Phone' }],
    [{ serviceName: 'Phone' }, { serviceName: 'Phone' }],
    [{ lastUsedAt: 5 }, { lastUsedAt: 5 }],
    [{ isCurrent: true }, { isCurrent: true }],
  ])('updates an item by its row with %j', (change, updated) => {
    const review = started(2)
    const followed = follow(review, rowsTo(2), [row(1), row(2, change)])
    if (updated) expect(followed.review.items[1]).toMatchObject(updated)
    else expect(followed.review).toBe(review)
    expect(followed.hasSessionChanges).toBe(false)
  })

  it('gives its items the keys that their sessions have now', () => {
    const keyOfNext = ({ key }: { key: number }): number => key + 10
    const listed = rowsTo(2).map((each) => ({ ...each, key: each.key + 10 }))
    const { review, hasSessionChanges } = followRecord(decided(started(2), [1], 'mine'), listed, keyOfNext)
    expect(review.items.map(({ key, decided: made }) => [key, made?.decision])).toEqual([
      [1_011, undefined],
      [1_012, 'mine'],
    ])
    expect(hasSessionChanges).toBe(true)
  })

  it('learns when a session began, and has the first one of an empty list', () => {
    const unknown = [row(1), row(2, { createdAt: null })]
    expect(follow(startedWith(unknown), unknown, rowsTo(2)).review.items[1]).toMatchObject({ createdAt: 2 })
    expect(follow(started(0), [], [row(1)]).review.items[0]).toMatchObject({ key: keyOf({ id: 1 }) })
    expect(follow(started(2), rowsTo(2), [row(1)]).hasSessionChanges).toBe(true)
  })
})

describe('a review in any sequence of events', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 2, max: 9 }))
  const rowsOf = (some: readonly number[]) => [row(1), ...some.map((id) => row(id, { lastUsedAt: 900 }))]
  const event = fc.oneof(
    fc.record({ kind: fc.constant('list' as const), ids }),
    fc.record({
      kind: fc.constant('decide' as const),
      places: fc.array(fc.nat(12), { minLength: 1 }),
      decision: fc.constantFrom(...DECISIONS),
    }),
    fc.record({
      kind: fc.constant('renew' as const),
      id: fc.integer({ min: 2, max: 9 }),
      to: fc.integer({ min: 20, max: 40 }),
    }),
  )

  it('counts no more than there is, loses no decision, and plans only listed sessions that are not mine', () => {
    fc.assert(
      fc.property(ids, fc.array(event, { maxLength: 12 }), (first, events) => {
        let listed = rowsOf(first)
        const record = recordOf(listed)
        let review = startReview(listed, HEAD, null)
        for (const event of events) {
          const before = new Map(review.items.map((item) => [item.key, item.decided]))
          if (event.kind === 'decide') {
            review = decide(review, event.places, event.decision, 20).review
          } else {
            if (event.kind === 'list') listed = rowsOf(event.ids)
            else
              listed = listed.map((session) =>
                session.id === event.id ? { ...session, id: event.to, createdAt: event.to } : session,
              )
            record.list(listed)
            review = followRecord(review, record.rows(listed), keyOfItem).review
            for (const item of review.items) expect(item.decided).toEqual(before.get(item.key) ?? null)
            for (const key of before.keys()) expect(review.items.some((item) => item.key === key)).toBe(true)
          }
          const { decided: done, total } = progressOf(review)
          expect(done).toBeGreaterThanOrEqual(0)
          expect(done).toBeLessThanOrEqual(total)
          expect(total).toBeLessThanOrEqual(review.items.length - 1)
          expect(canFinish(review)).toBe(!review.items.some(isOpenItem))
          expect(canFinish(review)).toBe(done === total)
          for (const key of plannedRevocations(review, record.rows(listed))) {
            expect(record.rows(listed).find((session) => session.key === key)?.isCurrent).toBe(false)
            expect(review.items.find((item) => item.key === key && !item.isGone)).toMatchObject({
              decided: { decision: 'notMine' },
            })
          }
        }
      }),
    )
  })
})
