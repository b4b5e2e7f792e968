import { describe, expect, it } from 'vitest'
import { createFindAsLastTime } from '../../../../../electron/features/review/domain/as-last-time.ts'
import { finishReview, type Review } from '../../../../../electron/features/review/domain/review.ts'
import type { ReviewItem } from '../../../../../electron/shared/review.ts'
import { reviewItem } from '../../../../support/builders.ts'

const HEAD = { startedAt: 1, finishedAt: null, server: 's', version: 'v' }
const mine = { decision: 'mine', at: 5 } as const
const SESSION = { key: 7, id: 2, createdAt: 20, serviceName: 'Phone' }
const reviewOf = (item: Partial<ReviewItem>): Review => ({
  ...HEAD,
  items: [reviewItem({ ...SESSION, ...item })],
})
const lastOf = (item: Partial<ReviewItem> = {}): Review =>
  finishReview(reviewOf({ decided: mine, ...item }), [], 10)
const find = (item: Partial<ReviewItem> = {}, last: Review | null = lastOf()): number[] =>
  createFindAsLastTime()(reviewOf(item), last)

describe('what is as last time', () => {
  it('is a session that was mine and has not changed', () => {
    expect(find()).toEqual([7])
    expect(find({ name: 'Another display name', lastUsedAt: 9 })).toEqual([7])
    expect(find({ createdAt: null }, lastOf({ createdAt: null }))).toEqual([7])
  })

  it.each<[string, Partial<ReviewItem>]>([
    ['was renewed', { id: 9 }],
    ['has the id of another one', { createdAt: 21 }],
    ['is another one to the record', { key: 4 }],
    ['has another name at the service', { serviceName: 'Tablet' }],
    ['arrived during the review', { hasArrived: true }],
    ['is gone', { isGone: true }],
    ['is this device', { isCurrent: true }],
    ['has its decision', { decided: mine }],
  ])('is none that %s', (_what, item) => {
    expect(find(item)).toEqual([])
  })

  it.each<[string, Partial<ReviewItem>]>([
    ['not mine', { decided: { decision: 'notMine', at: 5 } }],
    ['not sure', { decided: { decision: 'notSure', at: 5 } }],
    ['undecided', { decided: null, earlier: mine }],
  ])('is none that was %s', (_what, item) => {
    expect(find({}, lastOf(item))).toEqual([])
  })

  it('is none before the first review, and none of a finished one', () => {
    expect(find({}, null)).toEqual([])
    expect(createFindAsLastTime()(lastOf({ decided: null }), lastOf())).toEqual([])
  })
})
