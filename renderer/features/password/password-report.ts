import { useI18n } from 'vue-i18n'
import type { Account } from '../../../electron/shared/account.ts'
import { HOUR_MS, validTimeZone } from '../../../electron/shared/dates.ts'
import { useDates } from '../../lib/dates.ts'
import { acceptHMRUpdate, defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import type { Failure } from '../../../electron/shared/failure.ts'

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

/** Why the outcome of the last password change is unknown, by account id: only for this run of the window, because no file has it. */
export const useUnknownReasons = defineStore('unknownReasons', () => ({
  reasons: shallowReactive(new Map<string, Failure>()),
}))
if (import.meta.hot) import.meta.hot.accept(acceptHMRUpdate(useUnknownReasons, import.meta.hot))
