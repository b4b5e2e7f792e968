import { useI18n } from 'vue-i18n'
import type { ReviewItem } from '../../../electron/shared/review.ts'
import type { DeviceSession } from '../../../electron/shared/session.ts'
import { useAgeText, useDates } from '../../lib/dates.ts'

/** A session of a review with what is known of it. `now` is epoch ms by the service's clock; `zone` as in `useDates`. */
export interface ReviewedFacts {
  item: ReviewItem
  session: DeviceSession | null
  /** The newest entry of the history about it as text. */
  history: string
  now: number
  zone: string | undefined
}

/** A fact with its title; `exact` is a date for the tooltip and for screen readers. */
interface SessionFact {
  title: string
  text: string
  exact?: string
}

/** Returns the facts that help to decide and have no column: those that a session has, with their titles. */
export function useSessionFacts(): (facts: ReviewedFacts) => SessionFact[] {
  const { t } = useI18n()
  const dates = useDates()
  const ageText = useAgeText()
  return ({ item, session, history, now, zone }) => {
    const seenAt = session?.firstSeenAt ?? null
    const facts: [title: string, text: string, exact?: string][] = [
      [
        t('sessions.firstSeen'),
        ageText(seenAt, now, zone, ''),
        seenAt === null ? '' : dates(zone).exact(seenAt),
      ],
      [t('details.platform'), [session?.platform, session?.platformVersion].filter(Boolean).join(' ')],
      [t('details.serviceName'), session?.alias ? item.serviceName : ''],
      [t('details.note'), session?.note ?? ''],
      [t('activity.history'), history],
    ]
    return facts.flatMap(([title, text, exact]) => (text ? [{ title, text, ...(exact && { exact }) }] : []))
  }
}
