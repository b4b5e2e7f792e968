import { createPinia } from 'pinia'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import type { LastKnownList } from '../../electron/shared/last-known-list.ts'
import type { Language } from '../../electron/shared/languages.ts'
import { headOf, type RowTemplates } from '../../electron/shared/static-document.ts'
import { DIRECTIONS, ORDERS } from '../../electron/shared/view-state.ts'
import App from '../app/App.vue'
import { createAppRouter } from '../app/router.ts'
import { useSessions } from '../features/session-list/session-lists.ts'
import { useAppStore } from '../lib/app-state.ts'
import { createAppI18n, setLocale } from '../lib/i18n.ts'
import { headIn } from './row-templates.ts'

export { recordEarlyInput } from './record-early-input.ts'
export { sampleList, signedInState, signInState } from './sample-state.ts'
export { templatesOf } from './row-templates.ts'

/**
 * Renders the app to HTML that Vue can hydrate, in the state of the bridge: the sign-in screen, or the sessions with `list`. Sets
 * the language and the title of the document.
 */
export async function renderApp(locale: Language, list?: LastKnownList) {
  const pinia = createPinia()
  const store = useAppStore(pinia)
  const loaded = await store.start()
  if (!loaded.ok) throw new Error('The bridge has no state')
  if (list && store.account) useSessions(pinia).lastKnown.set(store.account.id, list)
  const i18n = createAppI18n()
  await setLocale(i18n.global, locale)
  const router = createAppRouter()
  const app = createSSRApp(App).use(pinia).use(i18n).use(router)
  await router.push('/')
  // The Content-Security-Policy forbids the attribute, also without a value.
  const html = (await renderToString(app)).replaceAll(' style=""', '')
  return { html, texts: i18n.global }
}

/** Renders the head of the table of `list` for each order, by its name. */
export async function renderHeads(locale: Language, list: LastKnownList): Promise<RowTemplates['heads']> {
  const orders = ORDERS.flatMap((by) => DIRECTIONS.map((direction) => ({ by, direction })))
  const heads: Record<string, string> = { [headOf()]: headIn((await renderApp(locale, list)).html) }
  for (const order of orders)
    heads[headOf(order)] = headIn((await renderApp(locale, { ...list, order })).html)
  return heads
}
