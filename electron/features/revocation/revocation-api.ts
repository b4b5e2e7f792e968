import { revokeSession } from '../../api/sessions.ts'
import type { SessionIdentity } from '../../shared/session.ts'
import { failed, type Result } from '../../shared/result.ts'
import { isSameSession, type ApiSession } from '../../core/domain/api-session.ts'
import { isLoopback } from '../../shared/loopback.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { Gateway } from '../../core/gateway.ts'
import { catchStorageError } from '../../core/catch-storage-error.ts'
import type { Log } from '../../core/ports.ts'
import type { SessionLists } from '../sessions/index.ts'

/** The requests that the revocations of one account send. */
export interface RevocationApi {
  /**
   * Sends DELETE /auth/sessions/{id}. Does not send it if the latest list says that the session is this device or that
   * another session has the id, or if another token fetched that list.
   */
  revoke(session: SessionIdentity): Promise<Result<null> | NotSent>
  list(): Promise<Result<readonly ApiSession[]>>
  /** Whether another DELETE may be sent now. */
  isFree(): boolean
  rateLimitedUntil(): number | null
  isReachable(): boolean
  isSignedIn(): boolean
}

/** Why a DELETE was not sent. */
export type NotSent = 'thisDevice' | 'anotherSession' | 'listIsOld'

/** Dependencies of the requests. */
export interface RevocationApiPorts {
  accounts: Pick<Accounts, 'get'>
  lists: SessionLists
  gateway: Gateway
  isOnline(): boolean
  log: Log
}

/** The number of pending DELETE requests of one account; its single and bulk revocations share the limit. */
export interface Concurrency {
  inFlight: number
}

/** The maximum number of pending DELETE requests of one account. */
const MAX_IN_FLIGHT = 4

/** Creates the requests of one job; `freed` runs when another DELETE may be sent. */
export function createRevocationApi(
  accountId: string,
  concurrency: Concurrency,
  freed: () => void,
  { accounts, lists, gateway, isOnline, log }: RevocationApiPorts,
): RevocationApi {
  return {
    async revoke(session) {
      const notSent: NotSent[] = []
      concurrency.inFlight++
      const deleted = await catchStorageError(() =>
        gateway.callAs(accountId, async (transport, token) => {
          // Check again just before sending: the token, the list and the rate limit may have changed.
          const until = gateway.rateLimitedUntil(accountId)
          if (until !== null) return failed({ kind: 'rateLimited', retryAt: until })
          const listed = lists.get(accountId).sessions?.find(({ id }) => id === session.id)
          if (!lists.isFetchedWith(accountId, token)) notSent.push('listIsOld')
          else if (listed?.isCurrent) notSent.push('thisDevice')
          else if (listed && !isSameSession(listed, session)) notSent.push('anotherSession')
          else return revokeSession(transport, token, session.id)
          return failed({ kind: 'cancelled' })
        }),
      )
      concurrency.inFlight--
      freed()
      const [why] = notSent
      if (why) return why
      if (!deleted.ok) log.info('session.revokeFailed', { account: accountId, failure: deleted.failure.kind })
      return deleted
    },
    list: () => lists.refresh(accountId),
    isFree: () => concurrency.inFlight < MAX_IN_FLIGHT,
    rateLimitedUntil: () => gateway.rateLimitedUntil(accountId),
    isReachable: () => isOnline() || isLoopback(accounts.get(accountId)?.baseUrl ?? ''),
    isSignedIn: () => accounts.get(accountId)?.status === 'signedIn',
  }
}
