import { createPinia } from 'pinia'
import { createApp } from 'vue'
import { findLanguage } from '../../../electron/shared/languages.ts'
import { createAppI18n, setLocale } from '../../../renderer/lib/i18n.ts'
import '../../../renderer/styles/app.css'
import GalleryPage from './GalleryPage.vue'

// The page that `npm run gallery` serves: `?language=es&theme=dark`.
const wanted = new URLSearchParams(location.search)
const i18n = createAppI18n()
await setLocale(i18n.global, findLanguage(wanted.get('language') ?? '') ?? 'en')
document.documentElement.dataset['theme'] = wanted.get('theme') ?? 'system'
createApp(GalleryPage).use(createPinia()).use(i18n).mount('#app')
