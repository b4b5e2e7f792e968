import { describe, expect, it } from 'vitest'
import type { DiagnosticsFacts } from '../../../../electron/features/desktop/domain/diagnostics-text.ts'
import { createDiagnostics } from '../../../../electron/features/desktop/diagnostics.ts'
import { SETTING_NAMES } from '../../../../electron/shared/initial-settings.ts'
import type { UnpersistedReason } from '../../../../electron/shared/token-storage.ts'
import { appState } from '../../../renderer/fake-bridge.ts'
import { accountOf } from '../../fake-service.ts'

const ANA = accountOf(7)
const facts: DiagnosticsFacts = {
  at: Date.UTC(2026, 0, 2, 3, 4, 5),
  version: '0.1.0',
  runtime: 'Electron 45.4.1, Chrome 150.0.0.0, Node 24.1.0',
  system: 'linux 6.1.0 x64',
  desktop: { name: 'GNOME', displayServer: 'x11, session wayland' },
  hasTray: true,
  locale: 'pt-BR',
  systemLocales: ['', 'pt-BR', 'pt-BR', 'en'],
  tokenStorage: { location: 'keyring', reason: null, backend: 'gnome_libsecret' },
  online: true,
  settings: appState().settings,
  accounts: [ANA, accountOf(8, { baseUrl: 'https://other.example:8443/api/v1', status: 'signedOut' })],
  doubtfulExpiries: [],
  notices: appState(),
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

function setUp(part: Partial<DiagnosticsFacts> = {}, opens = true) {
  const lines: string[] = []
  const diagnostics = createDiagnostics({
    facts: () => ({ ...facts, ...part }),
    toClipboard: async (text) => void lines.push(...text.split('\n')),
    openFolder: async () => opens,
  })
  return { lines, diagnostics }
}

const IN_MEMORY = { location: 'memory', reason: 'keyring', backend: 'basic_text' } as const
const NOT_ASKED: Partial<DiagnosticsFacts> = {
  ...{ online: null, hasTray: null, notices: null },
  tokenStorage: { location: null, reason: null, backend: 'gnome_libsecret' },
}
const NOT_KNOWN = [
  'Tray host: not known',
  'Tokens: the keyring was not asked, gnome_libsecret',
  'Network: not known',
  'Notices: not asked for, they are in the window',
]
const DOUBTFUL =
  '  chat.example: signedIn, the expiry of the token is unknown (it had passed when the token was issued)'

/** The lines that are copied of these facts. */
async function copied(part?: Partial<DiagnosticsFacts>): Promise<string[]> {
  const { lines, diagnostics } = setUp(part)
  expect(await diagnostics.copy()).toEqual({ ok: true, value: null })
  return lines
}

describe('the diagnostics', () => {
  it('contain the facts for support, and no names', async () => {
    expect(await copied()).toEqual([
      'Session Desk 0.1.0, 2026-01-02T03:04:05.000Z',
      'Runtime: Electron 45.4.1, Chrome 150.0.0.0, Node 24.1.0',
      'System: linux 6.1.0 x64',
      'Desktop: GNOME, display server x11, session wayland',
      'Tray host: present',
      'Language: pt-BR (system: pt-BR, en)',
      'Tokens: in the keyring, gnome_libsecret',
      'Network: online',
      expect.stringMatching(/^Settings: theme light, language auto, /),
      'Accounts:',
      '  chat.example: signedIn',
      '  other.example:8443: signedOut',
      'Notices: none',
      'Last failures:',
      '  2026-01-02T03:00:00.000Z GET /auth/sessions at chat.example: offline proxy (3 times)',
      '  1970-01-01T00:00:00.000Z settings:update: misconfigured storage',
    ])
  })

  it.each<[string, Partial<DiagnosticsFacts>, string[]]>([
    ['no account', { accounts: [] }, ['Accounts: none']],
    ['no failure', { failures: [] }, ['Last failures: none']],
    ['no network', { online: false }, ['Network: offline']],
    ['no keyring', { tokenStorage: IN_MEMORY }, ['Tokens: in memory only (no keyring opens), basic_text']],
    ['no tray', { hasTray: false }, ['Tray host: none']],
    ['no answer from anybody', NOT_ASKED, NOT_KNOWN],
    ['a token with an unknown expiry', { doubtfulExpiries: [ANA.id] }, [DOUBTFUL]],
  ])('say that there is %s', async (_what, part, lines) => {
    expect(await copied(part)).toEqual(expect.arrayContaining(lines))
  })

  it('contain every setting of the table, and not the last server', async () => {
    const settings = { ...facts.settings, server: 'https://typed.example/api/v1' }
    const lines = await copied({ settings })
    for (const name of SETTING_NAMES)
      expect(lines.join('\n')).toMatch(
        new RegExp(`^Settings: .*\\b${name} ${String(settings[name])}\\b`, 'm'),
      )
    expect(lines.join('\n')).not.toContain('typed.example')
  })

  it('name what the notices in the window are about, without a name', async () => {
    const accountId = ANA.id
    const at = Date.UTC(2026, 0, 2)
    const report = {
      accountId,
      at,
      verdict: 'unknown' as const,
      canVerify: true,
      wasProbed: false,
      foundAt: null,
    }
    const { baseUrl } = ANA
    const left = { id: 'u', cause: 'signOut' as const, baseUrl, name: 'Ana', deviceName: 'Laptop of Ana', at }
    const counts = { signedIn: 1, ended: 0, renewed: 0 }
    const notices = {
      ...appState(),
      notificationsRefused: true,
      passwordReports: [report],
      renewalWarnings: [{ accountId, endsAt: at }],
      unconfirmedSessions: [left],
      lostFiles: [
        { content: 'history' as const, accountId, at, isSetAside: true, isSeen: true },
        { content: 'rules' as const, accountId: null, at, isSetAside: false, isSeen: false },
      ],
      alerts: [{ accountId, count: 3, newest: [] }],
      away: [{ accountId, since: at, ...counts }],
      dueReviews: [accountId, 'removed'],
    }
    const lines = await copied({ notices })
    expect(lines.slice(lines.indexOf('Notices:') + 1, lines.indexOf('Last failures:'))).toEqual([
      '  the system refuses notifications',
      '  chat.example: password change of 2026-01-02T00:00:00.000Z: unknown',
      '  chat.example: the token was not renewed and ends at 2026-01-02T00:00:00.000Z',
      '  chat.example: a session may still be signed in, after a signOut at 2026-01-02T00:00:00.000Z',
      '  chat.example: history could not be read in full, set aside at 2026-01-02T00:00:00.000Z',
      '  rules could not be read in full, not opened at 2026-01-02T00:00:00.000Z',
      '  chat.example: 3 new sign-ins not looked at',
      '  chat.example: changes since 2026-01-02T00:00:00.000Z',
      '  chat.example: a review is due',
      '  an account that was removed: a review is due',
    ])
    expect(lines.join('\n')).not.toContain('Ana')
  })

  it.each<[UnpersistedReason, string]>([
    ['keyring', 'no keyring opens'],
    ['noAnswer', 'the keyring does not answer'],
    ['disk', 'the disk refuses'],
  ])('say why tokens are in memory: %s', async (reason, words) => {
    const lines = await copied({ tokenStorage: { ...IN_MEMORY, reason } })
    expect(lines).toContain(`Tokens: in memory only (${words}), basic_text`)
  })

  it('are redacted line by line', async () => {
    const operation = 'GET /x?token=canary for ana@example.com'
    const lines = await copied({ failures: [{ at: 0, operation, cause: 'tls', host: null, count: 1 }] })
    expect(lines.at(-1)).toContain('[hidden]')
    expect(lines.join()).not.toMatch(/canary|ana@/)
  })

  it.each([
    [true, { ok: true, value: null }],
    [false, { ok: false, failure: { kind: 'misconfigured', reason: 'storage' } }],
  ])('report whether the log folder could be opened: %s', async (opens, result) => {
    expect(await setUp({}, opens).diagnostics.openFolder()).toEqual(result)
  })
})
