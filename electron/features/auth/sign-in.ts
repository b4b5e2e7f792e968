import type { Grant } from '../../api/parse-responses.ts'
import { getMe } from '../../api/profile.ts'
import { login, verifyTwoFactor, type Credentials, type LoginResult } from '../../api/sign-in.ts'
import type { Transport } from '../../api/transport.ts'
import type { Account } from '../../shared/account.ts'
import type { SignInStep } from '../../shared/requests.ts'
import type { Payload } from '../../shared/schemas.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { accountIdOf } from '../../core/domain/account-id.ts'
import { CHALLENGE_LIFETIME_MS, isAlive, type Challenge } from './domain/challenge.ts'
import { asPublicEndpointFailure, parseServerAddress } from '../../core/domain/server-address.ts'
import type { Accounts } from '../../core/accounts.ts'
import { ownerOf, type PendingLogouts } from './pending-logouts.ts'
import type { Clock, NewId } from '../../core/ports.ts'
import type { UnconfirmedSessions } from './unconfirmed-sessions.ts'
import type { Vault } from '../../core/vault.ts'

/** Signing in, in one step or two. */
export interface SignIn {
  signIn(typed: Payload<'account:signIn'>): Promise<Result<SignInStep>>
  /**
   * Goes on with what a public call led to: keeps its token, or opens a challenge with its credentials. A token whose user
   * is not known and cannot be asked for is logged out; the failure then has `issuedSession`.
   */
  proceed(transport: Transport, credentials: Credentials, entry: LoginResult): Promise<Result<SignInStep>>
  /** Answers a challenge; a wrong code leaves it open, `cancelled` means that it is no longer there. */
  verify(challengeId: string, code: string): Promise<Result<{ accountId: string }>>
  /** Forgets the credentials of a challenge at once. */
  abandon(challengeId: string): void
  /** The computer woke up: forgets credentials whose time went by while timers stood still. */
  wokeUp(): void
}

/** What signing in works with; `transportTo` makes the transport for a base URL that has no account yet. */
export interface SignInPorts {
  accounts: Accounts
  vault: Vault
  transportTo(baseUrl: string): Transport
  /** Logs out tokens that are not wanted. */
  logouts: Pick<PendingLogouts, 'discard'>
  unconfirmedSessions: Pick<UnconfirmedSessions, 'during'>
  /** Does not throw: nobody is to be turned away for it. */
  rememberServer(baseUrl: string): void
  /** Called with the account that is now signed in, to look at its profile and sessions. */
  signedIn(accountId: string): void
  clock: Clock
  newId: NewId
}

/** Makes the sign-in. At most one challenge is open: a new sign-in forgets the credentials of the one before. */
export function createSignIn(ports: SignInPorts): SignIn {
  const { accounts, vault, transportTo, clock } = ports
  let challenge: Challenge | null = null
  let cancelExpiry = (): void => undefined

  function forget(): void {
    cancelExpiry()
    challenge = null
  }

  function openChallenge(credentials: Omit<Challenge, 'id' | 'expiresAt' | 'aliveUntil'>): SignInStep {
    forget()
    const [expiresAt, aliveUntil] = [
      clock.now() + CHALLENGE_LIFETIME_MS,
      clock.steady() + CHALLENGE_LIFETIME_MS,
    ]
    challenge = { ...credentials, id: ports.newId(), expiresAt, aliveUntil }
    cancelExpiry = clock.after(CHALLENGE_LIFETIME_MS, forget)
    return { next: 'twoFactor', challengeId: challenge.id, expiresAt: challenge.expiresAt }
  }

  /** Logs out a token of which the service never told whose it is, or that nobody wants any more. */
  function discard(baseUrl: string, deviceName: string, grant: Grant): Promise<Result<null>> {
    const userId = grant.user?.id ?? 0
    const owner = { accountId: accountIdOf(baseUrl, userId), baseUrl, userId, name: null, deviceName }
    return ports.logouts.discard(owner, grant.token, grant)
  }

  async function enter(
    transport: Transport,
    deviceName: string,
    grant: Grant,
  ): Promise<Result<{ accountId: string }>> {
    const { baseUrl } = transport
    const owner = grant.user ? ok(grant.user) : await getMe(transport, grant.token)
    if (!owner.ok) {
      // Nobody will ever hold this token again: its session is ended, and where that is not certain the person hears of it.
      const ended = await discard(baseUrl, deviceName, grant)
      return failed({
        ...asPublicEndpointFailure(owner.failure),
        issuedSession: ended.ok ? 'ended' : 'mayBeListed',
      })
    }
    const accountId = accountIdOf(baseUrl, owner.value.id)
    const before = await vault.put(accountId, grant.token, grant)
    const account: Account = {
      id: accountId,
      baseUrl,
      user: owner.value,
      credential: { kind: 'user' },
      status: 'signedIn',
    }
    accounts.add(account)
    if (before && before.token !== grant.token)
      void ports.logouts.discard(ownerOf(account, null), before.token, before)
    ports.rememberServer(baseUrl)
    ports.signedIn(accountId)
    return ok({ accountId })
  }

  const during = <T>(deviceName: string, baseUrl: string, work: () => Promise<T>): Promise<T> =>
    ports.unconfirmedSessions.during({ cause: 'signIn', baseUrl, name: null, deviceName }, work)

  async function proceed(
    transport: Transport,
    { email, password, deviceName }: Credentials,
    entry: LoginResult,
  ): Promise<Result<SignInStep>> {
    if (entry.next === 'twoFactor')
      return ok(openChallenge({ baseUrl: transport.baseUrl, email, password, deviceName }))
    const entered = await enter(transport, deviceName, entry.grant)
    return entered.ok ? ok({ next: 'signedIn', accountId: entered.value.accountId }) : entered
  }

  return {
    proceed,

    async signIn({ server, email, password, deviceName }) {
      const baseUrl = parseServerAddress(server)
      if (!baseUrl.ok) return baseUrl
      const credentials = { email: email.trim(), password, deviceName: deviceName.trim() }
      forget()
      const transport = transportTo(baseUrl.value)
      return during(credentials.deviceName, baseUrl.value, async () => {
        const entry = await login(transport, credentials)
        return entry.ok
          ? proceed(transport, credentials, entry.value)
          : failed(asPublicEndpointFailure(entry.failure))
      })
    },

    async verify(challengeId, code) {
      const asked = challenge
      if (asked?.id !== challengeId || !isAlive(asked, clock.steady())) return failed({ kind: 'cancelled' })
      const { baseUrl, deviceName } = asked
      const transport = transportTo(baseUrl)
      return during(deviceName, baseUrl, async () => {
        const grant = await verifyTwoFactor(transport, asked, code)
        if (!grant.ok) return failed(asPublicEndpointFailure(grant.failure))
        if (challenge !== asked) {
          // The person went back, or on to another sign-in, while the answer was on its way.
          void discard(baseUrl, deviceName, grant.value)
          return failed({ kind: 'cancelled' })
        }
        forget()
        return enter(transport, deviceName, grant.value)
      })
    },

    abandon(challengeId) {
      if (challenge?.id === challengeId) forget()
    },

    wokeUp() {
      if (challenge && !isAlive(challenge, clock.steady())) forget()
    },
  }
}
