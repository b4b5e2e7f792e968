import { createSearch, type Searchable } from '../../../lib/search.ts'
import type { ListedSession } from './listed-session.ts'

type Found = Searchable & { session: ListedSession }
let latest: { sessions: readonly ListedSession[]; find: (query: string) => Found[] } | null = null

/** The sessions that contain every word of a query in their name, raw name, note, platform or account; keeps their order. */
export function matchSessions(sessions: readonly ListedSession[], query: string): readonly ListedSession[] {
  if (query.trim() === '') return sessions
  // Cached: each keystroke searches the same list, which is slow to prepare.
  if (latest?.sessions !== sessions) latest = { sessions, find: createSearch(sessions.map(findable)) }
  const found = new Set(latest.find(query).map(({ session }) => session))
  return sessions.filter((session) => found.has(session))
}

function findable(session: ListedSession): Found {
  const { name, rawName, note, platform, accountText } = session
  const words = [rawName === name ? '' : rawName, note ?? '', platform ?? '', accountText ?? '']
  return { label: name, words: words.join('\n'), session }
}
