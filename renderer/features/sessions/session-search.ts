import type { DeviceSession } from '../../../electron/shared/session.ts'
import { createSearch, type Searchable } from '../../lib/search.ts'

type Found = Searchable & { session: DeviceSession }
let latest: { sessions: readonly DeviceSession[]; find: (query: string) => Found[] } | null = null

/** The sessions that contain every word of a query in their name, raw name, note or platform; keeps their order. */
export function matchSessions(sessions: readonly DeviceSession[], query: string): readonly DeviceSession[] {
  if (query.trim() === '') return sessions
  // Cached: each keystroke searches the same list, which is slow to prepare.
  if (latest?.sessions !== sessions) latest = { sessions, find: createSearch(sessions.map(findable)) }
  const found = new Set(latest.find(query).map(({ session }) => session))
  return sessions.filter((session) => found.has(session))
}

function findable(session: DeviceSession): Found {
  const { name, rawName, note, platform } = session
  const words = [rawName === name ? '' : rawName, note ?? '', platform ?? '']
  return { label: name, words: words.join('\n'), session }
}
