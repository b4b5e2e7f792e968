import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Account } from '../../../../electron/shared/account.ts'
import type { SignOutReport } from '../../../../electron/shared/requests/auth.ts'
import { failed, ok, type Result } from '../../../../electron/shared/result.ts'
import {
  editedAccount,
  LOGOUT,
  lost,
  noNetwork,
  PORTAL,
  REFRESH,
  unauthenticated,
} from '../../core/core-harness.ts'
import { accountOf, BASE_URL, later, tokenAccountOf, type Answer } from '../../fake-service.ts'
import { settled } from '../../fakes.ts'
import { setUpRenewal } from '../renewal/renewal-harness.ts'
import { setUpAuth as setUp } from './auth-harness.ts'

const TWO = [accountOf(7), accountOf(8)]
const oneTimesOut = ({ token = '' }): Answer => (token === '7|token' ? { kind: 'timeout' } : { status: 204 })

describe('signing out', () => {
  it('removes the token and the account from this computer first, and reports the confirmation', async () => {
    const { signOut, service, account, files, vault, accounts, log } = await setUp()
    let here: unknown
    service.on(LOGOUT, async () => {
      here = [files.accounts.read().accounts, await vault.get(account.id), accounts.all()]
      return { status: 204 }
    })
    expect(await signOut.signOut(account.id)).toEqual(ok({ service: 'confirmed' }))
    expect([here, files.vault.read()]).toEqual([[[], { kind: 'none' }, []], {}])
    expect(service.calls).toMatchObject([{ to: BASE_URL, endpoint: LOGOUT, token: '7|token' }])
    expect(log.lines).toEqual([])
  })

  it.each<[string, string, Account, SignOutReport['service'], requests: number]>([
    ['with a token', 'signedOut', accountOf(7), 'confirmed', 1],
    ['without a token', 'removed', accountOf(7, { status: 'signedOut' }), 'notAsked', 0],
    // Its token stays valid at the service.
    ['of an API token', 'removed', tokenAccountOf('sk_canary'), 'notAsked', 0],
  ])('reports how it removed an account %s', async (_case, reason, account, outcome, requests) => {
    const { signOut, vault, events, service, accounts } = await setUp({ all: [account] })
    if (account.status === 'signedOut') await vault.remove(account.id)
    expect(await signOut.signOut(account.id)).toEqual(ok({ service: outcome }))
    expect([events, service.calls.length]).toEqual([[`${reason} ${account.id}`], requests])
    expect([accounts.all(), await vault.get(account.id)]).toEqual([[], { kind: 'none' }])
  })

  it('keeps what is known of the sessions if the token goes while a signed-in account signs out', async () => {
    const { signOut, vault, events, account, others } = await setUp()
    others.settle = () => vault.remove(account.id)
    expect(await signOut.signOut(account.id)).toEqual(ok({ service: 'notAsked' }))
    expect(events).toEqual([`signedOut ${account.id}`])
  })

  it.each<[string, Answer, SignOutReport['service']]>([
    ['cannot be reached', noNetwork, 'unreachable'],
    ['has lost its answer', lost, 'unreachable'],
    ['fails', { status: 500 }, 'refused'],
    ['wants quiet', { status: 429 }, 'refused'],
    ['is behind a captive portal', { status: 401, body: PORTAL }, 'refused'],
  ])('is complete on this computer if the service %s', async (_case, answer, outcome) => {
    const { signOut, service, account, accounts, files, log } = await setUp()
    service.on(LOGOUT, () => answer)
    expect(await signOut.signOut(account.id)).toEqual(ok({ service: outcome }))
    expect([accounts.all(), files.vault.read(), service.calls.length]).toEqual([[], {}, 1])
    expect(log.lines).toHaveLength(outcome === 'confirmed' ? 0 : 1)
  })

  it.each<[string, Answer, me: Answer, SignOutReport['service'], isOpen?: boolean]>([
    ['is believed if it knows the token no longer', unauthenticated, unauthenticated, 'confirmed'],
    ['is not believed if it knows the token', unauthenticated, { status: 200, body: {} }, 'refused'],
    ['does not tell whether it knows the token', unauthenticated, { kind: 'timeout' }, 'unreachable'],
    ['may have renewed the token', unauthenticated, unauthenticated, 'unreachable', true],
    ['may have renewed the token, and did not', { status: 204 }, unauthenticated, 'confirmed', true],
  ])('a service that answers the logout with 401 %s', async (_case, answer, me, outcome, isOpen = false) => {
    const { signOut, service, account, others } = await setUp()
    service.on(LOGOUT, () => answer)
    service.on('GET /auth/me', () => me)
    others.isOpen = isOpen
    expect(await signOut.signOut(account.id)).toEqual(ok({ service: outcome }))
    expect(service.countRequests(LOGOUT)).toBe(1)
  })

  const done = ok(null)
  it.each<[string, Result<null>[], Answer, SignOutReport['service']]>([
    ['succeeds', [done, done], { status: 204 }, 'confirmed'],
    ['fails', [failed({ kind: 'forbidden' }), done], { status: 204 }, 'confirmed'],
    ['was lost before', [failed({ kind: 'timeout' }), done], { status: 204 }, 'unreachable'],
    ['is lost meanwhile', [done, failed({ kind: 'outcomeUnknown' })], { status: 204 }, 'unreachable'],
    ['is lost, and the logout is refused', [done, failed({ kind: 'timeout' })], { status: 500 }, 'refused'],
  ])('while a renewal %s reports what is certain', async (_case, renewals, answer, outcome) => {
    const { signOut, service, account, others } = await setUp()
    others.underWay = () => Promise.resolve(renewals.shift()!)
    service.on(LOGOUT, () => answer)
    expect(await signOut.signOut(account.id)).toEqual(ok({ service: outcome }))
  })

  it('settles the account’s pending work while its token is still valid', async () => {
    const { signOut, service, account, vault, others } = await setUp()
    const settling = later<undefined>()
    others.settle = () => settling.promise
    const signingOut = signOut.signOut(account.id)
    await settled()
    expect([service.calls, await vault.get(account.id)]).toMatchObject([[], { token: '7|token' }])
    settling.resolve(undefined)
    expect(await signingOut).toEqual(ok({ service: 'confirmed' }))
  })

  it('names the sessions whose ends could not be confirmed', async () => {
    const { signOut, account, others } = await setUp()
    others.unended = ['Old phone']
    expect(await signOut.signOut(account.id)).toEqual(ok({ service: 'confirmed', unended: ['Old phone'] }))
  })

  it('sends nothing, and can be repeated, if the disk refuses to retire the token', async () => {
    const { signOut, service, account, files, accounts } = await setUp()
    files.vault.broken = true
    await expect(signOut.signOut(account.id)).rejects.toThrow('ENOSPC')
    expect([service.calls, accounts.all()]).toEqual([[], [account]])
    files.vault.broken = false
    expect(await signOut.signOut(account.id)).toEqual(ok({ service: 'confirmed' }))
  })

  it('refuses an unknown account, and leaves the other accounts alone', async () => {
    const { signOut, account, vault, accounts } = await setUp({ all: TWO })
    expect(await signOut.signOut('unknown')).toEqual(failed({ kind: 'notFound' }))
    await signOut.signOut(account.id)
    expect([accounts.all(), await vault.get(TWO[1]!.id)]).toMatchObject([[TWO[1]], { token: '8|token' }])
  })

  it('never sends a token to an address that was edited into the file', async () => {
    const { signOut, service, account } = await setUp({ all: [editedAccount()], isProtecting: false })
    await signOut.endUnsaved()
    await signOut.signOut(account.id)
    expect(service.calls).toEqual([])
  })

  it('is one for two clicks, and counts as work until the service answers', async () => {
    const { signOut, service, account, work } = await setUp()
    const answer = later<Answer>()
    service.on(LOGOUT, () => answer.promise)
    const signingOut = signOut.signOut(account.id)
    expect(signOut.signOut(account.id)).toBe(signingOut)
    await settled()
    expect([signOut.signOut(account.id) === signingOut, work.isAny()]).toEqual([true, true])
    answer.resolve({ status: 204 })
    await work.settled()
    expect([await signOut.signOut(account.id), work.isAny()]).toEqual([failed({ kind: 'notFound' }), false])
  })
})

describe('signing out while the app quits', () => {
  it('waits for pending work for a short time only', async () => {
    const { signOut, service, account, others, clock } = await setUp()
    others.settle = () => later<undefined>().promise
    const signingOut = signOut.signOut(account.id)
    await clock.advance(60_000)
    expect(service.calls).toEqual([])
    signOut.finish()
    await clock.advance(2_000)
    expect(await signingOut).toEqual(ok({ service: 'confirmed' }))
  })

  it('keeps a token that was not logged out for the next start', async () => {
    const { signOut, service, account, logouts, files } = await setUp()
    service.on(LOGOUT, () => ({ status: 500 }))
    await logouts.finish()
    expect(await signOut.signOut(account.id)).toEqual(ok({ service: 'refused' }))
    expect(Object.keys(files.vault.read())).toEqual(Object.keys(files.logouts.read()))
    expect(Object.keys(files.vault.read())).toHaveLength(1)
  })
})

describe('ending sessions whose token is only in memory', () => {
  it('asks once for each token, although one cannot be reached, and records that session', async () => {
    const { signOut, service, files, log } = await setUp({ isProtecting: false, all: TWO })
    service.on(LOGOUT, oneTimesOut)
    log.lines.length = 0
    await signOut.endUnsaved()
    await signOut.endUnsaved()
    expect(service.requests()).toEqual([`${LOGOUT} 7|token`, `${LOGOUT} 8|token`])
    expect(files.unconfirmed.read()).toMatchObject([{ cause: 'signOut', name: 'User 7' }])
    expect(log.lines).toEqual([expect.stringMatching(/^account\.signOutFailed .*"timeout"/)])
  })

  it.each<[string, Account, isProtecting: boolean, isRemoved: boolean]>([
    ['is stored', accountOf(7), true, false],
    ['was removed meanwhile', accountOf(7), false, true],
    ['was issued for the API', tokenAccountOf('sk_canary'), false, false],
  ])('logs no token out that %s', async (_case, account, isProtecting, isRemoved) => {
    const { signOut, service, vault, others } = await setUp({ all: [account], isProtecting })
    if (isRemoved) others.settle = () => vault.remove(account.id)
    await signOut.endUnsaved()
    expect(service.calls).toEqual([])
  })
})

/** An account that signs out during a renewal, at a service that knows the valid tokens. */
async function race(order: { renewalFirst: boolean; gap: number; refreshIn: number; logoutIn: number }) {
  const { account, service, renewals, signOut, state, vault, files } = await setUpRenewal()
  const alive = new Set([state.good])
  const { id } = account
  service.on(REFRESH, async ({ token = '' }): Promise<Answer> => {
    await turns(order.refreshIn)
    if (!alive.delete(token)) return unauthenticated
    alive.add('2|renewed')
    return { status: 200, body: { data: { token: '2|renewed', token_type: 'Bearer', expires_at: null } } }
  })
  service.on(LOGOUT, async ({ token = '' }): Promise<Answer> => {
    await turns(order.logoutIn)
    return alive.delete(token) ? { status: 200, body: { success: true } } : unauthenticated
  })
  service.on('GET /auth/me', ({ token = '' }) =>
    alive.has(token) ? { status: 200, body: {} } : unauthenticated,
  )
  const first = order.renewalFirst ? renewals.renew(id) : signOut.signOut(id)
  await turns(order.gap)
  const second = order.renewalFirst ? signOut.signOut(id) : renewals.renew(id)
  const answers = await Promise.all([first, second])
  return [answers[order.renewalFirst ? 1 : 0], [...alive], await vault.get(id), files.vault.read()]
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await Promise.resolve()
}

it('signing out while the token is renewed leaves no valid token, here or at the service, once it is confirmed', async () => {
  const waits = { gap: fc.nat(60), refreshIn: fc.nat(60), logoutIn: fc.nat(60) }
  await fc.assert(
    fc.asyncProperty(fc.record({ renewalFirst: fc.boolean(), ...waits }), async (order) => {
      expect(await race(order)).toEqual([ok({ service: 'confirmed' }), [], { kind: 'none' }, {}])
    }),
    { numRuns: 1_000 },
  )
})
