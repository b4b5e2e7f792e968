import type { Account } from '../../../shared/account.ts'
import { SETTING_NAMES } from '../../../shared/initial-settings.ts'
import type { Language } from '../../../shared/languages.ts'
import type { Settings } from '../../../shared/settings.ts'
import type { TokenStorage } from '../../../shared/token-storage.ts'
import type { FailureRecord } from '../../../domain/failure-record.ts'
import { hostOf } from '../../../domain/server-address.ts'

/** The facts of a run for support. `runtime` lists programs with their versions, `system` describes the computer. */
export interface DiagnosticsFacts {
  at: number
  version: string
  runtime: string
  system: string
  locale: Language
  systemLocales: readonly string[]
  tokenStorage: TokenStorage
  online: boolean
  settings: Settings
  accounts: readonly Account[]
  /** Ids of the accounts whose token's expiry is not credible. */
  doubtfulExpiries: readonly string[]
  failures: readonly FailureRecord[]
}

/**
 * Formats the diagnostics as lines of English text, with all settings but the last server. An account appears with host and
 * status only: no name, no email, no id.
 */
export function diagnosticsText(facts: DiagnosticsFacts): string {
  const { tokenStorage, settings } = facts
  return [
    `Session Desk ${facts.version}, ${timeOf(facts.at)}`,
    `Runtime: ${facts.runtime}`,
    `System: ${facts.system}`,
    `Language: ${facts.locale} (system: ${[...new Set(facts.systemLocales)].filter(Boolean).join(', ')})`,
    `Tokens: ${tokenStorage.location === 'keyring' ? 'in the keyring' : 'in memory only'}, ${tokenStorage.backend}`,
    `Network: ${facts.online ? 'online' : 'offline'}`,
    `Settings: ${SETTING_NAMES.map((name) => `${name} ${String(settings[name])}`).join(', ')}`,
    ...section(
      'Accounts',
      facts.accounts.map(({ id, baseUrl, status }) => {
        const line = `${hostOf(baseUrl)}: ${status}`
        return facts.doubtfulExpiries.includes(id) ? `${line}, ${DOUBTFUL_EXPIRY}` : line
      }),
    ),
    ...section('Last failures', facts.failures.map(failureLine)),
  ].join('\n')
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
