import type { AccountTarget, EndCause, RefusedTarget, RevocationTarget } from '../../shared/ends.ts'
import { isListDoubt, isUnreachable } from '../../shared/failure.ts'
import { canReach } from '../../shared/loopback.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { ApiSession } from '../../domain/api-session.ts'
import { keyOfRow } from '../sessions/index.ts'
import type { AccountEnds, AccountEndsDependencies } from './account-ends.ts'
import type { Batch, SessionToEnd } from './domain/end.ts'
import type { Ledger } from './domain/ledger.ts'
import { planRevocation } from './domain/revocation-plan.ts'
import { isFailure } from './domain/revocation-state.ts'

/** Asks for ends: what may be ended by the lists is in the ledger and stored before the answer. */
export interface Asking {
  /**
   * Ends a session, or lets that wait while the service cannot be reached, unless it is being ended already. `conflict`: it
   * is this device. `notFound`: it is not listed.
   * `misconfigured`: the disk refuses, so nothing was asked; `isAtOnce` sends it all the same, without time to undo.
   */
  revoke(accountId: string, key: number, isAtOnce?: boolean): Result<null>
  /** Like `revoke`, without time to undo; resolves when it is settled, or waits. */
  revokeNow(accountId: string, key: number): Promise<Result<null>>
  /**
   * Ends these sessions, or all but this device. `conflict`: the list does not say which session is this device. `notFound`:
   * there is nothing to end. `unexpectedAnswer`: the last list is not good. `misconfigured`: the disk refuses, so nothing
   * was asked. `at`: when, epoch ms by this computer's clock; now.
   */
  start(accountId: string, target: RevocationTarget, cause?: EndCause, at?: number): Result<null>
  /**
   * Like `start` in each account of a plan; while a service cannot be reached its ends wait, for the sessions that the window
   * shows. Returns the accounts where nothing was asked for, and why.
   */
  startPlan(plan: readonly AccountTarget[], isAtOnce?: boolean): RefusedTarget[]
}

export interface AskingDependencies extends Pick<
  AccountEndsDependencies,
  'accounts' | 'lists' | 'record' | 'clock' | 'isOnline' | 'log'
> {
  /** The sessions that the window shows of an account: of the latest list, or else of the last known one. */
  shown(accountId: string): readonly ApiSession[] | null
  /** The current time of an account's service, epoch ms. */
  serviceNow(accountId: string): number
  /** The display name of a listed session. */
  nameOf(accountId: string, session: ApiSession): string
  of(accountId: string): Pick<AccountEnds, 'ledger' | 'save' | 'tell' | 'changed' | 'settled'> & {
    runner: Pick<AccountEnds['runner'], 'awaitList' | 'wake'>
  }
}

/** How it was asked for. `askedAt`: when, epoch ms by this computer's clock. */
interface How {
  /** Whether it waits for a good list, because the service cannot be reached. */
  isWaiting: boolean
  /** Whether it is sent without time to undo, and even if the disk refuses. */
  isAtOnce: boolean
  askedAt: number
}

/** What was asked for or taken back could not be stored. */
export const notStored = (): Result<never> => failed({ kind: 'misconfigured', reason: 'storage' })

/** Decides by the lists which sessions may be ended, and whether that begins now or waits for the service. */
export function createAsking(dependencies: AskingDependencies): Asking {
  const { accounts, lists, record, clock, log, of } = dependencies
  const keysOf =
    (accountId: string) =>
    (row: ApiSession): number =>
      keyOfRow(record, accountId, row)

  /** Whether an account's service can be reached, as far as this computer and the last check tell. */
  function isReachable(accountId: string): boolean {
    const { sessions, failure } = lists.get(accountId)
    if (!canReach(accounts.get(accountId)?.baseUrl ?? '', dependencies.isOnline())) return false
    return sessions !== null && (failure === null || !isUnreachable(failure))
  }

  /** Adds a batch and stores it before it is said; `known`: all of these sessions are being ended already. */
  function ask(
    accountId: string,
    cause: EndCause,
    sessions: readonly ApiSession[],
    how: Partial<How> = {},
  ): Result<Batch | 'known'> {
    const { isWaiting = false, isAtOnce = false, askedAt = clock.now() } = how
    const { ledger, runner, save, tell } = of(accountId)
    const keyOf = keysOf(accountId)
    const asked = sessions.map((session): SessionToEnd => {
      const { id, createdAt } = session
      return { key: keyOf(session), id, createdAt, name: dependencies.nameOf(accountId, session) }
    })
    const replaced = replacedBy(asked, ledger)
    const since = dependencies.serviceNow(accountId)
    const batch = ledger.ask({ cause, sessions: asked, isWaiting, isAtOnce, askedAt, since }, clock.steady())
    if (!batch) return ok('known')
    if (!save() && !isAtOnce) {
      ledger.remove(batch)
      return notStored()
    }
    // Not before: if nothing was asked for, they are still to be seen.
    replaced.forEach(ledger.remove)
    log.info('ends.asked', { account: accountId, cause, sessions: batch.ends.size, waits: isWaiting })
    if (isWaiting) runner.awaitList()
    tell()
    runner.wake()
    return ok(batch)
  }

  /** Ends one session; `known` if an end of it alone is unfinished. */
  function askForOne(accountId: string, key: number, isAtOnce = false): Result<Batch | 'known'> {
    const canSend = isReachable(accountId)
    const sessions = canSend ? lists.get(accountId).sessions : dependencies.shown(accountId)
    const keyOf = keysOf(accountId)
    const session = sessions?.find((listed) => keyOf(listed) === key)
    const end = of(accountId).ledger.find(key)
    if (end && [...end.intents].some(({ isAlone }) => isAlone)) return ok('known')
    if (!session) return failed({ kind: 'notFound' })
    if (session.isCurrent) return failed({ kind: 'conflict' })
    return ask(accountId, 'one', [session], { isWaiting: !canSend, isAtOnce: isAtOnce && canSend })
  }

  /** Ends the sessions that a plan by the latest list allows. */
  function askForMany(
    accountId: string,
    target: RevocationTarget,
    cause: EndCause,
    how: Partial<How>,
  ): Result<null> {
    const account = accounts.get(accountId)
    const { sessions, failure } = lists.get(accountId)
    if (!account || !sessions) return failed({ kind: 'notFound' })
    if (failure && isListDoubt(failure)) return failed(failure)
    const plan = planRevocation(sessions, target, account.credential.kind === 'instance', keysOf(accountId))
    if (!plan.ok) return failed({ kind: plan.reason === 'nothing' ? 'notFound' : 'conflict' })
    const asked = ask(accountId, cause, plan.sessions, how)
    if (!asked.ok) return asked
    return asked.value === 'known' ? failed({ kind: 'notFound' }) : ok(null)
  }

  /** Lets the shown ones of these sessions wait. */
  function queue(accountId: string, target: RevocationTarget, askedAt: number): Result<null> {
    const shown = dependencies.shown(accountId) ?? []
    const keyOf = keysOf(accountId)
    const account = accounts.get(accountId)
    const plan = planRevocation(shown, target, account?.credential.kind === 'instance', keyOf)
    if (target.kind === 'others' && !plan.ok)
      return failed({ kind: plan.reason === 'nothing' ? 'notFound' : 'conflict' })
    const keys = new Set(target.kind === 'these' ? target.keys : [])
    const chosen =
      target.kind === 'others' && plan.ok
        ? plan.sessions
        : shown.filter((session) => keys.has(keyOf(session)))
    if (chosen.some(({ isCurrent }) => isCurrent)) return failed({ kind: 'conflict' })
    if (chosen.length === 0) return failed({ kind: 'notFound' })
    const asked = ask(accountId, 'many', chosen, { isWaiting: true, askedAt })
    return asked.ok ? ok(null) : asked
  }

  return {
    revoke(accountId, key, isAtOnce) {
      const asked = askForOne(accountId, key, isAtOnce)
      return asked.ok ? ok(null) : asked
    },
    async revokeNow(accountId, key) {
      const asked = askForOne(accountId, key)
      if (!asked.ok) return asked
      if (asked.value === 'known' || asked.value.phase !== 'undoable') return ok(null)
      const { ledger, changed, settled } = of(accountId)
      ledger.enter(asked.value, 'going', 0)
      changed()
      await settled(asked.value)
      return ok(null)
    },
    start: (accountId, target, cause = 'many', askedAt = clock.now()) =>
      askForMany(accountId, target, cause, { askedAt }),
    startPlan(plan, isAtOnce = false) {
      const askedAt = clock.now()
      return plan.flatMap(({ accountId, target }): RefusedTarget[] => {
        if (!accounts.get(accountId)) return [{ accountId, failure: { kind: 'notFound' } }]
        const asked = isReachable(accountId)
          ? askForMany(accountId, target, 'many', { isAtOnce, askedAt })
          : queue(accountId, target, askedAt)
        return asked.ok ? [] : [{ accountId, failure: asked.failure }]
      })
    },
  }
}

/**
 * The batches that make room for a new asking: of those that are over, only what did not succeed is worth keeping, unless it is
 * asked for again.
 */
function replacedBy(sessions: readonly SessionToEnd[], ledger: Ledger): Batch[] {
  const batches = ledger.batches()
  const asked = new Set(sessions.map(({ key }) => key))
  const isAllOver = batches.every(ledger.isDone)
  return batches.filter((batch) => {
    const ends = [...batch.ends]
    const isReplaced = batch.isAlone && ledger.isDone(batch) && ends.every(({ key }) => asked.has(key))
    return isReplaced || (isAllOver && ends.every(({ state }) => !isFailure(state)))
  })
}
