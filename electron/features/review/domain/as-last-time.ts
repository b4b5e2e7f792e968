import { isOpenItem, type ReviewItem } from '../../../shared/review.ts'
import type { Review } from './review.ts'

/** Finds the undecided items of a review that were `mine` in the last one and have not changed since, as keys. */
export type FindAsLastTime = (review: Review, last: Review | null) => number[]

/** Creates the function. It indexes each last review once, because every decision asks for the rest. */
export function createFindAsLastTime(): FindAsLastTime {
  const indexes = new WeakMap<Review, ReadonlyMap<number, ReviewItem>>()

  function indexOf(last: Review): ReadonlyMap<number, ReviewItem> {
    const index = indexes.get(last) ?? new Map(last.items.filter(wasMine).map((item) => [item.id, item]))
    indexes.set(last, index)
    return index
  }

  return (review, last) => {
    if (!last || review.finishedAt !== null) return []
    const mine = indexOf(last)
    return review.items.flatMap((item) => {
      const before = mine.get(item.id)
      return before && isOpenItem(item) && !item.hasArrived && isUnchanged(before, item) ? [item.key] : []
    })
  }
}

function wasMine({ decided, isDoubtful, isCurrent, renewedAs }: ReviewItem): boolean {
  return decided?.decision === 'mine' && !isDoubtful && !isCurrent && renewedAs === null
}

/** A renewal changes the id and the time of a session. A service may give the id again: without a time, only the record knows. */
function isUnchanged(before: ReviewItem, item: ReviewItem): boolean {
  const isSameKey = before.sessionKey !== null && before.sessionKey === item.sessionKey
  const hasSameKey = isSameKey || before.sessionKey === null || item.sessionKey === null
  const isSameTime = before.createdAt === item.createdAt && (item.createdAt !== null || isSameKey)
  return hasSameKey && isSameTime && before.serviceName === item.serviceName
}
