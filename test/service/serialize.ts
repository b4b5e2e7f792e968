import type { Core } from './core.ts'
import type { Session, User } from './store.ts'

/** ISO 8601 UTC with the chosen number of digits after the second; null stays null. */
export function timestamp(core: Core, at: number | null): string | null {
  if (at === null) return null
  const iso = new Date(at).toISOString()
  const digits = core.settings.timestampDigits
  if (digits === 0) return iso.replace(/\.\d+Z$/, 'Z')
  return digits === 3 ? iso : iso.replace('Z', '000Z')
}

/** The user in the reply of POST /auth/login. */
export function serializeBriefUser(user: User): object {
  const { id, name, email, role, locale, tenant } = user
  return { id, name, email, role, locale, tenant }
}

/** The user in the reply of GET /auth/me. */
export function serializeUser(user: User): object {
  return {
    ...serializeBriefUser(user),
    timezone: user.timezone,
    email_verified: user.emailVerified,
    two_factor_enabled: user.twoFactorSecret !== null,
  }
}

/** A session in the reply of GET /auth/sessions. */
export function serializeSession(core: Core, session: Session, current: Session | null): object {
  return {
    id: session.id,
    name: session.name,
    last_used_at: timestamp(core, session.lastUsedAt),
    created_at: timestamp(core, session.createdAt),
    is_current: session === current,
  }
}

/** A token in a reply. */
export function serializeToken(core: Core, token: string, expiresAt: number | null): object {
  return { token, token_type: 'Bearer', expires_at: timestamp(core, expiresAt) }
}
