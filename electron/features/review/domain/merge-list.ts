import { identityOf, type ReviewItem } from '../../../shared/review.ts'

import type { SessionIdentity } from '../../../shared/session.ts'
import { isSameSession, type ApiSession } from '../../../core/domain/api-session.ts'
import { diffLists, isInUse } from '../../sessions/domain/list-diff.ts'
import { createItem, type Review, type ReviewedSession } from './review.ts'

/** What the caller knows beside a fresh list; `now` is epoch ms by the service's clock. */
export interface MergeFacts {
  now: number
  /** The request that issued a session's token to this app, or null. */
  originOf(session: ApiSession): 'signIn' | 'renewal' | null
  /** Whether this app is ending a session. */
  isRevoking(session: SessionIdentity): boolean
}

/** An item as a session, for the comparison of lists. */
interface KnownItem extends ApiSession {
  item: ReviewItem
}

/**
 * Merges a fresh list into a review. No decision is lost: if a renewal changed a session's id, its decision stays, and is
 * doubtful until the person confirms it. In a finished review only `isGone` and `renewedAs` change. `hasSessionChanges`:
 * a session appeared, vanished, returned or was renewed.
 */
export function mergeList(
  review: Review,
  listed: readonly ReviewedSession[],
  facts: MergeFacts,
): { review: Review; hasSessionChanges: boolean } {
  const isOpen = review.finishedAt === null
  const rows = new Map(listed.map((session) => [session.id, session]))
  const changes = new Map<number, ReviewItem>()
  const returning = new Set<number>()
  const present = new Set(review.items.flatMap((item) => (item.isGone ? [] : [identityOf(item).id])))
  for (const item of review.items) {
    const row = rows.get(identityOf(item).id)
    if (!item.isGone || !row || present.has(row.id) || !isSameSession(identityOf(item), row)) continue
    // A session that is listed again did not end: servers behind one address may disagree for a moment.
    returning.add(row.id)
    present.add(row.id)
    changes.set(item.key, { ...(isOpen ? withRow(item, row) : item), isGone: false })
  }

  const known = review.items.filter(({ isGone }) => !isGone).map(toKnown)
  const fresh = listed.filter(({ id }) => !returning.has(id)).map(toApiSession)
  const diff = diffLists(known, fresh, {
    isPossible: (before, after) => !facts.isRevoking(before) && facts.originOf(after) !== 'signIn',
    isInUse: (before) => isInUse(before, facts.now),
    isOwnRenewal: (after) => facts.originOf(after) === 'renewal',
  })
  let hasSessionChanges = returning.size > 0
  for (const { before, after } of diff.kept) {
    const row = rows.get(after.id)
    if (isOpen && row) changes.set(before.item.key, withRow(before.item, row))
  }
  for (const { before, after } of diff.renewed) {
    const row = rows.get(after.id)
    if (!row) continue
    hasSessionChanges = true
    const { item } = before
    const { id, createdAt } = row
    const isDoubtful = item.decided !== null && !item.isCurrent
    changes.set(
      item.key,
      isOpen ? { ...withRow(item, row), isDoubtful } : { ...item, renewedAs: { id, createdAt } },
    )
  }
  for (const { item } of diff.vanished) {
    hasSessionChanges = true
    changes.set(item.key, { ...item, isGone: true })
  }
  const arrived = isOpen ? [...diff.appeared, ...diff.perhapsRenewed] : []
  const items = review.items.map((item) => changes.get(item.key) ?? item)
  // A salvaged file may lack items, so their number may be a key that is in use.
  const firstKey = review.items.reduce((most, { key }) => Math.max(most, key), -1) + 1
  const added = arrived.flatMap(({ id }, at) => {
    const row = rows.get(id)
    return row ? [createItem(row, firstKey + at, true)] : []
  })
  return {
    review: { ...review, items: [...items, ...added] },
    hasSessionChanges: hasSessionChanges || added.length > 0,
  }
}

/**
 * Updates an item of an open review with its row; returns the same item if nothing differs. A decided item keeps the
 * name that the person saw when they decided.
 */
function withRow(item: ReviewItem, row: ReviewedSession): ReviewItem {
  const { id, rawName: serviceName, lastUsedAt, isCurrent } = row
  const name = item.decided && !item.isDoubtful ? item.name : row.name
  const createdAt = row.createdAt ?? item.createdAt
  const isSame =
    item.id === id &&
    item.createdAt === createdAt &&
    item.name === name &&
    item.serviceName === serviceName &&
    item.lastUsedAt === lastUsedAt &&
    item.isCurrent === isCurrent
  return isSame ? item : { ...item, id, createdAt, name, serviceName, lastUsedAt, isCurrent }
}

function toKnown(item: ReviewItem): KnownItem {
  const { serviceName: name, lastUsedAt, isCurrent } = item
  return { ...identityOf(item), name, lastUsedAt, isCurrent, item }
}

function toApiSession({ id, rawName: name, lastUsedAt, createdAt, isCurrent }: ReviewedSession): ApiSession {
  return { id, name, lastUsedAt, createdAt, isCurrent }
}
