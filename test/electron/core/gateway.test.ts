import { describe, expect, it } from 'vitest'
import { listSessions } from '../../../electron/api/sessions.ts'
import type { Account } from '../../../electron/shared/account.ts'
import { failed } from '../../../electron/shared/result.ts'
import { createAccounts } from '../../../electron/core/accounts.ts'
import { createGateway } from '../../../electron/core/gateway.ts'
import { createVault, type Ciphertexts } from '../../../electron/core/vault.ts'
import { fakeForgetting, fakeStore, fakeCipher, fakeClock, fakeLog, settled, LIFE } from '../fakes.ts'
import { accountOf, BASE_URL, fakeService, later, type Answer } from '../fake-service.ts'

const LIST = 'GET /auth/sessions'
const ME = 'GET /auth/me'
const unauthenticated: Answer = { status: 401, body: { message: 'Unauthenticated.' } }
const sessions: Answer = { status: 200, body: { data: { sessions: [] } } }
const html = '<!doctype html><html><body>Sign in to Wi-Fi</body></html>'

async function setUp(account: Account = accountOf(7)) {
  const clock = fakeClock()
  const service = fakeService(clock)
  const store = fakeStore<Ciphertexts>({})
  const vault = createVault({ cipher: fakeCipher(), store, log: fakeLog() })
  const accountsFile = fakeStore({ accounts: [account], activeAccountId: account.id })
  const accounts = createAccounts(accountsFile, fakeLog(), () => undefined)
  await vault.put(account.id, '7|token', LIFE)
  const log = fakeLog()
  const received: unknown[] = []
  const { on, forget } = fakeForgetting()
  const transportOf = (_id: string, baseUrl: string) => service.transportTo(baseUrl)
  const gateway = createGateway({
    accounts,
    vault,
    transportOf,
    ensureFresh: async () => undefined,
    journal: { of: () => null, markLost: () => undefined },
    onAccountForgotten: on,
    failed: (...all) => void received.push(all),
    clock,
    log,
  })
  const list = () => gateway.callAs(account.id, listSessions)
  const accountStatus = () => accounts.get(account.id)?.status
  return {
    account,
    clock,
    service,
    store,
    accountsFile,
    vault,
    accounts,
    log,
    received,
    gateway,
    list,
    accountStatus,
    forget,
  }
}

describe('calling as an account', () => {
  it('sends the account’s token to its base URL', async () => {
    const { service, list } = await setUp()
    service.on(LIST, () => ({ status: 200, body: { data: { sessions: [] } } }))
    expect(await list()).toMatchObject({ ok: true })
    expect(service.calls).toMatchObject([{ to: BASE_URL, endpoint: LIST, token: '7|token' }])
  })

  it('records a reply that could not be parsed, which the transport accepted', async () => {
    const { service, list, received } = await setUp()
    service.on(LIST, () => ({ status: 200, body: { data: { sessions: 'none' } } }))
    await list()
    expect(received).toEqual([['reading a reply', { kind: 'unexpectedAnswer', reason: 'shape' }, BASE_URL]])
  })

  it('signs out after a 401 that GET /auth/me confirms with a 401 in JSON, and deletes the token', async () => {
    const { service, list, vault, store, account, accountStatus, log } = await setUp()
    service.on(LIST, () => unauthenticated)
    service.on(ME, () => unauthenticated)
    expect(await list()).toMatchObject({ failure: { kind: 'unauthenticated' } })
    expect(service.requests()).toEqual([`${LIST} 7|token`, `${ME} 7|token`])
    expect([accountStatus(), await vault.get(account.id), store.read()]).toEqual([
      'signedOut',
      { state: 'none' },
      {},
    ])
    expect(log.lines.join()).not.toContain('7|token')
  })

  it('sets the status before it removes the token, in case of a crash in between', async () => {
    const { service, list, store, accountStatus } = await setUp()
    service.on(LIST, () => unauthenticated)
    service.on(ME, () => unauthenticated)
    const { write } = store
    store.write = (value) => (expect(accountStatus()).toBe('signedOut'), write(value))
    await list()
    expect(store.read()).toEqual({})
  })

  it.each<[string, Answer]>([
    ['says 200', { status: 200, body: { data: { user: { id: 7, email: 'a@b.c' } } } }],
    ['says 401 without a body', { status: 401 }],
    ['says 401 in HTML', { status: 401, body: html }],
    ['says 403', { status: 403, body: {} }],
    ['says 419', { status: 419, body: html }],
    ['says 429', { status: 429, body: {} }],
    ['says 500', { status: 500, body: {} }],
    ['cannot be reached', { kind: 'offline', reason: 'noNetwork' }],
    ['takes too long', { kind: 'timeout' }],
    ['is somebody else behind TLS', { kind: 'tls' }],
  ])('signs nobody out if the confirming answer %s', async (_case, answer) => {
    const { service, list, vault, account, accountStatus } = await setUp()
    service.on(LIST, () => unauthenticated)
    service.on(ME, () => answer)
    expect(await list()).toMatchObject({ failure: { kind: 'unauthenticated' } })
    expect([accountStatus(), await vault.get(account.id)]).toMatchObject(['signedIn', { token: '7|token' }])
  })

  it.each<[string, Answer]>([
    ['401 in HTML', { status: 401, body: html }],
    ['403', { status: 403, body: {} }],
    ['404', { status: 404, body: {} }],
    ['419', { status: 419, body: html }],
    ['429', { status: 429, body: {} }],
    ['503', { status: 503, body: html }],
    ['success: false', { status: 200, body: { success: false, message: 'Unauthenticated.' } }],
    ['a page', { status: 200, body: html }],
    ['no network', { kind: 'offline', reason: 'noNetwork' }],
    ['a lost answer', { kind: 'outcomeUnknown' }],
  ])('neither asks again nor signs out after %s', async (_case, answer) => {
    const { service, list, vault, account, accountStatus } = await setUp()
    service.on(LIST, () => answer)
    service.on(ME, () => unauthenticated)
    expect(await list()).toMatchObject({ ok: false })
    expect(service.requests()).toEqual([`${LIST} 7|token`])
    expect([accountStatus(), await vault.get(account.id)]).toMatchObject(['signedIn', { token: '7|token' }])
  })

  it('repeats a call once with the newer token after a 401 for the older one', async () => {
    const { service, list, vault, account, accountStatus } = await setUp()
    const answer = later<Answer>()
    service.on(LIST, ({ token }) => (token === '7|token' ? answer.promise : sessions))
    const listing = list()
    await settled()
    await vault.put(account.id, '8|newer', LIFE)
    answer.resolve(unauthenticated)
    expect(await listing).toMatchObject({ ok: true })
    expect([service.requests(), accountStatus()]).toEqual([
      [`${LIST} 7|token`, `${LIST} 8|newer`],
      'signedIn',
    ])
  })

  it('repeats a call no second time, and asks about the newer token', async () => {
    const { service, list, vault, account, accountStatus } = await setUp()
    service.on(ME, () => unauthenticated)
    service.on(LIST, async ({ token }) => {
      if (token === '7|token') await vault.put(account.id, '8|newer', LIFE)
      return unauthenticated
    })
    expect(await list()).toMatchObject({ failure: { kind: 'unauthenticated' } })
    expect(service.requests()).toEqual([`${LIST} 7|token`, `${LIST} 8|newer`, `${ME} 8|newer`])
    expect(accountStatus()).toBe('signedOut')
  })

  it('never repeats a call that may be made once only', async () => {
    const { service, gateway, vault, account, accountStatus } = await setUp()
    service.on(ME, () => unauthenticated)
    service.on(LIST, async () => {
      await vault.put(account.id, '8|newer', LIFE)
      return unauthenticated
    })
    expect(await gateway.callAsOnce(account.id, listSessions)).toMatchObject({ ok: false })
    expect([service.requests(), accountStatus()]).toEqual([[`${LIST} 7|token`, `${ME} 7|token`], 'signedIn'])
  })

  it('keeps a newer token that arrived during the confirmation', async () => {
    const { service, list, vault, account, accountStatus } = await setUp()
    const answer = later<Answer>()
    service.on(LIST, () => unauthenticated)
    service.on(ME, () => answer.promise)
    const listing = list()
    await settled()
    await vault.put(account.id, '8|newer', LIFE)
    answer.resolve(unauthenticated)
    await listing
    expect([accountStatus(), await vault.get(account.id)]).toMatchObject(['signedIn', { token: '8|newer' }])
  })

  it('keeps a newer token, at whichever moment of the confirmation it arrives', async () => {
    for (let turns = 0; turns < 24; turns++) {
      const { service, list, vault, account } = await setUp()
      const answer = later<Answer>()
      service.on(LIST, () => unauthenticated)
      service.on(ME, () => answer.promise)
      const listing = list()
      await settled()
      answer.resolve(unauthenticated)
      for (let turn = 0; turn < turns; turn++) await Promise.resolve()
      await vault.put(account.id, '8|newer', LIFE)
      await listing
      expect(await vault.get(account.id), `after ${turns} turns`).toMatchObject({ token: '8|newer' })
    }
  })

  it('never sends a token to an address that was edited into the file', async () => {
    const { service, list } = await setUp({ ...accountOf(7), baseUrl: 'https://evil.example/api/v1' })
    expect(await list()).toMatchObject({ failure: { kind: 'misconfigured' } })
    expect(service.calls).toEqual([])
  })

  it('calls nothing for an account that is unknown, or has no token', async () => {
    const { service, list, gateway, vault, account } = await setUp()
    expect(await gateway.callAs('unknown', listSessions)).toEqual(failed({ kind: 'unauthenticated' }))
    await vault.remove(account.id)
    expect(await list()).toEqual(failed({ kind: 'unauthenticated' }))
    expect(service.calls).toEqual([])
  })

  it('sends nothing during a pause, and keeps the longer of two pauses', async () => {
    const { service, list, gateway, clock, account } = await setUp()
    service.on(LIST, () => ({ status: 429, body: {}, retryAfter: '30' }))
    const calls = [list(), list()]
    await Promise.all(calls)
    service.on(LIST, () => ({ status: 429, body: {}, retryAfter: '5' }))
    const until = clock.now() + 30_000
    expect(await list()).toEqual(failed({ kind: 'rateLimited', retryAt: until }))
    expect([service.calls.length, gateway.rateLimitedUntil(account.id)]).toEqual([2, until])
  })

  it('deletes the pause of a forgotten account', async () => {
    const { service, list, gateway, account, forget } = await setUp()
    service.on(LIST, () => ({ status: 429, body: {}, retryAfter: '30' }))
    await list()
    forget(account.id)
    expect(gateway.rateLimitedUntil(account.id)).toBeNull()
    await list()
    expect(service.calls).toHaveLength(2)
  })

  it('pauses also after a 429 to the confirming request', async () => {
    const { service, list, gateway, clock, account, accountStatus } = await setUp()
    service.on(LIST, () => unauthenticated)
    service.on(ME, () => ({ status: 429, body: {}, retryAfter: '30' }))
    await list()
    expect([gateway.rateLimitedUntil(account.id), accountStatus()]).toEqual([
      clock.now() + 30_000,
      'signedIn',
    ])
  })

  it('pauses after a 429 as long as it says, for that account only', async () => {
    const { service, list, gateway, clock, account } = await setUp()
    service.on(LIST, () => ({ status: 429, body: {}, retryAfter: '30' }))
    await list()
    expect([account.id, 'other'].map(gateway.rateLimitedUntil)).toEqual([clock.now() + 30_000, null])
    await clock.advance(29_999)
    expect(gateway.rateLimitedUntil(account.id)).not.toBeNull()
    await clock.advance(1)
    expect(gateway.rateLimitedUntil(account.id)).toBeNull()
  })

  it('returns a failure if the disk refuses the new status', async () => {
    const { service, list, accountsFile } = await setUp()
    service.on(LIST, () => unauthenticated)
    service.on(ME, () => unauthenticated)
    accountsFile.broken = true
    expect(await list()).toMatchObject({ failure: { kind: 'unauthenticated' } })
  })
})
