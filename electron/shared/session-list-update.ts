import { isSameJson } from './fields.ts'
import type { DeviceSession } from './session.ts'
import type { SessionList } from './session-list.ts'

/**
 * A list as it is sent to the window. `rows` is JSON text, because text crosses processes and isolated worlds much
 * faster than ten thousand objects; null if the window already has the rows of this `revision`.
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

/**
 * Converts an update to a list; an update without rows keeps the `known` ones. Rows that did not change stay the same objects, so that
 * only the others are rendered again.
 */
export function applyUpdate(
  { revision: _, rows, ...rest }: SessionListUpdate,
  known: SessionList['sessions'],
): SessionList {
  if (rows === null) return { ...rest, sessions: known }
  const before = new Map(known?.map((row) => [row.key, row]))
  const asBefore = (row: DeviceSession): DeviceSession => {
    const same = before.get(row.key)
    return same && isSameJson(same, row) ? same : row
  }
  // Main wrote this text with `serializeRows`.
  return { ...rest, sessions: (JSON.parse(rows) as SessionList['sessions'])?.map(asBefore) ?? null }
}
