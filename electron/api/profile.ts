import type { Locale, User } from '../contract/models.ts'
import { ok, type Result } from '../contract/result.ts'
import { userIn } from './answers.ts'
import { saysUnauthenticated, type Reply } from './reply.ts'
import type { Transport } from './transport.ts'

/** What a person may change about themselves; only what is given is sent. */
export interface ProfileChange {
  name?: string
  locale?: Locale
  timezone?: string
}

/** GET /auth/me: whose token this is (api-spec.md section 4). */
export async function getMe(transport: Transport, token: string): Promise<Result<User>> {
  const reply = await transport.call({ method: 'GET', path: '/auth/me', token })
  return reply.ok ? userIn(reply.value) : reply
}

/** PATCH /auth/me. The answer is not shown: the user when it holds one, else as GET /auth/me tells afterwards. */
export async function updateMe(
  transport: Transport,
  token: string,
  change: ProfileChange,
): Promise<Result<User>> {
  const reply = await transport.call({ method: 'PATCH', path: '/auth/me', token, body: change })
  if (!reply.ok) return reply
  const user = userIn(reply.value)
  return user.ok ? user : getMe(transport, token)
}

/**
 * Asks GET /auth/me once more whether a token is really no longer valid. True only for a 401 in JSON; whatever else
 * happens, nobody is signed out (design section 5).
 */
export async function isSignedOut(transport: Transport, token: string): Promise<Result<boolean>> {
  const isDone = ({ status }: Reply): boolean => status !== 429
  const reply = await transport.call({ method: 'GET', path: '/auth/me', token, isDone })
  return reply.ok ? ok(saysUnauthenticated(reply.value)) : reply
}
