import { keyOf, type ListedSession } from './listed-session.ts'
import { sessionsOf, type GroupRow, type ListRow } from './list-rows.ts'

/** The rows that stay in their places, and the keys of those that wait, in the order of the list. */
export interface HeldRows {
  rows: readonly ListRow[]
  waiting: readonly string[]
}

/**
 * Keeps the `shown` rows in their places while the list is `built` anew: each has its new values, those that are gone are marked,
 * and those that arrived wait. What only has a new id, such as a renewed session, takes the place of the old one. The first list
 * of an account does not wait.
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

  const gone = [...before.values()].filter((session) => !now.has(keyOf(session)))
  const successors = new Map<string, ListedSession>()
  const waiting: string[] = []
  for (const session of arrived) {
    const at = gone.findIndex((one) => isSuccessor(session, one))
    const [predecessor] = at < 0 ? [] : gone.splice(at, 1)
    if (predecessor) successors.set(keyOf(predecessor), session)
    else waiting.push(keyOf(session))
  }
  return { rows: heldIn(shown, built, (key) => now.get(key) ?? successors.get(key)), waiting }
}

function hiddenIn(rows: readonly ListRow[]): ListedSession[] {
  return rows.flatMap((row) => (row.kind === 'group' && row.hidden) || [])
}

/** Whether a session that is no new sign-in has taken the place of one that is gone. */
function isSuccessor(session: ListedSession, gone: ListedSession): boolean {
  if (session.accountId !== gone.accountId) return false
  return (session.isCurrent && gone.isCurrent) || (!session.isNew && session.name === gone.name)
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
