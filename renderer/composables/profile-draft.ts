import type { Locale, ProfileChange, User } from '../../electron/contract/models.ts'

/** What the form of a profile holds; null is what the service did not tell. */
export interface ProfileDraft {
  name: string
  locale: Locale | null
  timezone: string | null
}

/** The form as it is when nothing was typed. */
export function draftOf({ name, locale, timezone }: User): ProfileDraft {
  return { name, locale, timezone }
}

/** What differs from what is known, and nothing else. */
export function changeOf(typed: ProfileDraft, known: ProfileDraft): ProfileChange {
  const name = typed.name.trim()
  return {
    ...(name === known.name.trim() ? {} : { name }),
    ...(typed.locale === null || typed.locale === known.locale ? {} : { locale: typed.locale }),
    ...(typed.timezone === null || typed.timezone === known.timezone ? {} : { timezone: typed.timezone }),
  }
}

/** The form after the profile changed: what was typed stays, the rest follows. */
export function rebase(typed: ProfileDraft, before: ProfileDraft, now: ProfileDraft): ProfileDraft {
  return {
    name: typed.name === before.name ? now.name : typed.name,
    locale: typed.locale === before.locale ? now.locale : typed.locale,
    timezone: typed.timezone === before.timezone ? now.timezone : typed.timezone,
  }
}

/** Whether something that was typed here was also changed elsewhere, to something else. */
export function hasConflict(typed: ProfileDraft, before: ProfileDraft, now: ProfileDraft): boolean {
  const own = changeOf(typed, before)
  const theirs = changeOf(now, before)
  const both = ['name', 'locale', 'timezone'] as const
  return both.some((one) => one in own && one in theirs && own[one] !== theirs[one])
}
