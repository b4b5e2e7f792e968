import { shortened, validTimeZone } from '../../../shared/exact-time.ts'
import type { Language } from '../../../shared/languages.ts'

/** Formats sign-in times, epoch ms, to tell sessions of one name apart; the times of this year have no year. */
export interface SignInDates {
  /** Such as "Aug 3". */
  day(at: number): string
  /** Such as "Aug 3, 2:05 PM". */
  time(at: number): string
}

/** Creates the formats in a profile's time zone; `now` is epoch ms. They cache their texts: a list may need thousands, each time. */
export function createSignInDates(locale: Language, profileZone: string | null, now: number): SignInDates {
  const timeZone = validTimeZone(profileZone)
  const yearStart = Date.UTC(new Date(now).getUTCFullYear(), 0)
  const day: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric' }
  const time: Intl.DateTimeFormatOptions = { ...day, hour: 'numeric', minute: '2-digit' }

  function createFormat(options: Intl.DateTimeFormatOptions): (at: number) => string {
    const ofThisYear = new Intl.DateTimeFormat(locale, { ...options, timeZone })
    const ofAnother = new Intl.DateTimeFormat(locale, { ...options, year: 'numeric', timeZone })
    const texts = new Map<number, string>()
    return (at) => {
      const known = texts.get(at)
      if (known !== undefined) return known
      const text = (at < yearStart ? ofAnother : ofThisYear).format(at)
      const short = shortened(text).replaceAll('\u202F', ' ')
      texts.set(at, short)
      return short
    }
  }

  return { day: createFormat(day), time: createFormat(time) }
}
