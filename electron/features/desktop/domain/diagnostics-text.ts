import type { Account } from '../../../shared/account.ts'
import type { Locale, Settings } from '../../../shared/settings.ts'
import type { TokenStorage } from '../../../shared/token-storage.ts'
import type { FailureRecord } from '../../../core/domain/failure-record.ts'
import { hostOf } from '../../../core/domain/server-address.ts'

/** What support is told about a run. `runtime` names programs with their versions, `system` the computer's. */
export interface DiagnosticsFacts {
  at: number
  version: string
  runtime: string
  system: string
  locale: Locale
  systemLocales: readonly string[]
  tokenStorage: TokenStorage
  online: boolean
  settings: Settings
  accounts: readonly Account[]
  /** Ids of the accounts whose token was over, or nearly so, when it was issued. */
  doubtfulEnds: readonly string[]
  failures: readonly FailureRecord[]
}

/**
 * The diagnostics as lines of text, in English, for support. Of an account only its host and its standing: no name, no
 * email, no id.
 */
export function diagnosticsText(facts: DiagnosticsFacts): string {
  const { tokenStorage: keeping, settings } = facts
  return [
    `Session Desk ${facts.version}, ${timeOf(facts.at)}`,
    `Runtime: ${facts.runtime}`,
    `System: ${facts.system}`,
    `Language: ${facts.locale} (system: ${[...new Set(facts.systemLocales)].filter(Boolean).join(', ')})`,
    `Tokens: ${keeping.location === 'keyring' ? 'in the keyring' : 'in memory only'}, ${keeping.backend}`,
    `Network: ${facts.online ? 'online' : 'offline'}`,
    `Settings: theme ${settings.theme}, language ${settings.language}, renewal ${settings.renewal}`,
    ...part(
      'Accounts',
      facts.accounts.map(({ id, baseUrl, status: standing }) => {
        const line = `${hostOf(baseUrl)}: ${standing}`
        return facts.doubtfulEnds.includes(id) ? `${line}, ${DOUBTFUL_END}` : line
      }),
    ),
    ...part('Last failures', facts.failures.map(failureLine)),
  ].join('\n')
}

const DOUBTFUL_END =
  'the end of the token is not known (what the service told was over when the token was issued)'

function part(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [`${title}: none`] : [`${title}:`, ...lines.map((line) => `  ${line}`)]
}

function failureLine({ at, asked, what, host, times }: FailureRecord): string {
  const often = times === 1 ? '' : ` (${times} times)`
  return `${timeOf(at)} ${asked}${host === null ? '' : ` at ${host}`}: ${what}${often}`
}

function timeOf(at: number): string {
  return new Date(at).toISOString()
}
