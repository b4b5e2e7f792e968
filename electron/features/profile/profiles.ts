import { getMe, updateMe } from '../../api/profile.ts'
import { mayHaveBeenApplied } from '../../shared/failure.ts'
import type { Account, ProfileChange, User } from '../../shared/account.ts'
import type { ProfileOutcome } from '../../shared/requests/profile.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { mergeUser, isApplied, applyChange } from './domain/profile-change.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { Gateway } from '../../core/gateway.ts'
import { catchStorageError } from '../../core/storage-error.ts'
import type { Log } from '../../core/ports.ts'

/** Fetches and changes the profiles of accounts. */
export interface Profiles {
  /**
   * Fetches GET /auth/me and stores the user; the response to a login has no time zone, for example. A failure changes
   * nothing.
   */
  refresh(accountId: string): Promise<Result<User>>
  /**
   * Sends a change once. After an inconclusive response it fetches GET /auth/me, and `saved` tells whether the user has
   * the change. If that fails too, it returns the failure of the change, which may have been saved. `conflict`: another
   * change is pending.
   */
  update(accountId: string, change: ProfileChange): Promise<Result<ProfileOutcome>>
}

export interface ProfileDependencies {
  accounts: Accounts
  gateway: Gateway
  log: Log
}

/** Creates the service. */
export function createProfiles({ accounts, gateway, log }: ProfileDependencies): Profiles {
  const updating = new Set<string>()
  /** The number of changes by account: a profile that was requested before a change may lack it. */
  const changes = new Map<string, number>()

  /** Stores the fetched user of an account; fails if that is another user. */
  function storeUser(accountId: string, fetched: User): Result<User> {
    const account = accounts.get(accountId)
    if (!account) return failed({ kind: 'cancelled' })
    if (!isOwn(account, fetched)) {
      log.warn('profile.otherUser', { account: accountId })
      return failed({ kind: 'unexpectedAnswer', reason: 'shape' })
    }
    // Store differences only, because each change updates the window.
    if (JSON.stringify(account.user) !== JSON.stringify(fetched)) accounts.setUser(accountId, fetched)
    return ok(fetched)
  }

  async function fetchProfile(accountId: string): Promise<Result<User>> {
    const me = await catchStorageError(() => gateway.callAs(accountId, getMe))
    return me.ok ? storeUser(accountId, me.value) : me
  }

  async function send(account: Account, change: ProfileChange): Promise<Result<ProfileOutcome>> {
    const { id } = account
    const response = await catchStorageError(() =>
      gateway.callAs(id, (transport, token) => updateMe(transport, token, change)),
    )
    if (!response.ok) {
      const { failure } = response
      if (!mayHaveBeenApplied(failure)) return response
      const now = await fetchProfile(id)
      if (!now.ok) return response
      const user = now.value
      return ok(isApplied(user, change) ? { saved: true, user } : { saved: false, user, failure })
    }
    const known = applyChange(accounts.get(id)?.user ?? account.user, change)
    const fetched = response.value ? ok(mergeUser(response.value, known)) : await gateway.callAs(id, getMe)
    // The change is confirmed even if the profile cannot be fetched.
    const user = storeUser(id, fetched.ok ? fetched.value : known)
    return user.ok ? ok({ saved: true, user: user.value }) : user
  }

  return {
    async refresh(accountId) {
      if (!accounts.get(accountId)) return failed({ kind: 'notFound' })
      const before = changes.get(accountId)
      const me = await catchStorageError(() => gateway.callAs(accountId, getMe))
      if (!me.ok) return me
      const account = accounts.get(accountId)
      const mayPredateChange = updating.has(accountId) || changes.get(accountId) !== before
      return account && mayPredateChange ? ok(account.user) : storeUser(accountId, me.value)
    },

    async update(accountId, change) {
      const account = accounts.get(accountId)
      if (!account) return failed({ kind: 'notFound' })
      if (updating.has(accountId)) return failed({ kind: 'conflict' })
      updating.add(accountId)
      try {
        return await catchStorageError(() => send(account, change))
      } finally {
        updating.delete(accountId)
        changes.set(accountId, (changes.get(accountId) ?? 0) + 1)
      }
    },
  }
}

/** Whether a fetched user is the account's; the user of an API token may have been unknown. */
function isOwn({ credential, user }: Account, fetched: User): boolean {
  return fetched.id === user.id || (credential.kind === 'instance' && user.id === 0)
}
