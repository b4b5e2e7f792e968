import type { ActivityEntry } from '../../../shared/activity.ts'
import type { Account } from '../../../shared/account.ts'
import { formatCsv } from '../../../domain/csv.ts'
import type { Translate } from '../../../shared/translate.ts'

/** The columns of the CSV; each key is that of its text. */
const COLUMNS: readonly { key: string; cell(entry: ActivityEntry, t: Translate): string }[] = [
  { key: 'time', cell: ({ at }) => new Date(at).toISOString() },
  { key: 'what', cell: ({ type }, t) => t(`activity.types.${type}`) },
  { key: 'by', cell: ({ actor }, t) => t(`activity.actors.${actor}`) },
  {
    key: 'name',
    cell: ({ name, count }, t) =>
      name ?? (count === undefined ? '' : t('sessions.count', { n: count }, count)),
  },
  { key: 'session', cell: ({ sessionId }) => (sessionId === null ? '' : String(sessionId)) },
  { key: 'notBefore', cell: ({ after }) => (after === undefined ? '' : new Date(after).toISOString()) },
]

/** Formats the history as CSV, times in UTC; `locale` is as in `formatCsv`. */
export function historyAsCsv(entries: readonly ActivityEntry[], t: Translate, locale: string): string {
  const rows = entries.map((entry) => COLUMNS.map(({ cell }) => cell(entry, t)))
  return formatCsv([COLUMNS.map(({ key }) => t(`activity.columns.${key}`)), ...rows], locale)
}

/** Formats the history as JSON, times in UTC; independent of the language, except for display names. */
export function historyAsJson(account: Account, entries: readonly ActivityEntry[]): string {
  const { baseUrl, user } = account
  const history = entries.map(({ at, after, type, actor, sessionId, name, count }) => ({
    at: new Date(at).toISOString(),
    ...(after === undefined ? {} : { after: new Date(after).toISOString() }),
    ...{ type, actor, sessionId, name, ...(count === undefined ? {} : { count }) },
  }))
  return `${JSON.stringify({ service: baseUrl, user: user.email || user.name, history }, null, 2)}\n`
}
