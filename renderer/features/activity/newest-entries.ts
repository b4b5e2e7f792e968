import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { useDates } from '../../lib/dates.ts'
import { useActivity } from './activity.ts'

/** The newest entry of an account's history about each session as text, by its key; `zone` as in `useDates`. */
export function useNewestEntries(accountId: () => string, zone: () => string | undefined) {
  const { t } = useI18n()
  const dates = useDates()
  const { activity } = useActivity(accountId)
  return computed((): ReadonlyMap<number, string> => {
    const { day } = dates(zone())
    const texts = new Map<number, string>()
    for (const { key, type, at } of activity.value?.entries ?? [])
      if (key !== null && !texts.has(key)) texts.set(key, `${t(`activity.types.${type}`)}, ${day(at)}`)
    return texts
  })
}
