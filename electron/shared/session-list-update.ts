import type { DeviceSession } from './session.ts'
import type { SessionList } from './session-list.ts'

/**
 * A list on its way to the window. Its rows are JSON text, or null when they are those of the same edition as before:
 * text crosses between processes and worlds many times quicker than ten thousand objects.
 */
export interface SessionListUpdate extends Omit<SessionList, 'sessions'> {
  /** Counts how often the rows changed. */
  revision: number
  rows: string | null
}

/** The rows of a list as text. */
export function serializeRows(sessions: readonly DeviceSession[] | null): string {
  return JSON.stringify(sessions)
}

/** The list that news are about; the rows are `known` where the news have none. */
export function applyUpdate(
  { revision: _, rows, ...rest }: SessionListUpdate,
  known: SessionList['sessions'],
): SessionList {
  // Main wrote it with serializeRows.
  return { ...rest, sessions: rows === null ? known : (JSON.parse(rows) as SessionList['sessions']) }
}
