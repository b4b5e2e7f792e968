import { createPinia } from 'pinia'
import { createApp } from 'vue'
import AppRoot from './App.vue'
import { createAppI18n, fallbackLocale, setLocale } from '../lib/i18n.ts'
import { createAppRouter } from './router.ts'
import { useAppStore } from '../lib/app-state.ts'
import { useRevocations } from '../features/revocation/revocations.ts'
import { useListView } from '../features/session-list/list-view.ts'
import { usePageErrors } from '../lib/page-errors.ts'
import { useSessions } from '../features/session-list/session-lists.ts'

// Loads the likely first page while main loads the state.
void Promise.allSettled(
  location.hash === '#sessions'
    ? [import('./layout/AppLayout.vue'), import('../features/sessions/SessionsView.vue')]
    : [import('../features/auth/SignInView.vue')],
)

const pinia = createPinia()
if (import.meta.hot) pinia.use((await import('./keep-state.ts')).keepState)
const app = useAppStore(pinia)
const i18n = createAppI18n()
const router = createAppRouter()
const page = createApp(AppRoot).use(pinia).use(i18n)

// Switches to the likely language meanwhile.
const guessed = fallbackLocale(navigator.languages)
void setLocale(i18n.global, guessed).catch(() => null)

useSessions(pinia).start()
useRevocations(pinia).start()
usePageErrors(pinia).start()

const loaded = await app.start()
if (loaded.ok) {
  Object.assign(useListView(pinia), loaded.value.view)
  await setLocale(i18n.global, app.state.locale)
  // The page mounts once, with its first route, in the place of the frame that index.html draws.
  page.use(router)
  await router.isReady()
  page.mount('#app')
} else {
  const { default: StartFailedView } = await import('./StartFailedView.vue')
  await setLocale(i18n.global, guessed)
  createApp(StartFailedView).use(i18n).mount('#app')
}
