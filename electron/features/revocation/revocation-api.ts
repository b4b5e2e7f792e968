import { revokeSession } from '../../api/sessions.ts'
import { isListDoubt, mayHaveBeenApplied } from '../../shared/failure.ts'
import type { SessionIdentity } from '../../shared/session.ts'
import { failed, type Result } from '../../shared/result.ts'
import type { ApiSession } from '../../domain/api-session.ts'
import { canReach } from '../../shared/loopback.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { Gateway } from '../../core/gateway.ts'
import { catchStorageError } from '../../core/storage-error.ts'
import type { Clock, Log } from '../../core/ports.ts'
import { isRenewed, type EndAnswer, type RecordReader, type SessionLists } from '../sessions/index.ts'
import type { End } from './domain/end.ts'
import { adjustConcurrency, type TimedResponse, type Concurrency } from './domain/concurrency.ts'

/** The requests that the revocations of one account send. */
export interface RevocationApi {
  /**
   * Sends DELETE /auth/sessions/{id}, and measures its response. Skips the request if the session is this device or no
   * longer in the latest list, or if another token fetched that list. Last of all asks `begins`
   * whether it is still asked for. Never rejects.
   */
  revoke(end: End, begins: () => boolean): Promise<Result<null> | SkipReason>
  list(): Promise<Result<readonly ApiSession[]>>
  /** Whether another DELETE may be sent now. */
  isFree(): boolean
  /** Whether the latest list is not good, so that only a session that a person chose by itself may be ended by it. */
  isListDoubtful(): boolean
  /** Whether the record has another identity for a session that is not listed any more. */
  isRenewed(end: End): boolean
  rateLimitedUntil(): number | null
  isReachable(): boolean
  isSignedIn(): boolean
}

/**
 * Why a DELETE was not sent. `notListed`: another session may have its id. `listIsOld`: it was fetched with another
 * token, or another one is being fetched.
 */
export type SkipReason = 'thisDevice' | 'notListed' | 'listIsOld' | 'notAsked'

export interface RevocationApiDependencies {
  accounts: Pick<Accounts, 'get'>
  lists: SessionLists
  record: Pick<RecordReader, 'find' | 'byKey'>
  /** A DELETE of a session has its response, which may leave open whether it was carried out. */
  answered(accountId: string, session: SessionIdentity, answer: EndAnswer): void
  gateway: Gateway
  isOnline(): boolean
  clock: Clock
  log: Log
}

/** The pending DELETE requests of one account; its single and bulk revocations share the limit. */
export interface PendingDeletes {
  inFlight: number
  concurrency: Concurrency
}

/** Creates the requests of the revocations of one account. */
export function createRevocationApi(
  accountId: string,
  deletes: PendingDeletes,
  { accounts, lists, record, answered, gateway, isOnline, clock, log }: RevocationApiDependencies,
): RevocationApi {
  async function measured(sendDelete: () => Promise<Result<null>>): Promise<Result<null>> {
    const from = clock.steady()
    const deleted = await sendDelete()
    deletes.concurrency = adjustConcurrency(
      deletes.concurrency,
      timedResponseOf(deleted, clock.steady() - from),
    )
    return deleted
  }

  return {
    async revoke(end, begins) {
      const skipped: SkipReason[] = []
      deletes.inFlight++
      let deleted: Result<null>
      try {
        deleted = await catchStorageError(() =>
          gateway.callAs(accountId, async (transport, token) => {
            // Check again just before sending: the token, the list and the rate limit may have changed.
            const until = gateway.rateLimitedUntil(accountId)
            if (until !== null) return failed({ kind: 'rateLimited', retryAt: until })
            const { sessions, checking, isUnclear } = lists.get(accountId)
            const listed = sessions?.find(({ id }) => id === end.id)
            const isListed = listed !== undefined && !isRenewed(listed, end)
            // What a list lacks may be renewed: until its last look is stored, nothing tells.
            const isUnsettled = (!isListed && checking) || lists.isOvertaken(accountId, end)
            const isOld = isUnsettled || !lists.isFetchedWith(accountId, token)
            if (isOld) skipped.push('listIsOld')
            // What an unclear list lacks may be there.
            else if (!isListed) skipped.push(isUnclear ? 'listIsOld' : 'notListed')
            else if (listed.isCurrent) skipped.push('thisDevice')
            else if (!begins()) skipped.push('notAsked')
            else return measured(() => revokeSession(transport, token, end.id))
            return failed({ kind: 'cancelled' })
          }),
        )
      } catch (error) {
        // A fault of the app: whether anything was sent is unclear, and a list tells.
        log.warn('session.revokeFault', {
          account: accountId,
          error: error instanceof Error ? error.name : 'unknown',
        })
        deleted = failed({ kind: 'outcomeUnknown' })
      }
      deletes.inFlight--
      const [skipReason] = skipped
      if (skipReason) return skipReason
      const answer = answerOf(deleted)
      if (answer) answered(accountId, end, answer)
      if (!deleted.ok) log.info('session.revokeFailed', { account: accountId, failure: deleted.failure.kind })
      return deleted
    },
    list: () => lists.refresh(accountId),
    isListDoubtful: () => isListDoubt(lists.get(accountId).failure),
    isRenewed(end) {
      const known = record.byKey(accountId, end.key)
      return known?.endedAt === null && isRenewed(known, end)
    },
    isFree: () => deletes.inFlight < deletes.concurrency.limit,
    rateLimitedUntil: () => gateway.rateLimitedUntil(accountId),
    isReachable: () => canReach(accounts.get(accountId)?.baseUrl ?? '', isOnline()),
    isSignedIn: () => accounts.get(accountId)?.status === 'signedIn',
  }
}

/** What the response to a DELETE says of its session; null if it is there as before. */
function answerOf(deleted: Result<null>): EndAnswer | null {
  if (deleted.ok) return 'ended'
  if (deleted.failure.kind === 'notFound') return 'gone'
  return mayHaveBeenApplied(deleted.failure) ? 'lost' : null
}

function timedResponseOf(deleted: Result<null>, ms: number): TimedResponse {
  if (deleted.ok) return { kind: 'answered', ms }
  const { failure } = deleted
  if (failure.kind === 'rateLimited') return { kind: 'rateLimited' }
  const isLost = failure.kind === 'offline' || failure.kind === 'tls' || mayHaveBeenApplied(failure)
  return isLost ? { kind: 'lost' } : { kind: 'answered', ms }
}
