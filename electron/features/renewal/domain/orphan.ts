import type { ApiSession } from '../../../core/domain/api-session.ts'

/**
 * A renewal that was carried out by the service and whose reply never came, so that nobody holds its token. `at` is by
 * the service's clock, epoch ms; `session` is the one whose token was to be renewed, as far as it was known.
 */
export interface LostRenewal {
  at: number
  session: { id: number; name: string } | null
}

/** A session is made while the renewal is on its way; clocks agree within seconds. ms. */
const RENEWAL_WINDOW_MS = 120_000

/**
 * The session that a lost renewal left behind, or null when none, or more than one, can be meant: the service may have
 * kept the session of the old token, or made a new one of the same name at that moment. Never the current one.
 */
export function findOrphan(sessions: readonly ApiSession[], { at, session }: LostRenewal): ApiSession | null {
  const others = sessions.filter(({ isCurrent }) => !isCurrent)
  if (others.length === sessions.length) return null
  const kept = others.find(({ id }) => id === session?.id)
  if (kept) return kept
  const made = others.filter(
    ({ name, createdAt }) =>
      name === session?.name && createdAt !== null && Math.abs(createdAt - at) <= RENEWAL_WINDOW_MS,
  )
  return made.length === 1 ? (made[0] ?? null) : null
}
