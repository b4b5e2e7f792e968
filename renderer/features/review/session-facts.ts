import { useI18n } from 'vue-i18n'
import type { ReviewItem } from '../../../electron/shared/review.ts'
import type { DeviceSession } from '../../../electron/shared/session.ts'
import { formatDated } from '../../../electron/shared/relative-time.ts'
import { useDatedWords } from '../session-list/dated-words.ts'

/** A session of a review with what is known of it. `now` is epoch ms by the service's clock; `zone` as in `dateFormatters`. */
export interface ReviewedFacts {
  item: ReviewItem
  session: DeviceSession | null
  /** The newest entry of the history about it as text. */
  history: string
  now: number
  zone: string | undefined
}

/** Returns the facts that help to decide and have no column: those that a session has, with their titles. */
export function useSessionFacts(): (facts: ReviewedFacts) => { title: string; text: string }[] {
  const { t, locale } = useI18n()
  const datedWords = useDatedWords()
  return ({ item, session, history, now, zone }) => {
    const seenAt = session?.firstSeenAt ?? null
    const words = datedWords('')
    const facts: [title: string, text: string][] = [
      [
        t('sessions.firstSeen'),
        seenAt === null ? '' : formatDated(seenAt, now, { locale: locale.value, zone, words }),
      ],
      [t('details.platform'), [session?.platform, session?.platformVersion].filter(Boolean).join(' ')],
      [t('details.serviceName'), session?.alias ? item.serviceName : ''],
      [t('details.note'), session?.note ?? ''],
      [t('activity.history'), history],
    ]
    return facts.flatMap(([title, text]) => (text ? [{ title, text }] : []))
  }
}
