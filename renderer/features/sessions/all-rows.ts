import type { RowAccount } from '../session-list/list-account.ts'
import type { GroupRow, ListRow } from '../session-list/list-rows.ts'

/** The line above this device's own sessions, which hides them unless it is open. */
export type OwnLine = Pick<GroupRow, 'key' | 'group' | 'component'> & { isOpen: boolean }

/**
 * Arranges the rows of several accounts: groups by account get its name and place as their title, in each group the new sign-ins
 * come first, and this device's own sessions come last of all, below `line`; if it is null they are listed without a line.
 */
export function arrangeRows(
  rows: readonly ListRow[],
  accounts: ReadonlyMap<string, RowAccount>,
  line: OwnLine | null,
): readonly ListRow[] {
  const own = rows.filter(isOwn)
  const others = newFirst(rows.filter((row) => !isOwn(row))).map((row) => titled(row, accounts))
  if (line === null || own.length === 0) return [...others, ...own]
  const { isOpen, ...about } = line
  const head: GroupRow = { kind: 'group', ...about, count: own.length }
  if (isOpen) return [...others, head, ...own]
  return [...others, { ...head, hidden: own.map(({ session }) => session) }]
}

function isOwn(row: ListRow): row is ListRow & { kind: 'session' } {
  return row.kind === 'session' && row.session.isCurrent
}

/** Puts the new sign-ins of each group first, and leaves the order otherwise. */
function newFirst(rows: readonly ListRow[]): ListRow[] {
  let group = 0
  const placed = rows.map((row) => {
    if (row.kind === 'group') return { row, place: (group += 3) }
    return { row, place: group + (row.session.isNew ? 1 : 2) }
  })
  return placed.toSorted((a, b) => a.place - b.place).map(({ row }) => row)
}

function titled(row: ListRow, accounts: ReadonlyMap<string, RowAccount>): ListRow {
  const account = row.kind === 'group' && accounts.get(row.group)
  return account ? { ...row, group: `${account.name} · ${account.place}` } : row
}
