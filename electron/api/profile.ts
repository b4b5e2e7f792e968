import type { ProfileChange, User } from '../shared/account.ts'
import { failed, ok, type Result } from '../shared/result.ts'
import { parseUser } from './parse-responses.ts'
import { requireConfirmation, isUnauthenticated } from './reply.ts'
import type { Transport } from './transport.ts'

/** GET /auth/me: whose token this is. */
export async function getMe(transport: Transport, token: string): Promise<Result<User>> {
  const reply = await transport.request({ method: 'GET', path: '/auth/me', token })
  return reply.ok ? parseUser(reply.value) : reply
}

/**
 * PATCH /auth/me: the user when the answer holds one, else null, and GET /auth/me tells. An answer that does not confirm
 * the change is `unexpectedAnswer`.
 */
export async function updateMe(
  transport: Transport,
  token: string,
  change: ProfileChange,
): Promise<Result<User | null>> {
  const reply = await transport.request({ method: 'PATCH', path: '/auth/me', token, body: change })
  const confirmed = requireConfirmation(reply)
  if (!reply.ok || !confirmed.ok) return confirmed
  const user = parseUser(reply.value)
  return user.ok ? user : ok(null)
}

/**
 * Asks GET /auth/me, or GET /auth/sessions where a token is known there only, whether a token is no longer valid. True only
 * for a 401 in JSON, false only when the API took the token, be it that it may not see this; every other answer leaves it
 * open.
 */
export async function isTokenRevoked(
  transport: Transport,
  token: string,
  asked: 'me' | 'sessions' = 'me',
): Promise<Result<boolean>> {
  const isDone = isUnauthenticated
  const reply = await transport.request({ method: 'GET', path: `/auth/${asked}`, token, isDone })
  if (reply.ok) {
    if (reply.value.json === undefined) return failed({ kind: 'unexpectedAnswer', reason: 'notJson' })
    return ok(isUnauthenticated(reply.value))
  }
  return reply.failure.kind === 'forbidden' ? ok(false) : reply
}

/** Whether the API answers: asked GET /auth/me without a token, it says in JSON that one has to sign in. */
export async function requiresSignIn(transport: Transport): Promise<Result<null>> {
  const reply = await transport.request({ method: 'GET', path: '/auth/me', isDone: isUnauthenticated })
  if (!reply.ok) return reply
  return isUnauthenticated(reply.value) ? ok(null) : failed({ kind: 'misconfigured', reason: 'notTheApi' })
}
