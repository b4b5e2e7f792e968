import type { DeviceSession } from './session.ts'
import type { Order } from './view-state.ts'

/** The fields of a stored row, in the order of its file: the columns of the table. */
export const LAST_KNOWN_FIELDS = [
  'key',
  'id',
  'name',
  'kind',
  'lastUsedAt',
  'createdAt',
  'firstSeenAt',
  'isCurrent',
] as const satisfies readonly (keyof DeviceSession)[]

/** A row of a stored list. Times are epoch ms by the service's clock. */
export type LastKnownSession = Pick<DeviceSession, (typeof LAST_KNOWN_FIELDS)[number]>

/** The first rows of an account's last list; read before the first page is shown. No secret. */
export interface LastKnownList {
  /** When the service confirmed the list, epoch ms by this computer's clock. */
  checkedAt: number
  /** The service's clock minus this computer's, ms. */
  skew: number
  /** The number of sessions in the whole list. */
  count: number
  /** The order of the rows; left out: the first one. */
  order?: Order | undefined
  sessions: LastKnownSession[]
}

/** The maximum number of rows in a `LastKnownList`; most windows show fewer. */
export const MAX_LAST_KNOWN_ROWS = 40
