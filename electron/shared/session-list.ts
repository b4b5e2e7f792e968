import type { PendingRevocation } from './bulk-revocation.ts'
import type { Failure } from './failure.ts'
import type { DeviceSession } from './session.ts'

/** The live list of one account. `sessions` is null until the first answer; the current session comes first. */
export interface SessionList {
  accountId: string
  sessions: DeviceSession[] | null
  /** When the service last confirmed the list, epoch ms by this computer's clock. */
  checkedAt: number | null
  /** The service's clock minus this computer's, ms. */
  skew: number
  checking: boolean
  /** Why the last check failed; null after a successful one. */
  failure: Failure | null
  pendingRevocations: PendingRevocation[]
  /** The id of an orphan session, which a lost renewal of this app left unused; null if there is none. */
  orphanId: number | null
}
