import type { ApiSession } from '../../../domain/api-session.ts'
import { sortSessions } from '../../../domain/session-order.ts'
import type { RecordedSession } from './record.ts'

/**
 * The listed sessions that one good list lacks and only a second one can prove to be gone: a server behind the same address may be a
 * moment behind. Not this device's if it was replaced, nor one whose id came with another creation time, nor one whose DELETE was
 * confirmed before the list was asked for.
 */
export function lackedBy(
  rows: readonly ApiSession[],
  listed: readonly RecordedSession[],
  endedBefore: ReadonlySet<number>,
): RecordedSession[] {
  const byId = new Set(rows.map(({ id }) => id))
  const hasOwn = rows.some(({ isCurrent }) => isCurrent)
  return listed.filter(
    ({ id, key, isCurrent }) => !byId.has(id) && !endedBefore.has(key) && !(isCurrent && hasOwn),
  )
}

/** Two good lists together; of what both have, the second one counts. */
export function together(first: readonly ApiSession[], second: readonly ApiSession[]): readonly ApiSession[] {
  const ids = new Set(second.map(({ id }) => id))
  const left = first.filter(({ id }) => !ids.has(id))
  if (left.length === 0) return second
  return sortSessions([...second, ...left.map((row) => ({ ...row, isCurrent: false }))])
}
