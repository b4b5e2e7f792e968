import { createPinia } from 'pinia'
import { afterEach, describe, expect, it } from 'vitest'
import type { AppState } from '../../../electron/shared/app-state.ts'
import { isCurrent, takeStoredList } from '../../../renderer/app/static-document.ts'
import { useAppStore } from '../../../renderer/lib/app-state.ts'
import { account, appState, emptyAppState, fakeBridge } from '../fake-bridge.ts'

afterEach(() => document.body.replaceChildren())

const DOCUMENT =
  '<div id="app" data-locale="en" data-server="" data-device-name="Session Desk on ana-laptop">'

async function isCurrentIn(state: AppState, html = DOCUMENT): Promise<boolean> {
  document.body.innerHTML = html
  fakeBridge(state)
  const app = useAppStore(createPinia())
  await app.start()
  return isCurrent(app)
}

describe('a static document of the sign-in', () => {
  it('shows what the app shows in the state that it was made for', async () => {
    expect(await isCurrentIn(emptyAppState())).toBe(true)
  })

  const { settings } = appState()
  it.each<[string, Partial<AppState>]>([
    ['an account', { accounts: [account({ status: 'signedOut' })], activeAccountId: 'a1' }],
    ['another language', { locale: 'es' }],
    ['another server', { settings: { ...settings, server: 'https://other.example/api/v1' } }],
    ['another device name', { deviceName: 'Session Desk on pc' }],
    ['an app that is finishing', { isFinishing: true }],
    [
      'an unconfirmed session',
      {
        unconfirmedSessions: [
          { id: 'u', cause: 'signIn', baseUrl: 'https://a.example', name: null, deviceName: null, at: 1 },
        ],
      },
    ],
  ])('does not with %s', async (_case, part) => {
    expect(await isCurrentIn(emptyAppState(part))).toBe(false)
  })

  it('is none where the page came without one', async () => {
    expect(await isCurrentIn(emptyAppState(), '<div id="app"></div>')).toBe(false)
  })
})

describe('a static document of the sessions', () => {
  it('has the list of an account, once, and becomes active', () => {
    document.body.innerHTML = '<div id="app" inert data-account="a1" data-last-known="{&quot;count&quot;:3}">'
    expect(takeStoredList()).toEqual({ accountId: 'a1', list: { count: 3 } })
    expect(document.querySelector('#app')?.hasAttribute('inert')).toBe(false)
    expect(document.querySelector('#app')?.outerHTML).not.toContain('last-known')
    expect(takeStoredList()).toBeNull()
  })

  it('is none on another page', () => {
    document.body.innerHTML = DOCUMENT
    expect(takeStoredList()).toBeNull()
  })
})
