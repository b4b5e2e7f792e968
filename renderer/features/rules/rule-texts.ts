import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { exactTime } from '../../../electron/shared/exact-time.ts'
import type { Rule } from '../../../electron/shared/rules.ts'

/** Says what a rule would do; `isPlan`: it is off, or its days are not saved. `zone` is as in `exactTime`. */
export function useRuleTexts(rule: () => Rule | null, isPlan: () => boolean, zone: () => string | undefined) {
  const { t, locale } = useI18n()
  const n = computed(() => rule()?.wouldRevoke.length ?? 0)
  const when = computed(() => {
    const at = rule()?.nextRunAt ?? null
    return at === null ? '' : exactTime(at, locale.value, zone())
  })
  /** Whether it ends them with the next list that it may use, and not after a rest of a day only. */
  const isSoon = computed(() => rule()?.blockedBy !== 'ranToday')

  /** What it does now, and when it does something next. */
  const outcome = computed(() => {
    const of = isPlan() ? 'would' : 'does'
    if (n.value > 0 && isSoon.value) return t(`rules.${of}.now`, { n: n.value }, n.value)
    if (n.value > 0) return t(`rules.${of}.later`, { n: n.value, when: when.value }, n.value)
    return when.value ? t(`rules.${of}.first`, { when: when.value }) : t(`rules.${of}.none`)
  })
  /** When it ends what it would end, for the question before that. */
  const begin = computed(() =>
    isSoon.value ? t('rules.begin.now') : t('rules.begin.later', { when: when.value }),
  )
  return { n, outcome, begin }
}
