import { watchEffect } from 'vue'
import { useI18n } from 'vue-i18n'

/** Sets the window's title to the page's, and updates it with the language. */
export function usePageTitle(title: () => string): void {
  const { t } = useI18n()
  watchEffect(() => {
    document.title = t('app.titled', { page: title(), app: t('app.name') })
  })
}
