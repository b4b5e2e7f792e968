import { isOpenItem, type ReviewItem } from '../../../shared/review.ts'
import type { Review } from './review.ts'

/** Finds the undecided items of a review that were `mine` in the last one and have not changed since, as keys. */
export type FindAsLastTime = (review: Review, last: Review | null) => number[]

/** Creates the function. It indexes each last review once, because every decision asks for the rest. */
export function createFindAsLastTime(): FindAsLastTime {
  const indexes = new WeakMap<Review, ReadonlyMap<number, ReviewItem>>()

  function indexOf(last: Review): ReadonlyMap<number, ReviewItem> {
    const index = indexes.get(last) ?? new Map(last.items.filter(wasMine).map((item) => [item.key, item]))
    indexes.set(last, index)
    return index
  }

  return (review, last) => {
    if (!last || review.finishedAt !== null) return []
    const mine = indexOf(last)
    return review.items.flatMap((item) => {
      const before = mine.get(item.key)
      return before && isOpenItem(item) && !item.hasArrived && isUnchanged(before, item) ? [item.key] : []
    })
  }
}

function wasMine({ decided, isCurrent }: ReviewItem): boolean {
  return decided?.decision === 'mine' && !isCurrent
}

/** A renewal changes the id and the time of a session. */
function isUnchanged(before: ReviewItem, item: ReviewItem): boolean {
  return (
    before.id === item.id && before.createdAt === item.createdAt && before.serviceName === item.serviceName
  )
}
