import { briefTime, validTimeZone } from '../../shared/exact-time.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { ReportFormat } from '../../shared/review.ts'
import type { Language } from '../../shared/languages.ts'
import type { Translate } from '../../domain/translate.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { SaveFile } from '../activity/index.ts'
import { reviewAsCsv, reviewAsJson, type ReviewToReport } from './domain/report.ts'
import { reportPage, type PaperPage } from './domain/report-page.ts'
import type { Reviews } from './reviews.ts'

/** Prints a page to the bytes of a PDF. Rejects if that fails. */
export type PrintPage = (page: PaperPage) => Promise<Uint8Array>

/**
 * Saves the report of the open review, or else of the last finished one, in a file that the person chooses; `saved` is
 * false if they cancelled. `notFound`: there is no review.
 */
export type ReviewReport = (accountId: string, format: ReportFormat) => Promise<Result<{ saved: boolean }>>

export interface ReviewReportDependencies {
  accounts: Pick<Accounts, 'get'>
  reviews: Pick<Reviews, 'shown'>
  saveFile: SaveFile
  printPage: PrintPage
  t: Translate
  /** The current language of `t`. */
  locale(): Language
}

/** Creates the report. */
export function createReviewReport(dependencies: ReviewReportDependencies): ReviewReport {
  const { accounts, reviews, saveFile, t } = dependencies

  async function contentOf(reported: ReviewToReport, format: ReportFormat): Promise<string | Uint8Array> {
    if (format === 'csv') return reviewAsCsv(reported, t)
    if (format === 'json') return reviewAsJson(reported, t)
    const locale = dependencies.locale()
    const zone = validTimeZone(reported.account.user.timezone)
    return dependencies.printPage(reportPage(reported, t, locale, briefTime(locale, zone)))
  }

  return async (accountId, format) => {
    const account = accounts.get(accountId)
    const review = reviews.shown(accountId)
    if (!account || !review) return failed({ kind: 'notFound' })
    const day = new Date(review.startedAt).toISOString().slice(0, 10)
    try {
      const saved = await saveFile({
        title: t('review.report.file.title'),
        name: `${t('review.report.file.name')} ${day}.${format}`,
        kind: t(`review.report.file.${format}`),
        extension: format,
        content: await contentOf({ account, review }, format),
      })
      return ok({ saved })
    } catch {
      return failed({ kind: 'misconfigured', reason: 'storage' })
    }
  }
}
