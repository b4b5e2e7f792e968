import { useI18n } from 'vue-i18n'
import { timeOfUse, type LastUse } from '../../../electron/shared/last-use.ts'
import { useAgeText } from '../../lib/dates.ts'

/** Returns a function for the last use of a session in one phrase: "Last used 9 days ago". Its arguments are those of the age. */
export function useLastUseText(): (lastUse: LastUse, now: number, zone: string | undefined) => string {
  const { t } = useI18n()
  const ageText = useAgeText()
  return (lastUse, now, zone) => {
    if (lastUse === 'unknown') return t('listView.lastUseUnknown')
    const never = t('time.never')
    return lastUse === null
      ? never
      : `${t('sessions.lastUsed')} ${ageText(timeOfUse(lastUse), now, zone, never)}`
  }
}
