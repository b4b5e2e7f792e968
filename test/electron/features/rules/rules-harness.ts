import type { Account } from '../../../../electron/shared/account.ts'
import type { RuleRun } from '../../../../electron/shared/rules.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import type { ApiSession } from '../../../../electron/domain/api-session.ts'
import { createEndRules, type RulesFile } from '../../../../electron/features/rules/end-rules.ts'
import { accountStoreOver, fakeForgetting, fakeStore, fakeClock, fakeLog } from '../../fakes.ts'
import { accountOf } from '../../fake-service.ts'
import { list } from '../../../renderer/fake-bridge.ts'
import type { History } from '../../../../electron/features/activity/domain/history.ts'
import { historyOf } from '../activity/activity-harness.ts'
import {
  keyOfRow,
  withMark,
  type RecordedSession,
} from '../../../../electron/features/sessions/domain/record.ts'
import { presentPlainly } from '../revocation/lists-harness.ts'
import { fakeRecord } from '../sessions/record-harness.ts'
import { apiSession, keyOf } from '../../../support/builders.ts'

/** A day, ms. */
export const DAY = 86_400_000
/** The account of these tests. */
export const A = accountOf(7).id

/**
 * Rules over files in memory, a list that tests set, and a service with a settable clock; `start` is as after a kill. The
 * record follows each list that the rules read; the first one gives the keys of `keyOf`.
 */
export function setUpRules(part: Partial<Account> = {}) {
  const clock = fakeClock()
  clock.jump(2_000 * DAY)
  const log = fakeLog()
  const file = fakeStore<RulesFile>({})
  const forgetting = fakeForgetting()
  const state = {
    accounts: [accountOf(7, part)],
    /** The service's clock minus this computer's. */
    skew: 0,
    isSynced: true,
    hasHistory: true,
    entries: [] as History['entries'],
    failed: false,
    sessions: null as ApiSession[] | null,
    /** Whether ends are under way or ask. */
    isBusy: false,
    /** Whether what a rule asked for can be undone from then on. */
    staysUndoable: false,
    /** The sessions of the rules' unfinished run that are not sent yet. */
    run: [] as readonly number[],
    /** Whether the disk refuses to store what is asked for. */
    refusesEnds: false,
    /** Whether the disk refuses to store what a person says of sessions. */
    refusesMarks: false,
    /** Throws between storing the run and starting the revocation, as a kill would end it there. */
    isKilled: false,
    /** The last run that the ledger has. */
    ruleRun: null as { service: number; here: number } | null,
  }
  const record = fakeRecord(keyOf({ id: 1 }))
  let recorded = state.sessions
  const requested: { at: number; ids: number[]; cause: string | undefined }[] = []
  const ran: RuleRun[] = []
  const lines: number[] = []
  const now = (): number => clock.now() + state.skew

  /** Rules that have seen a list in which this device was used a minute ago, and, while they are off, the one of now. */
  function start() {
    const rules = startUnseen()
    const { sessions } = state
    state.sessions =
      sessions && sessions.map((session) => (session.isCurrent ? used(session, -60_000) : session))
    rules.runIfDue(A)
    state.sessions = sessions
    if (rules.get(A).afterDays === null) rules.runIfDue(A)
    return rules
  }

  /** The same session, used this many ms later. */
  function used(session: ApiSession, ms: number): ApiSession {
    const { lastUsedAt } = session
    return typeof lastUsedAt === 'number' ? { ...session, lastUsedAt: lastUsedAt + ms } : session
  }

  /** The id of the session with a key. */
  const idOf = (key: number): number => record.byKey(A, key)?.id ?? 0

  /** Updates the record with the list, if it is a new one. */
  function updateRecord(): void {
    if (state.sessions && state.sessions !== recorded) record.list(A, state.sessions, now())
    recorded = state.sessions
  }

  /** The person says of a session what it is; `ago` ms before now, by the service's clock. */
  function say(id: number, decision: NonNullable<RecordedSession['mark']>['decision'], ago = 0): void {
    updateRecord()
    const mark = { decision, at: now() - ago }
    record.mark(A, (session) => (session.id === id ? withMark(session, mark) : session))
  }

  /** The ids of the listed sessions that are exempt. */
  function exemptIds(): number[] {
    updateRecord()
    const kept = state.sessions?.filter((row) => record.byKey(A, keyOfRow(record, A, row))?.isKept)
    return kept?.map(({ id }) => id) ?? []
  }

  function startUnseen() {
    return createEndRules({
      store: accountStoreOver(file, log, () => undefined),
      onAccountForgotten: forgetting.on,
      accounts: { get: (id) => state.accounts.find((account) => account.id === id) ?? null },
      lists: {
        get(accountId) {
          updateRecord()
          return list({
            accountId,
            sessions:
              state.sessions?.map((row) => ({
                ...presentPlainly(row),
                key: keyOfRow(record, accountId, row),
              })) ?? null,
            checkedAt: clock.now(),
            skew: state.skew,
            failure: state.failed ? { kind: 'timeout' } : null,
          })
        },
      },
      revocations: {
        start(_accountId, keys, cause) {
          if (state.isKilled) throw new Error('killed')
          if (state.refusesEnds) return failed({ kind: 'misconfigured', reason: 'storage' })
          requested.push({ at: clock.real(), ids: keys.map(idOf), cause })
          state.ruleRun = { service: now(), here: clock.now() }
          if (state.staysUndoable) Object.assign(state, { isBusy: true, run: keys })
          return ok(null)
        },
        isBusy: (accountId) => accountId === A && state.isBusy,
        stateOf: (accountId, key) => (accountId === A && state.run.includes(key) ? 'waiting' : null),
        narrowRules(accountId, isWanted) {
          if (accountId === A) state.run = state.run.filter(isWanted)
        },
        ruleRun: (accountId) =>
          accountId === A && state.ruleRun ? { ...state.ruleRun, isOpen: state.run.length > 0 } : null,
      },
      history: {
        of: () => (state.hasHistory ? { ...historyOf(), entries: state.entries } : null),
        byKey(accountId, key) {
          updateRecord()
          return record.byKey(accountId, key)
        },
        addEntry: (_accountId, _type, count = 0) => void lines.push(count),
        mark(accountId, change) {
          const isChanged = record.sessionsOf(accountId).some((session) => change(session) !== session)
          if (isChanged && state.refusesMarks) throw new Error('ENOSPC')
          record.mark(accountId, change)
        },
      },
      serviceClocks: { now, isSynced: () => state.isSynced },
      clock,
      log,
      ran: (run) => void ran.push(run),
    })
  }

  /** A session that was used this many days ago; the first one is this device. */
  function row(id: number, days: number | null, over: Partial<ApiSession> = {}): ApiSession {
    const lastUsedAt = days === null ? null : now() - days * DAY
    return apiSession({ id, name: `D${id}`, lastUsedAt, isCurrent: id === 1, ...over })
  }
  state.sessions = [row(1, 0), row(2, 100), row(3, 40), row(4, null), row(5, 5)]

  const { forget } = forgetting
  return {
    idOf,
    exemptIds,
    clock,
    log,
    file,
    state,
    requested,
    ran,
    lines,
    now,
    start,
    startUnseen,
    forget,
    used,
    row,
    say,
  }
}
