import type { QueuedEnd, UnsentEnd, UnsentReason } from '../../../shared/queued-end.ts'
import type { SessionIdentity } from '../../../shared/session.ts'
import type { ApiSession } from '../../../core/domain/api-session.ts'

/** After this time a person may have another opinion about a session, ms. */
export const MAX_QUEUED_MS = 7 * 86_400_000

/** What becomes of queued ends: each is in exactly one of the lists. */
export interface QueueDecision {
  send: QueuedEnd[]
  unsent: UnsentEnd[]
  keep: QueuedEnd[]
}

/**
 * Decides about queued ends at `now` (epoch ms by this computer's clock). With a fresh list each is sent or reported; without
 * one (`sessions` is null) those that are too old are reported. The clock may have been set back while the app was closed, and
 * may be right again soon: an end from the future keeps its time, unless that alone would keep it for longer than the limit.
 */
export function decideQueuedEnds(
  queued: readonly QueuedEnd[],
  sessions: readonly ApiSession[] | null,
  now: number,
): QueueDecision {
  const listed = sessions && new Map(sessions.map((session) => [session.id, session]))
  const decision: QueueDecision = { send: [], unsent: [], keep: [] }
  for (const end of queued) {
    const isTooOld = now - end.queuedAt > MAX_QUEUED_MS
    const isTooFar = end.queuedAt - now > MAX_QUEUED_MS
    const reason = isTooOld ? 'tooOld' : listed && unsentReason(end, listed.get(end.id))
    if (reason !== null)
      decision.unsent.push({ id: end.id, createdAt: end.createdAt, name: end.name, reason })
    else (listed ? decision.send : decision.keep).push(isTooFar ? { ...end, queuedAt: now } : end)
  }
  return decision
}

/** Only the same id with the same time of sign-in is the same session. */
function unsentReason({ createdAt }: SessionIdentity, listed: ApiSession | undefined): UnsentReason | null {
  if (!listed) return 'gone'
  if (createdAt === null || listed.createdAt === null) return 'unclear'
  if (createdAt !== listed.createdAt) return 'replaced'
  return listed.isCurrent ? 'thisDevice' : null
}
