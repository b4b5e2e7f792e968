import { describe, expect, it } from 'vitest'
import { listSessions } from '../../../electron/api/sessions.ts'
import { noToken } from '../../../electron/shared/failure.ts'
import { failed } from '../../../electron/shared/result.ts'
import { BASE_URL, later, tokenAccountOf, type Answer } from '../fake-service.ts'
import { LIFE, settled } from '../fakes.ts'
import {
  editedAccount,
  LIST,
  lost,
  ME,
  noNetwork,
  PORTAL,
  setUpCore,
  unauthenticated,
} from './core-harness.ts'

const sessions: Answer = { status: 200, body: { data: { sessions: [] } } }
const limited = (retryAfter: string): Answer => ({ status: 429, body: {}, retryAfter })

/** An account whose list and whose confirming request get these answers. */
async function setUp(list: Answer = sessions, me: Answer = unauthenticated, options = {}) {
  const core = await setUpCore(options)
  const { service, gateway, vault, account, status } = core
  service.on(ME, () => me)
  service.on(LIST, () => list)
  return {
    ...core,
    list: () => gateway.callAs(account.id, listSessions),
    until: () => gateway.rateLimitedUntil(account.id),
    renew: () => vault.put(account.id, '8|newer', LIFE),
    /** The status of the account, and its token. */
    signedInWith: async () => {
      const stored = await vault.get(account.id)
      return [status(), stored.kind === 'readable' ? stored.token : stored.kind]
    },
  }
}

describe('calling as an account', () => {
  it('records a response that could not be parsed, which the transport accepted', async () => {
    const { list, failures } = await setUp({ status: 200, body: { data: { sessions: 'none' } } })
    await list()
    expect(failures).toEqual([
      ['reading a response', { kind: 'unexpectedAnswer', reason: 'shape' }, BASE_URL],
    ])
  })

  it('never sends a token to an address that was edited into the file', async () => {
    const { service, list } = await setUp(sessions, sessions, { all: [editedAccount()] })
    expect(await list()).toEqual(failed({ kind: 'misconfigured', reason: 'notAnAddress' }))
    expect(service.calls).toEqual([])
  })

  it('calls nothing for an account that is unknown, or has no token', async () => {
    const { service, list, gateway, vault, account } = await setUp()
    expect(await gateway.callAs('unknown', listSessions)).toEqual(failed(noToken()))
    await vault.remove(account.id)
    expect(await list()).toEqual(failed(noToken()))
    expect(service.calls).toEqual([])
  })
})

describe('a refused call', () => {
  it('signs out if GET /auth/me confirms it with a 401 in JSON, and deletes the token', async () => {
    const { service, list, signedInWith, files, log } = await setUp(unauthenticated)
    expect(await list()).toMatchObject({ failure: { kind: 'unauthenticated' } })
    expect(service.requests()).toEqual([`${LIST} 7|token`, `${ME} 7|token`])
    expect([await signedInWith(), files.vault.read()]).toEqual([['signedOut', 'none'], {}])
    expect(log.lines.join()).not.toContain('7|token')
  })

  it.each([
    ['me', ME],
    ['sessions', LIST],
  ] as const)('with an API token is confirmed where that was accepted: %s', async (acceptedBy, endpoint) => {
    const account = tokenAccountOf('sk_canary')
    const all = [{ ...account, credential: { ...account.credential, acceptedBy } }]
    const { service, list } = await setUp(unauthenticated, unauthenticated, { all })
    await list()
    expect(service.requests()).toEqual([`${LIST} 7|token`, `${endpoint} 7|token`])
  })

  it('is explained by an open renewal, which is lost then', async () => {
    const { start, account } = await setUp(unauthenticated)
    const lostRenewals: string[] = []
    const journal = { of: () => ({}), markLost: (id: string) => void lostRenewals.push(id) }
    const { gateway, accounts } = start({ journal })
    await gateway.callAs(account.id, listSessions)
    expect([accounts.get(account.id)?.status, lostRenewals]).toEqual(['renewalLost', [account.id]])
  })

  it('sets the status before it removes the token, in case of a crash in between', async () => {
    const { list, files, status } = await setUp(unauthenticated)
    const { write } = files.vault
    files.vault.write = (value) => (expect(status()).toBe('signedOut'), write(value))
    await list()
    expect(files.vault.read()).toEqual({})
  })

  it('is returned although the disk refuses the new status and the removal', async () => {
    const { list, files, log } = await setUp(unauthenticated)
    files.accounts.broken = true
    files.vault.broken = true
    expect(await list()).toMatchObject({ failure: { kind: 'unauthenticated' } })
    expect(log.lines.at(-1)).toMatch(/^vault\.notRemoved/)
  })

  it.each<[string, Answer]>([
    ['says 200', { status: 200, body: { data: { user: { id: 7, email: 'a@b.c' } } } }],
    ['says 401 in HTML', { status: 401, body: PORTAL }],
    ['says 403', { status: 403, body: {} }],
    ['says 500', { status: 500, body: {} }],
    ['cannot be reached', noNetwork],
  ])('signs nobody out if the confirming answer %s', async (_case, answer) => {
    const { list, signedInWith } = await setUp(unauthenticated, answer)
    expect(await list()).toMatchObject({ failure: { kind: 'unauthenticated' } })
    expect(await signedInWith()).toEqual(['signedIn', '7|token'])
  })

  it.each<[string, Answer]>([
    ['401 in HTML', { status: 401, body: PORTAL }],
    ['403', { status: 403, body: {} }],
    ['404', { status: 404, body: {} }],
    ['success: false', { status: 200, body: { success: false, message: 'Unauthenticated.' } }],
    ['a lost answer', lost],
  ])('is only a 401 in JSON: %s is neither confirmed nor a sign-out', async (_case, answer) => {
    const { list, service, signedInWith } = await setUp(answer)
    expect(await list()).toMatchObject({ ok: false })
    expect(service.requests()).toEqual([`${LIST} 7|token`])
    expect(await signedInWith()).toEqual(['signedIn', '7|token'])
  })

  it('is repeated once with a newer token, which is then confirmed instead', async () => {
    const { service, list, renew, signedInWith } = await setUp()
    service.on(LIST, async ({ token }) => (token === '7|token' && (await renew()), unauthenticated))
    expect(await list()).toMatchObject({ failure: { kind: 'unauthenticated' } })
    expect(service.requests()).toEqual([`${LIST} 7|token`, `${LIST} 8|newer`, `${ME} 8|newer`])
    expect(await signedInWith()).toEqual(['signedOut', 'none'])
  })

  it('succeeds with the newer token', async () => {
    const { service, list, renew, signedInWith } = await setUp()
    const answer = later<Answer>()
    service.on(LIST, ({ token }) => (token === '7|token' ? answer.promise : sessions))
    const listing = list()
    await settled()
    await renew()
    answer.resolve(unauthenticated)
    expect(await listing).toMatchObject({ ok: true })
    expect(service.requests()).toEqual([`${LIST} 7|token`, `${LIST} 8|newer`])
    expect(await signedInWith()).toEqual(['signedIn', '8|newer'])
  })

  it('is never repeated if it may be made once only', async () => {
    const { service, gateway, account, renew, signedInWith } = await setUp()
    service.on(LIST, async () => (await renew(), unauthenticated))
    expect(await gateway.callAsOnce(account.id, listSessions)).toMatchObject({ ok: false })
    expect(service.requests()).toEqual([`${LIST} 7|token`, `${ME} 7|token`])
    expect(await signedInWith()).toEqual(['signedIn', '8|newer'])
  })

  it.each(Array.from({ length: 24 }, (_, turns) => turns))(
    'keeps a newer token that arrives %i turns into the confirmation',
    async (turns) => {
      const { service, list, renew, vault, account } = await setUp(unauthenticated)
      const answer = later<Answer>()
      service.on(ME, () => answer.promise)
      const listing = list()
      await settled()
      if (turns === 0) await renew()
      answer.resolve(unauthenticated)
      for (let turn = 0; turn < turns; turn++) await Promise.resolve()
      if (turns > 0) await renew()
      await listing
      expect(await vault.get(account.id)).toMatchObject({ token: '8|newer' })
    },
  )
})

describe('a call after a 429', () => {
  it('sends nothing as long as that says, for this account only', async () => {
    const { service, list, gateway, until, clock } = await setUp(limited('30'))
    await list()
    const end = clock.now() + 30_000
    expect([until(), gateway.rateLimitedUntil('other')]).toEqual([end, null])
    await clock.advance(29_999)
    expect(await list()).toEqual(failed({ kind: 'rateLimited', retryAt: end }))
    await clock.advance(1)
    expect([until(), service.calls.length]).toEqual([null, 1])
  })

  it('waits for the longer of two pauses', async () => {
    const { service, list, until, clock } = await setUp()
    const waits = ['30', '5']
    service.on(LIST, () => limited(waits.shift()!))
    await Promise.all([list(), list()])
    expect([service.calls.length, until()]).toEqual([2, clock.now() + 30_000])
  })

  it('waits also after a 429 to the confirming request, and not after another failure', async () => {
    const { service, list, until, clock, signedInWith } = await setUp(unauthenticated, { kind: 'timeout' })
    await list()
    expect(until()).toBeNull()
    service.on(ME, () => limited('30'))
    await list()
    expect([until(), await signedInWith()]).toEqual([clock.now() + 30_000, ['signedIn', '7|token']])
  })

  it('is sent for an account that was forgotten', async () => {
    const { service, list, until, account, forget } = await setUp(limited('30'))
    await list()
    forget(account.id)
    expect(until()).toBeNull()
    await list()
    expect(service.calls).toHaveLength(2)
  })
})
