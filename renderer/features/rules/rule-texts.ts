import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { useDates } from '../../lib/dates.ts'
import type { Rule } from '../../../electron/shared/rules.ts'

/** Says what a rule would do; `isPlan`: it is off, or its days are not saved. `zone` is as in `useDates`. */
export function useRuleTexts(rule: () => Rule | null, isPlan: () => boolean, zone: () => string | undefined) {
  const { t } = useI18n()
  const dates = useDates()
  const n = computed(() => rule()?.wouldRevoke.length ?? 0)
  const when = computed(() => {
    const at = rule()?.nextRunAt ?? null
    return at === null ? '' : dates(zone()).exact(at)
  })
  /** When it ends what it would end: with the next list, once what it waits for is over, or after a rest of a day. */
  const mode = computed(() => {
    const blockedBy = rule()?.blockedBy
    if (blockedBy === 'ranToday') return 'later'
    return blockedBy === 'notFresh' || blockedBy === 'busy' ? 'then' : 'now'
  })

  /** What it does now, and when it does something next. */
  const outcome = computed(() => {
    const of = isPlan() ? 'would' : 'does'
    if (n.value > 0) return t(`rules.${of}.${mode.value}`, { n: n.value, when: when.value }, n.value)
    return when.value ? t(`rules.${of}.first`, { when: when.value }) : t(`rules.${of}.none`)
  })
  /** When it ends what it would end, for the question before that. */
  const begin = computed(() => t(`rules.begin.${mode.value}`, { when: when.value }))
  return { n, outcome, begin }
}
