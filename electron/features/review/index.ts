// The public interface of this feature; other folders import only this file.
export { createReviewHandlers } from './handlers.ts'
export type { PrintPage, ReviewReport } from './review-report.ts'
export { createReviewReport } from './review-report.ts'
export type { StoredReviews } from './domain/review.ts'
export { type Reviews, createReviews } from './reviews.ts'
