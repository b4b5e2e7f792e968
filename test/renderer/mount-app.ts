import { mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { onTestFinished, vi } from 'vitest'
import type { AppState } from '../../electron/shared/app-state.ts'
import App from '../../renderer/app/App.vue'
import { createAppI18n, setLocale } from '../../renderer/lib/i18n.ts'
import { createAppRouter } from '../../renderer/app/router.ts'
import { useAppStore } from '../../renderer/lib/app-state.ts'
import { useRevocations } from '../../renderer/features/revocation/revocations.ts'
import { useListView } from '../../renderer/features/session-list/list-view.ts'
import { usePageErrors } from '../../renderer/lib/page-errors.ts'
import { useSessions } from '../../renderer/features/session-list/session-lists.ts'
import type { SessionList } from '../../electron/shared/session-list.ts'
import { appState, fakeBridge, list, type FakeBridge } from './fake-bridge.ts'
import { get, press } from './screen.ts'

/**
 * Starts the whole window on a fake bridge, like main.ts; `locale` is the one that is loaded first. `meanwhile` runs between the first
 * route and the first render.
 */
export async function mountApp(
  state: AppState,
  prepare: (fake: FakeBridge) => unknown = () => {},
  locale = state.locale,
  meanwhile: (fake: FakeBridge) => unknown = () => {},
): Promise<FakeBridge> {
  const fake = fakeBridge(state)
  prepare(fake)
  const pinia = createPinia()
  await useAppStore(pinia).start()
  Object.assign(useListView(pinia), state.view)
  const i18n = createAppI18n()
  await setLocale(i18n.global, locale)
  useSessions(pinia).start()
  useRevocations(pinia).start()
  onTestFinished(usePageErrors(pinia).start())
  const router = createAppRouter()
  await router.push('/')
  meanwhile(fake)
  mount(App, { attachTo: document.body, global: { plugins: [pinia, i18n, router] } })
  await vi.waitUntil(() => document.querySelector('h1') !== null, { timeout: 20_000, interval: 5 })
  return fake
}

/** Starts the window on a list of sessions, and waits for its table. */
export async function mountList(over: Partial<SessionList> = {}, state = appState()): Promise<FakeBridge> {
  const fake = await mountApp(state, (prepared) => (prepared.list = list(over)))
  await get('table', 'Sessions')
  return fake
}

/** Starts the window, and opens a page by its link, whose name is its heading too. */
export async function mountPage(
  page: string,
  prepare?: (fake: FakeBridge) => unknown,
  state = appState(),
): Promise<FakeBridge> {
  const fake = await mountApp(state, prepare)
  await press(page, 'link')
  await get('heading', page)
  return fake
}
