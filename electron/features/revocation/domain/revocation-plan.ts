import { isDeviceKnown } from '../../../shared/this-device.ts'
import type { RevocationTarget } from '../../../shared/ends.ts'
import { isSameSession, type ApiSession } from '../../../domain/api-session.ts'

/**
 * Why there is no plan: the list does not tell which session is this device, this device was chosen, or no chosen
 * session is listed.
 */
export type PlanRefusal = 'deviceUnclear' | 'thisDevice' | 'nothing'

/** The sessions to revoke, or why there are none. */
export type RevocationPlan = { ok: true; sessions: ApiSession[] } | { ok: false; reason: PlanRefusal }

/**
 * Selects the listed sessions of a target, never the current one. The target `others` requires a current session, which
 * an account of an API token does not have.
 */
export function planRevocation(
  sessions: readonly ApiSession[],
  target: RevocationTarget,
  withApiToken: boolean,
): RevocationPlan {
  const hasCurrent = sessions.some(({ isCurrent }) => isCurrent)
  if (!isDeviceKnown(sessions, withApiToken) || (target.kind === 'others' && !hasCurrent)) {
    return { ok: false, reason: 'deviceUnclear' }
  }
  const these =
    target.kind === 'these' ? new Map(target.sessions.map((identity) => [identity.id, identity])) : null
  const isOneOf = (session: ApiSession): boolean => {
    const identity = these?.get(session.id)
    return identity !== undefined && isSameSession(identity, session)
  }
  const chosen = sessions.filter((session) => (these ? isOneOf(session) : !session.isCurrent))
  if (chosen.some(({ isCurrent }) => isCurrent)) return { ok: false, reason: 'thisDevice' }
  return chosen.length === 0 ? { ok: false, reason: 'nothing' } : { ok: true, sessions: chosen }
}
