import type { DeviceSession } from './session.ts'
import type { SessionList } from './session-list.ts'

/**
 * A list on its way to the window. `rows` is JSON text, or null when the rows are those of the same `revision` as
 * before: text crosses processes and isolated worlds much faster than ten thousand objects.
 */
export interface SessionListUpdate extends Omit<SessionList, 'sessions'> {
  /** Increases each time the rows change. */
  revision: number
  rows: string | null
}

/** Serializes the rows of a list. */
export function serializeRows(sessions: readonly DeviceSession[] | null): string {
  return JSON.stringify(sessions)
}

/** Applies an update; without rows of its own it keeps the `known` ones. */
export function applyUpdate(
  { revision: _, rows, ...rest }: SessionListUpdate,
  known: SessionList['sessions'],
): SessionList {
  // Main wrote the text with serializeRows.
  return { ...rest, sessions: rows === null ? known : (JSON.parse(rows) as SessionList['sessions']) }
}
