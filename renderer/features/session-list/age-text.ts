import { useI18n } from 'vue-i18n'
import { formatAge } from '../../../electron/shared/relative-time.ts'

/**
 * Returns a function for the age of a time in the window's language: "9 days ago", in days for a year, which the filters count
 * too. Both times are epoch ms by one clock; `zone` is an IANA name, or undefined for the system's; `never` is the text of a
 * missing time.
 */
export function useAgeText() {
  const { t, locale } = useI18n()
  return (at: number | null, now: number, zone: string | undefined, never: string): string => {
    const words = { never, now: t('time.now') }
    return formatAge(at, now, { locale: locale.value, zone, words })
  }
}
