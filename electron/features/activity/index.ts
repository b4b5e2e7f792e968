// The public interface of this feature; other folders import only this file.
export { type ActivityExport, type SaveFile, createActivityExport } from './activity-export.ts'
export { type ActivityView, createActivityView } from './activity-view.ts'
export { type Alerts, createAlerts } from './alerts.ts'
export type { History } from './domain/history.ts'
export { type FormerList, withFormerLists } from './former-lists.ts'
export { type HistoryRepository, createHistoryRepository } from './history-repository.ts'
export { type AwaySummaries, createAwaySummaries } from './away-summaries.ts'
export { createRevocationHistory } from './revocation-history.ts'
