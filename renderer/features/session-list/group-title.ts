import { useI18n } from 'vue-i18n'
import { LAST_USE_DAYS } from './session-groups.ts'

/** Returns the title of a group: the text of a group key, or the group itself if it is a name. */
export function useGroupTitle(): (group: string) => string {
  const { t } = useI18n()
  return (group) => {
    switch (group) {
      case '':
        return t('listView.unknownPlatform')
      case 'week':
      case 'month':
        return t(`listView.groups.${group}`, { days: LAST_USE_DAYS[group] })
      case 'today':
      case 'older':
      case 'never':
      case 'unknown':
      case 'new':
      case 'known':
        return t(`listView.groups.${group}`)
      default:
        return group
    }
  }
}
