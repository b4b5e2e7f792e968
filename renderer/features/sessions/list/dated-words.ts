import { useI18n } from 'vue-i18n'
import type { DatedWords } from '../../../../electron/shared/relative-time.ts'

/** The texts of `formatDated` in the window's language; `never` depends on what the time is of. */
export function useDatedWords(): (never: string) => DatedWords {
  const { t } = useI18n()
  return (never) => ({ never, now: t('time.now'), age: (unit, n) => t(`time.age.${unit}`, { n }) })
}
