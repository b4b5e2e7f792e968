import { revokeSession } from '../../api/sessions.ts'
import { isListDoubt, mayHaveBeenApplied } from '../../shared/failure.ts'
import type { SessionIdentity } from '../../shared/session.ts'
import { failed, type Result } from '../../shared/result.ts'
import { canReach } from '../../shared/loopback.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { Gateway } from '../../core/gateway.ts'
import { catchStorageError } from '../../core/storage-error.ts'
import type { Clock, Log } from '../../core/ports.ts'
import { isRenewed, type EndAnswer, type SessionLists } from '../sessions/index.ts'
import { meaningOf } from './domain/answer.ts'
import { adjustConcurrency, INITIAL_CONCURRENCY, type TimedResponse } from './domain/concurrency.ts'
import type { End } from './domain/end.ts'

/** Why a DELETE was not sent: it is this device, a newer list has to tell first, or it is not asked for any more. */
export type SkipReason = 'thisDevice' | 'needsList' | 'notAsked'

/** The requests that the ends of one account send, in lanes. */
export interface Deletes {
  /**
   * Sends DELETE /auth/sessions/{id}, tells the record what was answered, and resolves with the response. Skips the request unless
   * the latest list has the session, and this token fetched it. Last of all asks `begins` whether it is still asked for. Never rejects.
   */
  revoke(end: End, begins: () => boolean): Promise<Result<null> | SkipReason>
  list(): ReturnType<SessionLists['refresh']>
  /** Whether a lane is free. */
  isFree(): boolean
  /** Whether the latest list is not good, so that only a session that a person chose by itself may be ended by it. */
  isListDoubtful(): boolean
  /** Whether the last list is so old that another one has to show first what is there: the computer may have slept for days. */
  isListOld(): boolean
  rateLimitedUntil(): number | null
  isReachable(): boolean
  isSignedIn(): boolean
}

export interface DeleteDependencies {
  accounts: Pick<Accounts, 'get'>
  lists: SessionLists
  /** A DELETE of a session has its response, which may leave open whether it was carried out. */
  answered(accountId: string, session: SessionIdentity, answer: EndAnswer): void
  gateway: Gateway
  isOnline(): boolean
  clock: Clock
  log: Log
}

/** Longer than between two checks in the tray. */
const MAX_LIST_AGE_MS = 600_000

/** Creates the requests of the ends of one account, which share their lanes. */
export function createDeletes(
  accountId: string,
  { accounts, lists, answered, gateway, isOnline, clock, log }: DeleteDependencies,
): Deletes {
  let concurrency = INITIAL_CONCURRENCY
  let inFlight = 0

  async function measured(sendDelete: () => Promise<Result<null>>): Promise<Result<null>> {
    const from = clock.steady()
    const deleted = await sendDelete()
    concurrency = adjustConcurrency(concurrency, timedResponseOf(deleted, clock.steady() - from))
    return deleted
  }

  /** Why an end may not be sent with this token and the latest list; null if it may. */
  function skipReason(end: End, token: string): SkipReason | null {
    const { sessions } = lists.get(accountId)
    const listed = sessions?.find(({ id }) => id === end.id)
    if (lists.isOvertaken(accountId, end) || !lists.isFetchedWith(accountId, token)) return 'needsList'
    // What the list lacks was renewed or is gone: the record tells, once it has the next one.
    if (!listed || isRenewed(listed, end)) return 'needsList'
    return listed.isCurrent ? 'thisDevice' : null
  }

  return {
    async revoke(end, begins) {
      const skipped: SkipReason[] = []
      inFlight++
      let deleted: Result<null>
      try {
        deleted = await catchStorageError(() =>
          gateway.callAs(accountId, async (transport, token) => {
            // Only now, because the token, the list and the rate limit may have changed while a token was waited for.
            const until = gateway.rateLimitedUntil(accountId)
            if (until !== null) return failed({ kind: 'rateLimited', retryAt: until })
            const reason = skipReason(end, token) ?? (begins() ? null : 'notAsked')
            if (reason === null) return measured(() => revokeSession(transport, token, end.id))
            skipped.push(reason)
            return failed({ kind: 'cancelled' })
          }),
        )
      } catch (error) {
        // A fault of the app: whether anything was sent is unclear, and a list tells.
        const name = error instanceof Error ? error.name : 'unknown'
        log.warn('session.revokeFault', { account: accountId, error: name })
        deleted = failed({ kind: 'outcomeUnknown' })
      }
      inFlight--
      const [reason] = skipped
      if (reason) return reason
      const { answer } = meaningOf(deleted)
      if (answer) answered(accountId, end, answer)
      if (!deleted.ok) log.info('session.revokeFailed', { account: accountId, failure: deleted.failure.kind })
      return deleted
    },
    list: () => lists.refresh(accountId),
    isFree: () => inFlight < concurrency.limit,
    isListDoubtful: () => isListDoubt(lists.get(accountId).failure),
    isListOld: () => lists.ageOf(accountId) > MAX_LIST_AGE_MS,
    rateLimitedUntil: () => gateway.rateLimitedUntil(accountId),
    isReachable: () => canReach(accounts.get(accountId)?.baseUrl ?? '', isOnline()),
    isSignedIn: () => accounts.get(accountId)?.status === 'signedIn',
  }
}

function timedResponseOf(deleted: Result<null>, ms: number): TimedResponse {
  if (deleted.ok) return { kind: 'answered', ms }
  const { failure } = deleted
  if (failure.kind === 'rateLimited') return { kind: 'rateLimited' }
  const isLost = failure.kind === 'offline' || failure.kind === 'tls' || mayHaveBeenApplied(failure)
  return isLost ? { kind: 'lost' } : { kind: 'answered', ms }
}
