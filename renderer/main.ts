import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './App.vue'
import { createAppI18n, fallbackLocale, MESSAGES, setLocale } from './composables/i18n.ts'
import { createAppRouter } from './router.ts'
import { useAppStore } from './stores/app.ts'
import { useRevocations } from './stores/revocations.ts'
import { usePageErrors } from './stores/page-errors.ts'
import { useSessions } from './stores/sessions.ts'
import StartFailedView from './views/StartFailedView.vue'

// Prefetches the likely first screen and language while main loads the state.
const guessed = fallbackLocale(navigator.languages)
void Promise.allSettled([
  ...(location.hash === '#sessions'
    ? [import('./components/layout/AppLayout.vue'), import('./views/SessionsView.vue')]
    : [import('./views/SignInView.vue')]),
  MESSAGES[guessed](),
])

const pinia = createPinia()
const app = useAppStore(pinia)
const loaded = await app.start()
const i18n = createAppI18n()
await setLocale(i18n.global, loaded.ok ? app.state.locale : guessed)

if (loaded.ok) {
  useSessions(pinia).start()
  useRevocations(pinia).start()
  usePageErrors(pinia).start()
  createApp(App).use(pinia).use(i18n).use(createAppRouter()).mount('#app')
} else {
  createApp(StartFailedView).use(i18n).mount('#app')
}
