import { afterEach, describe, expect, it } from 'vitest'
import type { PageAccount } from '../../../electron/shared/static-document.ts'
import { activate, takeShownScreen } from '../../../renderer/app/static-document.ts'

afterEach(() => {
  document.body.replaceChildren()
  delete document.documentElement.dataset['theme']
})

const SERVER = 'https://a.example/api/v1'
const SIGN_IN = `<div id="app" data-locale="es" data-server="${SERVER}" data-device-name="Session Desk on pc">`

const ANA: PageAccount = {
  id: 'a1',
  name: 'Ana "Aninha" <ana>',
  email: 'ana@example.com',
  tenant: null,
  baseUrl: SERVER,
  timezone: 'America/Sao_Paulo',
  locale: 'pt-BR',
}

function show(html: string, data: Record<string, string> = { account: JSON.stringify(ANA) }): HTMLElement {
  document.body.innerHTML = html
  const root = document.querySelector<HTMLElement>('#app')!
  Object.assign(root.dataset, data)
  return root
}
const SESSIONS = '<div id="app" inert data-locale="en-GB">'

describe('a static document of the sign-in', () => {
  it('is the state without accounts, in its language and theme, with the defaults of the form', () => {
    document.documentElement.dataset['theme'] = 'dark'
    show(SIGN_IN, {})
    const shown = takeShownScreen()
    expect(shown?.list).toBeNull()
    expect(shown?.state).toMatchObject({
      locale: 'es',
      deviceName: 'Session Desk on pc',
      settings: { theme: 'dark', server: SERVER },
      accounts: [],
      activeAccountId: null,
    })
  })
})

describe('a static document of the sessions', () => {
  it('is the state with its account, and the list, once', () => {
    const root = show(SESSIONS, { account: JSON.stringify(ANA), lastKnown: '{"count":3}' })
    const shown = takeShownScreen()
    expect(shown?.list).toEqual({ count: 3 })
    expect(shown?.state).toMatchObject({
      activeAccountId: 'a1',
      locale: 'en-GB',
      settings: { language: 'en' },
    })
    const { name, email, timezone, locale } = shown!.state.accounts[0]!.user
    expect({ ...ANA, name, email, timezone, locale }).toEqual(ANA)
    expect(shown!.state.accounts[0]!.user.tenant).toBeNull()
    expect(root.outerHTML).not.toMatch(/last-known|Aninha/)
    expect(takeShownScreen()?.list).toBeNull()
  })

  it('stays inert until it is made active', () => {
    const root = show(SESSIONS)
    takeShownScreen()
    expect(root.hasAttribute('inert')).toBe(true)
    activate()
    expect(root.hasAttribute('inert')).toBe(false)
  })
})

it('a page without a static document shows nothing yet', () => {
  show('<div id="app"></div>', {})
  expect(takeShownScreen()).toBeNull()
})
