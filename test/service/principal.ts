import type { Core } from './core.ts'
import { matchesHash, parseToken } from './secrets.ts'
import { isActive } from './sessions.ts'
import type { InstanceToken, Session, User } from './store.ts'

/** The caller of a request: a user with one of their sessions, or an instance token that acts for its owner. */
export interface Principal {
  readonly user: User
  readonly session: Session | null
  readonly instanceToken: InstanceToken | null
}

/** The token of an `Authorization: Bearer …` header, else null. */
export function bearerOf(authorization: string | undefined): string | null {
  return /^Bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? null
}

/** Finds the owner of a token and sets its last use; null for unknown, revoked or expired tokens. */
export function findPrincipal(core: Core, token: string | null): Principal | null {
  const parsed = token === null ? null : parseToken(token)
  if (parsed === null) return null
  return parsed.kind === 'user' ? bySession(core, parsed.id, parsed.secret) : byInstance(core, parsed.secret)
}

function bySession(core: Core, id: number, secret: string): Principal | null {
  const session = core.store.sessions.get(id)
  const now = core.clock()
  if (session === undefined || !isActive(session, now) || !matchesHash(secret, session.secretHash))
    return null
  const user = core.store.users.get(session.userId)
  if (user === undefined) return null
  session.lastUsedAt = now
  return { user, session, instanceToken: null }
}

function byInstance(core: Core, secret: string): Principal | null {
  const instanceToken = [...core.store.instanceTokens].find((each) => matchesHash(secret, each.secretHash))
  const user = instanceToken && core.store.users.get(instanceToken.userId)
  return instanceToken && user ? { user, session: null, instanceToken } : null
}
