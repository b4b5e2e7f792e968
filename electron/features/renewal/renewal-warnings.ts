import type { RenewalWarning } from '../../shared/activity.ts'
import { warnFrom } from './domain/renewal-warning.ts'
import type { TokenLife } from '../../core/domain/token-expiry.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { Changed, Clock } from '../../core/ports.ts'
import type { ServiceClocks } from '../../core/service-clocks.ts'

/** Knows whose token ends soon and could not be renewed; once it is so it stays so, until there is another token. */
export interface RenewalWarnings {
  all(): RenewalWarning[]
  /** The life of the token that an account holds now; null: it holds none. */
  tokenChanged(accountId: string, life: TokenLife | null): void
  /** A renewal failed, or nobody could even be asked. */
  failed(accountId: string): void
  forget(accountId: string): void
}

/** What it works with. */
export interface RenewalWarningDependencies {
  accounts: Pick<Accounts, 'get'>
  serviceClocks: Pick<ServiceClocks, 'now'>
  clock: Clock
  changed: Changed
}

interface Watched {
  life: TokenLife
  lastFailedAt: number | null
  warning: RenewalWarning | null
  cancel(): void
}

/** Makes it. */
export function createRenewalWarnings(ports: RenewalWarningDependencies): RenewalWarnings {
  const { clock, serviceClocks } = ports
  const watched = new Map<string, Watched>()

  function drop(accountId: string): void {
    const one = watched.get(accountId)
    watched.delete(accountId)
    one?.cancel()
    if (one?.warning) ports.changed()
  }

  function checkDeadline(accountId: string, one: Watched): void {
    one.cancel()
    const from = warnFrom(one.life, one.lastFailedAt)
    const { expiresAt } = one.life
    if (from === null || expiresAt === null || one.warning) return
    const now = serviceClocks.now(accountId)
    if (now < from) {
      one.cancel = clock.after(from - now, () => checkDeadline(accountId, one))
      return
    }
    one.warning = { accountId, endsAt: clock.now() + expiresAt - now }
    ports.changed()
  }

  return {
    // Of an account that is no longer signed in, something worse is told.
    all: () =>
      [...watched.values()].flatMap(({ warning }) =>
        warning && ports.accounts.get(warning.accountId)?.status === 'signedIn' ? [warning] : [],
      ),
    tokenChanged(accountId, life) {
      const known = watched.get(accountId)?.life
      if (known?.issuedAt === life?.issuedAt && known?.expiresAt === life?.expiresAt) return
      drop(accountId)
      if (life === null) return
      const { issuedAt, expiresAt } = life
      const lived = { issuedAt, expiresAt }
      watched.set(accountId, { life: lived, lastFailedAt: null, warning: null, cancel: () => undefined })
    },
    failed(accountId) {
      const one = watched.get(accountId)
      if (!one) return
      one.lastFailedAt = serviceClocks.now(accountId)
      checkDeadline(accountId, one)
    },
    forget: drop,
  }
}
