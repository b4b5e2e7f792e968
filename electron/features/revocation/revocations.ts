import type { OwnActor } from '../../shared/activity.ts'
import type { BatchCommand, BatchView, EndsView } from '../../shared/ends.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { OnAccountForgotten } from '../../core/ports.ts'
import { isRenewed } from '../sessions/index.ts'
import { createAccountEnds, type AccountEnds, type AccountEndsDependencies } from './account-ends.ts'
import { type Asking, type AskingDependencies, createAsking, notStored } from './asking.ts'
import { control, narrowRules, prepareToLeave, singlesUnderWay, takeBackEnd } from './domain/commands.ts'
import type { Batch } from './domain/end.ts'
import type { LedgerFile } from './ledger-file.ts'

/** Ends sessions, across restarts, new lists and sign-outs: each can be undone for a while, is sent once, and is confirmed by a good list. */
export interface Revocations extends Asking {
  /**
   * Takes the end of one session back, of many that can be undone too; `conflict` if it was sent already, `notFound` if there is
   * none. `misconfigured`: it is not sent in this run, but the disk refused to store that.
   */
  undo(accountId: string, key: number): Result<null>
  /**
   * Executes a person's command to a batch. `conflict`: it is not valid in this phase. `notFound`: there is no such batch.
   * `misconfigured`: what was taken back is not sent in this run, but the disk refused to store that.
   */
  control(accountId: string, batch: number, command: BatchCommand): Result<null>
  /** Takes the unsent sessions that `isWanted` refuses out of the batches of rules. */
  narrowRules(accountId: string, isWanted: (key: number) => boolean): void
  /**
   * When a rule last asked for ends that are in the ledger still, by the service's clock and by this computer's, epoch ms;
   * `isOpen`: they are unfinished.
   */
  ruleRun(accountId: string): { service: number; here: number; isOpen: boolean } | null
  /** Whether ends are under way or ask; those that wait for the network do not count. */
  isBusy(accountId: string): boolean
  /** Whether a session has an unfinished end. */
  isEnding(accountId: string, key: number): boolean
  /** All that is shown of an account's ends. */
  view(accountId: string): EndsView
  /**
   * Sends the single ends of an account at once, and pauses its ends of many. Resolves when no request is out, with the
   * names of the sessions whose ends were asked for by themselves and that may still be signed in.
   */
  settle(accountId: string): Promise<readonly string[]>
  /** Sends all single ends at once, and leaves those of many to the next start. Resolves when no request is out. */
  finish(): Promise<void>
  /** Sends nothing of an account until the returned function is called; resolves when no request is out. */
  holdBack(accountId: string): Promise<() => void>
  /** Whether the end of any single session is unfinished, and does not wait for the network. */
  hasPending(): boolean
  /** The number of unfinished sessions in the ends of many that are going, over all accounts. */
  remaining(): number
  /** Whether a DELETE of a session is out. */
  isOut(accountId: string, key: number): boolean
  /** Who asked for the end of a session: the person, if they did so too, before a review and a rule of theirs. */
  askedBy(accountId: string, key: number): OwnActor
  /** A list is stored; `rename`: only its names changed. */
  applyList(accountId: string): void
  rename(accountId: string): void
  /** Continues, after the network came back, the computer woke up, or an account signed in. */
  wake(): void
  /** Deletes all ends of an account. */
  forget(accountId: string): void
}

export interface RevocationsDependencies extends AccountEndsDependencies, Omit<AskingDependencies, 'of'> {
  onAccountForgotten: OnAccountForgotten
  /** A whole batch was taken back before anything was sent. */
  undone(accountId: string, batch: Pick<Batch, 'cause' | 'askedAt'>): void
}

/** Opens the ledgers. What the last run left waits for the person, or for a good list. */
export function createRevocations(dependencies: RevocationsDependencies): Revocations {
  const { accounts, lists, log, clock } = dependencies
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

  function tellUndone(accountId: string, batches: readonly Batch[]): void {
    for (const { cause, askedAt } of batches) dependencies.undone(accountId, { cause, askedAt })
  }

  const batchesOf = (ends: Iterable<AccountEnds>): BatchView[] =>
    [...ends].flatMap(({ batches }) => batches())

  for (const accountId of stored.keys()) if (accounts.get(accountId)) of(accountId)

  dependencies.onAccountForgotten(forget)

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

  return {
    ...createAsking({ ...dependencies, of }),
    undo(accountId, key) {
      const { ledger, changed } = of(accountId)
      const taken = takeBackEnd(ledger, key)
      if (!taken.ok) return taken
      const isStored = changed()
      tellUndone(accountId, taken.value)
      return isStored ? ok(null) : notStored()
    },

    control(accountId, number, command) {
      const { ledger, runner, changed } = of(accountId)
      const batch = ledger.batches().find((each) => each.number === number)
      if (!batch) return failed({ kind: 'notFound' })
      const at = { steady: clock.steady(), service: dependencies.serviceNow(accountId) }
      const fits = control(command, batch, ledger, at, (key) => dependencies.record.byKey(accountId, key))
      log.info('ends.command', { account: accountId, command, fits })
      if (!fits) return failed({ kind: 'conflict' })
      if (command === 'retry' || command === 'resume' || command === 'cancel') runner.goOn()
      const isStored = changed()
      const isTakenBack = command === 'undo' || command === 'cancel'
      if (command === 'undo' && batch.ends.size === 0) tellUndone(accountId, [batch])
      return isTakenBack && !isStored ? notStored() : ok(null)
    },

    narrowRules(accountId, isWanted) {
      const { ledger, changed } = of(accountId)
      narrowRules(ledger, isWanted)
      changed()
    },

    ruleRun(accountId) {
      const { ledger } = of(accountId)
      const rules = ledger.batches().filter(({ cause }) => cause === 'rule')
      const last = rules.at(-1)
      if (!last) return null
      const isOpen = rules.some((batch) => !ledger.isDone(batch))
      return { service: last.since, here: last.askedAt, isOpen }
    },

    isBusy: (accountId) =>
      batchesOf([of(accountId)]).some(({ phase }) => phase.kind !== 'done' && phase.kind !== 'waiting'),
    isEnding: (accountId, key) => of(accountId).ledger.find(key) !== null,
    view: (accountId) => of(accountId).view(),

    async settle(accountId) {
      const { ledger, runner, changed } = of(accountId)
      prepareToLeave(ledger, false)
      const last = singlesUnderWay(ledger)
      changed()
      await runner.idle(false)
      const isOver = ['ended', 'gone', 'dropped']
      return last.filter(({ state }) => !isOver.includes(state.is)).map(({ name }) => name)
    },

    async finish() {
      const left = [...all.values()].map(({ ledger, runner, changed }) => {
        prepareToLeave(ledger, true)
        changed()
        return runner.idle(true)
      })
      await Promise.all(left)
    },

    async holdBack(accountId) {
      const { runner } = of(accountId)
      const release = runner.hold()
      await runner.idle(false)
      return release
    },

    hasPending: () =>
      batchesOf(all.values()).some(
        ({ cause, phase: { kind } }) => cause === 'one' && (kind === 'undoable' || kind === 'going'),
      ),
    remaining: () =>
      batchesOf(all.values())
        .filter(({ cause, phase }) => cause !== 'one' && phase.kind === 'going')
        .reduce((sum, { counts }) => sum + counts.waiting + counts.sending + counts.sent, 0),

    isOut: (accountId, key) =>
      [...of(accountId).ledger.withKey(key)].some(({ state }) => state.is === 'sending'),

    askedBy(accountId, key) {
      // One that was asked for before the session renewed its token ended nothing.
      const session = dependencies.record.byKey(accountId, key)
      const ends = [...of(accountId).ledger.withKey(key)].filter(
        (end) => !session || !isRenewed(session, end),
      )
      const causes = new Set(ends.flatMap(({ intents }) => [...intents].map(({ cause }) => cause)))
      if (causes.size === 0 || causes.has('one') || causes.has('many')) return 'thisApp'
      return causes.has('review') ? 'review' : 'rule'
    },

    applyList(accountId) {
      const { sessions, checking, failure } = lists.get(accountId)
      if (sessions && !checking && failure === null && accounts.get(accountId)) of(accountId).follow(sessions)
    },

    rename(accountId) {
      const { sessions } = lists.get(accountId)
      if (!sessions || !accounts.get(accountId)) return
      of(accountId).rename(sessions)
      of(accountId).changed()
    },

    wake() {
      for (const { runner } of all.values()) runner.wake()
    },

    forget,
  }
}
