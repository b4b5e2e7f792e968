import type { ApiSession } from '../domain/api-session.ts'
import { ok, type Result } from '../shared/result.ts'
import { sortSessions } from '../domain/session-order.ts'
import { hasMorePages, parseSessions } from './parse-responses.ts'
import type { Transport } from './transport.ts'

/**
 * A list; `isPaged`: the response says that there are more rows. `skew` is the service's clock minus this computer's when it was
 * made, ms; null when unknown.
 */
export interface ListedSessions {
  sessions: ApiSession[]
  isPaged: boolean
  skew: number | null
}

/** GET /auth/sessions: the user's active sessions, in the order of `sortSessions`. */
export async function listSessions(transport: Transport, token: string): Promise<Result<ListedSessions>> {
  const response = await transport.request({ method: 'GET', path: '/auth/sessions', token, isLong: true })
  if (!response.ok) return response
  const sessions = parseSessions(response.value)
  if (!sessions.ok) return sessions
  const isPaged = hasMorePages(response.value, sessions.value.length)
  return ok({
    sessions: sortSessions(sessions.value),
    isPaged,
    skew: response.value.skew,
  })
}

/** DELETE /auth/sessions/{id}: revokes one session; 404 when it is already gone. */
export async function revokeSession(transport: Transport, token: string, id: number): Promise<Result<null>> {
  const response = await transport.request({ method: 'DELETE', path: `/auth/sessions/${id}`, token })
  return response.ok ? ok(null) : response
}
