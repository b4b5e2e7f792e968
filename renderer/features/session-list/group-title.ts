import { useI18n } from 'vue-i18n'

/** Returns the title of a group: the text of a group key, or the group itself if it is a name. */
export function useGroupTitle(): (group: string) => string {
  const { t } = useI18n()
  return (group) => {
    switch (group) {
      case '':
        return t('listView.unknownPlatform')
      case 'today':
      case 'week':
      case 'month':
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
