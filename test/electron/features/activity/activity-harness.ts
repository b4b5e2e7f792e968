import type { OwnActor } from '../../../../electron/shared/activity.ts'
import type { Account } from '../../../../electron/shared/account.ts'
import type { ApiSession } from '../../../../electron/domain/api-session.ts'
import { createAccounts } from '../../../../electron/core/accounts.ts'
import { createAlerts } from '../../../../electron/features/activity/alerts.ts'
import type { History } from '../../../../electron/features/activity/domain/history.ts'
import { createHistoryRepository } from '../../../../electron/features/activity/history-repository.ts'
import { fakeAccountFiles, fakeStore, fakeClock, fakeLog } from '../../fakes.ts'
import { accountOf } from '../../fake-service.ts'
import { apiSession, keyOf } from '../../../support/builders.ts'

/** With it, a record that begins with the sessions 1, 2 and so on has the keys of `keyOf`. */
const FIRST_KEY_RANDOM = keyOf({ id: 0 }) / 2 ** 52

/** A session of the lists in these tests; the first one is this device. */
export function row(id: number, part: Partial<ApiSession> = {}): ApiSession {
  return apiSession({ id, lastUsedAt: 900_000, createdAt: 800_000, isCurrent: id === 1, ...part })
}

/** A history, empty unless the part says otherwise. */
export function historyOf(part: Partial<History> = {}): History {
  const nextKey = (part.sessions ?? []).reduce((next, { key }) => Math.max(next, key + 1), 1)
  return { owner: '', since: 0, checkedAt: null, viewedAt: null, nextKey, sessions: [], entries: [], ...part }
}

/** The entries of a history, as `type actor id`. */
export function linesOf(history: History | null): string[] {
  return (history?.entries ?? []).map(({ type, actor, sessionId }) => `${type} ${actor} ${sessionId}`)
}

/**
 * Alerts over files in memory; `start` creates them again over the same files, as after a kill. A test lists sessions of
 * the first account with `see`.
 */
export function setUpAlerts(accounts: Account[] = [accountOf(7)]) {
  const clock = fakeClock()
  const log = fakeLog()
  const file = fakeAccountFiles<History>()
  const id = accounts[0]?.id ?? ''
  const events: string[] = []
  /** The key of the session of which a DELETE is out, by account. */
  const out = new Map<string, number>()
  /** Who asked for ends, by key. */
  const askedBy = new Map<number, OwnActor>()
  const probes = new Set<string>()
  const orphanIds = new Set<number>()
  /** The ids of the sessions whose tokens were issued to this app. */
  const granted = new Set<number>()
  /** Display names by session id, and what waits until the list is named. */
  const names = new Map<number, string>()
  const waiting: (() => void)[] = []
  const naming = { isDone: true }
  const accountsFile = fakeStore({ accounts, activeAccountId: accounts[0]?.id ?? null })

  function start(random = FIRST_KEY_RANDOM) {
    const known = createAccounts(accountsFile, log, () => undefined)
    const history = createHistoryRepository({
      files: file,
      clock,
      now: clock.now,
      hasAccount: () => true,
      ofSameUser: known.ofSameUser,
      changed: () => undefined,
      marked: () => undefined,
      random: () => 0,
      log,
    })
    const idOf = (accountId: string, key: number) => history.byKey(accountId, key)?.id
    const alerts = createAlerts({
      accounts: known,
      history,
      isGranted: (_baseUrl, session) => granted.has(session.id),
      now: clock.now,
      random: () => random,
      isOut: (accountId, key) => out.get(accountId) === key,
      askedBy: (_account, key) => askedBy.get(key) ?? 'thisApp',
      isProbe: (_account, name) => probes.has(name),
      orphanIds: () => orphanIds,
      nameOf: (_account, session) => names.get(session.id) ?? session.name,
      whenNamed: (run) => (naming.isDone ? run() : void waiting.push(run)),
      alerted: ({ accountId, key, name }) => void events.push(`alert ${idOf(accountId, key)} ${name}`),
      closed: (accountId, key) => void events.push(`close ${idOf(accountId, key)}`),
      changed: () => void events.push(`open ${alerts.open().reduce((sum, { count }) => sum + count, 0)}`),
    })
    return {
      known,
      history,
      alerts,
      see: (...rows: ApiSession[]) => alerts.evaluate(id, rows),
      lines: () => linesOf(history.of(id)),
      sessions: () => history.of(id)?.sessions ?? [],
    }
  }
  return {
    id,
    clock,
    log,
    file,
    events,
    out,
    askedBy,
    probes,
    orphanIds,
    granted,
    names,
    waiting,
    naming,
    start,
  }
}
