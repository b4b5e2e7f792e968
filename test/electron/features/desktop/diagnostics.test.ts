import { describe, expect, it } from 'vitest'
import type { DiagnosticsFacts } from '../../../../electron/features/desktop/domain/diagnostics-text.ts'
import { createDiagnostics } from '../../../../electron/features/desktop/diagnostics.ts'
import { accountOf } from '../../fake-service.ts'

const facts: DiagnosticsFacts = {
  at: 0,
  version: '0.1.0',
  runtime: 'Electron',
  system: 'linux',
  locale: 'en',
  systemLocales: ['en'],
  tokenStorage: { location: 'memory', reason: 'keyring', backend: 'basic_text' },
  online: false,
  settings: {
    theme: 'system',
    language: 'auto',
    renewal: 'never',
    pollInterval: '10s',
    keepInTray: true,
    keepWithoutTray: false,
    notifications: true,
    server: '',
  },
  accounts: [accountOf(7)],
  doubtfulExpiries: [],
  failures: [
    { at: 0, operation: 'GET /x?token=canary for ana@example.com', cause: 'tls', host: null, count: 1 },
  ],
}

function setUp(opens = true) {
  const copied: string[] = []
  const diagnostics = createDiagnostics({
    facts: () => facts,
    toClipboard: async (text) => void copied.push(text),
    openFolder: async () => opens,
  })
  return { copied, diagnostics }
}

describe('diagnostics', () => {
  it('redacts each line before it copies the text', async () => {
    const { copied, diagnostics } = setUp()
    expect(await diagnostics.copy()).toEqual({ ok: true, value: null })
    expect(copied).toHaveLength(1)
    expect(copied[0]).toContain('chat.example: signedIn')
    expect(copied[0]?.split('\n').at(-1)).toContain('[hidden]')
    expect(copied[0]).not.toMatch(/canary|ana@/)
  })

  it('reports whether the folder could be opened', async () => {
    expect(await setUp().diagnostics.openFolder()).toEqual({ ok: true, value: null })
    expect(await setUp(false).diagnostics.openFolder()).toMatchObject({ failure: { reason: 'storage' } })
  })
})
