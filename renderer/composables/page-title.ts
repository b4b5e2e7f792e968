import { watchEffect } from 'vue'
import { useI18n } from 'vue-i18n'

/** Names the window after the page in it; follows the language. */
export function usePageTitle(title: () => string): void {
  const { t } = useI18n()
  watchEffect(() => {
    document.title = t('app.titled', { page: title(), app: t('app.name') })
  })
}
