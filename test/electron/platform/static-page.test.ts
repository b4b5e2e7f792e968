import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { placeholder } from '../../../electron/shared/static-document.ts'
import { readSignInPage } from '../../../electron/platform/static-page.ts'
import type { StartupState } from '../../../electron/platform/startup-state.ts'

const STATE: StartupState = {
  bounds: null,
  theme: 'dark',
  language: 'auto',
  server: 'https://chat.example.com/api/v1',
  screen: 'signIn',
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
    expect(readSignInPage(folder, STATE, FACTS)).toEqual({
      html: 'es dark https://chat.example.com/api/v1 Session Desk on &lt;laptop&gt;',
      scriptHash: 'a',
      styleHash: 'b',
      files: [],
    })
  })

  it('has the chosen language', () => {
    expect(readSignInPage(folder, { ...STATE, language: 'en' }, FACTS)?.html).toMatch(/^en /)
  })

  it.each(['sessions', 'other'] as const)('is none for the screen %s', (screen) => {
    expect(readSignInPage(folder, { ...STATE, screen }, FACTS)).toBeNull()
  })

  it('is none where the build has none, or a damaged one', () => {
    expect(readSignInPage(folder, { ...STATE, language: 'pt-BR' }, FACTS)).toBeNull()
    writeFileSync(join(folder, 'documents', 'sign-in.en.json'), '{"html":')
    expect(readSignInPage(folder, { ...STATE, language: 'en' }, FACTS)).toBeNull()
  })
})
