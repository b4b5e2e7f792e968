import { matchesFilter, type ActivityFilter, type ExportFormat } from '../../shared/activity.ts'
import { isoDay, validTimeZone } from '../../shared/dates.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { historyAsCsv, historyAsJson } from './domain/history-export.ts'
import type { Translate } from '../../shared/translate.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { SaveFile } from '../../core/ports.ts'
import type { ActivityView } from './activity-view.ts'

/** Writes the history of an account to a file; `saved` is false if the person cancelled. */
export type ActivityExport = (
  accountId: string,
  format: ExportFormat,
  filter: ActivityFilter,
) => Promise<Result<{ saved: boolean }>>

export interface ExportDependencies {
  accounts: Accounts
  activity: ActivityView
  saveFile: SaveFile
  t: Translate
  /** The current locale of dates. */
  locale(): string
}

/** Creates the export. */
export function createActivityExport({
  accounts,
  activity,
  saveFile,
  t,
  locale,
}: ExportDependencies): ActivityExport {
  return async (accountId, format, filter) => {
    const account = accounts.get(accountId)
    if (!account) return failed({ kind: 'notFound' })
    const shownActivity = activity(accountId)
    const entries = shownActivity.entries.filter((entry) => matchesFilter(entry, filter))
    const day = isoDay(shownActivity.now, validTimeZone(account.user.timezone))
    try {
      const path = await saveFile({
        title: t('activity.file.title'),
        name: `${t('activity.file.name')} ${day}.${format}`,
        kind: t(`activity.file.${format}`),
        extension: format,
        content: format === 'csv' ? historyAsCsv(entries, t, locale()) : historyAsJson(account, entries),
      })
      return ok({ saved: path !== null })
    } catch {
      return failed({ kind: 'misconfigured', reason: 'storage' })
    }
  }
}
