import type { Annotation, Device } from './device.ts'
import type { LastUse } from './last-use.ts'

/** What tells a session from all others: a service may use an id again for one that was made at another time. */
export interface SessionIdentity {
  id: number
  /** Epoch ms by the service's clock; null when it is not known. */
  createdAt: number | null
}

/** What this computer knows of a session from earlier lists. */
export interface SeenInfo {
  /** When this computer first saw it, epoch ms by the service's clock; null when it is not known. */
  firstSeenAt: number | null
  /** Whether it came since the list was last looked at. */
  isNew: boolean
  /** Whether a new one has the name of one that ended as it came: perhaps the same device with a new token. */
  mayBeRenewed: boolean
}

/** One issued token as people see it; times are epoch ms by the service's clock. */
export interface DeviceSession extends Device, Annotation, SeenInfo {
  id: number
  /** What to show: unlike every other name of the account, and safe on one line. */
  name: string
  /** The service's own label, as one harmless line. */
  rawName: string
  lastUsedAt: LastUse
  createdAt: number | null
  isCurrent: boolean
}

/**
 * A session that may still be signed in at its service: a token that was given up and whose logout was never confirmed, or
 * a sign-in whose answer never came. Kept until people have read it; holds no secret.
 */
export interface UnconfirmedSession {
  id: string
  cause: 'signOut' | 'signIn'
  baseUrl: string
  /** The person's name; null where it is not known. */
  name: string | null
  /** What the session is called in the list; null where it is not known. */
  deviceName: string | null
  /** When it was signed out or in, epoch ms by this computer's clock. */
  at: number
}
