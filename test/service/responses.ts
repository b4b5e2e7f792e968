import type { Session, User } from './core.ts'

/** One HTTP reply; `body` is the exact text, empty for none. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: string
}

/** A reply with a JSON body. */
export function json(status: number, body: unknown, contentType = 'application/json'): Answer {
  return { status, headers: { 'content-type': contentType }, body: JSON.stringify(body) }
}

/** A reply with an HTML body. */
export function html(status: number, body: string): Answer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
}

/** The success reply of an endpoint whose body the API does not specify. */
export function notShown(data: object = {}): Answer {
  return json(200, { success: true, data })
}

/** The user in the reply of POST /auth/login. */
export function serializeBriefUser({ id, name, email, role, locale, tenant }: User): object {
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
export function serializeSession(session: Session, current: Session | null): object {
  return {
    id: session.id,
    name: session.name,
    last_used_at: timestamp(session.lastUsedAt),
    created_at: timestamp(session.createdAt),
    is_current: session === current,
    ...session.fields,
  }
}

/** A token in a reply; an `sk_` token never expires. */
export function serializeToken({
  token,
  expiresAt = null,
}: {
  token: string
  expiresAt?: number | null
}): object {
  return { token, token_type: 'Bearer', expires_at: timestamp(expiresAt) }
}

/** ISO 8601 UTC with the microseconds that Laravel writes; null stays null. */
function timestamp(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString().replace('Z', '000Z')
}
