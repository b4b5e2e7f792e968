import { useI18n } from 'vue-i18n'
import type { ObservedSession } from '../../../electron/shared/activity.ts'
import type { dateFormatters } from '../../lib/date-formatters.ts'
import { signedInAt } from './timeline.ts'

/** Returns the texts about a session for the table and the chart. */
export function useSessionTexts(texts: () => ReturnType<typeof dateFormatters>) {
  const { t } = useI18n()

  const used = ({ lastUsedAt }: ObservedSession): string => {
    if (lastUsedAt === 'unknown') return t('time.unknown')
    return lastUsedAt === null ? t('time.never') : texts().moment(lastUsedAt)
  }

  function endOf({ endedAt, endedBy }: ObservedSession): string {
    if (endedAt === null) return t('activity.stillListed')
    return t('activity.endedBy', {
      when: texts().moment(endedAt),
      by: t(`activity.actors.${endedBy ?? 'unknown'}`),
    })
  }

  function detailOf(session: ObservedSession): string {
    const { name, endedAt, endedBy } = session
    const facts = { name, start: texts().moment(signedInAt(session)), used: used(session) }
    if (endedAt === null) return t('activity.detailListed', facts)
    const by = t(`activity.actors.${endedBy ?? 'unknown'}`)
    return t('activity.detailEnded', { ...facts, end: texts().moment(endedAt), by })
  }

  return { used, endOf, detailOf }
}
