import type { Account } from '../../../shared/account.ts'
import type { AppState } from '../../../shared/app-state.ts'
import { SETTING_NAMES } from '../../../shared/initial-settings.ts'
import type { Settings } from '../../../shared/settings.ts'
import type { TokenStorage, UnpersistedReason } from '../../../shared/token-storage.ts'
import type { FailureRecord } from '../../../domain/failure-record.ts'
import { hostOf } from '../../../domain/server-address.ts'

/** The parts of the state that the window has notices about, besides the keyring and the network. */
export type Notices = Pick<
  AppState,
  | 'notificationsRefused'
  | 'passwordReports'
  | 'renewalWarnings'
  | 'unconfirmedSessions'
  | 'lostFiles'
  | 'alerts'
  | 'away'
  | 'dueReviews'
>

/**
 * The facts of a run for support. `runtime` lists programs with their versions, `system` describes the computer. What is null is
 * not known: `--diagnostics` asks neither the keyring, which may open a dialog, nor the running app.
 */
export interface DiagnosticsFacts {
  at: number
  version: string
  runtime: string
  system: string
  /** The desktop's own name and the display server, such as `GNOME` and `wayland`; null where the system has only one. */
  desktop: { name: string; displayServer: string } | null
  locale: string
  systemLocales: readonly string[]
  tokenStorage: TokenStorage | { location: null; reason: null; backend: string }
  online: boolean | null
  hasTray: boolean | null
  settings: Settings
  accounts: readonly Account[]
  /** Ids of the accounts whose token's expiry is not credible. */
  doubtfulExpiries: readonly string[]
  notices: Notices | null
  failures: readonly FailureRecord[]
}

/**
 * Formats the diagnostics as lines of English text, with all settings but the last server. An account appears with host and
 * status only: no name, no email, no id.
 */
export function diagnosticsText(facts: DiagnosticsFacts): string {
  const { desktop, settings } = facts
  return [
    `Session Desk ${facts.version}, ${timeOf(facts.at)}`,
    `Runtime: ${facts.runtime}`,
    `System: ${facts.system}`,
    ...(desktop ? [`Desktop: ${desktop.name}, display server ${desktop.displayServer}`] : []),
    `Tray host: ${known(facts.hasTray, 'present', 'none')}`,
    `Language: ${facts.locale} (system: ${[...new Set(facts.systemLocales)].filter(Boolean).join(', ')})`,
    `Tokens: ${storageText(facts.tokenStorage)}`,
    `Network: ${known(facts.online, 'online', 'offline')}`,
    `Settings: ${SETTING_NAMES.map((name) => `${name} ${String(settings[name])}`).join(', ')}`,
    ...section(
      'Accounts',
      facts.accounts.map(({ id, baseUrl, status }) => {
        const line = `${hostOf(baseUrl)}: ${status}`
        return facts.doubtfulExpiries.includes(id) ? `${line}, ${DOUBTFUL_EXPIRY}` : line
      }),
    ),
    ...(facts.notices
      ? section('Notices', noticeLines(facts.notices, facts.accounts))
      : ['Notices: not asked for, they are in the window']),
    ...section('Last failures', facts.failures.map(failureLine)),
  ].join('\n')
}

function known(fact: boolean | null, yes: string, no: string): string {
  return fact === null ? 'not known' : fact ? yes : no
}

const REASONS = {
  keyring: 'no keyring opens',
  noAnswer: 'the keyring does not answer',
  disk: 'the disk refuses',
} satisfies Record<UnpersistedReason, string>

function storageText({ location, reason, backend }: DiagnosticsFacts['tokenStorage']): string {
  if (location === null) return `the keyring was not asked, ${backend}`
  const where = location === 'keyring' ? 'in the keyring' : 'in memory only'
  return `${where}${reason === null ? '' : ` (${REASONS[reason]})`}, ${backend}`
}

/** One line for each notice, with the host of its account. */
function noticeLines(notices: Notices, accounts: readonly Account[]): string[] {
  const hosts = new Map(accounts.map(({ id, baseUrl }) => [id, hostOf(baseUrl)]))
  const at = (accountId: string): string => hosts.get(accountId) ?? 'an account that was removed'
  return [
    ...(notices.notificationsRefused ? ['the system refuses notifications'] : []),
    ...notices.passwordReports.map(
      ({ accountId, at: time, verdict }) =>
        `${at(accountId)}: password change of ${timeOf(time)}: ${verdict}`,
    ),
    ...notices.renewalWarnings.map(
      ({ accountId, endsAt }) => `${at(accountId)}: the token was not renewed and ends at ${timeOf(endsAt)}`,
    ),
    ...notices.unconfirmedSessions.map(
      ({ baseUrl, cause, at: time }) =>
        `${hostOf(baseUrl)}: a session may still be signed in, after a ${cause} at ${timeOf(time)}`,
    ),
    ...notices.lostFiles.map(
      ({ content, accountId, at: time, isSetAside }) =>
        `${accountId === null ? '' : `${at(accountId)}: `}${content} could not be read in full, ${isSetAside ? 'set aside at' : 'not opened at'} ${timeOf(time)}`,
    ),
    ...notices.alerts.map(({ accountId, count }) => `${at(accountId)}: ${count} new sign-ins not looked at`),
    ...notices.away.map(({ accountId, since }) => `${at(accountId)}: changes since ${timeOf(since)}`),
    ...notices.dueReviews.map((accountId) => `${at(accountId)}: a review is due`),
  ]
}

const DOUBTFUL_EXPIRY = 'the expiry of the token is unknown (it had passed when the token was issued)'

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [`${title}: none`] : [`${title}:`, ...lines.map((line) => `  ${line}`)]
}

function failureLine({ at, operation, cause, host, count }: FailureRecord): string {
  const repeated = count === 1 ? '' : ` (${count} times)`
  return `${timeOf(at)} ${operation}${host === null ? '' : ` at ${host}`}: ${cause}${repeated}`
}

function timeOf(at: number): string {
  return new Date(at).toISOString()
}
