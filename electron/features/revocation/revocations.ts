import type { OwnActor } from '../../shared/activity.ts'
import type {
  AccountTarget,
  BatchCommand,
  BatchView,
  EndCause,
  EndState,
  EndsView,
  RefusedTarget,
} from '../../shared/ends.ts'
import { isUnreachable } from '../../shared/failure.ts'
import { canReach } from '../../shared/loopback.ts'
import type { revocationRequests } from '../../shared/requests/revocation.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { isDoubtful } from '../../shared/session-list.ts'
import { planRevocation } from '../../shared/revocation-plan.ts'
import type { ApiSession } from '../../domain/api-session.ts'
import type { Accounts } from '../../core/accounts.ts'
import { forKnownAccounts, type HandlersOf } from '../../core/handlers.ts'
import type { OnAccountForgotten } from '../../core/ports.ts'
import { isRenewed, keyOfRow } from '../sessions/index.ts'
import { createAccountEnds, type AccountEnds, type AccountEndsDependencies } from './account-ends.ts'
import {
  control,
  narrowRules,
  prepareToLeave,
  replacedBy,
  singlesUnderWay,
  takeBackEnd,
} from './domain/commands.ts'
import type { Batch, SessionToEnd } from './domain/end.ts'
import { isAskedAlone } from './domain/ledger.ts'
import type { LedgerFile } from './ledger-file.ts'

/** Ends sessions, across restarts, new lists and sign-outs: each can be undone for a while, is sent once, and is confirmed by a good list. */
export type Revocations = ReturnType<typeof createRevocations>

export interface RevocationsDependencies extends AccountEndsDependencies {
  /** The sessions that the window shows of an account: of the latest list, or else of the last known one. */
  shown(accountId: string): readonly ApiSession[] | null
  onAccountForgotten: OnAccountForgotten
  /** A whole batch was taken back before anything was sent. */
  undone(accountId: string, batch: Pick<Batch, 'cause' | 'askedAt'>): void
}

/** What is asked for in one account, and how. */
interface Asked {
  cause: EndCause
  /** It can be undone for a while, or is sent at once; `unstored`: even if the disk refuses to store it. */
  how: 'undoable' | 'confirmed' | 'unstored'
  askedAt: number
}

/** What was asked for or taken back could not be stored. */
const notStored = (): Result<never> => failed({ kind: 'misconfigured', reason: 'storage' })

/** Opens the ledgers. What the last run left waits for the person, or for a good list. */
export function createRevocations(dependencies: RevocationsDependencies) {
  const { accounts, lists, record, log, clock } = dependencies
  const stored = new Map<string, LedgerFile>(Object.entries(dependencies.files.read()))
  const all = new Map<string, AccountEnds>()

  function of(accountId: string): AccountEnds {
    const known = all.get(accountId)
    if (known) return known
    // Of an account that is not known yet, the ledger stays as it is on disk.
    const isKnown = accounts.get(accountId) !== null
    const ends = createAccountEnds(accountId, isKnown ? (stored.get(accountId) ?? null) : null, dependencies)
    if (isKnown) all.set(accountId, ends)
    return ends
  }

  for (const accountId of stored.keys()) if (accounts.get(accountId)) of(accountId)
  dependencies.onAccountForgotten(forget)

  /** Deletes all ends of an account. */
  function forget(accountId: string): void {
    all.get(accountId)?.dispose()
    all.delete(accountId)
    stored.delete(accountId)
    try {
      dependencies.files.write(accountId, null)
    } catch {
      log.warn('ends.notDeleted', { account: accountId })
    }
  }

  /**
   * Asks for ends: what may be ended by the lists is in the ledger and stored before the answer. `conflict`: it is this device, or the
   * list does not say which session is. `notFound`: it is not listed, or all of it is being ended. `unexpectedAnswer`: the last list is
   * not good. `misconfigured`: the disk refuses, so nothing was asked.
   */
  function ask(accountId: string, keys: readonly number[], { cause, how, askedAt }: Asked): Result<null> {
    const account = accounts.get(accountId)
    if (!account) return failed({ kind: 'notFound' })
    const list = lists.get(accountId)
    const { sessions, failure } = list
    // As far as this computer and the last check tell.
    const isReachable =
      canReach(account.baseUrl, dependencies.isOnline()) && sessions && !(failure && isUnreachable(failure))
    const isWaiting = (cause === 'one' || cause === 'many') && !isReachable
    if (!isWaiting && cause !== 'one' && failure && isDoubtful(list)) return failed(failure)
    const rows = ((isWaiting ? dependencies.shown(accountId) : sessions) ?? []).map((row) => ({
      key: keyOfRow(record, accountId, row),
      isCurrent: row.isCurrent,
      row,
    }))
    const isApiToken = account.credential.kind === 'instance'
    // What waits is looked up in a good list before it begins.
    const isSingle = cause === 'one' || isWaiting
    const { ends, obstacle } = planRevocation(rows, keys, { isApiToken, isSingle })
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

  function tellUndone(accountId: string, batches: readonly Batch[]): void {
    for (const { cause, askedAt } of batches) dependencies.undone(accountId, { cause, askedAt })
  }

  const allBatches = (): BatchView[] => [...all.values()].flatMap(({ batches }) => batches())

  return {
    // What is asked for, and taken back

    /** Asks for the end of a session, which waits while the service cannot be reached, unless it was asked for already. */
    revoke(accountId: string, key: number, how: Asked['how'] = 'undoable'): Result<null> {
      const end = of(accountId).ledger.find(key)
      if (end && isAskedAlone(end)) return ok(null)
      return ask(accountId, [key], { cause: 'one', how, askedAt: clock.now() })
    },

    /** Asks for the ends of these sessions. `at`: when that was, epoch ms by this computer's clock; now. */
    start: (accountId: string, keys: readonly number[], cause: EndCause, at = clock.now()): Result<null> =>
      ask(accountId, keys, { cause, how: 'undoable', askedAt: at }),

    /** Asks for the ends of a plan. Returns the accounts where nothing was asked for, and why. */
    startPlan(plan: readonly AccountTarget[], isAtOnce = false): RefusedTarget[] {
      const asked = { cause: 'many', how: isAtOnce ? 'unstored' : 'undoable', askedAt: clock.now() } as const
      return plan.flatMap(({ accountId, keys }) => {
        const begun = ask(accountId, keys, asked)
        return begun.ok ? [] : [{ accountId, failure: begun.failure }]
      })
    },

    /**
     * Takes the end of one session back, of many that can be undone too; `conflict` if it was sent already, `notFound` if there is
     * none. `misconfigured`: it is not sent in this run, but the disk refused to store that.
     */
    undo(accountId: string, key: number): Result<null> {
      const { ledger, changed } = of(accountId)
      const taken = takeBackEnd(ledger, key)
      if (!taken.ok) return taken
      const isStored = changed()
      tellUndone(accountId, taken.value)
      return isStored ? ok(null) : notStored()
    },

    /**
     * Executes a person's command to a batch. `conflict`: it is not valid in this phase. `notFound`: there is no such batch.
     * `misconfigured`: what was taken back is not sent in this run, but the disk refused to store that.
     */
    control(accountId: string, number: number, command: BatchCommand): Result<null> {
      const { ledger, runner, changed } = of(accountId)
      const batch = ledger.batches().find((each) => each.number === number)
      if (!batch) return failed({ kind: 'notFound' })
      const at = { steady: clock.steady(), service: dependencies.serviceNow(accountId) }
      const fits = control(command, batch, ledger, at, (key) => record.byKey(accountId, key))
      log.info('ends.command', { account: accountId, command, fits })
      if (!fits) return failed({ kind: 'conflict' })
      if (command === 'retry' || command === 'resume' || command === 'cancel') runner.goOn()
      const isStored = changed()
      const isTakenBack = command === 'undo' || command === 'cancel'
      if (command === 'undo' && batch.ends.size === 0) tellUndone(accountId, [batch])
      return isTakenBack && !isStored ? notStored() : ok(null)
    },

    /** Takes the unsent sessions that `isWanted` refuses out of the batches of rules. */
    narrowRules(accountId: string, isWanted: (key: number) => boolean): void {
      const { ledger, changed } = of(accountId)
      narrowRules(ledger, isWanted)
      changed()
    },

    // What others ask about ends

    /** All that is shown of an account's ends. */
    view: (accountId: string): EndsView => of(accountId).view(),

    /** The state of the end of a session, of several the unfinished one or the latest; null if there is none, or it is forgotten. */
    stateOf: (accountId: string, key: number): EndState | null =>
      (of(accountId).ledger.find(key) ?? [...of(accountId).ledger.withKey(key)].at(-1))?.state.is ?? null,

    /** Whether a DELETE of a session is out. */
    isOut: (accountId: string, key: number): boolean =>
      [...of(accountId).ledger.withKey(key)].some(({ state }) => state.is === 'sending'),

    /** Who asked for the end of a session: the person, if they did so too, before a review and a rule of theirs. */
    askedBy(accountId: string, key: number): OwnActor {
      // One that was not sent ended nothing, nor one that was asked for before the session renewed its token.
      const session = record.byKey(accountId, key)
      const ends = [...of(accountId).ledger.withKey(key)].filter(
        (end) =>
          end.state.is !== 'waiting' && end.state.is !== 'dropped' && !(session && isRenewed(session, end)),
      )
      const causes = new Set(ends.flatMap(({ intents }) => [...intents].map(({ cause }) => cause)))
      if (causes.size === 0 || causes.has('one') || causes.has('many')) return 'thisApp'
      return causes.has('review') ? 'review' : 'rule'
    },

    /** Whether ends are under way or ask; those that wait for the network do not count. */
    isBusy: (accountId: string): boolean =>
      of(accountId)
        .batches()
        .some(({ phase }) => phase.kind !== 'done' && phase.kind !== 'waiting'),

    /** When a rule last asked for ends that are in the ledger still, epoch ms by each clock; `isOpen`: they are unfinished. */
    ruleRun(accountId: string): { service: number; here: number; isOpen: boolean } | null {
      const { ledger } = of(accountId)
      const rules = ledger.batches().filter(({ cause }) => cause === 'rule')
      const last = rules.at(-1)
      if (!last) return null
      const isOpen = rules.some((batch) => !ledger.isDone(batch))
      return { service: last.since, here: last.askedAt, isOpen }
    },

    /** Whether ends can be undone, or a single one is being sent: there is something to do before the app quits. */
    hasPending: (): boolean =>
      allBatches().some(
        ({ cause, phase: { kind } }) => kind === 'undoable' || (cause === 'one' && kind === 'going'),
      ),

    /** The number of unfinished sessions in the ends of many that are going, over all accounts. */
    remaining: (): number =>
      allBatches()
        .filter(({ cause, phase }) => cause !== 'one' && phase.kind === 'going')
        .reduce((sum, { counts }) => sum + counts.waiting + counts.sending + counts.sent, 0),

    // What happens around them

    /** A list is stored. */
    applyList(accountId: string): void {
      const { sessions, checking, failure } = lists.get(accountId)
      if (sessions && !checking && failure === null && accounts.get(accountId)) of(accountId).follow(sessions)
    },

    /** Only the names of a list changed. */
    rename(accountId: string): void {
      const { sessions } = lists.get(accountId)
      if (!sessions || !accounts.get(accountId)) return
      of(accountId).rename(sessions)
      of(accountId).changed()
    },

    /** Continues, after the network came back, the computer woke up, or an account signed in. */
    wake(): void {
      for (const { runner } of all.values()) runner.wake()
    },

    /** Sends nothing of an account until the returned function is called; resolves when no request is out. */
    async holdBack(accountId: string): Promise<() => void> {
      const { runner } = of(accountId)
      const release = runner.hold()
      await runner.idle(false)
      return release
    },

    /** Sends single ends at once, and pauses those of many. Resolves with the names of the former that may still be signed in. */
    async settle(accountId: string): Promise<readonly string[]> {
      const { ledger, runner, changed } = of(accountId)
      prepareToLeave(ledger, false)
      const last = singlesUnderWay(ledger)
      changed()
      await runner.idle(false)
      const isOver = ['ended', 'gone', 'dropped']
      return last.filter(({ state }) => !isOver.includes(state.is)).map(({ name }) => name)
    },

    /** Sends all single ends at once, and leaves those of many to the next start. Resolves when no request is out. */
    async finish(): Promise<void> {
      const left = [...all.values()].map(({ ledger, runner, changed }) => {
        prepareToLeave(ledger, true)
        changed()
        return runner.idle(true)
      })
      await Promise.all(left)
    },

    forget,
  }
}

/** Creates the handlers of ending sessions. */
export function createRevocationHandlers({
  accounts,
  revocations,
}: {
  accounts: Accounts
  revocations: Revocations
}): HandlersOf<typeof revocationRequests> {
  const known = forKnownAccounts(accounts)
  return {
    'session:revoke': known(({ accountId, key, isAtOnce }) =>
      revocations.revoke(accountId, key, isAtOnce ? 'unstored' : 'undoable'),
    ),
    'session:undo': known(({ accountId, key }) => revocations.undo(accountId, key)),
    'session:revokeMany': ({ plan, isAtOnce }) => ok({ refused: revocations.startPlan(plan, isAtOnce) }),
    'ends:get': () => ok(accounts.all().map(({ id }) => revocations.view(id))),
    'ends:control': known(({ accountId, batch, command }) => revocations.control(accountId, batch, command)),
  }
}
