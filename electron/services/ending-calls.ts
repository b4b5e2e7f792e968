import { revokeSession } from '../api/sessions.ts'
import type { SessionIdentity } from '../contract/models.ts'
import { failed, type Result } from '../contract/result.ts'
import { isSameSession, type ToldSession } from '../domain/told-session.ts'
import { isLoopback } from '../domain/server-address.ts'
import type { Accounts } from './accounts.ts'
import type { Gateway } from './gateway.ts'
import { orFailure } from './or-failure.ts'
import type { Log } from './ports.ts'
import type { SessionLists } from './session-lists.ts'

/** The service, as the endings of one account see it. */
export interface EndingCalls {
  /**
   * Asks to end a session, unless by the latest list it is this device, or its id is that of another session by now, or
   * that list was told to another token, so that neither can be known: then nothing is sent.
   */
  end(session: SessionIdentity): Promise<Result<null> | NotSent>
  list(): Promise<Result<readonly ToldSession[]>>
  /** Whether one more may be sent beside those on their way. */
  isFree(): boolean
  quietUntil(): number | null
  isReachable(): boolean
  isSignedIn(): boolean
}

/** Why an end was not sent. */
export type NotSent = 'thisDevice' | 'anotherSession' | 'listIsOld'

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
    async end(session) {
      const kept: NotSent[] = []
      lanes.taken++
      const deleted = await orFailure(() =>
        gateway.as(accountId, async (transport, token) => {
          // The last moment before it goes out: the token, the list and the service's wishes may be new by now.
          const until = gateway.quietUntil(accountId)
          if (until !== null) return failed({ kind: 'rateLimited', retryAt: until })
          const listed = lists.get(accountId).sessions?.find(({ id }) => id === session.id)
          if (!lists.isToldTo(accountId, token)) kept.push('listIsOld')
          else if (listed?.isCurrent) kept.push('thisDevice')
          else if (listed && !isSameSession(listed, session)) kept.push('anotherSession')
          else return revokeSession(transport, token, session.id)
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
