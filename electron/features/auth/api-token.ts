import { getMe } from '../../api/profile.ts'
import { listSessions } from '../../api/sessions.ts'
import type { Transport } from '../../api/transport.ts'
import type { Failure } from '../../shared/failure.ts'
import type { Credential, User } from '../../shared/account.ts'
import type { Payload } from '../../shared/schemas.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { instanceCredential, instanceIdOf } from '../../core/domain/account-id.ts'
import { parseServerAddress } from '../../core/domain/server-address.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { Clock } from '../../core/ports.ts'
import type { Vault } from '../../core/vault.ts'

/** Using an instance API token instead of a sign-in. */
export interface AddApiToken {
  /** Asks the service whose the token is, and keeps it; what the service may not tell stays unknown. */
  addApiToken(typed: Payload<'account:addApiToken'>): Promise<Result<{ accountId: string }>>
}

/** What connecting works with; the last two as in `SignInPorts`. */
export interface AddApiTokenDependencies {
  accounts: Accounts
  vault: Vault
  transportTo(baseUrl: string): Transport
  clock: Clock
  rememberServer(baseUrl: string): void
  signedIn(accountId: string): void
}

/** An endpoint that took the token, and the user where it told them. */
interface Accepted {
  by: (Credential & { kind: 'instance' })['acceptedBy']
  user: User | null
}

/** Makes it. */
export function createAddApiToken(ports: AddApiTokenDependencies): AddApiToken {
  const { accounts, vault, transportTo, clock } = ports

  return {
    async addApiToken({ server, token }) {
      const baseUrl = parseServerAddress(server)
      if (!baseUrl.ok) return baseUrl
      const transport = transportTo(baseUrl.value)
      const accepted = await probeToken(transport, token)
      if (!accepted.ok) return accepted
      const credential = instanceCredential(token, accepted.value.by)
      const accountId = instanceIdOf(transport.baseUrl, credential.fingerprint)
      const user = accepted.value.user ?? unknownUser(credential.maskedToken)
      await vault.put(accountId, token, { issuedAt: clock.now(), expiresAt: null })
      accounts.add({ id: accountId, baseUrl: transport.baseUrl, user, credential, status: 'signedIn' })
      ports.rememberServer(transport.baseUrl)
      ports.signedIn(accountId)
      return ok({ accountId })
    },
  }
}

/** A service may answer such a token at some endpoints only: one that takes it is enough. */
async function probeToken(transport: Transport, token: string): Promise<Result<Accepted>> {
  const me = await getMe(transport, token)
  if (me.ok) return ok({ by: 'me', user: me.value })
  if (!isAboutEndpoint(me.failure)) return me
  const list = await listSessions(transport, token)
  if (list.ok) return ok({ by: 'sessions', user: null })
  // It was recognised, and may do something that this app does not ask for.
  if (me.failure.kind === 'forbidden') return ok({ by: 'me', user: null })
  if (list.failure.kind === 'forbidden') return ok({ by: 'sessions', user: null })
  // The list might have taken it: why it could not be asked is all that is known.
  if (!isAboutEndpoint(list.failure)) return list
  return me.failure.kind === 'notFound' ? failed({ kind: 'misconfigured', reason: 'notTheApi' }) : me
}

/** Refusals that may concern this endpoint alone. */
function isAboutEndpoint({ kind }: Failure): boolean {
  return kind === 'forbidden' || kind === 'notFound' || kind === 'unauthenticated'
}

/** A user of whom nothing was told: the token's last characters tell the account from others. */
function unknownUser(name: string): User {
  return {
    id: 0,
    name,
    email: '',
    role: null,
    locale: null,
    timezone: null,
    emailVerified: null,
    twoFactorEnabled: null,
    tenant: null,
  }
}
