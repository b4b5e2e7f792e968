import type { z } from 'zod'
import {
  isRuleDoubtful,
  type Rule,
  type RuleDays,
  type RuleCandidate,
  type RuleBlocker,
  type RuleRun,
} from '../../shared/rules.ts'
import { validTimeZone } from '../../shared/dates.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
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
import type { BulkRevocations } from '../revocation/index.ts'
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
   * an account of an API token can have none, and while nobody can tell what it would end, it is neither turned on nor gets other
   * days. Throws if the disk refuses.
   */
  set(accountId: string, afterDays: RuleDays | null): Result<null>
  /**
   * Exempts a session from the rule, or takes that back. `conflict`: an account of an API token has no rule. `notFound`: the record
   * does not list the session. Throws if the disk refuses.
   */
  exempt(accountId: string, key: number, isExempt: boolean): Result<null>
  /** Runs the rule if it is due; call it with each fresh list. */
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
  bulk: Pick<BulkRevocations, 'start' | 'isBusy' | 'isEnding' | 'narrowRules' | 'ruleRun'>
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
  const { store, accounts, lists, bulk, history, serviceClocks, clock, log } = dependencies

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
    const run = bulk.ruleRun(accountId)
    return run && run.service > (lastRun?.service ?? -Infinity) ? run : lastRun
  }

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
    return blocker ?? (bulk.isBusy(accountId) ? 'busy' : null)
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
  function narrowRun(accountId: string, rule: EndRule, isByPerson: boolean): void {
    if (!bulk.ruleRun(accountId)?.isOpen) return
    const listed = new Map(lists.get(accountId).sessions?.map((session) => [session.key, session]))
    const now = ageFacts(accountId)
    function isWanted(key: number): boolean {
      const shown = listed.get(key)
      return rule.afterDays !== null && !(shown && isSpared(rule, shown, now))
    }
    bulk.narrowRules(accountId, isWanted, isByPerson)
  }

  dependencies.onAccountForgotten((accountId) => void observed.delete(accountId))

  return {
    get(accountId, previewDays) {
      const { afterDays } = of(accountId)
      const lastRun = lastRunOf(accountId)
      const rule = ruleOf(accountId, previewDays ?? afterDays)
      const blockedBy = blockerNow(accountId, rule, lastRun)
      const sessions = blockedBy === 'apiToken' ? [] : (lists.get(accountId).sessions ?? [])
      const now = ageFacts(accountId)
      const staying = sessions.filter((session) => !bulk.isEnding(accountId, session.key))
      return {
        afterDays,
        lastEndedAt: lastEndedAt(accountId),
        wouldRevoke: sessionsToRevoke(rule, staying, now).map(({ session, days }) =>
          candidate(session, days),
        ),
        nextRunAt: nextRunAt(rule, staying, lastRun, now),
        exemptListed: sessions
          .filter(rule.isExempt)
          .map((session) => candidate(session, unusedDays(session, now.service, now.zone))),
        blockedBy,
      }
    },

    set(accountId, afterDays) {
      const account = accounts.get(accountId)
      if (!account) return failed({ kind: 'notFound' })
      if (account.credential.kind === 'instance') return failed({ kind: 'conflict' })
      const { lastRun, afterDays: before } = of(accountId)
      const rule = ruleOf(accountId, afterDays)
      const isNew = afterDays !== null && afterDays !== before
      if (isNew && isRuleDoubtful(blockerNow(accountId, rule, lastRunOf(accountId))))
        return failed({ kind: 'conflict' })
      // First, because a disk that refuses the choice must not let the sessions end.
      narrowRun(accountId, rule, true)
      // Turning a rule off and on again does not allow a second run that day.
      store.set(accountId, { afterDays, lastRun })
      log.info('rules.set', { account: accountId, afterDays: afterDays ?? 0 })
      return ok(null)
    },

    exempt(accountId, key, isExempt) {
      if (accounts.get(accountId)?.credential.kind === 'instance') return failed({ kind: 'conflict' })
      if (history.byKey(accountId, key)?.endedAt !== null) return failed({ kind: 'notFound' })
      const rule = ruleOf(accountId)
      // First, because a disk that refuses the choice must not let the session end.
      if (isExempt)
        narrowRun(
          accountId,
          { ...rule, isExempt: (session) => session.key === key || rule.isExempt(session) },
          true,
        )
      history.mark(accountId, (session) => (session.key === key ? withKept(session, isExempt) : session))
      return ok(null)
    },

    runIfDue(accountId) {
      if (!accounts.get(accountId)) return
      observe(accountId)
      const stored = of(accountId)
      const { afterDays } = stored
      const rule = ruleOf(accountId, afterDays)
      narrowRun(accountId, rule, false)
      if (afterDays === null || blockerNow(accountId, rule, lastRunOf(accountId)) !== null) return
      const now = ageFacts(accountId)
      const plan = sessionsToRevoke(rule, lists.get(accountId).sessions ?? [], now)
      if (plan.length === 0) return
      const keys = plan.map(({ session }) => session.key)
      const started = bulk.start(accountId, { kind: 'these', keys }, 'rule')
      log.info('rules.ran', { account: accountId, sessions: plan.length, started: started.ok })
      if (!started.ok) return
      // Until this is stored, its batch keeps the rule from running again.
      store.trySet(accountId, { ...stored, lastRun: { service: now.service, here: now.here } })
      history.addEntry(accountId, 'ruleRan', plan.length)
      dependencies.ran({ accountId, afterDays, count: plan.length })
    },

    reviewed(accountId) {
      if (accounts.get(accountId)) narrowRun(accountId, ruleOf(accountId), true)
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
