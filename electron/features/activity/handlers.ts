import type { activityRequests } from '../../shared/requests/activity.ts'
import { ok } from '../../shared/result.ts'
import type { Accounts } from '../../core/accounts.ts'
import { forKnownAccounts, type HandlersOf } from '../../core/handlers.ts'
import type { ActivityExport } from './activity-export.ts'
import type { ActivityView } from './activity-view.ts'
import type { Alerts } from './alerts.ts'
import type { AwaySummaries } from './away-summaries.ts'
import type { HistoryRepository } from './history-repository.ts'
import type { SessionHistoryReader } from './session-history.ts'

export interface ActivityHandlerDependencies {
  accounts: Accounts
  activity: ActivityView
  sessionHistory: SessionHistoryReader
  exportActivity: ActivityExport
  history: Pick<HistoryRepository, 'clear'>
  /** Of a history that is cleared, the copies of its damaged files go too. */
  lostFiles: { forget(accountId: string, content: 'history'): void }
  awaySummaries: Pick<AwaySummaries, 'acknowledge'>
  alerts: Alerts
}

/** Creates the handlers of the history and the alerts. */
export function createActivityHandlers(
  dependencies: ActivityHandlerDependencies,
): HandlersOf<typeof activityRequests> {
  const { activity, sessionHistory, history, lostFiles, awaySummaries, alerts } = dependencies
  const known = forKnownAccounts(dependencies.accounts)
  return {
    'activity:get': known(({ accountId }) => ok(activity(accountId))),
    'activity:ofSession': known(({ accountId, key }) => ok(sessionHistory(accountId, key))),
    'activity:export': ({ accountId, format, filter }) =>
      dependencies.exportActivity(accountId, format, filter),
    'activity:clear': known(({ accountId }) => {
      history.clear(accountId)
      lostFiles.forget(accountId, 'history')
      return ok(null)
    }),
    'activity:acknowledgeAway': known(({ accountId }) => (awaySummaries.acknowledge(accountId), ok(null))),
    'alert:acknowledge': known(({ accountId, key }) => (alerts.acknowledge(accountId, key), ok(null))),
    'alert:acknowledgeAll': known(({ accountId }) => (alerts.acknowledge(accountId, null), ok(null))),
  }
}
