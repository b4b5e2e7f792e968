import { useI18n } from 'vue-i18n'
import type { DatedDecision } from '../../../electron/shared/review.ts'
import { dateFormatters } from '../../lib/date-formatters.ts'

let latest: { locale: string; zone: string | undefined; day: (at: number) => string } | null = null

/** Caches the formatter: creating one is slow, and every row of a list needs the same one. */
function dayIn(locale: string, zone: string | undefined): (at: number) => string {
  if (latest?.locale === locale && latest.zone === zone) return latest.day
  const day = dateFormatters(locale, zone).shortDay
  latest = { locale, zone, day }
  return day
}

type DecisionText = (dated: DatedDecision, zone: string | undefined) => string

/**
 * Returns the text of a decision with its day, such as "Mine, Nov 21"; its `day` returns the day alone. `zone` is an IANA name that
 * Intl supports.
 */
export function useDecisionText(): DecisionText & { day: DecisionText } {
  const { t, locale } = useI18n()
  const day: DecisionText = ({ at }, zone) => dayIn(locale.value, zone)(at)
  const text: DecisionText = (dated, zone) =>
    t('review.dated', { decision: t(`review.decisions.${dated.decision}`), day: day(dated, zone) })
  return Object.assign(text, { day })
}
