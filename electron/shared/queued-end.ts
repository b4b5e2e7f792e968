import type { SessionIdentity } from './session.ts'

/** A session that a person ended while its service could not be reached; the request is not sent yet. */
export interface QueuedEnd extends SessionIdentity {
  /** The display name when it was queued. */
  name: string
  /** When the person ended it, epoch ms by this computer's clock. */
  queuedAt: number
}

/** The reasons why a queued end was not sent; each is the key of its text. */
export const UNSENT_REASONS = ['gone', 'replaced', 'unclear', 'thisDevice', 'tooOld'] as const

/**
 * One reason. `gone`: it is not listed any more. `replaced`: another session has its id. `unclear`: a time of sign-in
 * is missing, so the listed session may be another one, or the session seems to have been renewed.
 */
export type UnsentReason = (typeof UNSENT_REASONS)[number]

/** A queued end that was not sent, with the session's name when it was queued. */
export interface UnsentEnd extends SessionIdentity {
  name: string
  reason: UnsentReason
}
