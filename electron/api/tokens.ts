import { ok, type Result } from '../shared/result.ts'
import { parseGrant, hasGrant, type Grant } from './parse-responses.ts'
import { requireConfirmation, isUnauthenticated } from './reply.ts'
import type { Transport } from './transport.ts'

/** POST /auth/refresh: issues a new token; the old one stops working. */
export async function refresh(transport: Transport, token: string): Promise<Result<Grant>> {
  const call = { method: 'POST', path: '/auth/refresh', token, isSuccess: hasGrant } as const
  const reply = await transport.request(call)
  return reply.ok ? parseGrant(reply.value) : reply
}

/**
 * POST /auth/logout: revokes the token of the call. A 401 in JSON also counts as success: the token is revoked already.
 * An answer that confirms nothing is `unexpectedAnswer`.
 */
export async function logout(transport: Transport, token: string): Promise<Result<null>> {
  const reply = await transport.request({
    method: 'POST',
    path: '/auth/logout',
    token,
    isSuccess: isUnauthenticated,
  })
  return reply.ok && isUnauthenticated(reply.value) ? ok(null) : requireConfirmation(reply)
}

/**
 * POST /auth/logout-all: revokes all of the user's tokens, this one included; needs the same confirmation as `logout`.
 */
export async function logoutAll(transport: Transport, token: string): Promise<Result<null>> {
  return requireConfirmation(await transport.request({ method: 'POST', path: '/auth/logout-all', token }))
}
