import type { RevocationTarget } from '../contract/ending.ts'
import { isSameSession, type ApiSession } from './api-session.ts'

/** Why there is no plan: it cannot be told which session is this device, it was chosen itself, or nothing is left. */
export type PlanRefusal = 'deviceUnclear' | 'thisDevice' | 'nothing'

/** What a choice comes down to, or why it comes to nothing. */
export type RevocationPlan = { ok: true; sessions: ApiSession[] } | { ok: false; why: PlanRefusal }

/** Whether a list says which session is this device; with an API token, which is no session, none of them has to be. */
export function isCurrentKnown(sessions: readonly ApiSession[], withToken: boolean): boolean {
  const currents = sessions.filter(({ isCurrent }) => isCurrent).length
  return currents === 1 || (withToken && currents === 0)
}

/**
 * The sessions that a choice ends, never the current one. *All others* needs a session to be other than, which an API
 * token is not; with one, only rows that a person picked are ended. What is no longer listed needs no end.
 */
export function planRevocation(
  sessions: readonly ApiSession[],
  choice: RevocationTarget,
  withToken: boolean,
): RevocationPlan {
  const hasCurrent = sessions.some(({ isCurrent }) => isCurrent)
  if (!isCurrentKnown(sessions, withToken) || (choice.kind === 'others' && !hasCurrent)) {
    return { ok: false, why: 'deviceUnclear' }
  }
  const these = choice.kind === 'these' ? new Map(choice.sessions.map((one) => [one.id, one])) : null
  const isOneOf = (session: ApiSession): boolean => {
    const one = these?.get(session.id)
    return one !== undefined && isSameSession(one, session)
  }
  const chosen = sessions.filter((session) => (these ? isOneOf(session) : !session.isCurrent))
  if (chosen.some(({ isCurrent }) => isCurrent)) return { ok: false, why: 'thisDevice' }
  return chosen.length === 0 ? { ok: false, why: 'nothing' } : { ok: true, sessions: chosen }
}
