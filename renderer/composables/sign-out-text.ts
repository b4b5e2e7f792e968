import { useI18n } from 'vue-i18n'
import type { SignOutResult } from '../stores/app.ts'

/** Returns the sentence for the result of a sign-out. */
export function useSignOutText(): (result: SignOutResult) => string {
  const { t } = useI18n()
  return ({ name, service }) => {
    if (service === 'confirmed') return t('farewell.confirmed', { name })
    if (service === 'everywhere') return t('farewell.everywhere', { name })
    if (service === 'notAsked') return t('farewell.removed', { name })
    return service === 'unreachable' ? t('farewell.unconfirmed', { name }) : t('farewell.refused', { name })
  }
}
