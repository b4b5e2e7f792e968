import type { ApiSession } from '../../../domain/api-session.ts'
import { areTogether } from '../../../domain/token-facts.ts'

/**
 * A renewal that the service carried out and whose response was lost with the new token. `at` is when it was sent, epoch
 * ms by the service's clock; `session` is the session of the old token, if known.
 */
export interface LostRenewal {
  at: number
  session: { id: number; name: string } | null
}

/**
 * Finds the orphan of a lost renewal: the session of the old token, if the service kept it, or else the only session
 * with its name that was created at that time. Never the current session. Null if there is none, or no session is
 * current.
 */
export function findOrphan(sessions: readonly ApiSession[], { at, session }: LostRenewal): ApiSession | null {
  const others = sessions.filter(({ isCurrent }) => !isCurrent)
  if (others.length === sessions.length) return null
  const kept = others.find(({ id }) => id === session?.id)
  if (kept) return kept
  const made = others.filter(({ name, createdAt }) => name === session?.name && areTogether(createdAt, at))
  return made.length === 1 ? (made[0] ?? null) : null
}
