import type { passwordRequests } from '../../shared/requests/password.ts'
import { ok } from '../../shared/result.ts'
import type { Accounts } from '../../core/accounts.ts'
import { forKnownAccounts, type HandlersOf } from '../../core/handlers.ts'
import type { Passwords } from './passwords.ts'

export interface PasswordHandlerDependencies {
  accounts: Accounts
  passwords: Passwords
}

/** Creates the handlers of changing a password. */
export function createPasswordHandlers({
  accounts,
  passwords,
}: PasswordHandlerDependencies): HandlersOf<typeof passwordRequests> {
  const known = forKnownAccounts(accounts)
  return {
    'password:change': (typed) => passwords.change(typed),
    'password:verifyOutcome': ({ accountId }) => passwords.verifyOutcome(accountId),
    'password:dismiss': known(({ accountId }) => (passwords.dismiss(accountId), ok(null))),
  }
}
