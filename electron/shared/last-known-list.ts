import type { DeviceKind } from './device.ts'
import type { LastUse } from './last-use.ts'

/** A row of a stored list, with the columns of the table. Times are epoch ms by the service's clock. */
export interface LastKnownSession {
  id: number
  name: string
  kind: DeviceKind
  lastUsedAt: LastUse
  createdAt: number | null
  /** When this computer first saw it; null when unknown. */
  firstSeenAt: number | null
  isCurrent: boolean
}

/** The first rows of an account's last list, in the default order; read before the first page is shown. No secret. */
export interface LastKnownList {
  /** When the service confirmed the list, epoch ms by this computer's clock. */
  checkedAt: number
  /** The service's clock minus this computer's, ms. */
  skew: number
  /** The number of sessions in the whole list. */
  count: number
  sessions: LastKnownSession[]
}

/** The maximum number of rows in a `LastKnownList`; most windows show fewer. */
export const MAX_LAST_KNOWN_ROWS = 40
