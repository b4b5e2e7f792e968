import type { QueuedEnd, UnsentEnd, UnsentReason } from '../../../shared/queued-end.ts'
import type { ApiSession } from '../../../core/domain/api-session.ts'

/** Older ends are not sent: the person may have changed their mind. */
export const MAX_QUEUED_MS = 7 * 86_400_000

/** The decision about queued ends: each end is in exactly one of the lists. */
export interface QueueDecision {
  send: QueuedEnd[]
  unsent: UnsentEnd[]
  keep: QueuedEnd[]
}

/**
 * Decides about queued ends at `now`, epoch ms by this computer's clock. With a fresh list, each is to send or unsent;
 * without one (`sessions` is null), ends that are too old are unsent, and the others stay. If the clock was set back
 * while the app was closed, an end may be in the future: it keeps its time, unless it is further ahead than the limit.
 * `isRenewed`: whether a session that is not listed any more has another identity now.
 */
export function decideQueuedEnds(
  queued: readonly QueuedEnd[],
  sessions: readonly ApiSession[] | null,
  now: number,
  isRenewed: (end: QueuedEnd) => boolean = () => false,
): QueueDecision {
  const listed = sessions && new Map(sessions.map((session) => [session.id, session]))
  const decision: QueueDecision = { send: [], unsent: [], keep: [] }
  for (const end of queued) {
    const isTooOld = now - end.queuedAt > MAX_QUEUED_MS
    const isTooFar = end.queuedAt - now > MAX_QUEUED_MS
    const reason = isTooOld ? 'tooOld' : listed && unsentReason(end, listed.get(end.id), isRenewed)
    if (reason !== null)
      decision.unsent.push({ id: end.id, createdAt: end.createdAt, name: end.name, reason })
    else (listed ? decision.send : decision.keep).push(isTooFar ? { ...end, queuedAt: now } : end)
  }
  return decision
}

/** Returns why an end is not sent; null if its session is listed, with the same id and time of sign-in. */
function unsentReason(
  end: QueuedEnd,
  listed: ApiSession | undefined,
  isRenewed: (end: QueuedEnd) => boolean,
): UnsentReason | null {
  const { createdAt } = end
  if (!listed) return isRenewed(end) ? 'unclear' : 'gone'
  if (createdAt === null || listed.createdAt === null) return 'unclear'
  if (createdAt !== listed.createdAt) return isRenewed(end) ? 'unclear' : 'replaced'
  return listed.isCurrent ? 'thisDevice' : null
}
