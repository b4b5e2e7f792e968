import { withFields } from '../../../shared/fields.ts'
import { identityOf, type ReviewItem } from '../../../shared/review.ts'
import { factsOf, isSameSession } from '../../../domain/api-session.ts'
import type { RecordedSession, RecordReader, SessionReference } from '../../sessions/domain/record.ts'
import type { SessionIdentity } from '../../../shared/session.ts'
import { createItem, type Review, type ReviewedSession } from './review.ts'

/** Finds the sessions of the record that a review is about. */
export interface ReviewRecord {
  find(session: SessionIdentity): RecordedSession | null
  resolve(reference: SessionReference): RecordedSession | null
  keyOf(session: SessionIdentity): number | null
}

/** The record of one account. */
export function recordOf(record: RecordReader, accountId: string): ReviewRecord {
  return {
    find: (session) => record.find(accountId, session),
    resolve: (reference) => record.resolve(accountId, reference),
    keyOf: (session) => record.find(accountId, session)?.key ?? null,
  }
}

/**
 * Lets a review follow its sessions in the record. No decision is lost: if a renewal changed a session's id, its decision
 * stays, and is doubtful until the person confirms it. In a finished review only `isGone`, `renewedAs` and the keys change.
 * `listed` are the rows of the last list. `hasSessionChanges`: a session appeared, vanished, returned or was renewed.
 */
export function followRecord(
  review: Review,
  listed: readonly ReviewedSession[],
  record: ReviewRecord,
): { review: Review; hasSessionChanges: boolean } {
  const isOpen = review.finishedAt === null
  const rows = new Map<number, ReviewedSession>()
  for (const row of listed) {
    const session = record.find(row)
    if (session) rows.set(session.key, row)
  }
  const known = new Set<number>()
  const items = review.items.map((item) => {
    const session = record.resolve({ ...identityOf(item), key: item.sessionKey })
    if (!session) return item
    known.add(session.key)
    return followed(item, session, isOpen ? (rows.get(session.key) ?? null) : null, isOpen)
  })
  // A salvaged file may lack items, so their number may be a key that is in use.
  const firstKey = review.items.reduce((most, { key }) => Math.max(most, key), -1) + 1
  const arrived = isOpen ? [...rows].filter(([key]) => !known.has(key)) : []
  const added = arrived.map(([key, row], at) => createItem(row, firstKey + at, key, true))
  const isSame = added.length === 0 && items.every((item, at) => item === review.items[at])
  return {
    review: isSame ? review : { ...review, items: [...items, ...added] },
    hasSessionChanges: added.length > 0 || review.items.some((item, at) => isChange(item, items[at] ?? item)),
  }
}

function isChange(before: ReviewItem, after: ReviewItem): boolean {
  return before.isGone !== after.isGone || !isSameSession(identityOf(before), identityOf(after))
}

/** Updates an item with its session; `row` is that of an open review, if it is listed. Returns the same item if nothing differs. */
function followed(
  item: ReviewItem,
  session: RecordedSession,
  row: ReviewedSession | null,
  isOpen: boolean,
): ReviewItem {
  const isGone = session.endedAt !== null
  const { key: sessionKey, id, createdAt } = session
  const bound = withFields(item, { isGone, sessionKey })
  if (isGone) return bound
  // A service may renew this device's token in place, which changes the creation time but not the id.
  const isRenewedInPlace = item.isCurrent && session.isCurrent && item.id === id
  const isRenewed = !isSameSession(identityOf(item), session) && !isRenewedInPlace
  // What was taken for its renewal may turn out to be another session.
  const renewedAs = isSameSession(item, session) ? null : { id, createdAt }
  if (!isOpen) return isRenewed ? { ...bound, renewedAs } : bound
  if (!row) return bound
  const next = withRow(bound, row)
  return isRenewed ? { ...next, isDoubtful: item.decided !== null && !item.isCurrent } : next
}

/**
 * Updates an item of an open review with its row; returns the same item if nothing differs. A decided item keeps the
 * name that the person saw when they decided.
 */
function withRow(item: ReviewItem, row: ReviewedSession): ReviewItem {
  return withFields(item, {
    ...factsOf(row),
    name: item.decided && !item.isDoubtful ? item.name : row.name,
    createdAt: row.createdAt ?? item.createdAt,
    serviceName: row.serviceName,
  })
}
