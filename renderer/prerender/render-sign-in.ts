import { createPinia } from 'pinia'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { placeholder } from '../../electron/shared/static-document.ts'
import type { AppState } from '../../electron/shared/app-state.ts'
import type { Locale } from '../../electron/shared/settings.ts'
import App from '../app/App.vue'
import { createAppRouter } from '../app/router.ts'
import { useAppStore } from '../lib/app-state.ts'
import { createAppI18n, setLocale } from '../lib/i18n.ts'

export { recordEarlyInput } from './record-early-input.ts'

/** The state of a start without accounts, with placeholders for the values that only the start knows. */
export function signInState(locale: Locale): AppState {
  return {
    version: '',
    runtime: '',
    deviceName: placeholder('deviceName'),
    settings: {
      theme: 'system',
      language: locale,
      renewal: 'never',
      pollInterval: '10s',
      keepInTray: true,
      keepWithoutTray: false,
      notifications: true,
      server: placeholder('server'),
    },
    locale,
    tokenStorage: { location: 'keyring', reason: null, backend: '' },
    online: true,
    hasTray: true,
    notificationsRefused: false,
    accounts: [],
    activeAccountId: null,
    passwordReports: [],
    renewalWarnings: [],
    unconfirmedSessions: [],
    isFinishing: false,
    alerts: [],
  }
}

/**
 * Renders the app to HTML as Vue hydrates it: the sign-in screen, where the bridge has the state of `signInState`. Sets
 * the language and the title of the document.
 */
export async function renderApp(locale: Locale): Promise<string> {
  const pinia = createPinia()
  const loaded = await useAppStore(pinia).start()
  if (!loaded.ok) throw new Error('The bridge has no state')
  const i18n = createAppI18n()
  await setLocale(i18n.global, locale)
  const router = createAppRouter()
  const app = createSSRApp(App).use(pinia).use(i18n).use(router)
  await router.push('/')
  return renderToString(app)
}
