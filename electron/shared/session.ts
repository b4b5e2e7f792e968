import type { Annotation, Device } from './device.ts'
import type { SessionFacts } from './session-facts.ts'

/** Identifies a session: a service may reuse an id for a later session, which has another creation time. */
export type SessionIdentity = Pick<SessionFacts, 'id' | 'createdAt'>

/** What earlier lists tell about a session. */
export interface SeenInfo {
  /** When this computer first saw it, epoch ms by the service's clock; null when unknown. */
  firstSeenAt: number | null
  /** Whether it is a new sign-in that the person has not acknowledged. */
  isNew: boolean
}

/** What the person last said of a session; `at` is epoch ms by the service's clock. */
export interface SessionMark {
  decision: 'mine' | 'notSure'
  at: number
}

/** What the person said of a session, also through a review or a rule. */
export interface SaidInfo {
  mark: SessionMark | null
  /** Whether it stays, whatever a rule says. */
  isKept: boolean
}

/** One issued token as the window shows it; times are epoch ms by the service's clock. */
export interface DeviceSession extends SessionFacts, Device, Annotation, SeenInfo, SaidInfo {
  /**
   * The app's own number of the session in its account: never used again, and the same after a renewal. One that no good list
   * showed yet has its id, negative.
   */
  key: number
  /** The display name: unique within the account, and sanitized to one line. */
  name: string
  /** The name without what tells the session from others of that name; absent if the two are equal. */
  commonName?: string
  /** The service's own label, sanitized to one line; empty if it gives none. */
  serviceName: string
}

/** The key of a session that no good list has shown: its id, negative. The same function tells the id of such a key. */
export const unrecordedKey = (id: number): number => -id

/** Whether a key is one of the record, which alone has what a person writes on a session. */
export const isRecordedKey = (key: number): boolean => key > 0

/**
 * A session that may still be signed in at its service: no logout of its token was confirmed, or the response to its
 * sign-in never arrived. Stored until the person dismisses it; contains no secret.
 */
export interface UnconfirmedSession {
  id: string
  cause: 'signOut' | 'signIn'
  baseUrl: string
  /** The user's name; null when unknown. */
  name: string | null
  /** The session's name in the list; null when unknown. */
  deviceName: string | null
  /** When the person signed out or in, epoch ms by this computer's clock. */
  at: number
}
