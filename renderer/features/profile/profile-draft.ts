import type { ProfileChange, ServiceLocale, User } from '../../../electron/shared/account.ts'

/** The values of the profile form; null where the service did not send them. */
export interface ProfileDraft {
  name: string
  locale: ServiceLocale | null
  timezone: string | null
}

/** The draft without changes. */
export function draftOf({ name, locale, timezone }: User): ProfileDraft {
  return { name, locale, timezone }
}

/** The changed values of a draft, compared with the known profile. */
export function changeOf(typed: ProfileDraft, known: ProfileDraft): ProfileChange {
  const name = typed.name.trim()
  return {
    ...(name === known.name.trim() ? {} : { name }),
    ...(typed.locale === null || typed.locale === known.locale ? {} : { locale: typed.locale }),
    ...(typed.timezone === null || typed.timezone === known.timezone ? {} : { timezone: typed.timezone }),
  }
}

/** Applies a new version of the profile to a draft and keeps the values that the person changed. */
export function rebase(typed: ProfileDraft, before: ProfileDraft, now: ProfileDraft): ProfileDraft {
  return {
    name: typed.name === before.name ? now.name : typed.name,
    locale: typed.locale === before.locale ? now.locale : typed.locale,
    timezone: typed.timezone === before.timezone ? now.timezone : typed.timezone,
  }
}

/** Whether a field was changed to different values here and elsewhere. */
export function hasConflict(typed: ProfileDraft, before: ProfileDraft, now: ProfileDraft): boolean {
  const own = changeOf(typed, before)
  const theirs = changeOf(now, before)
  const both = ['name', 'locale', 'timezone'] as const
  return both.some((one) => one in own && one in theirs && own[one] !== theirs[one])
}
