import { createPinia } from 'pinia'
import { createApp, createSSRApp } from 'vue'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LANGUAGES } from '../../../electron/shared/languages.ts'
import { DEVICE_KINDS } from '../../../electron/shared/device.ts'
import type { LastKnownList } from '../../../electron/shared/last-known-list.ts'
import { initialState } from '../../../renderer/app/initial-state.ts'
import App from '../../../renderer/app/App.vue'
import { createAppRouter } from '../../../renderer/app/router.ts'
import { createAppI18n, setLocale } from '../../../renderer/lib/i18n.ts'
import { useSessions } from '../../../renderer/features/session-list/session-lists.ts'
import { useAppStore } from '../../../renderer/lib/app-state.ts'
import {
  renderApp,
  renderHeads,
  sampleList,
  signedInState,
  signInState,
  templatesOf,
} from '../../../renderer/prerender/render-app.ts'
import { fillSessionsPage } from '../../../electron/platform/domain/sessions-page.ts'
import { headOf, placeholder } from '../../../electron/shared/static-document.ts'
import { DIRECTIONS, ORDERS } from '../../../electron/shared/view-state.ts'
import { recordEarlyInput } from '../../../renderer/prerender/record-early-input.ts'
import { fakeBridge } from '../fake-bridge.ts'

afterEach(() => document.body.replaceChildren())

/** Mounts the page in an element, as main.ts does. */
async function mountIn(
  element: Element,
  create: typeof createApp,
  locale: string,
  list?: LastKnownList,
): Promise<() => void> {
  const pinia = createPinia()
  await useAppStore(pinia).start()
  if (list) useSessions(pinia).lastKnown.set('sample', list)
  const i18n = createAppI18n()
  await setLocale(i18n.global, locale)
  const router = createAppRouter()
  const app = create(App).use(pinia).use(i18n).use(router)
  await router.push('/')
  await router.isReady()
  app.mount(element)
  return () => app.unmount()
}

/** The markup without the markers of hydration, the values as attributes, empty styles, and the order of classes. */
function clean(element: Element): string {
  return element.innerHTML
    .replace(/<!--.*?-->| (value|style)(="")?(?=[ >])| value="[^"]*"/gs, '')
    .replace(/class="([^"]*)"/g, (_all, names: string) => names.split(' ').sort().join(' '))
}

function append(html: string): HTMLElement {
  const element = document.createElement('div')
  element.innerHTML = html
  document.body.append(element)
  return element
}

describe.each(LANGUAGES)('the sign-in screen, rendered in the build, in %s', (locale) => {
  it('is what the page renders, and Vue takes it over as it is', async () => {
    fakeBridge(signInState(locale))
    const { html } = await renderApp(locale)
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

/** The ids of an element and its descriptions, which differ between two pages. */
const withoutIds = (markup: string): string => markup.replace(/v-\d+(?=["-])/g, 'id')

describe.each(LANGUAGES)('the sessions, rendered in the build, in %s', (locale) => {
  it('are what the page renders with the same list', async () => {
    const state = signedInState(locale)
    fakeBridge(state).handlers['session:list'] = () => new Promise(() => undefined)
    const now = Date.now()
    const list = sampleList(now, 3)
    const { html, texts } = await renderApp(locale, list)
    const title = document.title
    const page = append('')
    const stop = await mountIn(page, createApp, locale, list)
    expect(withoutIds(clean(append(html)))).toBe(withoutIds(clean(page)))
    expect(document.title).toBe(title)

    const filled = templatesOf({ html, heads: {} }, list, texts, now)
    for (const text of Object.values(filled.templates.icons)) expect(text).toMatch(/^<svg.*<\/svg>$/)
    expect(Object.keys(filled.templates.icons).sort()).toEqual([...DEVICE_KINDS].sort())
    stop()
  })

  it('have the head of the page, in each order of its rows', async () => {
    fakeBridge(signedInState(locale)).handlers['session:list'] = () => new Promise(() => undefined)
    const list = sampleList(Date.now(), 3)
    const heads = await renderHeads(locale, list)
    const orders = ORDERS.flatMap((by) => DIRECTIONS.map((direction) => ({ by, direction })))
    for (const order of [undefined, ...orders]) {
      const page = append('')
      const stop = await mountIn(page, createApp, locale, { ...list, order })
      const head = append(`<table>${heads[headOf(order)]}</table>`).querySelector('thead')
      expect(withoutIds(clean(head!))).toBe(withoutIds(clean(page.querySelector('thead')!)))
      stop()
    }
    expect(Object.keys(heads)).toHaveLength(7)
    // The first one is one of the six.
    expect(new Set(Object.values(heads)).size).toBe(6)
  })

  it('have the times of the page once main has filled in the list and the script has run', async () => {
    const regional = `${locale}-u-hc-h11`
    fakeBridge({ ...signedInState(locale), locale: regional }).handlers['session:list'] = () =>
      new Promise(() => undefined)
    const now = Date.now()
    const { html, texts } = await renderApp(locale, sampleList(now, 3))
    const { templates } = templatesOf({ html, heads: {} }, sampleList(now, 3), texts, now)
    const ages = [0, 3, 9, 300, 400, 1_000].map((days) => now - days * 86_400_000)
    const sample = sampleList(now, 3)
    const sessions = sample.sessions.map((each, at) => ({
      ...each,
      createdAt: ages[at] ?? null,
      lastUsedAt: ages[ages.length - 1 - at] ?? null,
    }))
    const list = { ...sample, sessions }
    const page = append('')
    const stop = await mountIn(page, createApp, regional, list)
    const times = timesIn(page)
    stop()

    const document = { html: placeholder('rows'), templates, scriptHash: '', styleHash: '', files: [] }
    const account = {
      id: 'sample',
      name: '',
      email: '',
      tenant: '',
      baseUrl: '',
      timezone: null,
      locale: null,
    }
    const filled = append('')
    filled.innerHTML = `<table><tbody>${fillSessionsPage(document, { account, list, theme: 'light', locale: regional, now })}</tbody></table>`
    recordEarlyInput([], () => Promise.resolve())
    expect(timesIn(filled)).toEqual(times)
    expect(new Set(times).size).toBeGreaterThan(6)
    expect(times.join()).not.toContain('·')
    if (locale === 'en')
      expect(times).toEqual(
        expect.arrayContaining(['9 days ago', '300 days ago', '13 months ago', '2 years ago']),
      )
  })
})

it('the account’s picture is the page’s own once main has filled in the account', async () => {
  const now = Date.now()
  const list = sampleList(now, 3)
  fakeBridge(signedInState('en')).handlers['session:list'] = () => new Promise(() => undefined)
  const { html, texts } = await renderApp('en', list)
  const document = {
    ...templatesOf({ html, heads: {} }, list, texts, now),
    scriptHash: '',
    styleHash: '',
    files: [],
  }
  for (const name of ['Ana Ribeiro', '🦊']) {
    const profile = { name, email: 'zoe@example.com', tenant: null, timezone: null, locale: null }
    const account = { ...profile, id: 'sample', baseUrl: 'https://chat.example.com/api/v1' }
    const state = initialState({ locale: 'en', theme: 'light', server: '', deviceName: '', account })
    fakeBridge(state).handlers['session:list'] = () => new Promise(() => undefined)
    const page = append('')
    const stop = await mountIn(page, createApp, 'en', list)
    const filled = append(fillSessionsPage(document, { account, list, theme: 'light', locale: 'en', now }))
    expect(pictureIn(filled)).toBe(pictureIn(page))
    expect(pictureIn(filled)).toMatch(/ data-hue="[0-5]" aria-hidden="true">\p{L}/u)
    stop()
  }
})

const pictureIn = (element: Element): string | undefined =>
  element.querySelector('.account-picture')?.outerHTML

/** The texts of the times in an element. */
const timesIn = (element: Element): string[] =>
  [...element.querySelectorAll('time')].flatMap(({ textContent, title }) => [textContent, title])

it('a page with another markup than expected has no templates', async () => {
  fakeBridge(signedInState('en')).handlers['session:list'] = () => new Promise(() => undefined)
  const now = Date.now()
  const list = sampleList(now, 3)
  const { html, texts } = await renderApp('en', list)
  const changed = (from: string, to: string) => () =>
    templatesOf({ html: html.replace(from, to), heads: {} }, list, texts, now)
  expect(changed('', '')).not.toThrow()
  expect(changed('<tr class="group', '<tr class="other')).toThrow('The list has 8 rows')
  expect(changed('</span>, <span>', '</span>, <span>x')).toThrow('not have this once')
  expect(changed('data-revoke', 'data-odd')).toThrow('differ')
})
