import type { z } from 'zod'
import {
  isRuleDoubtful,
  type Rule,
  type RuleDays,
  type RuleCandidate,
  type RuleBlocker,
  type RuleRun,
} from '../../shared/rules.ts'
import type { DeviceSession } from '../../shared/session.ts'
import { validTimeZone } from '../../shared/dates.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { isSamePlan } from '../../shared/revocation-plan.ts'
import {
  ruleBlocker,
  isSpared,
  nextRunAt,
  sessionsToRevoke,
  observeUse,
  unusedDays,
  type AgeFacts,
  type EndRule,
  type ObservedUse,
  type DualTimestamp,
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
  /** The rule and its preview; `previewDays` replaces the stored days in the preview. */
  get(accountId: string, previewDays?: RuleDays): Rule
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
  /** The person decided in a review: what they called theirs is taken out of the rule's run, as far as nothing was sent. */
  reviewed(accountId: string): void
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
  revocations: Pick<Revocations, 'start' | 'isBusy' | 'isEnding' | 'narrowRules' | 'ruleRun'>
  history: Pick<HistoryRepository, 'of' | 'addEntry' | 'byKey' | 'listedSessions' | 'mark'>
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
  function ruleOf(accountId: string, afterDays = of(accountId).afterDays): EndRule {
    const kept = new Set(history.listedSessions(accountId).flatMap(({ key, isKept }) => (isKept ? key : [])))
    return {
      afterDays,
      isExempt: ({ key }) => kept.has(key),
      calledMineAt({ key }) {
        const mark = history.byKey(accountId, key)?.mark
        return mark?.decision === 'mine' ? mark.at : null
      },
    }
  }

  const observed = new Map<string, ObservedUse>()
  const ageFacts = (id: string): AgeFacts => ({
    service: serviceClocks.now(id),
    here: clock.now(),
    hasMoved: observed.get(id)?.hasMoved ?? false,
    zone: validTimeZone(accounts.get(id)?.user.timezone),
  })

  /** The last run: what the ledger has counts, although the disk may have refused to store that it was one. */
  function lastRunOf(accountId: string): DualTimestamp | null {
    const { lastRun } = of(accountId)
    const run = revocations.ruleRun(accountId)
    return run && run.service > (lastRun?.service ?? -Infinity) ? run : lastRun
  }

  /** The listed sessions that are not being ended. */
  const stayingIn = (accountId: string): DeviceSession[] =>
    (lists.get(accountId).sessions ?? []).filter(({ key }) => !revocations.isEnding(accountId, key))
  /** What a rule ends now, if nothing keeps it from running. */
  const planOf = (accountId: string, rule: EndRule): RuleCandidate[] =>
    sessionsToRevoke(rule, stayingIn(accountId), ageFacts(accountId)).map(({ session, days }) =>
      candidate(session, days),
    )

  /** Returns why a rule does nothing now; without a history, a run could not be recorded. */
  function blockerNow(accountId: string, rule: EndRule, lastRun: DualTimestamp | null): RuleBlocker | null {
    const account = accounts.get(accountId)
    if (account?.credential.kind === 'instance') return 'apiToken'
    const { sessions, isLive, failure } = lists.get(accountId)
    if (rule.afterDays === null) return 'off'
    const isFresh = isLive && sessions !== null && failure === null
    if (account?.status !== 'signedIn' || !isFresh || !history.of(accountId)) return 'notFresh'
    const blocker = ruleBlocker(rule, sessions, lastRun, ageFacts(accountId))
    if (blocker === 'deviceUnclear') return blocker
    // Before the clock is synced, ages would be by this computer's clock.
    if (!serviceClocks.isSynced(accountId)) return 'agesUnclear'
    return blocker ?? (revocations.isBusy(accountId) ? 'busy' : null)
  }

  function lastEndedAt(accountId: string): number | null {
    const entries = history.of(accountId)?.entries ?? []
    return entries.findLast(({ type, actor }) => type === 'ended' && actor === 'rule')?.at ?? null
  }

  function observe(accountId: string): void {
    const use = observeUse(observed.get(accountId) ?? null, lists.get(accountId).sessions ?? [])
    if (use) observed.set(accountId, use)
    else observed.delete(accountId)
  }

  /**
   * Takes the sessions out of the rule's own run that it does not end any more, as far as nothing was sent. What the list does
   * not show stays: the run finds out what became of it.
   */
  function narrowRun(accountId: string, rule: EndRule): void {
    if (!revocations.ruleRun(accountId)?.isOpen) return
    const listed = new Map(lists.get(accountId).sessions?.map((session) => [session.key, session]))
    const now = ageFacts(accountId)
    function isWanted(key: number): boolean {
      const shown = listed.get(key)
      return rule.afterDays !== null && !(shown && isSpared(rule, shown, now))
    }
    revocations.narrowRules(accountId, isWanted)
  }

  function runIfDue(accountId: string): void {
    if (!accounts.get(accountId)) return
    observe(accountId)
    const stored = of(accountId)
    const { afterDays } = stored
    const rule = ruleOf(accountId, afterDays)
    narrowRun(accountId, rule)
    if (afterDays === null || blockerNow(accountId, rule, lastRunOf(accountId)) !== null) return
    const { service, here } = ageFacts(accountId)
    const keys = planOf(accountId, rule).map(({ key }) => key)
    if (keys.length === 0) return
    const started = revocations.start(accountId, { kind: 'these', keys }, 'rule')
    log.info('rules.ran', { account: accountId, sessions: keys.length, started: started.ok })
    if (!started.ok) return
    // Until this is stored, its batch keeps the rule from running again.
    store.trySet(accountId, { ...stored, lastRun: { service, here } })
    history.addEntry(accountId, 'ruleRan', keys.length)
    dependencies.ran({ accountId, afterDays, count: keys.length })
  }

  dependencies.onAccountForgotten((accountId) => void observed.delete(accountId))

  return {
    get(accountId, previewDays) {
      const { afterDays } = of(accountId)
      const lastRun = lastRunOf(accountId)
      const rule = ruleOf(accountId, previewDays ?? afterDays)
      const now = ageFacts(accountId)
      return {
        afterDays,
        lastEndedAt: lastEndedAt(accountId),
        wouldRevoke: planOf(accountId, rule),
        nextRunAt: nextRunAt(rule, stayingIn(accountId), lastRun, now),
        exemptListed: (lists.get(accountId).sessions ?? [])
          .filter(rule.isExempt)
          .map((session) => candidate(session, unusedDays(session, now.service, now.zone))),
        blockedBy: blockerNow(accountId, rule, lastRun),
      }
    },

    set(accountId, afterDays, shown) {
      const account = accounts.get(accountId)
      if (!account) return failed({ kind: 'notFound' })
      if (account.credential.kind === 'instance') return failed({ kind: 'conflict' })
      const { lastRun, afterDays: before } = of(accountId)
      const rule = ruleOf(accountId, afterDays)
      const isNew = afterDays !== null && afterDays !== before
      const isDoubtful = isRuleDoubtful(blockerNow(accountId, rule, lastRunOf(accountId)))
      const plan = planOf(accountId, rule).map(({ key }) => key)
      if (isNew && (isDoubtful || !isSamePlan(plan, shown))) return failed({ kind: 'conflict' })
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

    reviewed(accountId) {
      if (accounts.get(accountId)) narrowRun(accountId, ruleOf(accountId))
    },

    turnOff(accountId) {
      const stored = store.get(accountId)
      if (stored && stored.afterDays !== null) store.trySet(accountId, { ...stored, afterDays: null })
    },

    forget: (accountId) => void store.trySet(accountId, null),
  }
}

function candidate({ key, name }: { key: number; name: string }, days: number | null): RuleCandidate {
  return { key, name, days }
}
