import type { ProfileChange, User } from '../../../shared/account.ts'
import { validTimeZone } from '../../../shared/dates.ts'

/** Whether a user has every requested value; ignores differences in spaces and in names of one time zone. */
export function isApplied(user: User, change: ProfileChange): boolean {
  const { name, locale, timezone } = change
  return (
    (name === undefined || normalizeSpaces(user.name) === normalizeSpaces(name)) &&
    (locale === undefined || user.locale === locale) &&
    (timezone === undefined || isSameZone(user.timezone, timezone))
  )
}

/** Returns the user after a confirmed change whose response did not contain the user. */
export function applyChange(user: User, { name, locale, timezone }: ProfileChange): User {
  return {
    ...user,
    name: name ?? user.name,
    locale: locale ?? user.locale,
    timezone: timezone ?? user.timezone,
  }
}

/** Fills in fields that PATCH /auth/me left out with known values of GET /auth/me. */
export function mergeUser(fetched: User, known: User): User {
  return {
    ...fetched,
    role: fetched.role ?? known.role,
    locale: fetched.locale ?? known.locale,
    timezone: fetched.timezone ?? known.timezone,
    emailVerified: fetched.emailVerified ?? known.emailVerified,
    twoFactorEnabled: fetched.twoFactorEnabled ?? known.twoFactorEnabled,
    tenant: fetched.tenant ?? known.tenant,
  }
}

function normalizeSpaces(name: string): string {
  return name.normalize().replace(/\s+/g, ' ').trim()
}

/** A zone may have two names: `Asia/Calcutta` is `Asia/Kolkata`. */
function isSameZone(known: string | null, requested: string): boolean {
  if (known === requested) return true
  const zone = validTimeZone(known)
  return zone !== undefined && zone === validTimeZone(requested)
}
