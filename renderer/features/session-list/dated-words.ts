import { useI18n } from 'vue-i18n'
import type { DatedWords } from '../../../electron/shared/relative-time.ts'

/** Returns the texts for `formatDated` in the window's language; `never` is the text of a missing time. */
export function useDatedWords(): (never: string) => DatedWords {
  const { t } = useI18n()
  return (never) => ({ never, now: t('time.now'), age: (unit, n) => t(`time.age.${unit}`, { n }) })
}
