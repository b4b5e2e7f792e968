import { useI18n } from 'vue-i18n'
import { formatAgo, formatDated, type DatedWords } from '../../../electron/shared/relative-time.ts'

/**
 * Returns a function for the age of a time in the window's language: "9 days ago", in days for a year, which the filters count
 * too. Both times are epoch ms by one clock; `zone` is an IANA name, or undefined for the system's; `never` is the text of a
 * missing time.
 */
export function useAgeText() {
  const { t, locale } = useI18n()
  return (at: number | null, now: number, zone: string | undefined, never: string): string => {
    let age = ''
    const words: DatedWords = {
      never,
      now: t('time.now'),
      // Without the date that `formatDated` puts before it: the tooltip has that.
      age: (unit, value) => (age = formatAgo({ unit, value }, locale.value, words)),
    }
    const text = formatDated(at, now, { locale: locale.value, zone, words })
    return age || text
  }
}
