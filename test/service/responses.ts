import type { Core, Session, User } from './core.ts'

/** One HTTP reply; `body` is the exact text, empty for none. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: string
}

/** The style of success bodies that the API does not specify; `no-content` is 204, `empty` a 200 without a body. */
export type SuccessBodies = 'data' | 'message' | 'no-content' | 'empty'

/** A reply with a JSON body. */
export function json(status: number, body: unknown, contentType = 'application/json'): Answer {
  return { status, headers: { 'content-type': contentType }, body: JSON.stringify(body) }
}

/** A reply with an HTML body. */
export function html(status: number, body: string): Answer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
}

/** The success reply of an endpoint whose body the API does not specify. */
export function notShown(core: Core, message: string, data: object = {}, status = 200): Answer {
  switch (core.settings.successBodies) {
    case 'data':
      return json(status, { success: true, data })
    case 'message':
      return json(status, { success: true, message })
    case 'no-content':
      return { status: 204, headers: {}, body: '' }
    case 'empty':
      return { status: 200, headers: {}, body: '' }
  }
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
export function serializeSession(core: Core, session: Session, current: Session | null): object {
  return {
    id: session.id,
    name: session.name,
    last_used_at: timestamp(core, session.lastUsedAt),
    created_at: timestamp(core, session.createdAt),
    is_current: session === current,
    ...session.fields,
  }
}

/** A token in a reply; an `sk_` token never expires. */
export function serializeToken(
  core: Core,
  { token, expiresAt = null }: { token: string; expiresAt?: number | null },
): object {
  return { token, token_type: 'Bearer', expires_at: timestamp(core, expiresAt) }
}

/** ISO 8601 UTC with the chosen number of digits after the second; null stays null. */
function timestamp(core: Core, at: number | null): string | null {
  if (at === null) return null
  const iso = new Date(at).toISOString()
  const digits = core.settings.timestampDigits
  if (digits === 0) return iso.replace(/\.\d+Z$/, 'Z')
  return digits === 3 ? iso : iso.replace('Z', '000Z')
}
