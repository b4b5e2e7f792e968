import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../../electron/shared/failure.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { idMatchesAddress } from '../../../../electron/core/domain/account-id.ts'
import { createAccounts, type AccountsFile } from '../../../../electron/core/accounts.ts'
import { createAddApiToken } from '../../../../electron/features/auth/api-token.ts'
import { createVault, type Ciphertexts } from '../../../../electron/core/vault.ts'
import { fakeStore, fakeCipher, fakeClock, fakeLog } from '../../fakes.ts'
import { BASE_URL, fakeService, type Answer } from '../../fake-service.ts'

const TOKEN = 'sk_canary-token-9b31'
const TYPED = { server: 'chat.example', token: TOKEN }
const me: Answer = { status: 200, body: { data: { user: { id: 7, name: 'Ana', email: 'ana@example.com' } } } }
const list: Answer = { status: 200, body: { data: { sessions: [] } } }
const [no, unknown, refused]: Answer[] = [403, 404, 401].map((status) => ({
  status,
  body: { message: 'No.' },
}))

function setUp(answers: { me: Answer; sessions: Answer }) {
  const clock = fakeClock()
  const service = fakeService(clock)
  service.on('GET /auth/me', () => answers.me)
  service.on('GET /auth/sessions', () => answers.sessions)
  const vault = createVault({ cipher: fakeCipher(), store: fakeStore<Ciphertexts>({}), log: fakeLog() })
  const accountsFile = fakeStore<AccountsFile>({ accounts: [], activeAccountId: null })
  const accounts = createAccounts(accountsFile, fakeLog(), () => undefined)
  const entered: string[] = []
  const addApiToken = createAddApiToken({
    accounts,
    vault,
    transportTo: service.transportTo,
    clock,
    rememberServer: (server) => void entered.push(server),
    signedIn: (id) => void entered.push(id),
  })
  return {
    service,
    vault,
    accountsFile,
    accounts,
    entered,
    addApiToken: () => addApiToken.addApiToken(TYPED),
  }
}

describe('adding an API token', () => {
  it('fetches the user, stores the token, and shows only its end', async () => {
    const { addApiToken, accounts, vault, accountsFile, entered, service } = setUp({ me, sessions: list })
    const connected = await addApiToken()
    const account = accounts.active()!
    expect(connected).toEqual(ok({ accountId: account.id }))
    expect(account).toMatchObject({
      user: { name: 'Ana' },
      credential: { maskedToken: 'sk_…9b31', acceptedBy: 'me' },
    })
    expect(await vault.get(account.id)).toMatchObject({ token: TOKEN, expiresAt: null })
    expect([
      idMatchesAddress(account),
      idMatchesAddress({ ...account, baseUrl: 'https://evil.example/api/v1' }),
    ]).toEqual([true, false])
    expect(JSON.stringify(accountsFile.read())).not.toContain('canary')
    expect([entered, service.requests()]).toEqual([[BASE_URL, account.id], [`GET /auth/me ${TOKEN}`]])
  })

  it.each<[string, { me: Answer; sessions: Answer }, 'me' | 'sessions']>([
    ['does not contain the user', { me: no!, sessions: list }, 'sessions'],
    ['has no profile for it', { me: unknown!, sessions: list }, 'sessions'],
    ['refuses it at the profile alone', { me: refused!, sessions: list }, 'sessions'],
    ['allows it neither, but knows it', { me: no!, sessions: no! }, 'me'],
    ['has no profile, and allows it no list', { me: unknown!, sessions: no! }, 'sessions'],
  ])('works with a service that %s', async (_what, answers, acceptedBy) => {
    const { addApiToken, accounts } = setUp(answers)
    expect(await addApiToken()).toMatchObject({ ok: true })
    expect(accounts.active()).toMatchObject({ user: { name: 'sk_…9b31', id: 0 }, credential: { acceptedBy } })
  })

  it.each<[string, { me: Answer; sessions: Answer }, Failure['kind']]>([
    ['is not accepted', { me: refused!, sessions: refused! }, 'unauthenticated'],
    ['reaches something that is not the API', { me: unknown!, sessions: unknown! }, 'misconfigured'],
    ['gets no answer', { me: { kind: 'offline', reason: 'refused' }, sessions: list }, 'offline'],
    [
      'is refused at the profile, and the list cannot be asked',
      { me: refused!, sessions: { status: 500 } },
      'server',
    ],
    [
      'has no profile, and the list gets no answer',
      { me: unknown!, sessions: { kind: 'timeout' } },
      'timeout',
    ],
    ['is one too many', { me: { status: 429 }, sessions: list }, 'rateLimited'],
  ])('stores nothing if it %s', async (_what, answers, kind) => {
    const { addApiToken, accounts, entered } = setUp(answers)
    expect(await addApiToken()).toMatchObject({ ok: false, failure: { kind } })
    expect([accounts.all(), entered]).toEqual([[], []])
  })

  it('sends nothing to an invalid address', async () => {
    const { service, accounts, vault } = setUp({ me, sessions: list })
    const addApiToken = createAddApiToken({
      accounts,
      vault,
      transportTo: service.transportTo,
      clock: fakeClock(),
      rememberServer: () => undefined,
      signedIn: () => undefined,
    })
    const answer = await addApiToken.addApiToken({ server: 'http://chat.example', token: TOKEN })
    expect(answer).toEqual(failed({ kind: 'misconfigured', reason: 'notHttps' }))
    expect(service.calls).toEqual([])
  })
})
