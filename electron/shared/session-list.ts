import { isListDoubt, type Failure } from './failure.ts'
import type { DeviceSession } from './session.ts'

/** The list of one account. `sessions` is null while no list is known; the current session comes first. */
export interface SessionList {
  accountId: string
  sessions: DeviceSession[] | null
  /** Whether this run of the app fetched the sessions; otherwise they come from the last known list. */
  isLive: boolean
  /** Whether they are those of an unclear list, because there has been no good one for long. */
  isUnclear: boolean
  /** When the service last confirmed the list, epoch ms by this computer's clock. */
  checkedAt: number | null
  /** The service's clock minus this computer's, ms. */
  skew: number
  checking: boolean
  /** Why the last check failed; null after a successful one. */
  failure: Failure | null
  /** The key of an orphan: a session whose token this app lost in a renewal; null if there is none. */
  orphanKey: number | null
}

/** Whether the latest list is not good, so that only a session that a person chose by itself may be ended by it. */
export function isDoubtful({ isUnclear, failure }: Pick<SessionList, 'isUnclear' | 'failure'>): boolean {
  return isUnclear || isListDoubt(failure)
}
