import type { ApiSession } from '../../../core/domain/api-session.ts'

/**
 * A renewal that the service carried out and whose reply never arrived, so that the app lacks the new token. `at` is
 * epoch ms by the service's clock; `session` is the session of the old token, if known.
 */
export interface LostRenewal {
  at: number
  session: { id: number; name: string } | null
}

/** An orphan is created while the renewal runs; this leaves room for clock differences. ms. */
const RENEWAL_WINDOW_MS = 120_000

/**
 * Finds the orphan session of a lost renewal; null if none matches, or more than one. The service may have kept the
 * session of the old token, or created one of the same name at that time. Never the current session.
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
