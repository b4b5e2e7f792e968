import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DECISIONS, identityOf, isOpenItem } from '../../../../../electron/shared/review.ts'
import { mergeList, type MergeFacts } from '../../../../../electron/features/review/domain/merge-list.ts'
import {
  canFinish,
  countDecisions,
  countEnds,
  decide,
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
import { DAY, row } from '../review-harness.ts'

const HEAD = { startedAt: 10, server: 'https://chat.example/api/v1', version: '1.2.3' }
const NO_FACTS: MergeFacts = { now: 0, originOf: () => null, isRevoking: () => false }
const IN_USE: MergeFacts = { ...NO_FACTS, now: 1_000 }
const started = (count = 4): Review =>
  startReview(
    Array.from({ length: count }, (_, index) => row(index + 1)),
    HEAD,
    null,
  )
const decided = (review: Review, keys: number[], decision: (typeof DECISIONS)[number]): Review =>
  decide(review, keys, decision, 20).review
const itemOf = (review: Review, id: number) => review.items.find((item) => identityOf(item).id === id)!

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
    const reused = [row(1), row(2), row(3, { createdAt: 77 }), row(4)]
    expect(plannedRevocations(review, reused)).toEqual([{ id: 2, createdAt: 2 }])
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
      { id: 2, createdAt: 2, outcome: 'ended' },
      { id: 3, createdAt: 3, outcome: 'notConfirmed' },
      { id: 4, createdAt: 4, outcome: 'ended' },
    ])
    expect(countEnds(both)).toEqual({ ended: 1, openEnds: 1 })
    expect(itemOf(both, 4).outcome).toBeNull()
    expect(withOutcomes(both, [{ id: 2, createdAt: 2, outcome: 'failed' }])).toBe(both)
    // Another session has the id now.
    expect(withOutcomes(both, [{ id: 3, createdAt: 99, outcome: 'ended' }])).toBe(both)
    expect(reopenReview(finished)).toEqual({ ...review, finishedAt: null })
  })

  it('counts a session that is gone before its end is requested as no longer signed in', () => {
    const review = decided(started(2), [1], 'notMine')
    const gone = mergeList(review, [row(1)], NO_FACTS).review
    expect(finishReview(gone, plannedRevocations(gone, [row(1)]), 40).items[1]?.outcome).toBe('alreadyGone')
  })

  it('shows the decision of the review before it', () => {
    const last = finishReview(decided(started(), [1], 'mine'), [], 40)
    const next = startReview([row(1), row(2), row(3, { createdAt: 5 })], HEAD, last)
    expect(next.items.map(({ earlier }) => earlier?.decision ?? null)).toEqual([null, 'mine', null])
    expect(startReview([row(2)], HEAD, { ...next, finishedAt: 50 }).items[0]?.earlier?.decision).toBe('mine')
  })

  it('is due after the chosen days, or never', () => {
    expect(nextDue(5, 30)).toBe(5 + 30 * DAY)
    expect(nextDue(5, null)).toBeNull()
    expect(nextDue(null, 30)).toBeNull()
  })
})

describe('merging a fresh list into a review', () => {
  it('adds new sessions, which wait for a decision', () => {
    const { review, hasSessionChanges } = mergeList(
      decided(started(2), [1], 'mine'),
      [row(1), row(2), row(9)],
      NO_FACTS,
    )
    expect([hasSessionChanges, itemOf(review, 9).hasArrived, canFinish(review)]).toEqual([true, true, false])
    expect(progressOf(review)).toEqual({ decided: 1, total: 2 })
  })

  it('marks sessions that are gone, which need no decision, and restores those that return', () => {
    const gone = mergeList(started(3), [row(1), row(2)], NO_FACTS).review
    expect([itemOf(gone, 3).isGone, progressOf(gone)]).toEqual([true, { decided: 0, total: 1 }])
    const back = mergeList(gone, [row(1), row(2), row(3)], NO_FACTS)
    expect([itemOf(back.review, 3).isGone, back.hasSessionChanges, back.review.items.length]).toEqual([
      false,
      true,
      3,
    ])
  })

  it('keeps the name that was decided on, and follows the name of a session without a decision', () => {
    const listed = [row(1), row(2, { name: 'Firefox no Ubuntu' }), row(3, { name: 'Telefone' })]
    const names = ({ items }: Review): string[] => items.map(({ name }) => name)
    const merged = mergeList(decided(started(3), [1], 'mine'), listed, NO_FACTS).review
    expect(names(merged)).toEqual(['Device 1', 'Device 2', 'Telefone'])
    expect(names(mergeList(started(3), listed, NO_FACTS).review)).toEqual([
      'Device 1',
      'Firefox no Ubuntu',
      'Telefone',
    ])
  })

  it('keeps the decision on a renewed session, in doubt until it is confirmed', () => {
    const used = [row(1), row(2, { lastUsedAt: 900 })]
    const review = decided(startReview(used, HEAD, null), [1], 'notMine')
    const renewed = [row(1), row(8, { rawName: 'Device 2', name: 'Device 2', lastUsedAt: 950 })]
    const merged = mergeList(review, renewed, IN_USE).review
    expect(itemOf(merged, 8)).toMatchObject({ key: 1, isDoubtful: true, decided: { decision: 'notMine' } })
    expect([canFinish(merged), plannedRevocations(merged, renewed)]).toEqual([false, []])
    const confirmed = decided(merged, [1], 'notMine')
    expect([canFinish(confirmed), plannedRevocations(confirmed, renewed)]).toEqual([
      true,
      [{ id: 8, createdAt: 8 }],
    ])
  })

  it('asks for no confirmation where nothing was decided, or where this device was renewed', () => {
    const used = [row(1, { lastUsedAt: 900 }), row(2, { lastUsedAt: 900 })]
    const renewed = [
      row(7, { rawName: 'Device 1', isCurrent: true }),
      row(8, { rawName: 'Device 2', lastUsedAt: 950 }),
    ]
    const merged = mergeList(startReview(used, HEAD, null), renewed, IN_USE).review
    expect(merged.items.map(({ id, isDoubtful }) => [id, isDoubtful])).toEqual([
      [7, false],
      [8, false],
    ])
  })

  it('keeps the records of a finished review, and follows renewals', () => {
    const used = [row(1), row(2, { lastUsedAt: 900 })]
    const last = finishReview(decided(startReview(used, HEAD, null), [1], 'mine'), [], 40)
    const renewed = [row(1), row(8, { rawName: 'Device 2', lastUsedAt: 950 }), row(9)]
    const merged = mergeList(last, renewed, IN_USE).review
    expect(merged.items).toHaveLength(2)
    expect(merged.items[1]).toMatchObject({ id: 2, isDoubtful: false, renewedAs: { id: 8, createdAt: 8 } })
    expect(startReview(renewed, HEAD, merged).items[1]?.earlier?.decision).toBe('mine')
  })

  it.each<[string, Partial<MergeFacts>, ids: number[], isPaired: boolean]>([
    ['is renewed by this app', { originOf: () => 'renewal' }, [1, 8], true],
    ['signed in by this app', { now: 1_000, originOf: () => 'signIn' }, [1, 2, 8], false],
    ['is new while this app ends the other', { now: 1_000, isRevoking: () => true }, [1, 2, 8], false],
    ['has the name of one that is not used', {}, [1, 2, 8], false],
  ])('pairs a session or not that %s', (_what, facts, shown, isPaired) => {
    const review = startReview([row(1), row(2, { lastUsedAt: facts.now ? 900 : null })], HEAD, null)
    const renewed = [row(1), row(8, { rawName: 'Device 2', lastUsedAt: 950 })]
    const merged = mergeList(review, renewed, { ...NO_FACTS, ...facts })
    expect(merged.review.items.map(({ id }) => id)).toEqual(shown)
    expect([merged.hasSessionChanges, itemOf(merged.review, 8).key]).toEqual([true, isPaired ? 1 : 2])
  })

  it.each<[Partial<ReturnType<typeof row>>, object | null]>([
    [{}, null],
    [{ createdAt: null }, null],
    [{ name: 'Phone' }, { name: 'Phone' }],
    [{ rawName: 'Phone' }, { serviceName: 'Phone' }],
    [{ lastUsedAt: 5 }, { lastUsedAt: 5 }],
    [{ isCurrent: true }, { isCurrent: true }],
  ])('updates an item by its row with %j', (change, updated) => {
    const review = started(2)
    const merged = mergeList(review, [row(1), row(2, change)], NO_FACTS)
    if (updated) expect(merged.review.items[1]).toMatchObject(updated)
    else expect(merged.review.items[1]).toBe(review.items[1])
    expect(merged.hasSessionChanges).toBe(false)
  })

  it('learns when a session began, and gives the first one of an empty list its key', () => {
    const unknown = startReview([row(1), row(2, { createdAt: null })], HEAD, null)
    expect(mergeList(unknown, [row(1), row(2)], NO_FACTS).review.items[1]).toMatchObject({ createdAt: 2 })
    expect(mergeList(started(0), [row(1)], NO_FACTS).review.items[0]).toMatchObject({ key: 0 })
    expect(mergeList(started(2), [row(1)], NO_FACTS).hasSessionChanges).toBe(true)
  })

  it('gives new keys after a file lost items', () => {
    const review = started(4)
    const damaged = { ...review, items: review.items.slice(2) }
    const { items } = mergeList(damaged, [row(3), row(4), row(9), row(10)], NO_FACTS).review
    expect(new Set(items.map(({ key }) => key)).size).toBe(items.length)
  })
})

describe('a review in any sequence of events', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 2, max: 9 }))
  const rowsOf = (some: readonly number[]) => [row(1), ...some.map((id) => row(id, { lastUsedAt: 900 }))]
  const event = fc.oneof(
    fc.record({ is: fc.constant('list' as const), ids }),
    fc.record({
      is: fc.constant('decide' as const),
      keys: fc.array(fc.nat(12), { minLength: 1 }),
      decision: fc.constantFrom(...DECISIONS),
    }),
    fc.record({
      is: fc.constant('renew' as const),
      id: fc.integer({ min: 2, max: 9 }),
      to: fc.integer({ min: 20, max: 40 }),
    }),
  )

  it('counts no more than there is, loses no decision, and plans only listed sessions that are not mine', () => {
    fc.assert(
      fc.property(ids, fc.array(event, { maxLength: 12 }), (first, events) => {
        let listed = rowsOf(first)
        let review = startReview(listed, HEAD, null)
        for (const event of events) {
          const before = new Map(review.items.map((item) => [item.key, item.decided]))
          if (event.is === 'decide') {
            review = decide(review, event.keys, event.decision, 20).review
          } else {
            if (event.is === 'list') listed = rowsOf(event.ids)
            else
              listed = listed.map((session) =>
                session.id === event.id ? { ...session, id: event.to, createdAt: event.to } : session,
              )
            review = mergeList(review, listed, IN_USE).review
            for (const item of review.items) expect(item.decided).toEqual(before.get(item.key) ?? null)
            for (const key of before.keys()) expect(review.items.some((item) => item.key === key)).toBe(true)
          }
          const { decided: done, total } = progressOf(review)
          expect(done).toBeGreaterThanOrEqual(0)
          expect(done).toBeLessThanOrEqual(total)
          expect(total).toBeLessThanOrEqual(review.items.length - 1)
          expect(canFinish(review)).toBe(!review.items.some(isOpenItem))
          expect(canFinish(review)).toBe(done === total)
          for (const { id } of plannedRevocations(review, listed)) {
            expect(listed.find((session) => session.id === id)?.isCurrent).toBe(false)
            expect(review.items.find((item) => item.id === id && !item.isGone)).toMatchObject({
              decided: { decision: 'notMine' },
              isDoubtful: false,
            })
          }
        }
      }),
    )
  })
})
