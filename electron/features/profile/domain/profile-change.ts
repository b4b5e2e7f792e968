import type { ProfileChange, User } from '../../../shared/account.ts'

/** Whether a user has everything that a change asked for, however the service writes a zone or blanks in a name. */
export function isApplied(user: User, change: ProfileChange): boolean {
  const { name, locale, timezone } = change
  return (
    (name === undefined || folded(user.name) === folded(name)) &&
    (locale === undefined || user.locale === locale) &&
    (timezone === undefined || sameZone(user.timezone, timezone))
  )
}

/** What a user is after a change that was confirmed, where the answer told nothing. */
export function applyChange(user: User, { name, locale, timezone }: ProfileChange): User {
  return {
    ...user,
    name: name ?? user.name,
    locale: locale ?? user.locale,
    timezone: timezone ?? user.timezone,
  }
}

/** An answer that leaves out what GET /auth/me tells, made whole by what was known. */
export function mergeUser(told: User, known: User): User {
  return {
    ...told,
    role: told.role ?? known.role,
    locale: told.locale ?? known.locale,
    timezone: told.timezone ?? known.timezone,
    emailVerified: told.emailVerified ?? known.emailVerified,
    twoFactorEnabled: told.twoFactorEnabled ?? known.twoFactorEnabled,
    tenant: told.tenant ?? known.tenant,
  }
}

function folded(name: string): string {
  return name.normalize().replace(/\s+/g, ' ').trim()
}

/** One zone may have two names: `Asia/Calcutta` is `Asia/Kolkata`. */
function sameZone(one: string | null, other: string): boolean {
  return one === other || (one !== null && canonical(one) === canonical(other))
}

function canonical(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return zone
  }
}
