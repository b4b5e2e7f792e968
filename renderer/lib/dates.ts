import { useI18n } from 'vue-i18n'
import { datesIn, type Dates } from '../../electron/shared/dates.ts'

/**
 * Returns a function for the formatters of the window's locale in an IANA time zone, or the system's. Dates have no year if it is the
 * present one.
 */
export function useDates(): (zone?: string) => Dates {
  const { locale } = useI18n()
  return (zone) => datesIn(locale.value, zone, Date.now())
}

/**
 * Returns a function for the age of a time, such as "9 days ago". Both times are epoch ms by one clock; `zone` is as in `useDates`;
 * `never` is the text of a missing time.
 */
export function useAgeText() {
  const { t } = useI18n()
  const dates = useDates()
  return (at: number | null, now: number, zone: string | undefined, never: string): string =>
    at === null ? never : dates(zone).age(at, now, t('time.now'))
}
