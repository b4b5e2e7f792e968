// The public interface of this feature; other folders import only this file.
export { createActivityHandlers } from './handlers.ts'
export { type ActivityExport, createActivityExport } from './activity-export.ts'
export { createActivityView } from './activity-view.ts'
export { createSessionHistory } from './session-history.ts'
export { type Alerts, createAlerts } from './alerts.ts'
export type { History } from './domain/history.ts'
export { type HistoryRepository, createHistoryRepository } from './history-repository.ts'
export { type AwaySummaries, createAwaySummaries } from './away-summaries.ts'
