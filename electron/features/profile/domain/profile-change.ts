import type { ProfileChange, User } from '../../../shared/account.ts'

/** Whether a user has every requested value, however the service formats a zone or spaces in a name. */
export function isApplied(user: User, change: ProfileChange): boolean {
  const { name, locale, timezone } = change
  return (
    (name === undefined || normalizeSpaces(user.name) === normalizeSpaces(name)) &&
    (locale === undefined || user.locale === locale) &&
    (timezone === undefined || isSameZone(user.timezone, timezone))
  )
}

/** The user after a confirmed change, if the answer did not contain it. */
export function applyChange(user: User, { name, locale, timezone }: ProfileChange): User {
  return {
    ...user,
    name: name ?? user.name,
    locale: locale ?? user.locale,
    timezone: timezone ?? user.timezone,
  }
}

/** Completes a user from PATCH /auth/me with known values of GET /auth/me. */
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
function isSameZone(one: string | null, other: string): boolean {
  return one === other || (one !== null && canonical(one) === canonical(other))
}

function canonical(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return zone
  }
}
