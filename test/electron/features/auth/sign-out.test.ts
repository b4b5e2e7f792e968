import { describe, expect, it } from 'vitest'
import type { Account } from '../../../../electron/shared/account.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { createAccounts, type AccountsFile } from '../../../../electron/core/accounts.ts'
import { createSignOut } from '../../../../electron/features/auth/sign-out.ts'
import { createVault, type Ciphertexts } from '../../../../electron/core/vault.ts'
import { fakeStore, fakeCipher, fakeClock, fakeLog, settled, LIFE } from '../../fakes.ts'
import { accountOf, BASE_URL, fakeService, later, tokenAccountOf, type Answer } from '../../fake-service.ts'
import { logoutsOver } from './logout-harness.ts'

const LOGOUT = 'POST /auth/logout'

async function setUp({ isProtecting = true, all = [accountOf(7)] as Account[] } = {}) {
  const clock = fakeClock()
  const service = fakeService(clock)
  const store = fakeStore<Ciphertexts>({})
  const log = fakeLog()
  const vault = createVault({ cipher: fakeCipher(isProtecting), store, log })
  for (const { id, user } of all) await vault.put(id, `${user.id}|token`, LIFE)
  const accountsFile = fakeStore<AccountsFile>({ accounts: all, activeAccountId: null })
  const accounts = createAccounts(accountsFile, fakeLog(), () => undefined)
  const gone: string[] = []
  const ways: string[] = []
  const pending = { settle: (): Promise<void> => Promise.resolve() }
  const pendingLogouts = logoutsOver({ vault, clock, transportTo: service.transportTo })
  const signOut = createSignOut({
    accounts,
    vault,
    ...pendingLogouts,
    renewals: { underWay: () => null },
    deviceName: () => 'This desk',
    clock,
    transportOf: (_id, baseUrl) => service.transportTo(baseUrl),
    settle: () => pending.settle(),
    log,
    accountRemoved(accountId, way) {
      gone.push(accountId)
      ways.push(way)
    },
  })
  service.on(LOGOUT, () => ({ status: 204 }))
  const id = all[0]!.id
  return {
    clock,
    pendingLogouts,
    service,
    store,
    log,
    vault,
    accountsFile,
    accounts,
    pending,
    gone,
    ways,
    signOut,
    id,
  }
}

describe('signing out', () => {
  it('sends the retired token, and reports the confirmation', async () => {
    const { signOut, service, id, log, gone } = await setUp()
    expect(await signOut.signOut(id)).toEqual(ok({ service: 'confirmed' }))
    expect(service.calls).toMatchObject([{ to: BASE_URL, endpoint: LOGOUT, token: '7|token' }])
    expect(log.lines.join()).not.toContain('7|token')
    expect(gone).toEqual([id])
  })

  it.each<[string, (harness: Awaited<ReturnType<typeof setUp>>) => Promise<unknown>, Account]>([
    ['signedOut', async () => undefined, accountOf(7)],
    ['removed', ({ vault, id }) => vault.remove(id), accountOf(7, { status: 'signedOut' })],
    ['removed', async () => undefined, tokenAccountOf('sk_canary')],
  ])('reports how the account was removed: %s', async (way, prepare, account) => {
    const harness = await setUp({ all: [account] })
    await prepare(harness)
    await harness.signOut.signOut(harness.id)
    expect(harness.ways).toEqual([way])
  })

  it('retires the token and removes the account before it calls the service', async () => {
    const { signOut, service, id, store, accountsFile, vault, accounts } = await setUp()
    let here: unknown
    service.on(LOGOUT, async () => {
      here = [accountsFile.read().accounts, await vault.get(id), accounts.all()]
      return { status: 204 }
    })
    await signOut.signOut(id)
    expect([here, store.read()]).toEqual([[[], { state: 'none' }, []], {}])
  })

  it.each<[string, Answer, 'confirmed' | 'refused' | 'unreachable']>([
    ['knows the token no longer', { status: 401, body: {} }, 'confirmed'],
    ['cannot be reached', { kind: 'offline', reason: 'noNetwork' }, 'unreachable'],
    ['has lost its answer', { kind: 'outcomeUnknown' }, 'unreachable'],
    ['fails', { status: 500 }, 'refused'],
    ['wants quiet', { status: 429 }, 'refused'],
  ])('is complete on this computer if the service %s', async (_case, answer, outcome) => {
    const { signOut, service, id, accounts, store } = await setUp()
    service.on(LOGOUT, () => answer)
    expect(await signOut.signOut(id)).toEqual(ok({ service: outcome }))
    expect([accounts.all(), store.read(), service.calls.length]).toEqual([[], {}, 1])
  })

  it('does not accept a 401 without JSON as a confirmation, for example from a captive portal', async () => {
    const { signOut, service, id } = await setUp()
    service.on(LOGOUT, () => ({ status: 401, body: 'Sign in to the Wi-Fi' }))
    expect(await signOut.signOut(id)).toEqual(ok({ service: 'refused' }))
  })

  it('settles the account’s pending work while its token is still valid', async () => {
    const { signOut, service, id, vault, pending } = await setUp()
    const settling = later<null>()
    let stored: unknown
    pending.settle = async () => {
      stored = await vault.get(id)
      await settling.promise
    }
    const signingOut = signOut.signOut(id)
    await settled()
    expect([stored, service.calls, (await vault.get(id)).state]).toMatchObject([
      { token: '7|token' },
      [],
      'readable',
    ])
    settling.resolve(null)
    expect(await signingOut).toEqual(ok({ service: 'confirmed' }))
  })

  it('sends nothing, and can be repeated, if the disk refuses to retire the token', async () => {
    const { signOut, service, id, store, accounts } = await setUp()
    store.broken = true
    await expect(signOut.signOut(id)).rejects.toThrow('ENOSPC')
    expect([service.calls, accounts.get(id)?.id]).toEqual([[], id])
    store.broken = false
    expect(await signOut.signOut(id)).toEqual(ok({ service: 'confirmed' }))
  })

  it('removes an account without a token, and sends nothing', async () => {
    const { signOut, service, id, vault, accounts } = await setUp()
    await vault.remove(id)
    expect(await signOut.signOut(id)).toEqual(ok({ service: 'notAsked' }))
    expect([service.calls, accounts.all()]).toEqual([[], []])
  })

  it('leaves an API token valid at the service', async () => {
    const holder = tokenAccountOf('sk_canary')
    const { signOut, service, id, vault, accounts } = await setUp({ all: [holder], isProtecting: false })
    await signOut.endUnsaved()
    expect(await signOut.signOut(id)).toEqual(ok({ service: 'notAsked' }))
    expect([service.calls, accounts.all(), await vault.get(id)]).toEqual([[], [], { state: 'none' }])
  })

  it('refuses an unknown account', async () => {
    const { signOut } = await setUp()
    expect(await signOut.signOut('unknown')).toEqual(failed({ kind: 'notFound' }))
  })

  it('leaves the other accounts alone', async () => {
    const { signOut, id, vault, accounts } = await setUp({ all: [accountOf(7), accountOf(8)] })
    await signOut.signOut(id)
    const left = accounts.all()[0]!
    expect([left.user.id, await vault.get(left.id)]).toMatchObject([8, { token: '8|token' }])
  })

  it('never sends a token to an address that was edited into the file', async () => {
    const edited = { ...accountOf(7), baseUrl: 'https://evil.example/api/v1' }
    const { signOut, service, id } = await setUp({ all: [edited] })
    await signOut.signOut(id)
    expect(service.calls.filter(({ token }) => token !== undefined)).toEqual([])
  })

  it('returns the same result to a second click', async () => {
    const { signOut, service, id } = await setUp()
    const answer = later<Answer>()
    service.on(LOGOUT, () => answer.promise)
    const first = signOut.signOut(id)
    for (let turn = 0; turn < 3; turn++) await Promise.resolve()
    const second = signOut.signOut(id)
    await settled()
    answer.resolve({ status: 204 })
    expect([await first, await second]).not.toContainEqual(ok({ service: 'refused' }))
  })
})

describe('signing out while the app quits', () => {
  it('waits for pending work for a short time only', async () => {
    const { signOut, service, id, pending, clock } = await setUp()
    pending.settle = () => later<undefined>().promise
    const signingOut = signOut.signOut(id)
    await clock.advance(60_000)
    expect(service.calls).toEqual([])
    signOut.finish()
    await clock.advance(2_000)
    expect(await signingOut).toEqual(ok({ service: 'confirmed' }))
  })

  it('keeps a token that was not logged out for the next start', async () => {
    const { signOut, service, id, pendingLogouts, store } = await setUp()
    service.on(LOGOUT, () => ({ status: 500 }))
    await pendingLogouts.logouts.finish()
    expect(await signOut.signOut(id)).toEqual(ok({ service: 'refused' }))
    expect(Object.keys(store.read())).toEqual(Object.keys(pendingLogouts.files.logouts.read()))
    expect(Object.keys(store.read())).toHaveLength(1)
  })

  it('counts as work until the service answers', async () => {
    const { signOut, service, id, pendingLogouts } = await setUp()
    const answer = later<Answer>()
    service.on(LOGOUT, () => answer.promise)
    void signOut.signOut(id)
    await settled()
    expect(pendingLogouts.work.isAny()).toBe(true)
    answer.resolve({ status: 204 })
    await pendingLogouts.work.settled()
    expect(pendingLogouts.work.isAny()).toBe(false)
  })
})

describe('ending sessions whose token is only in memory', () => {
  it('logs out the tokens that would be lost, and no stored one', async () => {
    const unsaved = await setUp({ isProtecting: false, all: [accountOf(7), accountOf(8)] })
    await unsaved.signOut.endUnsaved()
    expect(unsaved.service.requests()).toEqual([`${LOGOUT} 7|token`, `${LOGOUT} 8|token`])
    const kept = await setUp()
    await kept.signOut.endUnsaved()
    expect(kept.service.calls).toEqual([])
  })

  it('continues with the others if the service cannot be reached for one', async () => {
    const all = [accountOf(7), accountOf(8)]
    const { signOut, service } = await setUp({ isProtecting: false, all })
    service.on(LOGOUT, ({ token }) => (token === '7|token' ? { kind: 'timeout' } : { status: 204 }))
    await expect(signOut.endUnsaved()).resolves.toBeUndefined()
    expect(service.calls).toHaveLength(2)
  })

  it('asks once for each token, and records an unconfirmed session', async () => {
    const all = [accountOf(7), accountOf(8)]
    const { signOut, service, pendingLogouts } = await setUp({ isProtecting: false, all })
    service.on(LOGOUT, ({ token }) => (token === '7|token' ? { kind: 'timeout' } : { status: 204 }))
    await signOut.endUnsaved()
    await signOut.endUnsaved()
    expect(service.calls).toHaveLength(2)
    expect(pendingLogouts.files.unconfirmed.read()).toMatchObject([{ cause: 'signOut', name: 'User 7' }])
  })
})
