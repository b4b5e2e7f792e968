import type { ActivityEntry } from '../../../shared/activity.ts'
import type { Account } from '../../../shared/account.ts'
import type { Translate } from '../../../core/domain/translate.ts'

/** Tells programs that know no better that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** The history as CSV (RFC 4180), times in UTC; no cell can be taken for a formula. */
export function historyAsCsv(entries: readonly ActivityEntry[], t: Translate): string {
  const head = ['time', 'what', 'by', 'name', 'session'].map((column) => t(`activity.columns.${column}`))
  const rows = entries.map(({ at, type: deed, actor: by, name, sessionId, count }) => [
    new Date(at).toISOString(),
    t(`activity.types.${deed}`),
    t(`activity.actors.${by}`),
    name ?? (count === undefined ? '' : t('rules.count', { n: count }, count)),
    sessionId === null ? '' : String(sessionId),
  ])
  return BYTE_ORDER_MARK + [head, ...rows].map((row) => `${row.map(escapeCsvCell).join(',')}\r\n`).join('')
}

/** The history as JSON: times in UTC, words that do not change with the language. */
export function historyAsJson(account: Account, entries: readonly ActivityEntry[]): string {
  const { baseUrl, user } = account
  const history = entries.map(({ at, ...entry }) => ({ at: new Date(at).toISOString(), ...entry }))
  return `${JSON.stringify({ service: baseUrl, user: user.email || user.name, history }, null, 2)}\n`
}

/**
 * One cell. A text that a spreadsheet would calculate, also behind white space, quotes or what it takes for such, begins
 * with an apostrophe.
 */
export function escapeCsvCell(text: string): string {
  const safe = /^[\s\p{C}"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) || safe.trim() !== safe ? `"${safe.replaceAll('"', '""')}"` : safe
}
