import { ref, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import type { ReviewItem, ReviewSummary } from '../../../electron/shared/review.ts'

/** What screen readers announce of each answer in a review, its session included; of an answer on many, their number. */
export function useDecidedText(
  items: () => ReadonlyMap<number, ReviewItem>,
  review: () => ReviewSummary,
  nameOf: (item: ReviewItem) => string,
) {
  const { t, n } = useI18n()
  const text = ref('')
  watch(items, (now, before) => {
    const changed = [...now.values()].filter(({ key, decided }) => {
      const earlier = before.get(key)
      return earlier && decided?.at !== earlier.decided?.at
    })
    const [first] = changed
    if (!first) return
    const { decided, total } = review()
    const answer = first.decided ? `review.decisions.${first.decided.decision}` : 'review.onlyUndecided'
    const name =
      changed.length === 1 ? nameOf(first) : t('sessions.count', { n: n(changed.length) }, changed.length)
    text.value = t('review.answered', { name, answer: t(answer), decided: n(decided), total: n(total) })
  })
  return text
}
