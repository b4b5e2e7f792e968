import type { Core } from './core.ts'
import { newSecret, sha256 } from './secrets.ts'
import type { Session, User } from './store.ts'

/** A session and its token in clear text, which the service does not store. */
export interface Issued {
  readonly session: Session
  readonly token: string
}

/** The session's label: what the client called its device, else its user agent as sent. */
export function sessionName(deviceName: string | null | undefined, userAgent: string | undefined): string {
  return (deviceName ?? userAgent ?? 'Unknown device').slice(0, 255)
}

/** Creates a session with a fresh token; `times` make an old one. */
export function issueSession(
  core: Core,
  user: User,
  name: string,
  times: { createdAt?: number; lastUsedAt?: number | null } = {},
): Issued {
  const secret = newSecret()
  const session: Session = {
    id: core.store.nextId('session'),
    userId: user.id,
    name,
    createdAt: times.createdAt ?? core.clock(),
    secretHash: sha256(secret),
    lastUsedAt: times.lastUsedAt ?? null,
    expiresAt: expiry(core),
  }
  core.store.sessions.set(session.id, session)
  return { session, token: `${session.id}|${secret}` }
}

/** Replaces a session's token and revokes the old one; keeps the session or creates a new one, by the settings. */
export function renewSession(core: Core, user: User, session: Session): Issued {
  if (!core.settings.refreshKeepsSession) {
    core.store.sessions.delete(session.id)
    return issueSession(core, user, session.name)
  }
  const secret = newSecret()
  session.secretHash = sha256(secret)
  session.expiresAt = expiry(core)
  return { session, token: `${session.id}|${secret}` }
}

/** False once `expires_at` has passed. */
export function isActive(session: Session, now: number): boolean {
  return session.expiresAt === null || session.expiresAt > now
}

/** The user's active sessions, oldest id first. */
export function activeSessions(core: Core, user: User): Session[] {
  const now = core.clock()
  return [...core.store.sessions.values()].filter((each) => each.userId === user.id && isActive(each, now))
}

/** Ends the user's sessions, all of them or all but `keep`. */
export function endSessions(core: Core, user: User, keep?: Session): void {
  for (const session of core.store.sessions.values()) {
    if (session.userId === user.id && session !== keep) core.store.sessions.delete(session.id)
  }
}

function expiry(core: Core): number | null {
  const seconds = core.settings.tokenLifetimeSeconds
  return seconds === null ? null : core.clock() + seconds * 1000
}
