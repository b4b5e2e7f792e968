import { unrecordedKey } from '../../../electron/shared/session.ts'
import { keyOf, type ListedSession } from './listed-session.ts'
import { sessionsOf, type GroupRow, type ListRow } from './list-rows.ts'

/** The rows that stay in their places, and the keys of those that wait, in the order of the list. */
export interface HeldRows {
  rows: readonly ListRow[]
  waiting: readonly string[]
}

/**
 * Keeps the `shown` rows in their places while the list is `built` anew: each has its new values, those that are gone are marked,
 * and those that arrived wait. What the record has by now takes the place that it had without. The first list of an account does
 * not wait.
 */
export function holdRows(shown: readonly ListRow[], built: readonly ListRow[]): HeldRows {
  const before = new Map(
    shown.flatMap((row) => (row.kind === 'session' ? [[row.key, row.session] as const] : [])),
  )
  const now = new Map(sessionsOf(built).map((session) => [keyOf(session), session]))
  const accounts = new Set([...before.values(), ...hiddenIn(shown)].map(({ accountId }) => accountId))
  const arrived = [...now.values()].filter((session) => !before.has(keyOf(session)))
  if ([...arrived, ...hiddenIn(built)].some(({ accountId }) => !accounts.has(accountId)))
    return { rows: built, waiting: [] }

  const recorded = new Map(arrived.map((session) => [unrecordedKeyOf(session), session]))
  const waiting = arrived.filter((session) => !before.has(unrecordedKeyOf(session))).map(keyOf)
  return { rows: heldIn(shown, built, (key) => now.get(key) ?? recorded.get(key)), waiting }
}

function hiddenIn(rows: readonly ListRow[]): ListedSession[] {
  return rows.flatMap((row) => (row.kind === 'group' && row.hidden) || [])
}

/** The key of a session in its list before the record had it. */
function unrecordedKeyOf(session: ListedSession): string {
  return keyOf({ ...session, key: unrecordedKey(session.id) })
}

/** The rows without those that are gone, and without groups that are empty then. */
export function withoutGone(rows: readonly ListRow[]): ListRow[] {
  return rows.filter((row) => (row.kind === 'session' ? !row.gone : row.hidden || row.count > 0))
}

/**
 * The rows with the values of `sessionOf`; sessions that it does not know are gone, and count in no group. Groups that hide their
 * sessions are as they are `built` now.
 */
function heldIn(
  rows: readonly ListRow[],
  built: readonly ListRow[],
  sessionOf: (key: string) => ListedSession | undefined,
): ListRow[] {
  const held: ListRow[] = []
  let group: GroupRow | null = null
  for (const row of rows) {
    if (row.kind === 'group') {
      if (row.hidden) held.push(...built.filter(({ key }) => key === row.key))
      else held.push((group = { ...row, count: 0 }))
      continue
    }
    const session = sessionOf(row.key)
    if (session && group) group.count++
    held.push(session ? { kind: 'session', key: keyOf(session), session } : { ...row, gone: true })
  }
  return held
}
