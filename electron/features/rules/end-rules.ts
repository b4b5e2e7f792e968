import type { z } from 'zod'
import {
  isRuleDoubtful,
  type Rule,
  type RuleBlocker,
  type RuleDays,
  type RuleRun,
} from '../../shared/rules.ts'
import type { DeviceSession } from '../../shared/session.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { isUnfinished } from '../../shared/ends.ts'
import { isSamePlan } from '../../shared/revocation-plan.ts'
import {
  isSpared,
  nextRunAt,
  observeUse,
  runBlocker,
  sessionsToRevoke,
  type AgeFacts,
  type DualTimestamp,
  type EndRule,
  type ObservedUse,
} from './domain/end-rules.ts'
import type { AccountStore } from '../../core/account-store.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { Clock, Log, OnAccountForgotten } from '../../core/ports.ts'
import type { ServiceClocks } from '../../core/service-clocks.ts'
import type { rulesSchema } from '../../core/file-schemas.ts'
import type { Revocations } from '../revocation/index.ts'
import type { HistoryRepository } from '../activity/index.ts'
import { withKept, type PublishedLists } from '../sessions/index.ts'

/** The stored rules by account; no secret. */
export type RulesFile = z.infer<typeof rulesSchema>

/** Ends unused sessions of accounts whose rule is on, at most once a day and only with a fresh list. */
export interface EndRules {
  get(accountId: string): Rule
  /** The keys of the sessions that a rule of so many days would end now, but for those that are being ended. */
  wouldEnd(accountId: string, days: RuleDays): number[]
  /**
   * Turns a rule on with these days, or off; what it no longer ends is taken out of its run, as far as nothing was sent. `conflict`:
   * an account of an API token can have none; and a rule is neither turned on nor gets other days while nobody can tell what it would
   * end, or if that is not what the person was shown. Throws if the disk refuses.
   */
  set(accountId: string, afterDays: RuleDays | null, shown: readonly number[]): Result<null>
  /**
   * Exempts a session from the rule, or takes that back. `conflict`: an account of an API token has no rule. `notFound`: the record
   * does not list the session. Throws if the disk refuses.
   */
  exempt(accountId: string, key: number, isExempt: boolean): Result<null>
  /** Runs the rule if it is due; call it with each fresh list, and once it is turned on. */
  runIfDue(accountId: string): void
  /** What is said of listed sessions may have changed: what the person calls theirs leaves the rule's run, as far as nothing was sent. */
  marksChanged(accountId: string): void
  /** Turns a rule off, so that it ends nothing unasked. */
  turnOff(accountId: string): void
  /** Deletes the rule of a removed account. */
  forget(accountId: string): void
}

/** Dependencies; `ran` receives each run once its revocation has started. */
export interface EndRuleDependencies {
  store: AccountStore<StoredRules>
  accounts: Pick<Accounts, 'get'>
  lists: Pick<PublishedLists, 'get'>
  revocations: Pick<Revocations, 'start' | 'isBusy' | 'stateOf' | 'narrowRules' | 'ruleRun'>
  history: Pick<HistoryRepository, 'of' | 'addEntry' | 'byKey' | 'mark'>
  serviceClocks: Pick<ServiceClocks, 'now' | 'isSynced'>
  onAccountForgotten: OnAccountForgotten
  clock: Clock
  log: Log
  ran(run: RuleRun): void
}

type StoredRules = RulesFile[string]

const NO_RULE: StoredRules = { afterDays: null, lastRun: null }

/**
 * Creates the rules over their store. The rule of an unknown account stays, because the accounts file may be unreadable
 * at the moment.
 */
export function createEndRules(dependencies: EndRuleDependencies): EndRules {
  const { store, accounts, lists, revocations, history, serviceClocks, clock, log } = dependencies

  const of = (accountId: string): StoredRules => store.get(accountId) ?? NO_RULE
  const ruleOf = (accountId: string, afterDays = of(accountId).afterDays): EndRule => ({
    afterDays,
    saidOf: (key) => history.byKey(accountId, key),
  })

  const observed = new Map<string, ObservedUse | null>()
  const ageFacts = (id: string): AgeFacts => ({
    service: serviceClocks.now(id),
    here: clock.now(),
    hasMoved: observed.get(id)?.hasMoved ?? false,
    isSynced: serviceClocks.isSynced(id),
  })

  /** The last run: what the ledger has counts, although the disk may have refused to store that it was one. */
  function lastRunOf(accountId: string): DualTimestamp | null {
    const { lastRun } = of(accountId)
    const run = revocations.ruleRun(accountId)
    return run && run.service > (lastRun?.service ?? -Infinity) ? run : lastRun
  }

  /** The listed sessions that are not being ended. */
  const stayingIn = (accountId: string): DeviceSession[] =>
    (lists.get(accountId).sessions ?? []).filter(
      ({ key }) => !isUnfinished(revocations.stateOf(accountId, key)),
    )

  const endsNow = (accountId: string, rule: EndRule): number[] =>
    sessionsToRevoke(rule, stayingIn(accountId), ageFacts(accountId)).map(({ key }) => key)

  /** Returns why a rule that is on does nothing now; without a history, a run could not be recorded. */
  function blockerNow(accountId: string): RuleBlocker | null {
    const account = accounts.get(accountId)
    if (account?.credential.kind === 'instance') return 'apiToken'
    const { sessions, isLive, failure } = lists.get(accountId)
    const isFresh = isLive && sessions !== null && failure === null
    if (account?.status !== 'signedIn' || !isFresh || !history.of(accountId)) return 'notFresh'
    const blocker = runBlocker(sessions, lastRunOf(accountId), ageFacts(accountId))
    return blocker ?? (revocations.isBusy(accountId) ? 'busy' : null)
  }

  /**
   * Takes the sessions out of the rule's own run that it does not end any more, as far as nothing was sent. What the list does
   * not show stays: the run finds out what became of it.
   */
  function narrowRun(accountId: string, rule: EndRule): void {
    if (!revocations.ruleRun(accountId)?.isOpen) return
    const listed = new Map(lists.get(accountId).sessions?.map((session) => [session.key, session]))
    const now = ageFacts(accountId)
    revocations.narrowRules(accountId, (key) => {
      const shown = listed.get(key)
      return rule.afterDays !== null && !(shown && isSpared(rule, shown, now))
    })
  }

  function runIfDue(accountId: string): void {
    if (!accounts.get(accountId)) return
    const sessions = lists.get(accountId).sessions ?? []
    observed.set(accountId, observeUse(observed.get(accountId) ?? null, sessions))
    const rule = ruleOf(accountId)
    narrowRun(accountId, rule)
    const { afterDays } = of(accountId)
    if (afterDays === null || blockerNow(accountId) !== null) return
    const now = ageFacts(accountId)
    const keys = endsNow(accountId, rule)
    if (keys.length === 0) return
    const started = revocations.start(accountId, keys, 'rule')
    log.info('rules.ran', { account: accountId, sessions: keys.length, started: started.ok })
    if (!started.ok) return
    // Until this is stored, its batch keeps the rule from running again.
    store.trySet(accountId, { afterDays, lastRun: { service: now.service, here: now.here } })
    history.addEntry(accountId, 'ruleRan', keys.length)
    dependencies.ran({ accountId, afterDays, count: keys.length })
  }

  dependencies.onAccountForgotten((accountId) => void observed.delete(accountId))

  return {
    get(accountId) {
      const rule = ruleOf(accountId)
      const entries = history.of(accountId)?.entries ?? []
      return {
        afterDays: of(accountId).afterDays,
        lastEndedAt: entries.findLast(({ type, actor }) => type === 'ended' && actor === 'rule')?.at ?? null,
        nextRunAt: nextRunAt(rule, stayingIn(accountId), lastRunOf(accountId), ageFacts(accountId)),
        blockedBy: blockerNow(accountId),
      }
    },

    wouldEnd: (accountId, days) => endsNow(accountId, ruleOf(accountId, days)),

    set(accountId, afterDays, shown) {
      const rule = ruleOf(accountId, afterDays)
      const blockedBy = blockerNow(accountId)
      if (blockedBy === 'apiToken') return failed({ kind: 'conflict' })
      const { lastRun, afterDays: before } = of(accountId)
      const isShown = !isRuleDoubtful(blockedBy) && isSamePlan(endsNow(accountId, rule), shown)
      if (afterDays !== null && afterDays !== before && !isShown) return failed({ kind: 'conflict' })
      // First, because a disk that refuses the choice must not let the sessions end.
      narrowRun(accountId, rule)
      // Turning a rule off and on again does not allow a second run that day.
      store.set(accountId, { afterDays, lastRun })
      log.info('rules.set', { account: accountId, afterDays: afterDays ?? 0 })
      return ok(null)
    },

    exempt(accountId, key, isExempt) {
      if (accounts.get(accountId)?.credential.kind === 'instance') return failed({ kind: 'conflict' })
      if (history.byKey(accountId, key)?.endedAt !== null) return failed({ kind: 'notFound' })
      // First, because a disk that refuses the choice must not let the session end.
      if (isExempt) revocations.narrowRules(accountId, (each) => each !== key)
      history.mark(accountId, (session) => (session.key === key ? withKept(session, isExempt) : session))
      return ok(null)
    },

    runIfDue,

    marksChanged(accountId) {
      if (accounts.get(accountId)) narrowRun(accountId, ruleOf(accountId))
    },

    turnOff(accountId) {
      const stored = store.get(accountId)
      if (stored && stored.afterDays !== null) store.trySet(accountId, { ...stored, afterDays: null })
    },

    forget: (accountId) => void store.trySet(accountId, null),
  }
}
