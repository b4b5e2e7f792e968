import { createPinia } from 'pinia'
import { createApp, createSSRApp } from 'vue'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LOCALES, type Locale } from '../../../electron/shared/settings.ts'
import App from '../../../renderer/app/App.vue'
import { createAppRouter } from '../../../renderer/app/router.ts'
import { createAppI18n, setLocale } from '../../../renderer/lib/i18n.ts'
import { useAppStore } from '../../../renderer/lib/app-state.ts'
import { renderApp, signInState } from '../../../renderer/prerender/render-sign-in.ts'
import { fakeBridge } from '../fake-bridge.ts'

afterEach(() => document.body.replaceChildren())

/** Mounts the page in an element, as main.ts does. */
async function mountIn(element: Element, create: typeof createApp, locale: Locale): Promise<() => void> {
  const pinia = createPinia()
  await useAppStore(pinia).start()
  const i18n = createAppI18n()
  await setLocale(i18n.global, locale)
  const router = createAppRouter()
  const app = create(App).use(pinia).use(i18n).use(router)
  await router.push('/')
  await router.isReady()
  app.mount(element)
  return () => app.unmount()
}

/** The markup without the markers of hydration, the values as attributes, and the order of classes. */
function clean(element: Element): string {
  return element.innerHTML
    .replace(/<!--.*?-->| value(="[^"]*")?(?=[ >])/gs, '')
    .replace(/class="([^"]*)"/g, (_all, names: string) => names.split(' ').sort().join(' '))
}

function append(html: string): HTMLElement {
  const element = document.createElement('div')
  element.innerHTML = html
  document.body.append(element)
  return element
}

describe.each(LOCALES)('the sign-in screen, rendered in the build, in %s', (locale) => {
  it('is what the page renders, and Vue takes it over as it is', async () => {
    fakeBridge(signInState(locale))
    const html = await renderApp(locale)
    const title = document.title
    const problems = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')]

    const hydrated = append(html)
    const heading = hydrated.querySelector('h1')
    const drawn = clean(hydrated)
    const stop = await mountIn(hydrated, createSSRApp, locale)
    expect(hydrated.querySelector('h1')).toBe(heading)
    expect(heading?.textContent).not.toBe('')
    expect(clean(hydrated)).toBe(drawn)
    stop()

    const fresh = append('')
    const stopFresh = await mountIn(fresh, createApp, locale)
    expect(clean(fresh)).toBe(drawn)
    expect(document.title).toBe(title)
    stopFresh()
    for (const problem of problems) expect(problem).not.toHaveBeenCalled()
  })
})
