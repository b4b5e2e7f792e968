import { createPinia } from 'pinia'
import { createApp, createSSRApp, type App } from 'vue'
import AppRoot from './App.vue'
import { createAppI18n, fallbackLocale, MESSAGES, setLocale } from '../lib/i18n.ts'
import { createAppRouter } from './router.ts'
import { activate, takeShownScreen } from './static-document.ts'
import { keepEarlyInput, whenComposed } from './early-input.ts'
import { useAppStore } from '../lib/app-state.ts'
import { useRevocations } from '../features/revocation/revocations.ts'
import { useListView } from '../features/session-list/list-view.ts'
import { usePageErrors } from '../lib/page-errors.ts'
import { useSessions } from '../features/session-list/session-lists.ts'

// Prefetches the likely first screen and language while main loads the state.
const guessed = fallbackLocale(navigator.languages)
void Promise.allSettled([
  ...(location.hash === '#sessions'
    ? [import('./layout/AppLayout.vue'), import('../features/sessions/SessionsView.vue')]
    : [import('../features/auth/SignInView.vue')]),
  MESSAGES[guessed](),
])

const pinia = createPinia()
if (import.meta.hot) pinia.use((await import('./keep-state.ts')).keepState)
const app = useAppStore(pinia)
const i18n = createAppI18n()

// With the state of the static document the page starts while main loads its services.
const shown = takeShownScreen()
const hydrates = shown !== null && shown.state.accounts.length === 0
let tellTakenOver = (): void => undefined
const takenOver = hydrates ? new Promise<void>((resolve) => (tellTakenOver = resolve)) : null
const loading = app.start(shown?.state, takenOver).then((answer) => {
  // Before the first list, which main sends after its state.
  if (answer.ok) Object.assign(useListView(pinia), answer.value.view)
  return answer
})
let page: App | null = null
if (shown || (await loading).ok) {
  await setLocale(i18n.global, app.state.locale)
  useSessions(pinia).start()
  useRevocations(pinia).start()
  usePageErrors(pinia).start()
  if (shown?.list && app.account) useSessions(pinia).lastKnown.set(app.account.id, shown.list)
  page = await mountPage(hydrates ? createSSRApp : createApp)
  tellTakenOver()
}
const loaded = await loading
if (!loaded.ok) {
  page?.unmount()
  const { default: StartFailedView } = await import('./StartFailedView.vue')
  await setLocale(i18n.global, guessed)
  createApp(StartFailedView).use(i18n).mount('#app')
}
activate()

/** Mounts the app; Vue takes over the first screen of the static document if `create` hydrates. */
async function mountPage(create: typeof createApp): Promise<App> {
  const router = createAppRouter()
  const created = create(AppRoot).use(pinia).use(i18n).use(router)
  if (window.earlyInput) {
    // Wait for the route: Vue must not replace the static document with an empty page.
    await router.isReady()
    await whenComposed()
  }
  keepEarlyInput(() => created.mount('#app'))
  return created
}
