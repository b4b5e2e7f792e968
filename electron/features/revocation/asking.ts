import {
  hasFailed,
  type AccountTarget,
  type EndCause,
  type RefusedTarget,
  type RevocationTarget,
} from '../../shared/ends.ts'
import { isListDoubt, isUnreachable } from '../../shared/failure.ts'
import { canReach } from '../../shared/loopback.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { planRevocation } from '../../shared/revocation-plan.ts'
import type { ApiSession } from '../../domain/api-session.ts'
import { keyOfRow } from '../sessions/index.ts'
import type { AccountEnds, AccountEndsDependencies } from './account-ends.ts'
import type { Batch, SessionToEnd } from './domain/end.ts'
import type { Ledger } from './domain/ledger.ts'

/**
 * How an end is asked for: it can be undone for a while; the person confirmed it, so that it is sent at once; or it is sent at once even
 * if the disk refuses to store it.
 */
export type HowAsked = 'undoable' | 'confirmed' | 'unstored'

/**
 * Asks for ends: what may be ended by the lists is in the ledger and stored before the answer. `conflict`: it is this device, or the list
 * does not say which session is. `notFound`: it is not listed, or all of it is being ended. `unexpectedAnswer`: the last list is not
 * good. `misconfigured`: the disk refuses, so nothing was asked.
 */
export interface Asking {
  /** Ends a session, or lets that wait while the service cannot be reached, unless it is being ended already. */
  revoke(accountId: string, key: number, how?: HowAsked): Result<null>
  /** Ends these sessions, or all but this device. `at`: when it was asked for, epoch ms by this computer's clock; now. */
  start(accountId: string, target: RevocationTarget, cause: EndCause, at?: number): Result<null>
  /**
   * Ends sessions in each account of a plan; while a service cannot be reached its ends wait, for the sessions that the window
   * shows. Returns the accounts where nothing was asked for, and why.
   */
  startPlan(plan: readonly AccountTarget[], isAtOnce?: boolean): RefusedTarget[]
}

export interface AskingDependencies extends Pick<
  AccountEndsDependencies,
  'accounts' | 'lists' | 'record' | 'clock' | 'isOnline' | 'log' | 'serviceNow' | 'nameOf'
> {
  /** The sessions that the window shows of an account: of the latest list, or else of the last known one. */
  shown(accountId: string): readonly ApiSession[] | null
  of(accountId: string): Pick<AccountEnds, 'ledger' | 'save' | 'tell'> & {
    runner: Pick<AccountEnds['runner'], 'wake'>
  }
}

/** What is asked for in one account. */
interface Asked {
  cause: EndCause
  how: HowAsked
  askedAt: number
}

/** What was asked for or taken back could not be stored. */
export const notStored = (): Result<never> => failed({ kind: 'misconfigured', reason: 'storage' })

/** Decides by the lists which sessions may be ended, and whether that begins now or waits for the service. */
export function createAsking(dependencies: AskingDependencies): Asking {
  const { accounts, lists, record, clock, log, of } = dependencies

  /** Whether an account's service can be reached, as far as this computer and the last check tell. */
  function isReachable(accountId: string): boolean {
    const { sessions, failure } = lists.get(accountId)
    if (!canReach(accounts.get(accountId)?.baseUrl ?? '', dependencies.isOnline())) return false
    return sessions !== null && (failure === null || !isUnreachable(failure))
  }

  /** Adds the batch of a plan, and stores it before it is said. */
  function ask(accountId: string, target: RevocationTarget, asked: Asked): Result<null> {
    const { cause, how, askedAt } = asked
    const account = accounts.get(accountId)
    if (!account) return failed({ kind: 'notFound' })
    const isWaiting = (cause === 'one' || cause === 'many') && !isReachable(accountId)
    const { sessions, failure } = lists.get(accountId)
    if (!isWaiting && cause !== 'one' && failure && isListDoubt(failure)) return failed(failure)
    const rows = ((isWaiting ? dependencies.shown(accountId) : sessions) ?? []).map((row) => ({
      key: keyOfRow(record, accountId, row),
      isCurrent: row.isCurrent,
      row,
    }))
    const isApiToken = account.credential.kind === 'instance'
    // What waits is looked up in a good list before it begins.
    const isSingle = cause === 'one' || (isWaiting && target.kind === 'these')
    const { ends, obstacle } = planRevocation(rows, target, { isApiToken, isSingle })
    if (obstacle) return failed({ kind: obstacle === 'nothing' ? 'notFound' : 'conflict' })

    const { ledger, runner, save, tell } = of(accountId)
    const chosen = ends.map(({ key, row }): SessionToEnd => {
      const { id, createdAt } = row
      return { key, id, createdAt, name: dependencies.nameOf(accountId, row) }
    })
    const replaced = replacedBy(chosen, ledger)
    const since = dependencies.serviceNow(accountId)
    const phase = isWaiting ? 'waiting' : how === 'undoable' ? 'undoable' : 'going'
    const batch = ledger.ask({ cause, sessions: chosen, phase, askedAt, since }, clock.steady())
    if (!batch) return cause === 'one' ? ok(null) : failed({ kind: 'notFound' })
    if (!save() && (how !== 'unstored' || isWaiting)) {
      ledger.remove(batch)
      return notStored()
    }
    // Not before: if nothing was asked for, they are still to be seen.
    replaced.forEach(ledger.remove)
    log.info('ends.asked', { account: accountId, cause, sessions: batch.ends.size, waits: isWaiting })
    tell()
    runner.wake()
    return ok(null)
  }

  return {
    revoke(accountId, key, how = 'undoable') {
      const end = of(accountId).ledger.find(key)
      const isAsked = end !== null && [...end.intents].some(({ cause }) => cause === 'one')
      if (isAsked) return ok(null)
      const target = { kind: 'these', keys: [key] } satisfies RevocationTarget
      return ask(accountId, target, { cause: 'one', how, askedAt: clock.now() })
    },
    start: (accountId, target, cause, askedAt = clock.now()) =>
      ask(accountId, target, { cause, how: 'undoable', askedAt }),
    startPlan(plan, isAtOnce = false) {
      const askedAt = clock.now()
      return plan.flatMap(({ accountId, target }): RefusedTarget[] => {
        const how = isAtOnce ? 'unstored' : 'undoable'
        const asked = ask(accountId, target, { cause: 'many', how, askedAt })
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
    const isReplaced =
      batch.cause === 'one' && ledger.isDone(batch) && ends.every(({ key }) => asked.has(key))
    return isReplaced || (isAllOver && ends.every(({ state }) => !hasFailed(state.is)))
  })
}
