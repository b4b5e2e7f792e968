import type { ProfileChange, User } from '../shared/account.ts'
import { failed, ok, type Result } from '../shared/result.ts'
import { notTheApi } from './failure-table.ts'
import { parseUser } from './parse-responses.ts'
import { requireConfirmation, isUnauthenticated } from './response.ts'
import type { Transport } from './transport.ts'

/** GET /auth/me: the user that a token belongs to. */
export async function getMe(transport: Transport, token: string): Promise<Result<User>> {
  const response = await transport.request({ method: 'GET', path: '/auth/me', token })
  return response.ok ? parseUser(response.value) : response
}

/**
 * PATCH /auth/me: returns the user if the response contains it, else null; the caller then fetches GET /auth/me. A
 * response that does not confirm the change is `unexpectedAnswer`.
 */
export async function updateMe(
  transport: Transport,
  token: string,
  change: ProfileChange,
): Promise<Result<User | null>> {
  const response = await transport.request({ method: 'PATCH', path: '/auth/me', token, body: change })
  const confirmed = requireConfirmation(response)
  if (!response.ok || !confirmed.ok) return confirmed
  const user = parseUser(response.value)
  return user.ok ? user : ok(null)
}

/**
 * Checks whether a token is revoked, by GET /auth/me, or by GET /auth/sessions for a token that is valid only there.
 * True only for a 401 in JSON; false only if the API accepted the token. Every other response is a failure, 403 too: a proxy may send it.
 */
export async function isTokenRevoked(
  transport: Transport,
  token: string,
  endpoint: 'me' | 'sessions' = 'me',
): Promise<Result<boolean>> {
  const isSuccess = isUnauthenticated
  const response = await transport.request({ method: 'GET', path: `/auth/${endpoint}`, token, isSuccess })
  if (!response.ok) return response
  if (response.value.json === undefined) return failed({ kind: 'unexpectedAnswer', reason: 'notJson' })
  return ok(isUnauthenticated(response.value))
}

/** Checks that the API is at this address: GET /auth/me without a token answers 401 in JSON. */
export async function requiresSignIn(transport: Transport): Promise<Result<null>> {
  const response = await transport.request({ method: 'GET', path: '/auth/me', isSuccess: isUnauthenticated })
  if (!response.ok) return response
  return isUnauthenticated(response.value) ? ok(null) : failed(notTheApi())
}
