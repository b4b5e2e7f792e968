import { useI18n } from 'vue-i18n'
import type { ObservedSession } from '../../../electron/shared/activity.ts'
import type { Dates } from '../../../electron/shared/dates.ts'
import { signedInAt } from './timeline.ts'

/** Returns a function for the text about a session in the picture. */
export function useSessionTexts(texts: () => Dates) {
  const { t } = useI18n()

  return (session: ObservedSession): string => {
    const { name, endedAt, endedBy, lastUsedAt } = session
    const { moment } = texts()
    const never = lastUsedAt === null ? t('time.never') : t('time.unknown')
    const used = typeof lastUsedAt === 'number' ? moment(lastUsedAt) : never
    const facts = { name, start: moment(signedInAt(session)), used }
    if (endedAt === null) return t('activity.detailListed', facts)
    const by = t(`activity.actors.${endedBy ?? 'unknown'}`)
    return t('activity.detailEnded', { ...facts, end: moment(endedAt), by })
  }
}
