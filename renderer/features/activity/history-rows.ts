import type { ShownEntry } from '../../../electron/shared/activity.ts'
import { dayStart } from '../../../electron/shared/dates.ts'

/** A row of the history: the heading of a day, or an entry of it. `at` is the start of the day, epoch ms. */
export type HistoryRow =
  { kind: 'day'; key: string; at: number } | { kind: 'entry'; key: string; at: number; entry: ShownEntry }

/** The entries, newest first, each day of a zone with one heading. */
export function historyRows(entries: readonly ShownEntry[], zone: string | undefined): HistoryRow[] {
  const rows: HistoryRow[] = []
  let day = Infinity
  for (const [index, entry] of entries.entries()) {
    if (entry.at < day) {
      day = dayStart(entry.at, 0, zone)
      rows.push({ kind: 'day', key: `day ${day}`, at: day })
    }
    // The number of entries after it stays as new ones come.
    const key = `${entry.at} ${entry.type} ${entry.sessionId} ${entries.length - index}`
    rows.push({ kind: 'entry', key, at: day, entry })
  }
  return rows
}
