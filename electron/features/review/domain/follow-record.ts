import { withFields } from '../../../shared/fields.ts'
import type { ReviewItem } from '../../../shared/review.ts'
import { factsOf } from '../../../domain/api-session.ts'
import { isRenewed } from '../../sessions/domain/record.ts'
import { createItem, type Review, type ReviewedSession } from './review.ts'

/**
 * Lets a review follow its sessions: a decision stays also when a renewal changes a session's id. In a finished review only `isGone`
 * and the keys change. `listed` are the rows of the last list; `keyOf` tells the key of an item's session now. `hasSessionChanges`: a
 * session appeared, vanished, returned, was renewed or got another key.
 */
export function followRecord(
  review: Review,
  listed: readonly ReviewedSession[],
  keyOf: (item: ReviewItem) => number,
): { review: Review; hasSessionChanges: boolean } {
  const isOpen = review.finishedAt === null
  const rows = new Map(listed.map((row) => [row.key, row]))
  const items = review.items.map((item) => {
    const key = keyOf(item)
    return followed(withFields(item, { key }), rows.get(key) ?? null, isOpen)
  })
  const known = new Set(items.map(({ key }) => key))
  const arrived = isOpen ? listed.filter(({ key }) => !known.has(key)) : []
  const added = arrived.map((row) => createItem(row, true))
  const isSame = added.length === 0 && items.every((item, at) => item === review.items[at])
  return {
    review: isSame ? review : { ...review, items: [...items, ...added] },
    hasSessionChanges: added.length > 0 || review.items.some((item, at) => isChange(item, items[at] ?? item)),
  }
}

function isChange(before: ReviewItem, after: ReviewItem): boolean {
  return before.isGone !== after.isGone || before.key !== after.key || isRenewed(after, before)
}

/** Updates an item with its row, if it is listed. Returns the same item if nothing differs. */
function followed(item: ReviewItem, row: ReviewedSession | null, isOpen: boolean): ReviewItem {
  const bound = withFields(item, { isGone: row === null })
  return row && isOpen ? withRow(bound, row) : bound
}

/**
 * Updates an item of an open review with its row; returns the same item if nothing differs. A decided item keeps the
 * name that the person saw when they decided.
 */
function withRow(item: ReviewItem, row: ReviewedSession): ReviewItem {
  return withFields(item, {
    ...factsOf(row),
    name: item.decided ? item.name : row.name,
    createdAt: row.createdAt ?? item.createdAt,
    serviceName: row.serviceName,
  })
}
