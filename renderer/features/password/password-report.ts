import { useI18n } from 'vue-i18n'
import type { Account } from '../../../electron/shared/account.ts'
import { validTimeZone } from '../../../electron/shared/exact-time.ts'

const HALF_A_DAY_MS = 43_200_000

/**
 * Returns a function that formats a time of a password report, epoch ms, in the profile's time zone: "at 2:03 PM", and after half
 * a day "on November 21 at 2:03 PM".
 */
export function useTimeOfReport(account: () => Account): (at: number) => string {
  const { t, locale } = useI18n()
  return (at) => {
    const isRecent = Date.now() - at <= HALF_A_DAY_MS
    const time = new Intl.DateTimeFormat(locale.value, {
      hour: 'numeric',
      minute: '2-digit',
      ...(isRecent ? {} : { day: 'numeric', month: 'long' }),
      timeZone: validTimeZone(account().user.timezone),
    }).format(at)
    return t(isRecent ? 'passwordReport.atTime' : 'passwordReport.onDay', { time })
  }
}
