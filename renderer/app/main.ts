import { createPinia } from 'pinia'
import { createApp, createSSRApp } from 'vue'
import App from './App.vue'
import { createAppI18n, fallbackLocale, MESSAGES, setLocale } from '../lib/i18n.ts'
import { createAppRouter } from './router.ts'
import { isCurrent, takeStoredList } from './static-document.ts'
import { keepEarlyInput, whenComposed } from '../lib/early-input.ts'
import { useAppStore } from '../lib/app-state.ts'
import { useRevocations } from '../features/revocation/revocations.ts'
import { usePageErrors } from '../lib/page-errors.ts'
import { useSessions } from '../features/sessions/session-lists.ts'

// Prefetches the likely first screen and language while main loads the state.
const guessed = fallbackLocale(navigator.languages)
void Promise.allSettled([
  ...(location.hash === '#sessions'
    ? [import('./layout/AppLayout.vue'), import('../features/sessions/SessionsView.vue')]
    : [import('../features/auth/SignInView.vue')]),
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
  const stored = takeStoredList()
  if (stored) useSessions(pinia).lastKnown.set(stored.accountId, stored.list)
  const router = createAppRouter()
  const hydrates = isCurrent(app)
  const page = (hydrates ? createSSRApp(App) : createApp(App)).use(pinia).use(i18n).use(router)
  if (window.earlyInput) {
    // The first screen is on the page already; Vue must not replace it with an empty one.
    await router.isReady()
    await whenComposed()
  }
  keepEarlyInput(() => page.mount('#app'))
} else {
  takeStoredList()
  const { default: StartFailedView } = await import('./StartFailedView.vue')
  createApp(StartFailedView).use(i18n).mount('#app')
}
