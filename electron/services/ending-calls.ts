import { revokeSession } from '../api/sessions.ts'
import type { ToldSession } from '../domain/told-session.ts'
import { failed, type Result } from '../contract/result.ts'
import { isLoopback } from '../domain/server-address.ts'
import type { Accounts } from './accounts.ts'
import type { Gateway } from './gateway.ts'
import { orFailure } from './or-failure.ts'
import type { Log } from './ports.ts'
import type { SessionLists } from './session-lists.ts'

/** The service, as the endings of one account see it. */
export interface EndingCalls {
  /**
   * Asks to end a session, unless it is this device by the latest list, or that list was told to another token, so that
   * it cannot be known: then nothing is sent.
   */
  end(sessionId: number): Promise<Result<null> | 'thisDevice' | 'listIsOld'>
  list(): Promise<Result<readonly ToldSession[]>>
  /** Whether one more may be sent beside those on their way. */
  isFree(): boolean
  quietUntil(): number | null
  isReachable(): boolean
  isSignedIn(): boolean
}

/** What the calls work with. */
export interface CallPorts {
  accounts: Pick<Accounts, 'get'>
  lists: SessionLists
  gateway: Gateway
  isOnline(): boolean
  log: Log
}

/** How many ends of one account are on their way; what this account ends alone and together shares the limit. */
export interface Lanes {
  taken: number
}

/** How many sessions are ended side by side (design section 7). */
const MOST_AT_ONCE = 4

/** Makes the calls of one ending; `freed` hears when one more may be sent. */
export function createEndingCalls(
  accountId: string,
  lanes: Lanes,
  freed: () => void,
  { accounts, lists, gateway, isOnline, log }: CallPorts,
): EndingCalls {
  return {
    async end(sessionId) {
      const kept: ('thisDevice' | 'listIsOld')[] = []
      lanes.taken++
      const deleted = await orFailure(() =>
        gateway.as(accountId, async (transport, token) => {
          // The last moment before it goes out: the token, the list and the service's wishes may be new by now.
          const until = gateway.quietUntil(accountId)
          if (until !== null) return failed({ kind: 'rateLimited', retryAt: until })
          const current = lists.get(accountId).sessions?.filter(({ isCurrent }) => isCurrent) ?? []
          if (!lists.isToldTo(accountId, token)) kept.push('listIsOld')
          else if (current.some(({ id }) => id === sessionId)) kept.push('thisDevice')
          else return revokeSession(transport, token, sessionId)
          return failed({ kind: 'cancelled' })
        }),
      )
      lanes.taken--
      freed()
      const [why] = kept
      if (why) return why
      if (!deleted.ok) log.info('session.revokeAnswer', { account: accountId, failure: deleted.failure.kind })
      return deleted
    },
    list: () => lists.check(accountId),
    isFree: () => lanes.taken < MOST_AT_ONCE,
    quietUntil: () => gateway.quietUntil(accountId),
    isReachable: () => isOnline() || isLoopback(accounts.get(accountId)?.baseUrl ?? ''),
    isSignedIn: () => accounts.get(accountId)?.standing === 'signedIn',
  }
}
