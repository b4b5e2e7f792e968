import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './App.vue'
import { createDeskI18n, fallbackLocale, speak } from './composables/i18n.ts'
import { createDeskRouter } from './router.ts'
import { useDesk } from './stores/desk.ts'
import { useEndings } from './stores/endings.ts'
import { useSessions } from './stores/sessions.ts'
import StartFailedView from './views/StartFailedView.vue'

const pinia = createPinia()
const desk = useDesk(pinia)
const told = await desk.start()
const i18n = createDeskI18n()
await speak(i18n.global, told.ok ? desk.desk.locale : fallbackLocale(navigator.languages))

if (told.ok) {
  useSessions(pinia).start()
  useEndings(pinia).start()
  createApp(App).use(pinia).use(i18n).use(createDeskRouter()).mount('#app')
} else {
  createApp(StartFailedView).use(i18n).mount('#app')
}
