import type { Account } from '../../../../electron/shared/account.ts'
import type { ApiSession } from '../../../../electron/core/domain/api-session.ts'
import { createAccounts } from '../../../../electron/core/accounts.ts'
import { createAlerts } from '../../../../electron/features/activity/alerts.ts'
import type { History } from '../../../../electron/features/activity/domain/history.ts'
import { createHistoryRepository } from '../../../../electron/features/activity/history-repository.ts'
import { createTokenOrigins } from '../../../../electron/features/auth/token-origins.ts'
import { fakeAccountFiles, fakeStore, fakeClock, fakeLog } from '../../fakes.ts'
import { accountOf } from '../../fake-service.ts'

/** A session of the lists in these tests; the first one is this device. */
export function row(id: number, part: Partial<ApiSession> = {}): ApiSession {
  return {
    id,
    name: `Device ${id}`,
    lastUsedAt: 900_000,
    createdAt: 800_000,
    isCurrent: id === 1,
    ...part,
  }
}

/** Alerts over files in memory; `start` creates them again over the same files, as after a kill. */
export function setUpAlerts(accounts: Account[] = [accountOf(7)]) {
  const clock = fakeClock()
  const log = fakeLog()
  const file = fakeAccountFiles<History>()
  const [account] = accounts
  const events: string[] = []
  const revoking = new Set<number>()
  const probes = new Set<string>()
  const orphanIds = new Set<number>()
  /** Display names by session id, and what waits until the list is named. */
  const names = new Map<number, string>()
  const waiting: (() => void)[] = []
  const naming = { isDone: true }
  const accountsFile = fakeStore({ accounts, activeAccountId: account?.id ?? null })

  function start() {
    const known = createAccounts(accountsFile, log, () => undefined)
    const history = createHistoryRepository({
      files: file,
      clock,
      now: clock.now,
      hasAccount: () => true,
      changed: () => undefined,
      keyOf: (raw) => raw,
      customNames: () => [],
      log,
    })
    const own = createTokenOrigins((baseUrl) => alerts.evaluateAgain(baseUrl))
    const alerts = createAlerts({
      accounts: known,
      history,
      origins: own,
      now: clock.now,
      isRevoking: (_account, { id }) => revoking.has(id),
      isProbe: (_account, name) => probes.has(name),
      keyOf: (raw) => raw,
      customNames: () => [],
      orphanIds: () => orphanIds,
      nameOf: (_account, { id, name }) => names.get(id) ?? name,
      whenNamed: (run) => (naming.isDone ? run() : void waiting.push(run)),
      alerted: ({ sessionId, name }) => void events.push(`alert ${sessionId} ${name}`),
      closed: (_account, sessionId) => void events.push(`close ${sessionId}`),
      changed: () => void events.push(`open ${alerts.open().reduce((sum, { count }) => sum + count, 0)}`),
    })
    return { known, history, own, alerts }
  }
  const id = account?.id ?? ''
  const lines = (history: ReturnType<typeof start>['history']): string[] =>
    (history.of(id)?.entries ?? []).map(({ type, actor, sessionId }) => `${type} ${actor} ${sessionId}`)
  const named = { names, waiting, naming }
  return { id, clock, log, file, events, revoking, probes, orphanIds, named, start, lines }
}
