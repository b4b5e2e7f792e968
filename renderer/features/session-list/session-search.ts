import { createSearch, type Searchable } from '../../lib/search.ts'
import type { ListedSession } from './listed-session.ts'

type Found = Searchable & { session: ListedSession }
let latest: { sessions: readonly ListedSession[]; find: (query: string) => Found[] } | null = null

/** The sessions that contain every word of a query in their name or in `wordsOf`; keeps their order. */
export function matchSessions(sessions: readonly ListedSession[], query: string): readonly ListedSession[] {
  if (query.trim() === '') return sessions
  // Cached: each keystroke searches the same list, which is slow to prepare.
  if (latest?.sessions !== sessions) latest = { sessions, find: createSearch(sessions.map(findable)) }
  const found = new Set(latest.find(query).map(({ session }) => session))
  return sessions.filter((session) => found.has(session))
}

/** The longest text of a service field that the search looks into. */
const MAX_FIELD_CHARACTERS = 64

/** What a session is found by beside its name: its service name, note, model, platform, service fields and account. */
export function wordsOf(session: ListedSession): string {
  const { name, serviceName, note, model, platform, serviceFields = {}, accountText } = session
  const fields = Object.values(serviceFields).filter(({ length }) => length <= MAX_FIELD_CHARACTERS)
  const own = serviceName === name ? null : serviceName
  return [own, note, model, platform, ...fields, accountText].filter(Boolean).join('\n')
}

const findable = (session: ListedSession): Found => ({
  label: session.name,
  words: wordsOf(session),
  session,
})
