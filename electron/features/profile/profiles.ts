import { getMe, updateMe } from '../../api/profile.ts'
import { mayHaveBeenApplied } from '../../shared/failure.ts'
import type { Account, ProfileChange, User } from '../../shared/account.ts'
import type { ProfileOutcome } from '../../shared/requests.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { mergeUser, isApplied, applyChange } from './domain/profile-change.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { Gateway } from '../../core/gateway.ts'
import { catchStorageError } from '../../core/catch-storage-error.ts'
import type { Log } from '../../core/ports.ts'

/** What the service tells about the users of accounts, and changes of it. */
export interface Profiles {
  /** Asks GET /auth/me: a login's answer has no time zone and no verified state. A failure changes nothing. */
  refresh(accountId: string): Promise<Result<User>>
  /**
   * Asks for a change once. After a reply that does not say what became of it, GET /auth/me does, and `saved` says what is
   * true now; where that fails too, the failure of the change itself comes back, and it may have been made.
   */
  update(accountId: string, change: ProfileChange): Promise<Result<ProfileOutcome>>
}

/** What profiles work with. */
export interface ProfilePorts {
  accounts: Accounts
  gateway: Gateway
  log: Log
}

/** Makes them. */
export function createProfiles({ accounts, gateway, log }: ProfilePorts): Profiles {
  const updating = new Set<string>()
  /** Changes that were made, by account: what was asked for before one may be older than it. */
  const changes = new Map<string, number>()

  /** Believes what was told about an account's user, unless it is somebody else. */
  function believe(accountId: string, told: User): Result<User> {
    const account = accounts.get(accountId)
    if (!account) return failed({ kind: 'cancelled' })
    if (!isOwn(account, told)) {
      log.warn('profile.otherUser', { account: accountId })
      return failed({ kind: 'unexpectedAnswer', reason: 'shape' })
    }
    // What is told is the same most of the time, and nobody has to hear of it.
    if (JSON.stringify(account.user) !== JSON.stringify(told)) accounts.setUser(accountId, told)
    return ok(told)
  }

  async function fetchProfile(accountId: string): Promise<Result<User>> {
    const me = await catchStorageError(() => gateway.callAs(accountId, getMe))
    return me.ok ? believe(accountId, me.value) : me
  }

  async function send(account: Account, change: ProfileChange): Promise<Result<ProfileOutcome>> {
    const { id } = account
    const answer = await catchStorageError(() =>
      gateway.callAs(id, (transport, token) => updateMe(transport, token, change)),
    )
    if (!answer.ok) {
      const { failure } = answer
      if (!mayHaveBeenApplied(failure)) return answer
      const now = await fetchProfile(id)
      if (!now.ok) return answer
      const user = now.value
      return ok(isApplied(user, change) ? { saved: true, user } : { saved: false, user, failure })
    }
    const known = applyChange(accounts.get(id)?.user ?? account.user, change)
    const told = answer.value ? ok(mergeUser(answer.value, known)) : await gateway.callAs(id, getMe)
    // It was confirmed: that nobody told what came of it makes it no less true.
    const user = believe(id, told.ok ? told.value : known)
    return user.ok ? ok({ saved: true, user: user.value }) : user
  }

  return {
    async refresh(accountId) {
      if (!accounts.get(accountId)) return failed({ kind: 'notFound' })
      const before = changes.get(accountId)
      const me = await catchStorageError(() => gateway.callAs(accountId, getMe))
      if (!me.ok) return me
      const account = accounts.get(accountId)
      const isOld = updating.has(accountId) || changes.get(accountId) !== before
      return account && isOld ? ok(account.user) : believe(accountId, me.value)
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

/** Of the owner of an API token nothing may be known yet. */
function isOwn({ credential, user }: Account, told: User): boolean {
  return told.id === user.id || (credential.kind === 'instance' && user.id === 0)
}
