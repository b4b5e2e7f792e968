import type { RenewalWarning } from '../../shared/activity.ts'
import { warnFrom } from './domain/renewal-warning.ts'
import type { TokenLife } from '../../domain/token-expiry.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { Changed, Clock } from '../../core/ports.ts'
import type { ServiceClocks } from '../../core/service-clocks.ts'

/**
 * Warns about tokens that expire soon and could not be renewed. A warning stays until the account has another token.
 */
export interface RenewalWarnings {
  all(): RenewalWarning[]
  /** Sets the lifetime of an account's current token; null: it has none. */
  tokenChanged(accountId: string, life: TokenLife | null): void
  /** A renewal failed, or could not be sent. */
  failed(accountId: string): void
  forget(accountId: string): void
}

export interface RenewalWarningDependencies {
  accounts: Pick<Accounts, 'get'>
  serviceClocks: Pick<ServiceClocks, 'now'>
  clock: Clock
  changed: Changed
}

interface WatchedToken {
  life: TokenLife
  lastFailedAt: number | null
  warning: RenewalWarning | null
  cancel(): void
}

/** Creates the service. */
export function createRenewalWarnings(dependencies: RenewalWarningDependencies): RenewalWarnings {
  const { clock, serviceClocks } = dependencies
  const watched = new Map<string, WatchedToken>()

  function drop(accountId: string): void {
    const entry = watched.get(accountId)
    watched.delete(accountId)
    entry?.cancel()
    if (entry?.warning) dependencies.changed()
  }

  function checkDeadline(accountId: string, entry: WatchedToken): void {
    entry.cancel()
    const from = warnFrom(entry.life, entry.lastFailedAt)
    const { expiresAt } = entry.life
    if (from === null || expiresAt === null || entry.warning) return
    const now = serviceClocks.now(accountId)
    if (now < from) {
      entry.cancel = clock.after(from - now, () => checkDeadline(accountId, entry))
      return
    }
    entry.warning = { accountId, endsAt: clock.now() + expiresAt - now }
    dependencies.changed()
  }

  return {
    // A signed-out account has its own notice.
    all: () =>
      [...watched.values()].flatMap(({ warning }) =>
        warning && dependencies.accounts.get(warning.accountId)?.status === 'signedIn' ? [warning] : [],
      ),
    tokenChanged(accountId, life) {
      const known = watched.get(accountId)?.life
      if (known?.issuedAt === life?.issuedAt && known?.expiresAt === life?.expiresAt) return
      drop(accountId)
      if (life === null) return
      const { issuedAt, expiresAt } = life
      const newLife = { issuedAt, expiresAt }
      watched.set(accountId, { life: newLife, lastFailedAt: null, warning: null, cancel: () => undefined })
    },
    failed(accountId) {
      const entry = watched.get(accountId)
      if (!entry) return
      entry.lastFailedAt = serviceClocks.now(accountId)
      checkDeadline(accountId, entry)
    },
    forget: drop,
  }
}
