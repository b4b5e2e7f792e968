// The door of this feature: other folders import nothing else of it.
export { type ActivityExport, type SaveFile, createActivityExport } from './activity-export.ts'
export { type ActivityView, createActivityView } from './activity-view.ts'
export { type Alerts, createAlerts } from './alerts.ts'
export type { History } from './domain/history.ts'
export { type HistoryRepository, createHistoryRepository } from './history-repository.ts'
export { createRevocationHistory } from './revocation-history.ts'
