import type { SessionIdentity } from './session.ts'

/** A session that a person ended while its service could not be reached. Nothing is sent yet. */
export interface QueuedEnd extends SessionIdentity {
  /** The display name when it was queued. */
  name: string
  /** When the person ended it, epoch ms by this computer's clock. */
  queuedAt: number
}

/** Why a queued end was not sent. The ids are the keys of their texts. */
export const UNSENT_REASONS = ['gone', 'replaced', 'unclear', 'thisDevice', 'tooOld'] as const

/**
 * Why a queued end was not sent. `replaced`: another session has the id. `unclear`: without the time of the sign-in it
 * may be another session.
 */
export type UnsentReason = (typeof UNSENT_REASONS)[number]

/** A queued end that was not sent, with the session's name when it was queued. */
export interface UnsentEnd extends SessionIdentity {
  name: string
  reason: UnsentReason
}
