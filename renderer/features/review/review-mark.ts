import { useI18n } from 'vue-i18n'
import type { DatedDecision } from '../../../electron/shared/review.ts'
import { useDates } from '../../lib/dates.ts'

type DecisionText = (dated: DatedDecision, zone: string | undefined) => string

/**
 * Returns the text of a decision with its day, such as "Mine, Nov 21"; its `day` returns the day alone. `zone` is an IANA name that
 * Intl supports.
 */
export function useDecisionText(): DecisionText & { day: DecisionText } {
  const { t } = useI18n()
  const dates = useDates()
  const day: DecisionText = ({ at }, zone) => dates(zone).day(at)
  const text: DecisionText = (dated, zone) =>
    t('review.dated', { decision: t(`review.decisions.${dated.decision}`), day: day(dated, zone) })
  return Object.assign(text, { day })
}
