import { getMe } from '../api/profile.ts'
import type { Accounts } from './accounts.ts'
import type { Gateway } from './gateway.ts'

/**
 * Brings what is known about an account's user up to date: the login's answer has no time zone and no verified state.
 * A failure changes nothing, and a user with another id is not believed, unless none was known (an API token's).
 */
export async function refreshUser(accountId: string, accounts: Accounts, gateway: Gateway): Promise<void> {
  const me = await gateway.as(accountId, getMe)
  const account = accounts.get(accountId)
  if (!me.ok || !account) return
  const isStranger = account.credential.kind === 'instance' && account.user.id === 0
  if (isStranger || account.user.id === me.value.id) accounts.setUser(accountId, me.value)
}
