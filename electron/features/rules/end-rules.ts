import type { z } from 'zod'
import {
  MAX_EXEMPT,
  type Rule,
  type RuleSettings,
  type RuleDays,
  type RuleCandidate,
  type RuleBlocker,
  type RuleRun,
} from '../../shared/rules.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import {
  ruleBlocker,
  sessionsToRevoke,
  observeUse,
  unusedDays,
  type AgeFacts,
  type EndRule,
  type ObservedUse,
  type DualTimestamp,
} from './domain/end-rules.ts'
import { isSameSession } from '../../core/domain/api-session.ts'
import type { AccountStore } from '../../core/account-store.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { Clock, Log, OnAccountForgotten } from '../../core/ports.ts'
import type { ServiceClocks } from '../../core/service-clocks.ts'
import type { rulesSchema } from '../../core/file-schemas.ts'
import type { BulkRevocations } from '../revocation/index.ts'
import type { HistoryRepository } from '../activity/index.ts'
import type { PublishedLists } from '../sessions/index.ts'

/** The rules by account; no secret. */
export type RulesFile = z.infer<typeof rulesSchema>

/** Ends sessions that nobody uses, where a person chose so; at most once a day, and only with a list that came just now. */
export interface EndRules {
  /** The rule and what it would do now; with `instead`, as if these days had been chosen. */
  get(accountId: string, instead?: RuleDays): Rule
  /** Keeps what was chosen; throws when the disk does not take it. An API token has no session that is never ended. */
  set(accountId: string, choice: RuleSettings): Result<null>
  /** A fresh list is there: runs the rule if it is due. */
  runIfDue(accountId: string): void
}

/** What it works with; `ran` hears of each run once the end is asked for. */
export interface EndRulePorts {
  store: AccountStore<StoredRules>
  accounts: Pick<Accounts, 'get'>
  lists: Pick<PublishedLists, 'get'>
  bulk: Pick<BulkRevocations, 'start' | 'get'>
  history: Pick<HistoryRepository, 'of' | 'noteRun'>
  serviceClocks: Pick<ServiceClocks, 'now' | 'isSynced'>
  onAccountForgotten: OnAccountForgotten
  clock: Clock
  log: Log
  ran(run: RuleRun): void
}

type StoredRules = RulesFile[string]

/** A session that is not listed may come back when the service had a bad day; ms. */
const KEPT_FOR_MS = 30 * 86_400_000
const NONE: StoredRules = { afterDays: null, exempt: [], lastRun: null }

/** Makes them over their store. A rule of an account that is not known now waits for it: its file may only be unreadable. */
export function createEndRules(ports: EndRulePorts): EndRules {
  const { store, accounts, lists, bulk, history, serviceClocks, clock, log } = ports

  const of = (accountId: string): StoredRules => store.get(accountId) ?? NONE
  const ruleOf = ({ afterDays, exempt }: StoredRules): EndRule => ({
    afterDays,
    exempt: exempt.map(({ id }) => id),
  })
  const observed = new Map<string, ObservedUse>()
  const nowFor = (id: string): AgeFacts => ({
    service: serviceClocks.now(id),
    here: clock.now(),
    hasMoved: observed.get(id)?.hasMoved ?? false,
  })

  function isBusy(accountId: string): boolean {
    const { revocation: ending } = bulk.get(accountId)
    return (
      lists.get(accountId).pendingRevocations.length > 0 || (ending !== null && ending.phase.is !== 'done')
    )
  }

  /** Why a rule does nothing now; without a history, a run could not be written down. */
  function blockerNow(accountId: string, rule: EndRule, lastRun: DualTimestamp | null): RuleBlocker | null {
    const account = accounts.get(accountId)
    if (account?.credential.kind === 'instance') return 'apiToken'
    const { sessions, failure } = lists.get(accountId)
    if (rule.afterDays === null) return 'off'
    if (account?.status !== 'signedIn' || !sessions || failure || !history.of(accountId)) return 'notFresh'
    const own = ruleBlocker(rule, sessions, lastRun, nowFor(accountId))
    if (own === 'deviceUnclear') return own
    // Until the service told its time, ages are by a clock that is not its own.
    if (!serviceClocks.isSynced(accountId)) return 'agesUnclear'
    return own ?? (isBusy(accountId) ? 'busy' : null)
  }

  function observe(accountId: string): void {
    const use = observeUse(observed.get(accountId) ?? null, lists.get(accountId).sessions ?? [])
    if (use) observed.set(accountId, use)
    else observed.delete(accountId)
  }

  /** What is exempt and no longer listed is dropped after a while; what cannot be written now is true next time too. */
  function reconcile(accountId: string): void {
    const kept = of(accountId)
    if (kept.exempt.length === 0) return
    const listed = new Map(lists.get(accountId).sessions?.map((session) => [session.id, session]))
    const exempt = kept.exempt.flatMap((one): StoredRules['exempt'] => {
      const session = listed.get(one.id)
      if (!session) {
        const goneAt = one.goneAt ?? clock.now()
        return clock.now() - goneAt <= KEPT_FOR_MS ? [{ ...one, goneAt }] : []
      }
      // Whoever has that id by now was never exempted.
      if (!isSameSession(one, session)) return []
      return [{ id: one.id, createdAt: session.createdAt ?? one.createdAt, goneAt: null }]
    })
    const isSame =
      exempt.length === kept.exempt.length &&
      exempt.every(({ goneAt, createdAt }, at) => {
        const before = kept.exempt[at]
        return goneAt === before?.goneAt && createdAt === before.createdAt
      })
    if (!isSame) store.trySet(accountId, { ...kept, exempt })
  }

  ports.onAccountForgotten((accountId) => void observed.delete(accountId))

  return {
    get(accountId, instead) {
      const { lastRun, ...kept } = of(accountId)
      const rule = { ...ruleOf({ ...kept, lastRun }), afterDays: instead ?? kept.afterDays }
      const hold = blockerNow(accountId, rule, lastRun)
      const sessions = hold === 'apiToken' ? [] : (lists.get(accountId).sessions ?? [])
      const now = nowFor(accountId)
      const exempt = new Set(rule.exempt)
      return {
        afterDays: kept.afterDays,
        exempt: [...rule.exempt],
        lastRunAt: lastRun?.service ?? null,
        wouldRevoke: sessionsToRevoke(rule, sessions, now).map(({ session, days }) => told(session, days)),
        exemptListed: sessions
          .filter(({ id }) => exempt.has(id))
          .map((session) => told(session, unusedDays(session, now.service))),
        blockedBy: hold,
      }
    },

    set(accountId, { afterDays, exempt }) {
      const account = accounts.get(accountId)
      if (!account) return failed({ kind: 'notFound' })
      if (account.credential.kind === 'instance') return failed({ kind: 'conflict' })
      const { lastRun, exempt: before } = of(accountId)
      const known = new Map(before.map((each) => [each.id, each]))
      const listed = new Map(lists.get(accountId).sessions?.map(({ id, createdAt }) => [id, createdAt]))
      const ids = [...new Set(exempt)].slice(0, MAX_EXEMPT)
      store.set(accountId, {
        afterDays,
        exempt: ids.map((id) => known.get(id) ?? { id, createdAt: listed.get(id) ?? null, goneAt: null }),
        // Whoever turns it off and on again is still promised one run a day.
        lastRun,
      })
      log.info('rules.set', { account: accountId, afterDays: afterDays ?? 0, exempt: ids.length })
      return ok(null)
    },

    runIfDue(accountId) {
      if (!accounts.get(accountId)) return
      observe(accountId)
      reconcile(accountId)
      const kept = of(accountId)
      const { afterDays } = kept
      const rule = ruleOf(kept)
      if (afterDays === null || blockerNow(accountId, rule, kept.lastRun) !== null) return
      const now = nowFor(accountId)
      const plan = sessionsToRevoke(rule, lists.get(accountId).sessions ?? [], now)
      // On the disk before anything is asked for, so that no kill makes it run twice.
      const lastRun = { service: now.service, here: now.here }
      if (plan.length === 0 || !store.trySet(accountId, { ...kept, lastRun })) return
      const inactive = plan.map(({ session: { id, createdAt } }) => ({ id, createdAt }))
      const asked = bulk.start(accountId, { kind: 'these', sessions: inactive })
      log.info('rules.ran', { account: accountId, sessions: plan.length, asked: asked.ok })
      if (!asked.ok) return
      history.noteRun(accountId, plan.length)
      ports.ran({ accountId, afterDays, count: plan.length })
    },
  }
}

function told({ id, name }: { id: number; name: string }, days: number | null): RuleCandidate {
  return { sessionId: id, name, days }
}
