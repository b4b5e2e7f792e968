import { useI18n } from 'vue-i18n'
import type { SignOutResult } from '../../lib/toasts.ts'

/** Whether the service may still list the session after the sign-out. */
export function mayStillBeListed({ service }: SignOutResult): boolean {
  return service === 'unreachable' || service === 'refused'
}

/** Returns the sentence for the result of a sign-out. */
export function useSignOutText(): (result: SignOutResult) => string {
  const { t } = useI18n()
  return ({ name, service }) => {
    if (service === 'confirmed') return t('signOut.confirmed', { name })
    if (service === 'everywhere') return t('signOut.everywhere', { name })
    if (service === 'notAsked') return t('signOut.removed', { name })
    return service === 'unreachable' ? t('signOut.unconfirmed', { name }) : t('signOut.refused', { name })
  }
}
