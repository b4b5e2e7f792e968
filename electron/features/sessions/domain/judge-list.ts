import type { ListDoubt } from '../../../shared/failure.ts'
import type { ApiSession } from '../../../domain/api-session.ts'
import { groupBy } from '../../../shared/group-by.ts'
import { sortSessions } from '../../../domain/session-order.ts'

/**
 * Whether the numbers in the tokens of an address are ids of sessions: `agreed` once number and mark named the same row there,
 * `none` if the number named another session than the mark, or than the last good list, and they have not agreed yet.
 */
export type NumbersMean = 'agreed' | 'none' | 'unknown'

/** What the caller knows beside the rows. */
export interface JudgeFacts {
  /** Whether the response says that there are more rows. */
  isPaged: boolean
  /** The number in the token that asked for the list; null if it has none. */
  tokenNumber: number | null
  /** Whether that is an API token, which has no session. */
  isApiToken: boolean
  /** Whether no other session need be listed: none was, or their DELETEs were confirmed. */
  isNothingLeft: boolean
  numbers: NumbersMean
  /** The id of this device's session in the last good list; null before the first. */
  ownBefore: number | null
  /** Whether the last good list had the number in the token as the id of another session. */
  isNumberOfOther: boolean
  /** Whether a sign-in or a renewal of ours came since the last good list. */
  isTokenNew: boolean
}

/** A good list, with this device's session as its only current one; or why it is unclear. */
export type Judged = { numbers: NumbersMean } & (
  { isGood: true; sessions: readonly ApiSession[] } | { isGood: false; doubt: ListDoubt }
)

/**
 * A list is good if it has every id once, is whole, and says which row is this device: the only marked one, or without a mark the
 * one whose id is the number in the token.
 */
export function judgeList(rows: readonly ApiSession[], facts: JudgeFacts): Judged {
  const { isPaged, isApiToken, isNothingLeft, tokenNumber } = facts
  const unclear = (doubt: ListDoubt, numbers = facts.numbers): Judged => ({ isGood: false, doubt, numbers })
  if (rows.length === 0 && !(isApiToken && isNothingLeft)) return unclear('listEmpty')
  if (withUniqueId(rows).length < rows.length) return unclear('listDoubled')
  if (isPaged) return unclear('listPaged')
  const [marked, ...more] = rows.filter(({ isCurrent }) => isCurrent)
  if (isApiToken)
    return marked ? unclear('listUnclear') : { isGood: true, sessions: rows, numbers: facts.numbers }
  if (more.length > 0) return unclear('listUnclear')
  const numbers = meaningOf(facts, marked)
  const numbered = numbers === 'none' ? undefined : rows.find(({ id }) => id === tokenNumber)
  const own = marked ?? numbered
  if (!own) return unclear('listUnclear', numbers)
  if (numbers === 'agreed' && tokenNumber !== null && own !== numbered) {
    const mayHaveMoved = facts.isTokenNew || facts.ownBefore === null || facts.ownBefore === own.id
    if (numbered || !mayHaveMoved) return unclear('listUnclear', numbers)
  }
  return { isGood: true, sessions: withOwn(rows, (row) => row === own), numbers }
}

/** What numbers mean once a list has this mark, or none. */
function meaningOf(
  { numbers, tokenNumber, ownBefore, isNumberOfOther }: JudgeFacts,
  marked: ApiSession | undefined,
): NumbersMean {
  if (numbers === 'agreed' || tokenNumber === null) return numbers
  if (tokenNumber === marked?.id) return 'agreed'
  // What has been this device by its number stays it, whatever one mark says.
  if (numbers === 'unknown' && tokenNumber === ownBefore) return 'agreed'
  return marked || isNumberOfOther ? 'none' : numbers
}

/** The rows with these as the current ones. */
export function withOwn(
  rows: readonly ApiSession[],
  isOwn: (row: ApiSession) => boolean,
): readonly ApiSession[] {
  if (rows.every((row) => row.isCurrent === isOwn(row))) return rows
  return sortSessions(rows.map((row) => ({ ...row, isCurrent: isOwn(row) })))
}

/** The rows whose id no other one has. */
export function withUniqueId(rows: readonly ApiSession[]): ApiSession[] {
  return [...groupBy(rows, ({ id }) => id).values()].flatMap((same) => (same.length === 1 ? same : []))
}
