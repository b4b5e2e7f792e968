import { randomBytes } from 'node:crypto'
import type { Core, ApiToken, Session, User } from './core.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** The caller of a request: a user with one of their sessions, or an instance token that acts for its owner. */
export interface Principal {
  readonly user: User
  readonly session: Session | null
  readonly apiToken: ApiToken | null
}

/** A random secret of letters and digits; 40 characters, as Laravel Sanctum makes them. */
export function newSecret(length = 40): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

/** The session's label: what the client called its device, else its user agent as sent. */
export function sessionName(deviceName: string | null | undefined, userAgent: string | undefined): string {
  return (deviceName ?? userAgent ?? 'Unknown device').slice(0, 255)
}

/** Creates a session with a fresh token; `more` makes an old one, or one with fields beyond the API. */
export function issueSession(
  core: Core,
  user: User,
  name: string,
  more: Partial<Pick<Session, 'createdAt' | 'lastUsedAt' | 'fields'>> = {},
): Session {
  const id = ++core.issued
  const session = {
    id,
    userId: user.id,
    name,
    createdAt: more.createdAt ?? core.clock(),
    fields: more.fields ?? {},
    token: newToken(id),
    lastUsedAt: more.lastUsedAt ?? null,
    expiresAt: expiry(core),
  }
  core.sessions.set(id, session)
  return session
}

/** Replaces a session's token and revokes the old one; keeps the session or creates a new one, by the settings. */
export function renewSession(core: Core, user: User, session: Session): Session {
  if (core.settings.refreshKeepsSession)
    return Object.assign(session, { token: newToken(session.id), expiresAt: expiry(core) })
  core.sessions.delete(session.id)
  return issueSession(core, user, session.name, { fields: session.fields })
}

/** The user's active sessions, oldest id first. */
export function activeSessions(core: Core, user: User): Session[] {
  return [...core.sessions.values()].filter((each) => each.userId === user.id && isActive(core, each))
}

/** Ends the user's sessions, all of them or all but `keep`. */
export function endSessions(core: Core, user: User): void {
  for (const session of core.sessions.values()) {
    if (session.userId === user.id) core.sessions.delete(session.id)
  }
}

/** The token of an `Authorization: Bearer …` header, else null. */
export function bearerOf(authorization: string | undefined): string | null {
  return /^Bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? null
}

/** Finds the owner of a token and sets its last use; null for unknown, revoked or expired tokens. */
export function findPrincipal(core: Core, token: string | null): Principal | null {
  const session = core.sessions.get(Number(token?.split('|')[0])) ?? null
  const isSession = session !== null && session.token === token && isActive(core, session)
  const apiToken = [...core.apiTokens].find((each) => each.token === token) ?? null
  const user = core.users.get((isSession ? session : apiToken)?.userId ?? 0)
  if (user === undefined) return null
  if (!isSession) return { user, session: null, apiToken }
  session.lastUsedAt = core.clock()
  return { user, session, apiToken: null }
}

/** False once `expires_at` has passed. */
function isActive(core: Core, { expiresAt }: Session): boolean {
  return expiresAt === null || expiresAt > core.clock()
}

function newToken(id: number): string {
  return `${id}|${newSecret()}`
}

function expiry(core: Core): number | null {
  const seconds = core.settings.tokenLifetimeSeconds
  return seconds === null ? null : core.clock() + seconds * 1000
}
