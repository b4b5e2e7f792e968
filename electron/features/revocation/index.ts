// The public interface of this feature; other folders import only this file.
export { createRevocationHandlers } from './handlers.ts'
export type { LedgerFile } from './ledger-file.ts'
export { planRevocation } from './domain/revocation-plan.ts'
export {
  type BulkRevocations,
  type Revocations,
  type SingleRevocations,
  createRevocations,
} from './revocations.ts'
