import { isDeviceKnown } from '../../../shared/this-device.ts'
import type { RevocationTarget } from '../../../shared/bulk-revocation.ts'
import { isSameSession, type ApiSession } from '../../../core/domain/api-session.ts'

/** Why there is no plan: it cannot be told which session is this device, it was chosen itself, or nothing is left. */
export type PlanRefusal = 'deviceUnclear' | 'thisDevice' | 'nothing'

/** What a choice comes down to, or why it comes to nothing. */
export type RevocationPlan = { ok: true; sessions: ApiSession[] } | { ok: false; why: PlanRefusal }

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
  if (!isDeviceKnown(sessions, withToken) || (choice.kind === 'others' && !hasCurrent)) {
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
