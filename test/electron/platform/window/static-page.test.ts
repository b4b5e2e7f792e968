import { beforeEach, describe, expect, it } from 'vitest'
import { placeholder } from '../../../../electron/shared/static-document.ts'
import { readStaticPage } from '../../../../electron/platform/window/static-page.ts'
import type { StartupScreen, StartupState } from '../../../../electron/platform/window/startup-state.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const SERVER = 'https://chat.example.com/api/v1'
const SETTINGS = { theme: 'dark', language: 'auto', server: SERVER } as const
const STATE: StartupState = { ...SETTINGS, bounds: null, zoom: 1, screen: { kind: 'signIn' } }
const NOW = Date.UTC(2026, 2, 15, 12)
const PROFILE = { name: 'Ana', email: '', tenant: null, timezone: null, locale: 'en' as const }
const ACCOUNT = { ...PROFILE, id: 'a1', baseUrl: SERVER }
const HASHES = { scriptHash: 'a', styleHash: 'b', files: [] }
const FACTS = { hostname: '<laptop>', systemLocales: ['es-MX'], region: 'es-MX' }

const { path, write } = temporaryFolder()
const page = (part: Partial<StartupState> = {}) => readStaticPage(path(), { ...STATE, ...part }, FACTS, NOW)

beforeEach(() => {
  for (const locale of ['en', 'es']) {
    const html = `${locale} ${placeholder('theme')} ${placeholder('locale')} ${placeholder('server')} ${placeholder('deviceName')}`
    write(`documents/sign-in.${locale}.json`, JSON.stringify({ ...HASHES, html }))
  }
})

describe('the static page of the sign-in', () => {
  it('has the system’s language and region, and the values of this start, escaped', () => {
    const html = 'https://chat.example.com/api/v1 Session Desk on &lt;laptop&gt;'
    expect(page()).toEqual({ ...HASHES, html: `es dark es-MX-u-hc-h12 ${html}` })
    expect(page({ language: 'en' })).toEqual({ ...HASHES, html: `en dark en-u-hc-h12 ${html}` })
  })

  it.each<StartupScreen>([
    { kind: 'other' },
    { kind: 'sessions', account: null, list: null },
    { kind: 'sessions', account: ACCOUNT, list: null },
  ])('is none for the screen %j', (screen) => {
    expect(page({ screen })).toBeNull()
  })

  it('is none where the build has none, or a damaged one', () => {
    expect(page({ language: 'pt-BR' })).toBeNull()
    write('documents/sign-in.en.json', '{"html":')
    expect(page({ language: 'en' })).toBeNull()
  })
})

it('the static page of the sessions has the last known list in the language of the profile', () => {
  const texts = { current: '', other: '', time: '', now: '', never: '', unknown: '' }
  const templates = { ...texts, heads: {}, icons: {}, count: ['', `${placeholder('n')} sessions`] }
  const document = { html: `${placeholder('userName')}: ${placeholder('count')}`, templates }
  write('documents/sessions.en.json', JSON.stringify(document))
  const list = { checkedAt: NOW, skew: 0, count: 3, sessions: [] }
  const screen: StartupScreen = { kind: 'sessions', account: ACCOUNT, list }
  expect(page({ screen })?.html).toBe('Ana: 3 sessions')
})
