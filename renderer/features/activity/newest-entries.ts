import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { dateFormatters } from '../../lib/date-formatters.ts'
import { useActivity } from './activity.ts'

/** The newest entry of an account's history about each session as text, by session id; `zone` as in `dateFormatters`. */
export function useNewestEntries(accountId: () => string, zone: () => string | undefined) {
  const { t, locale } = useI18n()
  const { activity } = useActivity(accountId)
  return computed((): ReadonlyMap<number, string> => {
    const { shortDay } = dateFormatters(locale.value, zone())
    const texts = new Map<number, string>()
    for (const { sessionId, type, at } of activity.value?.entries ?? [])
      if (sessionId !== null && !texts.has(sessionId))
        texts.set(sessionId, `${t(`activity.types.${type}`)}, ${shortDay(at)}`)
    return texts
  })
}
