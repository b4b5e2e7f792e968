// The public interface of this feature; other folders import only this file.
export type { LedgerFile } from './ledger-file.ts'
export { type Revocations, createRevocationHandlers, createRevocations } from './revocations.ts'
