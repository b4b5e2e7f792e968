import { watchEffect } from 'vue'
import type { Theme } from '../../electron/contract/models.ts'

/** Puts the chosen theme on the root element, where styles/app.css reads it; `system` is the style sheet's own case. */
export function useTheme(theme: () => Theme): void {
  watchEffect(() => {
    document.documentElement.dataset['theme'] = theme()
  })
}
