import { describe, expect, it } from 'vitest'
import {
  diagnosticsText,
  type DiagnosticsFacts,
} from '../../../../../electron/features/desktop/domain/diagnostics-text.ts'
import { accountOf } from '../../../fake-service.ts'

const facts: DiagnosticsFacts = {
  at: Date.UTC(2026, 0, 2, 3, 4, 5),
  version: '0.1.0',
  runtime: 'Electron 45.4.1, Chrome 150.0.0.0, Node 24.1.0',
  system: 'linux 6.1.0 x64',
  locale: 'pt-BR',
  systemLocales: ['', 'pt-BR', 'pt-BR', 'en'],
  tokenStorage: { location: 'keyring', reason: null, backend: 'gnome_libsecret' },
  online: true,
  settings: {
    theme: 'dark',
    language: 'auto',
    renewal: 'weekly',
    pollInterval: '10s',
    keepInTray: true,
    keepWithoutTray: false,
    notifications: true,
    server: 'https://chat.example/api/v1',
  },
  accounts: [
    accountOf(7),
    accountOf(8, { baseUrl: 'https://other.example:8443/api/v1', status: 'signedOut' }),
  ],
  doubtfulExpiries: [],
  failures: [
    {
      at: Date.UTC(2026, 0, 2, 3, 0, 0),
      operation: 'GET /auth/sessions',
      cause: 'offline proxy',
      host: 'chat.example',
      count: 3,
    },
    { at: 0, operation: 'settings:update', cause: 'misconfigured storage', host: null, count: 1 },
  ],
}

describe('the text of the diagnostics', () => {
  it('contains the facts for support', () => {
    expect(diagnosticsText(facts)).toBe(
      [
        'Session Desk 0.1.0, 2026-01-02T03:04:05.000Z',
        'Runtime: Electron 45.4.1, Chrome 150.0.0.0, Node 24.1.0',
        'System: linux 6.1.0 x64',
        'Language: pt-BR (system: pt-BR, en)',
        'Tokens: in the keyring, gnome_libsecret',
        'Network: online',
        'Settings: theme dark, language auto, renewal weekly',
        'Accounts:',
        '  chat.example: signedIn',
        '  other.example:8443: signedOut',
        'Last failures:',
        '  2026-01-02T03:00:00.000Z GET /auth/sessions at chat.example: offline proxy (3 times)',
        '  1970-01-01T00:00:00.000Z settings:update: misconfigured storage',
      ].join('\n'),
    )
  })

  it('marks a token with an unknown expiry', () => {
    const text = diagnosticsText({ ...facts, doubtfulExpiries: [accountOf(7).id] })
    expect(text).toContain('  chat.example: signedIn, the expiry of the token is unknown')
    expect(text).toContain('  other.example:8443: signedOut\n')
  })

  it('says if there are none, and contains no names', () => {
    const text = diagnosticsText({ ...facts, accounts: [], failures: [] })
    expect(text).toContain('Accounts: none\nLast failures: none')
    expect(diagnosticsText(facts)).not.toMatch(/user7|User 7|@/)
  })
})
