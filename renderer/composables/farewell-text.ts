import { useI18n } from 'vue-i18n'
import type { Farewell } from '../stores/app.ts'

/** Says how a sign-out ended, with what the service said to it. */
export function useFarewellText(): (farewell: Farewell) => string {
  const { t } = useI18n()
  return ({ name, service }) => {
    if (service === 'confirmed') return t('farewell.confirmed', { name })
    if (service === 'everywhere') return t('farewell.everywhere', { name })
    if (service === 'notAsked') return t('farewell.removed', { name })
    return service === 'unreachable' ? t('farewell.unconfirmed', { name }) : t('farewell.refused', { name })
  }
}
