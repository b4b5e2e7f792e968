import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './App.vue'
import { createDeskI18n, fallbackLocale, MESSAGES, speak } from './composables/i18n.ts'
import { createDeskRouter } from './router.ts'
import { useDesk } from './stores/desk.ts'
import { useEndings } from './stores/endings.ts'
import { usePageErrors } from './stores/page-errors.ts'
import { useSessions } from './stores/sessions.ts'
import StartFailedView from './views/StartFailedView.vue'

// What most likely comes first is fetched while main is asked; if it is not, little is lost.
const guessed = fallbackLocale(navigator.languages)
void Promise.allSettled([
  ...(location.hash === '#sessions'
    ? [import('./views/FrameView.vue'), import('./views/SessionsView.vue')]
    : [import('./views/SignInView.vue')]),
  MESSAGES[guessed](),
])

const pinia = createPinia()
const desk = useDesk(pinia)
const told = await desk.start()
const i18n = createDeskI18n()
await speak(i18n.global, told.ok ? desk.desk.locale : guessed)

if (told.ok) {
  useSessions(pinia).start()
  useEndings(pinia).start()
  usePageErrors(pinia).start()
  createApp(App).use(pinia).use(i18n).use(createDeskRouter()).mount('#app')
} else {
  createApp(StartFailedView).use(i18n).mount('#app')
}
