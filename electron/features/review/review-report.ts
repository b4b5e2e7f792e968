import { failed, ok, type Result } from '../../shared/result.ts'
import type { ReportFormat } from '../../shared/review.ts'
import { isoDay, validTimeZone } from '../../shared/dates.ts'
import type { Translate } from '../../shared/translate.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { SaveFile } from '../../core/ports.ts'
import { reviewAsCsv, type ReviewToReport } from './domain/report.ts'
import type { PaperPage } from './domain/report-page.ts'
import type { Reviews } from './reviews.ts'

/** Prints a page to the bytes of a PDF. Rejects if that fails. */
export type PrintPage = (page: PaperPage) => Promise<Uint8Array>

/** The reports of reviews. */
export interface ReviewReport {
  /**
   * Saves the report of the review that was finished then in a file that the person chooses; `saved` is false if they cancelled.
   * `notFound`: there is no such review.
   */
  save(accountId: string, format: ReportFormat, finishedAt: number): Promise<Result<{ saved: boolean }>>
}

export interface ReviewReportDependencies {
  accounts: Pick<Accounts, 'get'>
  reviews: Pick<Reviews, 'finished'>
  saveFile: SaveFile
  printPage: PrintPage
  t: Translate
  /** The current locale of dates. */
  locale(): string
}

/** Creates the report. */
export function createReviewReport(dependencies: ReviewReportDependencies): ReviewReport {
  const { accounts, reviews, saveFile, t } = dependencies

  async function contentOf(reported: ReviewToReport, format: ReportFormat): Promise<string | Uint8Array> {
    if (format === 'csv') return reviewAsCsv(reported, t, dependencies.locale())
    // Later, because the start needs none of it.
    const { reportPage } = await import('./domain/report-page.ts')
    return dependencies.printPage(reportPage(reported, t, dependencies.locale()))
  }

  return {
    async save(accountId, format, finishedAt) {
      const account = accounts.get(accountId)
      const review = reviews.finished(accountId, finishedAt)
      if (!account || !review) return failed({ kind: 'notFound' })
      const day = isoDay(review.startedAt, validTimeZone(account.user.timezone))
      try {
        const path = await saveFile({
          title: t('review.report.file.title'),
          name: `${t('review.report.file.name')} ${day}.${format}`,
          kind: t(`review.report.file.${format}`),
          extension: format,
          content: await contentOf({ account, review }, format),
        })
        return ok({ saved: path !== null })
      } catch {
        return failed({ kind: 'misconfigured', reason: 'storage' })
      }
    },
  }
}
