import { useI18n } from 'vue-i18n'
import type { Account } from '../../../electron/shared/account.ts'
import { validTimeZone } from '../../../electron/shared/exact-time.ts'

const HALF_A_DAY_MS = 43_200_000

/** Formats a time of a password report, epoch ms, in the profile's time zone; with the date after half a day. */
export function useTimeOfReport(account: () => Account): (at: number) => string {
  const { locale } = useI18n()
  return (at) =>
    new Intl.DateTimeFormat(locale.value, {
      hour: 'numeric',
      minute: '2-digit',
      ...(Date.now() - at > HALF_A_DAY_MS ? { day: 'numeric', month: 'long' } : {}),
      timeZone: validTimeZone(account().user.timezone),
    }).format(at)
}
