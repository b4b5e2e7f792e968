import { useI18n } from 'vue-i18n'
import type { ActivityEntry, ObservedSession } from '../../../electron/shared/activity.ts'
import type { dateFormatters } from '../../lib/date-formatters.ts'
import { signedInAt } from './timeline.ts'

/** Returns functions for the texts about a session, in the table and in the chart. */
export function useSessionTexts(texts: () => ReturnType<typeof dateFormatters>) {
  const { t } = useI18n()

  const used = ({ lastUsedAt }: ObservedSession): string => {
    if (lastUsedAt === 'unknown') return t('time.unknown')
    return lastUsedAt === null ? t('time.never') : texts().moment(lastUsedAt)
  }

  /** The text of a time, epoch ms; a span if the change happened between two checks, at `after` and `at`. */
  const moment = (at: number, after: number | undefined): string =>
    after === undefined
      ? texts().moment(at)
      : t('activity.between', { from: texts().moment(after), to: texts().moment(at) })

  const whenOf = ({ at, after }: ActivityEntry): string => moment(at, after)

  function endOf({ endedAt, endedAfter, endedBy }: ObservedSession): string {
    if (endedAt === null) return t('activity.stillListed')
    return t('activity.endedBy', {
      when: moment(endedAt, endedAfter),
      by: t(`activity.actors.${endedBy ?? 'unknown'}`),
    })
  }

  function detailOf(session: ObservedSession): string {
    const { name, endedAt, endedAfter, endedBy } = session
    const facts = { name, start: texts().moment(signedInAt(session)), used: used(session) }
    if (endedAt === null) return t('activity.detailListed', facts)
    const by = t(`activity.actors.${endedBy ?? 'unknown'}`)
    return t('activity.detailEnded', { ...facts, end: moment(endedAt, endedAfter), by })
  }

  return { used, whenOf, endOf, detailOf }
}
