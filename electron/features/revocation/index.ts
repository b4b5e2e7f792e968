// The public interface of this feature; other folders import only this file.
export { createRevocationHandlers } from './handlers.ts'
export type { LedgerFile } from './ledger-file.ts'
export { type Revocations, createRevocations } from './revocations.ts'
