// The public interface of this feature; other folders import only this file.
export type { BulkRevocations } from './bulk-revocations.ts'
export { createEndQueue } from './end-queue.ts'
export { planRevocation } from './domain/revocation-plan.ts'
export { type QueuedEnds, type QueuedEndsFile, createQueuedEnds } from './queued-ends.ts'
export type { RevocationsFile } from './revocation-file.ts'
export { type Revocations, createRevocations } from './revocations.ts'
export type { SingleRevocations } from './single-revocations.ts'
