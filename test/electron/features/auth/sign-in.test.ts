import { describe, expect, it } from 'vitest'
import { accountIdOf } from '../../../../electron/core/domain/account-id.ts'
import { settled } from '../../fakes.ts'
import { BASE_URL, userOf, type Answer } from '../../fake-service.ts'
import { granted, LOGIN, LOGOUT, ME, setUpSignIn, TYPED } from './sign-in-harness.ts'

const ID = accountIdOf(BASE_URL, 7)

describe('signing in', () => {
  it('sends the typed data, and signs in to an account that becomes active', async () => {
    const { signIn, service, accounts, vault } = setUpSignIn()
    expect(await signIn.signIn(TYPED)).toEqual({ ok: true, value: { next: 'signedIn', accountId: ID } })
    expect(service.calls[0]).toMatchObject({
      to: BASE_URL,
      endpoint: LOGIN,
      body: { email: 'ana@example.com', password: ' secret-canary ', device_name: 'Desk' },
    })
    expect(accounts.active()).toMatchObject({ id: ID, baseUrl: BASE_URL, status: 'signedIn' })
    expect(await vault.get(ID)).toMatchObject({ token: '7|token' })
  })

  it('stores the token before anything else', async () => {
    const { signIn, order } = setUpSignIn()
    await signIn.signIn(TYPED)
    expect(order).toEqual(['vault', 'book', 'signedIn'])
  })

  it('writes neither password nor token to a file or the log', async () => {
    const { signIn, vaultFile, accountsFile, log, remembered } = setUpSignIn()
    await signIn.signIn(TYPED)
    const kept = JSON.stringify([vaultFile.writes, accountsFile.writes, log.lines, remembered])
    expect(kept).not.toMatch(/canary|7\|token/)
  })

  it.each([
    ['chat.example', 'https://chat.example/api/v1'],
    ['https://chat.example/api/v1/', 'https://chat.example/api/v1'],
    ['localhost:3000', 'http://localhost:3000/api/v1'],
  ])('stores %s as %s', async (server, baseUrl) => {
    const { signIn, remembered, service } = setUpSignIn()
    await signIn.signIn({ ...TYPED, server })
    expect([remembered, service.calls[0]?.to]).toEqual([[baseUrl], baseUrl])
  })

  it.each([
    ['http://chat.example', 'notHttps'],
    ['not an address', 'notAnAddress'],
    ['https://me:pw@chat.example', 'credentialsInAddress'],
  ])('sends nothing to %s', async (server, reason) => {
    const { signIn, service, remembered } = setUpSignIn()
    expect(await signIn.signIn({ ...TYPED, server })).toEqual({
      ok: false,
      failure: { kind: 'misconfigured', reason },
    })
    expect([service.calls, remembered]).toEqual([[], []])
  })

  it.each<[string, Answer, object]>([
    ['404', { status: 404, body: {} }, { kind: 'misconfigured', reason: 'notTheApi' }],
    ['422', { status: 422, body: { errors: { email: ['No.'] } } }, { kind: 'invalid' }],
    ['401', { status: 401, body: {} }, { kind: 'unauthenticated' }],
    ['a lost answer', { kind: 'outcomeUnknown' }, { kind: 'outcomeUnknown' }],
  ])('reports %s, and stores nothing', async (_case, answer, failure) => {
    const { signIn, service, accounts, remembered } = setUpSignIn()
    service.on(LOGIN, () => answer)
    expect(await signIn.signIn(TYPED)).toMatchObject({ ok: false, failure })
    expect([accounts.all(), remembered, service.calls.length]).toEqual([[], [], 1])
  })

  it('fetches GET /auth/me if the answer has no user', async () => {
    const { signIn, service, accounts } = setUpSignIn()
    service.on(LOGIN, () => granted('7|token', null))
    service.on(ME, () => ({ status: 200, body: { data: { user: { id: 7, name: 'Ana', email: 'a@b.c' } } } }))
    expect(await signIn.signIn(TYPED)).toMatchObject({ value: { accountId: ID } })
    expect(service.requests()).toEqual([LOGIN, `${ME} 7|token`])
    expect(accounts.get(ID)?.user.name).toBe('Ana')
  })

  it.each<[string, Answer, 'ended' | 'mayBeListed']>([
    ['confirms', { status: 204 }, 'ended'],
    ['does not know the token any more', { status: 401, body: {} }, 'ended'],
    ['does not confirm', { status: 200, body: { success: 'false' } }, 'mayBeListed'],
    ['is not reached', { kind: 'outcomeUnknown' }, 'mayBeListed'],
  ])(
    'ends the session of a token without a user, and reports whether the service %s',
    async (_what, answer, issuedSession) => {
      const { signIn, service, vaultFile, accounts } = setUpSignIn()
      service.on(LOGIN, () => granted('7|token', null))
      service.on(ME, () => ({ kind: 'timeout' }))
      service.on(LOGOUT, () => answer)
      expect(await signIn.signIn(TYPED)).toEqual({ ok: false, failure: { kind: 'timeout', issuedSession } })
      expect(service.requests()).toEqual([LOGIN, `${ME} 7|token`, `${LOGOUT} 7|token`])
      // It stays retired in the vault and is retried until the service confirms.
      const isEnded = issuedSession === 'ended'
      expect([Object.keys(vaultFile.read()).length, accounts.all()]).toEqual([isEnded ? 0 : 1, []])
    },
  )

  it.each<[string, object]>([
    ['an end that is none', { expires_at: '' }],
    ['a user without id', { user: { name: 'Ana', email: 'ana@example.com' } }],
    ['a user that is none', { user: 5, expires_at: [] }],
  ])('accepts a token beside %s', async (_what, odd) => {
    const { signIn, service, vault } = setUpSignIn()
    service.on(LOGIN, () => ({ status: 200, body: { success: true, data: { token: '7|token', ...odd } } }))
    service.on(ME, () => ({ status: 200, body: { data: { user: { id: 7, name: 'Ana', email: 'a@b.c' } } } }))
    expect(await signIn.signIn(TYPED)).toMatchObject({ value: { accountId: ID } })
    expect(await vault.get(ID)).toMatchObject({ token: '7|token', expiresAt: null })
    expect(service.requests()).not.toContain(`${LOGOUT} 7|token`)
  })

  it('logs the older token of the account out, once the newer one is stored', async () => {
    const { signIn, service, vault, accounts } = setUpSignIn()
    await signIn.signIn(TYPED)
    service.on(LOGIN, () => granted('8|newer'))
    let kept: unknown
    service.on(LOGOUT, async () => ((kept = await vault.get(ID)), { status: 204 }))
    await signIn.signIn(TYPED)
    await settled()
    expect(service.requests()).toEqual([LOGIN, LOGIN, `${LOGOUT} 7|token`])
    expect(kept).toMatchObject({ token: '8|newer', sequence: 2 })
    expect(accounts.all()).toHaveLength(1)
  })

  it('creates another account for another user, and for the same user at another service', async () => {
    const { signIn, service, accounts } = setUpSignIn()
    await signIn.signIn(TYPED)
    await signIn.signIn({ ...TYPED, server: 'other.example' })
    service.on(LOGIN, () => granted('9|token', 9))
    await signIn.signIn(TYPED)
    expect(new Set(accounts.all().map(({ id }) => id)).size).toBe(3)
    expect(service.requests()).not.toContain(`${LOGOUT} 7|token`)
  })

  it('succeeds although the disk refuses the account, which is written with the next change', async () => {
    const { signIn, accountsFile, accounts } = setUpSignIn()
    accountsFile.broken = true
    expect(await signIn.signIn(TYPED)).toMatchObject({ ok: true })
    accountsFile.broken = false
    accounts.setUser(ID, userOf(7))
    expect(accountsFile.read().accounts).toMatchObject([{ id: ID }])
  })

  it('does not log out a token that the service issued again', async () => {
    const { signIn, service } = setUpSignIn()
    await signIn.signIn(TYPED)
    await signIn.signIn(TYPED)
    await settled()
    expect(service.requests()).toEqual([LOGIN, LOGIN])
  })
})
