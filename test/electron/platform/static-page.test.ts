import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { placeholder } from '../../../electron/shared/static-document.ts'
import { readStaticPage } from '../../../electron/platform/static-page.ts'
import type { StartupScreen, StartupState } from '../../../electron/platform/startup-state.ts'

const STATE: StartupState = {
  bounds: null,
  theme: 'dark',
  language: 'auto',
  server: 'https://chat.example.com/api/v1',
  screen: { is: 'signIn' },
}
const NOW = Date.UTC(2026, 2, 15, 12)
const ACCOUNT = {
  id: 'a1',
  name: 'Ana',
  tenant: null,
  baseUrl: 'https://chat.example.com/api/v1',
  timezone: null,
  locale: 'en' as const,
}
const FACTS = { hostname: '<laptop>', systemLocales: ['es-MX'] }

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-page-'))
  mkdirSync(join(folder, 'documents'))
  for (const locale of ['en', 'es']) {
    const html = `${locale} ${placeholder('theme')} ${placeholder('server')} ${placeholder('deviceName')}`
    const document = { html, scriptHash: 'a', styleHash: 'b', files: [] }
    writeFileSync(join(folder, 'documents', `sign-in.${locale}.json`), JSON.stringify(document))
  }
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the static page of the sign-in', () => {
  it('has the system’s language and the values of this start, escaped', () => {
    expect(readStaticPage(folder, STATE, FACTS, NOW)).toEqual({
      html: 'es dark https://chat.example.com/api/v1 Session Desk on &lt;laptop&gt;',
      scriptHash: 'a',
      styleHash: 'b',
      files: [],
    })
  })

  it('has the chosen language', () => {
    expect(readStaticPage(folder, { ...STATE, language: 'en' }, FACTS, NOW)?.html).toMatch(/^en /)
  })

  it.each<StartupScreen>([
    { is: 'other' },
    { is: 'sessions', account: null, list: null },
    { is: 'sessions', account: ACCOUNT, list: null },
  ])('is none for the screen %j', (screen) => {
    expect(readStaticPage(folder, { ...STATE, screen }, FACTS, NOW)).toBeNull()
  })

  it('is none where the build has none, or a damaged one', () => {
    expect(readStaticPage(folder, { ...STATE, language: 'pt-BR' }, FACTS, NOW)).toBeNull()
    writeFileSync(join(folder, 'documents', 'sign-in.en.json'), '{"html":')
    expect(readStaticPage(folder, { ...STATE, language: 'en' }, FACTS, NOW)).toBeNull()
  })
})

describe('the static page of the sessions', () => {
  it('has the last known list in the language of the profile', () => {
    const templates = {
      current: '',
      other: '',
      icons: {},
      time: '',
      now: '',
      never: '',
      unknown: '',
      count: ['', `${placeholder('n')} sessions`],
    }
    const document = { html: `${placeholder('userName')}: ${placeholder('count')}`, templates }
    writeFileSync(join(folder, 'documents', 'sessions.en.json'), JSON.stringify(document))
    const list = { checkedAt: NOW, skew: 0, count: 3, sessions: [] }
    const screen: StartupScreen = { is: 'sessions', account: ACCOUNT, list }
    expect(readStaticPage(folder, { ...STATE, screen }, FACTS, NOW)?.html).toBe('Ana: 3 sessions')
  })
})
