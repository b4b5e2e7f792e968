import type { z } from 'zod'
import type { AccountFiles, Log } from '../../core/ports.ts'
import type { reviewsSchema } from '../../core/file-schemas.ts'
import { DEFAULT_DAYS, type FinishedReview, type OpenReview } from './domain/review.ts'

/** The reviews of one account, as stored. */
export interface StoredReviews extends Pick<z.infer<typeof reviewsSchema>, 'days' | 'notifiedFor'> {
  open: OpenReview | null
  /** The oldest first. */
  finished: readonly FinishedReview[]
}

/** Stores the reviews, one file per account. */
export interface ReviewRepository {
  of(accountId: string): StoredReviews
  accountIds(): string[]
  /** Stores the reviews; they are on disk when the call returns. Throws if the disk refuses; then nothing changes. */
  write(accountId: string, reviews: StoredReviews): void
  /** Stores the reviews; if the disk refuses, logs a warning, and they are in memory only until the next write. */
  tryWrite(accountId: string, reviews: StoredReviews): void
  forget(accountId: string): void
}

const NONE: StoredReviews = { open: null, finished: [], days: DEFAULT_DAYS, notifiedFor: null }

/** Reads all reviews. */
export function createReviewRepository(files: AccountFiles<StoredReviews>, log: Log): ReviewRepository {
  const all = new Map(Object.entries(files.read()))

  function write(accountId: string, reviews: StoredReviews): void {
    files.write(accountId, reviews)
    all.set(accountId, reviews)
  }

  return {
    of: (accountId) => all.get(accountId) ?? NONE,
    accountIds: () => [...all.keys()],
    write,
    tryWrite(accountId, reviews) {
      all.set(accountId, reviews)
      try {
        write(accountId, reviews)
      } catch {
        log.warn('review.notSaved', { account: accountId })
      }
    },
    forget(accountId) {
      if (!all.delete(accountId)) return
      try {
        files.write(accountId, null)
      } catch {
        log.warn('review.notDeleted', { account: accountId })
      }
    },
  }
}
