import { asPublicEndpointFailure } from '../../api/failure-table.ts'
import type { Grant } from '../../api/parse-responses.ts'
import { getMe } from '../../api/profile.ts'
import { login as sendLogin, verifyTwoFactor, type Credentials, type LoginResult } from '../../api/sign-in.ts'
import type { Transport } from '../../api/transport.ts'
import type { Account, User } from '../../shared/account.ts'
import type { SignInStep } from '../../shared/requests/auth.ts'
import type { Payload } from '../../shared/requests.ts'
import { isSameEmail } from '../../shared/email.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { accountIdOf } from '../../domain/account-id.ts'
import { CHALLENGE_LIFETIME_MS, isAlive, type Challenge } from './domain/challenge.ts'
import { parseServerAddress } from '../../domain/server-address.ts'
import type { Accounts } from '../../core/accounts.ts'
import { ownerOf, type PendingLogouts } from './pending-logouts.ts'
import type { Clock, NewId } from '../../core/ports.ts'
import { fateOfSignIn, type UnconfirmedSessions } from './unconfirmed-sessions.ts'
import type { Vault } from '../../core/vault.ts'

/** Signs in with a password, and a two-factor code if the service requires one. */
export interface SignIn {
  signIn(typed: Payload<'account:signIn'>): Promise<Result<SignInStep>>
  /**
   * Continues after a login or registration: stores its token, or opens a two-factor challenge with its credentials. If
   * the token's user is unknown and cannot be fetched, the token is logged out and the failure has `issuedSession`.
   */
  proceed(transport: Transport, credentials: Credentials, login: LoginResult): Promise<Result<SignInStep>>
  /**
   * Sends the code of a challenge; after a wrong code it stays open. `cancelled`: the challenge is closed or has
   * expired.
   */
  verify(challengeId: string, code: string): Promise<Result<SignInStep>>
  /** Deletes the credentials of a challenge. */
  cancel(challengeId: string): void
  /** Deletes credentials that expired while the computer slept and timers stopped. */
  wokeUp(): void
}

/** Dependencies of the sign-in; `transportTo` returns the transport of a base URL that has no account yet. */
export interface SignInDependencies {
  accounts: Accounts
  vault: Vault
  transportTo(baseUrl: string): Transport
  /** Logs out unused tokens. */
  logouts: Pick<PendingLogouts, 'discard'>
  unconfirmedSessions: Pick<UnconfirmedSessions, 'during'>
  /** The email of the person whose sessions an account's record has; empty if it is not known. */
  recordedOwner(accountId: string): string
  /** Finishes the account's pending work. */
  settle(accountId: string): Promise<unknown>
  /** Deletes the data of an account on this computer. */
  accountRemoved(accountId: string, reason: 'removed'): void
  /** Stores the server of a sign-in. Never throws, so that a full disk cannot stop a sign-in. */
  rememberServer(baseUrl: string): void
  /** Runs when an account is signed in, to fetch its profile and sessions. */
  signedIn(accountId: string): void
  clock: Clock
  newId: NewId
}

/** Creates the service. At most one challenge is open: a new sign-in deletes the credentials of the one before. */
export function createSignIn(dependencies: SignInDependencies): SignIn {
  const { accounts, vault, transportTo, clock } = dependencies
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
    challenge = { ...credentials, id: dependencies.newId(), expiresAt, aliveUntil }
    cancelExpiry = clock.after(CHALLENGE_LIFETIME_MS, forget)
    return { kind: 'twoFactor', challengeId: challenge.id, expiresAt: challenge.expiresAt }
  }

  /** Logs out a token whose user is unknown, or whose sign-in was cancelled. */
  function discard(baseUrl: string, deviceName: string, grant: Grant): Promise<Result<unknown>> {
    const userId = grant.user?.id ?? 0
    const owner = { accountId: accountIdOf(baseUrl, userId), baseUrl, userId, name: null, deviceName }
    return dependencies.logouts.discard(owner, grant.token, grant)
  }

  async function addAccount(
    transport: Transport,
    deviceName: string,
    grant: Grant,
  ): Promise<Result<SignInStep>> {
    const { baseUrl } = transport
    const owner = grant.user ? ok(grant.user) : await getMe(transport, grant.token)
    if (!owner.ok) {
      // The token cannot be used without its user, so end its session; the failure tells whether that is confirmed.
      const ended = await discard(baseUrl, deviceName, grant)
      return failed({
        ...asPublicEndpointFailure(owner.failure),
        issuedSession: ended.ok ? 'ended' : 'mayBeListed',
      })
    }
    return ok({ kind: 'signedIn', accountId: await join(baseUrl, grant, owner.value) })
  }

  /** Whether an account is somebody else's: a service that was set up anew gives the numbers of its former users to others. */
  function isOfAnother(accountId: string, { email }: User): boolean {
    const known = accounts.get(accountId)?.user.email || dependencies.recordedOwner(accountId)
    return known !== '' && email !== '' && !isSameEmail(known, email)
  }

  /** Stores the token and adds the account; deletes the data of somebody else who had its number. Returns its id. */
  async function join(baseUrl: string, grant: Grant, user: User): Promise<string> {
    const accountId = accountIdOf(baseUrl, user.id)
    if (isOfAnother(accountId, user)) {
      // Before the token is stored: with it, what the person before asked for would be done to this one.
      await dependencies.settle(accountId)
      dependencies.accountRemoved(accountId, 'removed')
    }
    const before = await vault.put(accountId, grant.token, grant)
    const account: Account = {
      id: accountId,
      baseUrl,
      user,
      credential: { kind: 'user' },
      status: 'signedIn',
    }
    accounts.add(account)
    if (before && before.token !== grant.token)
      void dependencies.logouts.discard(ownerOf(account, null), before.token, before)
    dependencies.rememberServer(baseUrl)
    dependencies.signedIn(accountId)
    return accountId
  }

  const recordingSession = (
    deviceName: string,
    baseUrl: string,
    work: () => Promise<Result<SignInStep>>,
  ): Promise<Result<SignInStep>> =>
    dependencies.unconfirmedSessions.during(
      { cause: 'signIn', baseUrl, name: null, deviceName },
      work,
      fateOfSignIn,
    )

  async function proceed(
    transport: Transport,
    { email, password, deviceName }: Credentials,
    login: LoginResult,
  ): Promise<Result<SignInStep>> {
    if (login.kind === 'twoFactor')
      return ok(openChallenge({ baseUrl: transport.baseUrl, email, password, deviceName }))
    return addAccount(transport, deviceName, login.grant)
  }

  return {
    proceed,

    async signIn({ server, email, password, deviceName }) {
      const baseUrl = parseServerAddress(server)
      if (!baseUrl.ok) return baseUrl
      const credentials = { email: email.trim(), password, deviceName: deviceName.trim() }
      forget()
      const transport = transportTo(baseUrl.value)
      return recordingSession(credentials.deviceName, baseUrl.value, async () => {
        const login = await sendLogin(transport, credentials)
        return login.ok
          ? proceed(transport, credentials, login.value)
          : failed(asPublicEndpointFailure(login.failure))
      })
    },

    async verify(challengeId, code) {
      const answered = challenge
      if (answered?.id !== challengeId || !isAlive(answered, clock.steady()))
        return failed({ kind: 'cancelled' })
      const { baseUrl, deviceName } = answered
      const transport = transportTo(baseUrl)
      return recordingSession(deviceName, baseUrl, async () => {
        const grant = await verifyTwoFactor(transport, answered, code)
        if (!grant.ok) return failed(asPublicEndpointFailure(grant.failure))
        if (challenge !== answered) {
          // The person went back or began another sign-in before the response arrived.
          void discard(baseUrl, deviceName, grant.value)
          return failed({ kind: 'cancelled' })
        }
        forget()
        return addAccount(transport, deviceName, grant.value)
      })
    },

    cancel(challengeId) {
      if (challenge?.id === challengeId) forget()
    },

    wokeUp() {
      if (challenge && !isAlive(challenge, clock.steady())) forget()
    },
  }
}
