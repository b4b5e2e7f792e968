import { useI18n } from 'vue-i18n'
import type { Account } from '../../../electron/shared/account.ts'
import { HOUR_MS, validTimeZone } from '../../../electron/shared/dates.ts'
import { useDates } from '../../lib/dates.ts'

/**
 * Returns a function that formats a time of a password report, epoch ms, in the profile's time zone: "at 2:03 PM", and after half
 * a day "on Nov 21, 2:03 PM".
 */
export function useTimeOfReport(account: () => Account): (at: number) => string {
  const { t } = useI18n()
  const dates = useDates()
  return (at) => {
    const { time, moment } = dates(validTimeZone(account().user.timezone))
    return Date.now() - at <= 12 * HOUR_MS
      ? t('passwordReport.atTime', { time: time(at) })
      : t('passwordReport.onDay', { time: moment(at) })
  }
}
