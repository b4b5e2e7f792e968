import type { EndCause, RevocationTarget } from '../../shared/ends.ts'
import { isListDoubt, isUnreachable } from '../../shared/failure.ts'
import { canReach } from '../../shared/loopback.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { SessionIdentity } from '../../shared/session.ts'
import { isSameSession, type ApiSession } from '../../domain/api-session.ts'
import type { AccountEnds, AccountEndsDependencies, AskedEnds } from './account-ends.ts'
import type { Batch } from './domain/end.ts'
import { planRevocation } from './domain/revocation-plan.ts'

/** Dependencies; `shown`: the sessions that the window shows, of the latest list, or else of the last known one. */
export interface AskingDependencies extends Pick<
  AccountEndsDependencies,
  'accounts' | 'lists' | 'clock' | 'isOnline'
> {
  shown(accountId: string): readonly ApiSession[] | null
  of(accountId: string): Pick<AccountEnds, 'ledger' | 'ask'>
}

/** What was asked for or taken back could not be stored. */
export const NOT_STORED = failed({ kind: 'misconfigured', reason: 'storage' } as const)

/** Decides by the lists which sessions may be ended, and whether that begins now or waits for the service. */
export function createAsking(dependencies: AskingDependencies) {
  const { accounts, lists, of } = dependencies

  /** Whether an account's service can be reached, as far as this computer and the last check tell. */
  function isReachable(accountId: string): boolean {
    const { sessions, failure } = lists.get(accountId)
    if (!canReach(accounts.get(accountId)?.baseUrl ?? '', dependencies.isOnline())) return false
    return sessions !== null && (failure === null || !isUnreachable(failure))
  }

  function ask(
    accountId: string,
    cause: EndCause,
    sessions: readonly ApiSession[],
    part: Partial<AskedEnds> = {},
  ) {
    const defaults = { isWaiting: false, isAtOnce: false, askedAt: dependencies.clock.now() }
    const asked = of(accountId).ask({ cause, sessions, ...defaults, ...part })
    return asked === null ? NOT_STORED : ok(asked)
  }

  function isOwnOrUnsure(accountId: string, { id, isCurrent }: ApiSession): boolean {
    const { unsureIds, likelyOwnIds } = lists.get(accountId)
    return isCurrent || unsureIds.has(id) || likelyOwnIds.has(id)
  }

  /** Ends one session; `known` if an end of it alone is unfinished. */
  function revoke(accountId: string, identity: SessionIdentity, isAtOnce = false): Result<Batch | 'known'> {
    const canSend = isReachable(accountId)
    const sessions = canSend ? lists.get(accountId).sessions : dependencies.shown(accountId)
    const session = sessions?.find((listed) => isSameSession(listed, identity))
    const end = of(accountId).ledger.find(identity)
    if (end && [...end.intents].some(({ isAlone }) => isAlone)) return ok('known')
    if (!session) return failed({ kind: 'notFound' })
    if (isOwnOrUnsure(accountId, session)) return failed({ kind: 'conflict' })
    return ask(accountId, 'one', [session], { isWaiting: !canSend, isAtOnce: isAtOnce && canSend })
  }

  /** Ends the sessions that a plan by the latest list allows. */
  function start(
    accountId: string,
    target: RevocationTarget,
    cause: EndCause = 'many',
    part: Partial<AskedEnds> = {},
  ): Result<null> {
    const account = accounts.get(accountId)
    const { sessions, missedIds, failure } = lists.get(accountId)
    if (!account || !sessions) return failed({ kind: 'notFound' })
    if (failure && isListDoubt(failure)) return failed(failure)
    const plan = planRevocation(sessions, target, account.credential.kind === 'instance')
    if (!plan.ok) return failed({ kind: plan.reason === 'nothing' ? 'notFound' : 'conflict' })
    // Each session of a selection was named. What the last list lacks is looked for again before it is sent.
    const named =
      target.kind === 'these' ? plan.sessions : plan.sessions.filter(({ id }) => !missedIds.has(id))
    const asked = ask(accountId, cause, named, part)
    if (!asked.ok) return asked
    return asked.value === 'known' ? failed({ kind: 'notFound' }) : ok(null)
  }

  /** Lets the shown ones of these sessions wait. */
  function queue(accountId: string, target: RevocationTarget, askedAt: number): Result<null> {
    const shown = dependencies.shown(accountId) ?? []
    const account = accounts.get(accountId)
    const plan = planRevocation(shown, target, account?.credential.kind === 'instance')
    if (target.kind === 'others' && !plan.ok)
      return failed({ kind: plan.reason === 'nothing' ? 'notFound' : 'conflict' })
    const chosen =
      target.kind === 'others' && plan.ok
        ? plan.sessions
        : shown.filter(
            (session) =>
              target.kind === 'these' && target.sessions.some((each) => isSameSession(session, each)),
          )
    if (chosen.some((session) => isOwnOrUnsure(accountId, session))) return failed({ kind: 'conflict' })
    if (chosen.length === 0) return failed({ kind: 'notFound' })
    const asked = ask(accountId, 'many', chosen, { isWaiting: true, askedAt })
    return asked.ok ? ok(null) : asked
  }

  return { isReachable, revoke, start, queue }
}
