// The public interface of this feature; other folders import only this file.
export { createRenewalHandlers } from './handlers.ts'
export { type LostRenewals, createOrphans } from './orphans.ts'
export { type RenewalJournalFile, createRenewalJournal } from './renewal-journal.ts'
export { type RenewalWarnings, createRenewalWarnings } from './renewal-warnings.ts'
export { type Renewals, createRenewals } from './renewals.ts'
