import { failed, ok, type Result } from '../shared/result.ts'
import { parseGrant, hasGrant, type Grant } from './parse-responses.ts'
import { isTokenRevoked } from './profile.ts'
import { isUnauthenticated, requireConfirmation } from './response.ts'
import type { Transport } from './transport.ts'

/** POST /auth/refresh: issues a new token; the old one stops working. */
export async function refresh(transport: Transport, token: string): Promise<Result<Grant>> {
  const call = { method: 'POST', path: '/auth/refresh', token, isSuccess: hasGrant } as const
  const response = await transport.request(call)
  return response.ok ? parseGrant(response.value) : response
}

/** How a logout succeeded: the service ended the session of the token, or had revoked the token before. */
export type Logout = 'loggedOut' | 'wasRevoked'

/**
 * POST /auth/logout: revokes the token of the call. A 401 in JSON counts as success if GET /auth/me is answered so too. A
 * response that confirms nothing is `unexpectedAnswer`.
 */
export async function logout(transport: Transport, token: string): Promise<Result<Logout>> {
  const response = await transport.request({
    method: 'POST',
    path: '/auth/logout',
    token,
    isSuccess: isUnauthenticated,
  })
  if (!response.ok || !isUnauthenticated(response.value)) {
    const confirmed = requireConfirmation(response)
    return confirmed.ok ? ok('loggedOut') : confirmed
  }
  const revoked = await isTokenRevoked(transport, token)
  if (!revoked.ok) return revoked
  return revoked.value ? ok('wasRevoked') : failed({ kind: 'unauthenticated' })
}

/**
 * POST /auth/logout-all: revokes all of the user's tokens, this one included; needs the same confirmation as `logout`.
 */
export async function logoutAll(transport: Transport, token: string): Promise<Result<null>> {
  return requireConfirmation(await transport.request({ method: 'POST', path: '/auth/logout-all', token }))
}
