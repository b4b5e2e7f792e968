import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { changePassword, forgotPassword, resetPassword } from '../../../electron/api/password.ts'
import { getMe, updateMe } from '../../../electron/api/profile.ts'
import { listSessions, revokeSession } from '../../../electron/api/sessions.ts'
import { register } from '../../../electron/api/sign-in.ts'
import { logoutAll } from '../../../electron/api/tokens.ts'
import type { Result } from '../../../electron/shared/result.ts'
import type { AuthorisedCall } from '../../../electron/core/gateway.ts'
import type { EndpointName } from '../../service/endpoints.ts'
import { LIMITS } from '../fault-list.ts'
import { addSignedInAccount, openClient, realTransports } from './client-harness.ts'
import type { ClientHarness, Owner } from './client-harness.ts'

/** One call as a signed-in account, or as another user. */
export interface FaultCase extends Owner {
  endpoint: EndpointName
  /** Whether an earlier call of this kind has left a connection open. */
  isKept: boolean
  folder: string
  token: string
  password: string
  /** The user who signs in, registers or forgot a password; `code` and `recovery` where needed. */
  other: { email: string; password: string; code: string; recovery: string }
  /** A session to end, and one to end before over the same connection. */
  sessionIds: [own: number, before: number]
}

/** A case that is prepared for its call. */
interface OpenCase {
  client: ClientHarness
  given: FaultCase
  accountId: string
  /** The challenge of a sign-in that waits for its code. */
  challengeId: string
  ciphertext: string | undefined
}

type Act = (open: OpenCase) => Promise<Result<unknown>>

const as =
  (call: (given: FaultCase) => AuthorisedCall<unknown>): Act =>
  ({ client, given, accountId }) =>
    client.services.gateway.callAs(accountId, call(given))

const signIn = ({ services }: ClientHarness, { baseUrl, other: { email, password } }: FaultCase) =>
  services.signIn.signIn({ server: baseUrl, email, password, deviceName: '' })

const signedOut = ({ client, given }: OpenCase) => client.transportOf('sign-in', given.baseUrl)

const twiceTyped = (password: string) => ({ password, passwordConfirmation: password })

const end =
  (sessionId: number): AuthorisedCall<unknown> =>
  (transport, token) =>
    revokeSession(transport, token, sessionId)

const ACTS: Record<EndpointName, Act> = {
  'POST /auth/login': ({ client, given }) => signIn(client, given),
  'POST /auth/two-factor': ({ client, given, challengeId }) =>
    client.services.signIn.verify(challengeId, given.other.code),
  'POST /auth/register'(open) {
    const { email, password } = open.given.other
    const person = { name: 'New', email, deviceName: '', termsAccepted: true }
    return register(signedOut(open), { ...person, ...twiceTyped(password) })
  },
  'GET /auth/me': as(() => getMe),
  'PATCH /auth/me': as(() => (transport, token) => updateMe(transport, token, { name: 'Ana Maria' })),
  'POST /auth/logout': ({ client, accountId }) => client.services.signOut.signOut(accountId),
  'POST /auth/logout-all': as(() => logoutAll),
  'POST /auth/refresh': ({ client, accountId }) => client.services.renewals.renew(accountId),
  'POST /auth/password/forgot': (open) => forgotPassword(signedOut(open), open.given.other.email),
  'POST /auth/password/reset'(open) {
    const { email, password, recovery } = open.given.other
    return resetPassword(signedOut(open), { token: recovery, email, ...twiceTyped(password) })
  },
  'POST /auth/password/change': as(({ password }) => {
    const change = { currentPassword: password, ...twiceTyped(password) }
    return async (transport, token) => (await changePassword(transport, token, change)).result
  }),
  'GET /auth/sessions': as(() => listSessions),
  'DELETE /auth/sessions/{id}': as(({ sessionIds }) => end(sessionIds[0])),
}

/** Functions of the probe that make one call each with a client of its own, and check the files afterwards. */
export function createFaultCases() {
  const { of: transportOf, release } = realTransports(LIMITS)
  const cases = new Map<string, OpenCase>()

  return {
    /** Signs the account in, leaves the reusable connections of the case open, and prepares the call. */
    async openCase(given: FaultCase): Promise<void> {
      const client = openClient(given.folder, transportOf)
      const life = { issuedAt: Date.now(), expiresAt: null }
      const accountId = await addSignedInAccount(client, given, given.token, life)
      if (given.endpoint.startsWith('DELETE ')) release(accountId)
      const opening = [
        given.endpoint === 'GET /auth/me' ? listSessions : getMe,
        ...(given.isKept && given.endpoint.startsWith('DELETE ') ? [end(given.sessionIds[1])] : []),
      ]
      for (const call of opening) {
        const warm = await client.services.gateway.callAs<unknown>(accountId, call)
        if (!warm.ok) throw new Error(`No connection could be opened: ${warm.failure.kind}`)
      }
      const step = given.endpoint === 'POST /auth/two-factor' ? await signIn(client, given) : null
      const challengeId = step?.ok && step.value.kind === 'twoFactor' ? step.value.challengeId : ''
      const ciphertext = ciphertextIn(given.folder, accountId)
      cases.set(given.folder, { client, given, accountId, challengeId, ciphertext })
    },

    /** Makes the call of an open case and returns its outcome. */
    async callOf({ folder }: { folder: string }) {
      const open = cases.get(folder)
      if (!open) throw new Error('There is no such case')
      cases.delete(folder)
      const { given, accountId, ciphertext } = open
      const result = await ACTS[given.endpoint](open)
      const again = openClient(folder, transportOf)
      return {
        result,
        stored: await again.services.vault.get(accountId),
        accountStatus: again.services.accounts.get(accountId)?.status ?? null,
        isSameCiphertext: ciphertextIn(folder, accountId) === ciphertext,
      }
    },
  }
}

function ciphertextIn(folder: string, accountId: string): string | undefined {
  type Vault = { value: Record<string, string> }
  return (JSON.parse(readFileSync(join(folder, 'vault.json'), 'utf8')) as Vault).value[accountId]
}
