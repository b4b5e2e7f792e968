import { isDeviceKnown } from '../../../shared/this-device.ts'
import type { RevocationTarget } from '../../../shared/ends.ts'
import type { ApiSession } from '../../../domain/api-session.ts'

/**
 * Why there is no plan: the list does not tell which session is this device, this device was chosen, or no chosen
 * session is listed.
 */
export type PlanRefusal = 'deviceUnclear' | 'thisDevice' | 'nothing'

/** The sessions to revoke, or why there are none. */
export type RevocationPlan<S> = { ok: true; sessions: S[] } | { ok: false; reason: PlanRefusal }

/**
 * Selects the listed sessions of a target, never the current one. The target `others` requires a current session, which
 * an account of an API token does not have. `keyOf` tells the key of a session.
 */
export function planRevocation<S extends ApiSession>(
  sessions: readonly S[],
  target: RevocationTarget,
  withApiToken: boolean,
  keyOf: (session: S) => number,
): RevocationPlan<S> {
  const hasCurrent = sessions.some(({ isCurrent }) => isCurrent)
  if (!isDeviceKnown(sessions, withApiToken) || (target.kind === 'others' && !hasCurrent)) {
    return { ok: false, reason: 'deviceUnclear' }
  }
  const these = target.kind === 'these' ? new Set(target.keys) : null
  const chosen = sessions.filter((session) => (these ? these.has(keyOf(session)) : !session.isCurrent))
  if (chosen.some(({ isCurrent }) => isCurrent)) return { ok: false, reason: 'thisDevice' }
  return chosen.length === 0 ? { ok: false, reason: 'nothing' } : { ok: true, sessions: chosen }
}
