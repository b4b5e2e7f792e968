// The public interface of this feature; other folders import only this file.
export type { BulkRevocations } from './bulk-revocations.ts'
export { planRevocation } from './domain/revocation-plan.ts'
export type { RevocationsFile } from './revocation-file.ts'
export { type Revocations, createRevocations } from './revocations.ts'
export type { SingleRevocations } from './single-revocations.ts'
