import { notTheApi } from '../../api/failure-table.ts'
import { getMe } from '../../api/profile.ts'
import { listSessions } from '../../api/sessions.ts'
import type { Transport } from '../../api/transport.ts'
import type { Failure } from '../../shared/failure.ts'
import type { Credential, User } from '../../shared/account.ts'
import { userWith } from '../../shared/user-with.ts'
import type { Payload } from '../../shared/requests.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { apiTokenCredential, apiTokenAccountIdOf } from '../../domain/account-id.ts'
import { parseServerAddress } from '../../domain/server-address.ts'
import type { Accounts } from '../../core/accounts.ts'
import type { Clock } from '../../core/ports.ts'
import type { Vault } from '../../core/vault.ts'

/** Adds an account with an instance API token instead of a sign-in. */
export interface AddApiToken {
  /**
   * Verifies the token at the service, stores it and adds its account. If the token may not read its user, the user is
   * a placeholder.
   */
  addApiToken(typed: Payload<'account:addApiToken'>): Promise<Result<{ accountId: string }>>
}

/** Dependencies; `rememberServer` and `signedIn` as in `SignInDependencies`. */
export interface AddApiTokenDependencies {
  accounts: Accounts
  vault: Vault
  transportTo(baseUrl: string): Transport
  clock: Clock
  rememberServer(baseUrl: string): void
  signedIn(accountId: string): void
}

/** An endpoint that accepted the token, and the user if it returned one. */
interface AcceptedToken {
  endpoint: (Credential & { kind: 'instance' })['acceptedBy']
  user: User | null
}

/** Creates the service. */
export function createAddApiToken(dependencies: AddApiTokenDependencies): AddApiToken {
  const { accounts, vault, transportTo, clock } = dependencies

  return {
    async addApiToken({ server, token }) {
      const baseUrl = parseServerAddress(server)
      if (!baseUrl.ok) return baseUrl
      const transport = transportTo(baseUrl.value)
      const accepted = await probeToken(transport, token)
      if (!accepted.ok) return accepted
      const credential = apiTokenCredential(token, accepted.value.endpoint)
      const accountId = apiTokenAccountIdOf(transport.baseUrl, credential.fingerprint)
      const user = accepted.value.user ?? userWith({ id: 0, name: credential.maskedToken, email: '' })
      await vault.put(accountId, token, { issuedAt: clock.now(), expiresAt: null })
      accounts.add({ id: accountId, baseUrl: transport.baseUrl, user, credential, status: 'signedIn' })
      dependencies.rememberServer(transport.baseUrl)
      dependencies.signedIn(accountId)
      return ok({ accountId })
    },
  }
}

/** Finds an endpoint that accepts the token: a service may accept API tokens at some endpoints only. */
async function probeToken(transport: Transport, token: string): Promise<Result<AcceptedToken>> {
  const me = await getMe(transport, token)
  if (me.ok) return ok({ endpoint: 'me', user: me.value })
  if (!isAboutEndpoint(me.failure)) return me
  const list = await listSessions(transport, token)
  if (list.ok) return ok({ endpoint: 'sessions', user: null })
  // A 403 accepts the token too, which may have other rights.
  if (me.failure.kind === 'forbidden') return ok({ endpoint: 'me', user: null })
  if (list.failure.kind === 'forbidden') return ok({ endpoint: 'sessions', user: null })
  // The list may accept the token, so this failure, which is about something else, is the result.
  if (!isAboutEndpoint(list.failure)) return list
  return me.failure.kind === 'notFound' ? failed(notTheApi()) : me
}

/** Whether a refusal may concern this endpoint alone. */
function isAboutEndpoint({ kind }: Failure): boolean {
  return kind === 'forbidden' || kind === 'notFound' || kind === 'unauthenticated'
}
