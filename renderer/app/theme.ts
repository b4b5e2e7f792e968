import { watchEffect } from 'vue'
import type { Theme } from '../../electron/shared/settings.ts'

/** Sets the theme on the root element, where styles/app.css reads it; `system` follows the system. */
export function useTheme(theme: () => Theme): void {
  watchEffect(() => {
    document.documentElement.dataset['theme'] = theme()
  })
}
