import { matchesFilter, type ActivityFilter, type ExportFormat } from '../../shared/activity.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { historyAsCsv, historyAsJson } from './domain/history-export.ts'
import type { Translate } from '../../core/domain/translate.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { ActivityView } from './activity-view.ts'

/** A file that a person may want to keep somewhere. */
export interface FileToSave {
  title: string
  name: string
  /** The kind of file in words, and its extension without the dot. */
  kind: string
  extension: ExportFormat
  text: string
}

/** Asks where to, and writes a file; false when the person thought better of it. Throws when it cannot be written. */
export type SaveFile = (file: FileToSave) => Promise<boolean>

/** Writes the history of an account to a file of the person's choice; `saved` is false when they chose none. */
export type ActivityExport = (
  accountId: string,
  format: ExportFormat,
  filter: ActivityFilter,
) => Promise<Result<{ saved: boolean }>>

/** What exporting works with. */
export interface ExportPorts {
  accounts: Accounts
  activity: ActivityView
  saveFile: SaveFile
  t: Translate
}

/** Makes it. */
export function createActivityExport({ accounts, activity, saveFile, t }: ExportPorts): ActivityExport {
  return async (accountId, format, filter) => {
    const account = accounts.get(accountId)
    if (!account) return failed({ kind: 'notFound' })
    const shown = activity(accountId, [])
    const entries = shown.entries.filter((entry) => matchesFilter(entry, filter))
    const day = new Date(shown.now).toISOString().slice(0, 10)
    try {
      const saved = await saveFile({
        title: t('activity.file.title'),
        name: `${t('activity.file.name')} ${day}.${format}`,
        kind: t(`activity.file.${format}`),
        extension: format,
        text: format === 'csv' ? historyAsCsv(entries, t) : historyAsJson(account, entries),
      })
      return ok({ saved })
    } catch {
      return failed({ kind: 'misconfigured', reason: 'storage' })
    }
  }
}
