import { defineStore } from 'pinia'
import { useI18n } from 'vue-i18n'
import { datesIn, MINUTE_MS, type Dates } from '../../electron/shared/dates.ts'
import { useNowOnChange } from './now.ts'

const QUARTER_MS = 15 * MINUTE_MS
/** One clock for all dates: in every zone a year begins at a quarter of an hour. */
const useQuarters = defineStore('quarters', () => ({
  now: useNowOnChange((now) => QUARTER_MS - (now % QUARTER_MS)),
}))

/**
 * Returns a function for the formatters of the window's locale in an IANA time zone, or the system's. Dates have no year if it is the
 * present one; what reads them is rendered anew when a year begins.
 */
export function useDates(): (zone?: string) => Dates {
  const { locale } = useI18n()
  const quarters = useQuarters()
  return (zone) => datesIn(locale.value, zone, Math.max(quarters.now, Date.now()))
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
