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
import { openClient, realTransports, seat, type Owner, type ClientHarness } from './client-harness.ts'

/** One call in the name of an account that is signed in, or as somebody else. */
export interface FaultCase extends Owner {
  endpoint: EndpointName
  folder: string
  token: string
  password: string
  /** Who signs in, registers or has forgotten a password; `code` and `recovery` where they are needed. */
  other: { email: string; password: string; code: string; recovery: string }
  /** A session to be ended. */
  sessionId: number
}

/** A case that is ready for its call. */
interface OpenCase {
  client: ClientHarness
  given: FaultCase
  accountId: string
  /** Of a sign-in that waits for its code. */
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

const nobody = ({ client, given }: OpenCase) => client.transportOf('sign-in', given.baseUrl)

const twiceTyped = (password: string) => ({ password, passwordConfirmation: password })

const ACTS: Record<EndpointName, Act> = {
  'POST /auth/login': ({ client, given }) => signIn(client, given),
  'POST /auth/two-factor': ({ client, given, challengeId }) =>
    client.services.signIn.verify(challengeId, given.other.code),
  'POST /auth/register'(open) {
    const { email, password } = open.given.other
    const person = { name: 'New', email, deviceName: '', termsAccepted: true }
    return register(nobody(open), { ...person, ...twiceTyped(password) })
  },
  'GET /auth/me': as(() => getMe),
  'PATCH /auth/me': as(() => (transport, token) => updateMe(transport, token, { name: 'Ana Maria' })),
  'POST /auth/logout': ({ client, accountId }) => client.services.signOut.signOut(accountId),
  'POST /auth/logout-all': as(() => logoutAll),
  'POST /auth/refresh': ({ client, accountId }) => client.services.renewals.renew(accountId),
  'POST /auth/password/forgot': (open) => forgotPassword(nobody(open), open.given.other.email),
  'POST /auth/password/reset'(open) {
    const { email, password, recovery } = open.given.other
    return resetPassword(nobody(open), { token: recovery, email, ...twiceTyped(password) })
  },
  'POST /auth/password/change': as(({ password }) => {
    const change = { currentPassword: password, ...twiceTyped(password) }
    return async (transport, token) => (await changePassword(transport, token, change)).result
  }),
  'GET /auth/sessions': as(() => listSessions),
  'DELETE /auth/sessions/{id}': as(
    ({ sessionId }) =>
      (transport, token) =>
        revokeSession(transport, token, sessionId),
  ),
}

/** Functions of the probe that make one call each in a world of its own, and look at what is left on the disk. */
export function createFaultCases() {
  const transportOf = realTransports(LIMITS)
  const cases = new Map<string, OpenCase>()

  return {
    /** Signs the account in, leaves a connection open that could be used again, and goes as far as the call itself. */
    async openCase(given: FaultCase): Promise<void> {
      const client = openClient(given.folder, transportOf)
      const accountId = await seat(client, given, given.token, { issuedAt: Date.now(), expiresAt: null })
      const other = given.endpoint === 'GET /auth/me' ? listSessions : getMe
      const warm = await client.services.gateway.callAs<unknown>(accountId, other)
      if (!warm.ok) throw new Error(`No connection could be opened: ${warm.failure.kind}`)
      const step = given.endpoint === 'POST /auth/two-factor' ? await signIn(client, given) : null
      const challengeId = step?.ok && step.value.next === 'twoFactor' ? step.value.challengeId : ''
      const ciphertext = ciphertextIn(given.folder, accountId)
      cases.set(given.folder, { client, given, accountId, challengeId, ciphertext })
    },

    /** Makes the call of an open case, and says what came of it. */
    async callOf({ folder }: { folder: string }) {
      const open = cases.get(folder)
      if (!open) throw new Error('There is no such case')
      cases.delete(folder)
      const { given, accountId, ciphertext } = open
      const result = await ACTS[given.endpoint](open)
      const again = openClient(folder, transportOf)
      return {
        result,
        held: await again.services.vault.get(accountId),
        accountStatus: again.services.accounts.get(accountId)?.status ?? null,
        isSameCiphertext: ciphertextIn(folder, accountId) === ciphertext,
      }
    },
  }
}

function ciphertextIn(folder: string, accountId: string): string | undefined {
  const file = JSON.parse(readFileSync(join(folder, 'vault.json'), 'utf8')) as {
    value: Record<string, string>
  }
  return file.value[accountId]
}
