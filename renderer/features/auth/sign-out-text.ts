import { useI18n } from 'vue-i18n'
import type { SignOutResult } from '../../lib/toasts.ts'

/** Returns the sentences for the result of a sign-out. */
export function useSignOutText(): (result: SignOutResult) => string {
  const { t } = useI18n()
  function ofAccount({ name, service }: SignOutResult): string {
    if (service === 'confirmed') return t('signOut.confirmed', { name })
    if (service === 'everywhere') return t('signOut.everywhere', { name })
    if (service === 'notAsked') return t('signOut.removed', { name })
    return service === 'unreachable' ? t('signOut.unconfirmed', { name }) : t('signOut.refused', { name })
  }
  return (result) => {
    const { unended: names = [] } = result
    if (names.length === 0) return ofAccount(result)
    return `${ofAccount(result)} ${t('signOut.unended', { names: names.join(', ') }, names.length)}`
  }
}
