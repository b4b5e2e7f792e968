import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../../electron/shared/failure.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { LIFE, settled } from '../../fakes.ts'
import { accountOf, later, tokenAccountOf, type Answer } from '../../fake-service.ts'
import { LIST, ME, REFRESH, unauthenticated } from '../../core/core-harness.ts'
import { HOUR, setUpRenewal as setUp } from './renewal-harness.ts'

const lost: Answer = { kind: 'outcomeUnknown' }

describe('renewing', () => {
  it('leaves a fresh token alone, and renews it 5 minutes before its hour ends', async () => {
    const { list, clock, countRequests, renewals, account } = await setUp()
    expect(await list()).toMatchObject({ ok: true })
    expect([countRequests(REFRESH), renewals.dueIn(account.id)]).toEqual([0, HOUR - 300_000])
    await clock.advance(HOUR - 300_000)
    expect(await list()).toMatchObject({ ok: true })
    expect([countRequests(REFRESH), renewals.dueIn(account.id)]).toEqual([1, HOUR - 300_000])
  })

  it('knows when a token found at the start is due, before its first call', async () => {
    const { renewals, vault, account } = await setUp()
    const stored = await vault.get(account.id)
    if (stored.state !== 'readable') throw new Error('There is no token')
    expect([renewals.dueIn(account.id), renewals.isExpiryDoubtful(account.id)]).toEqual([null, false])
    renewals.tokenFound('unknown', stored)
    renewals.tokenFound(account.id, stored)
    expect([renewals.dueIn(account.id), renewals.isExpiryDoubtful(account.id)]).toEqual([
      HOUR - 300_000,
      false,
    ])
    renewals.tokenFound(account.id, { ...stored, issuedAt: HOUR, expiresAt: HOUR })
    expect([renewals.dueIn(account.id), renewals.isExpiryDoubtful(account.id)]).toEqual([null, true])
  })

  it('runs once for a thousand simultaneous calls, none of which fails', async () => {
    const { list, clock, countRequests, state, renewals, account } = await setUp()
    await clock.advance(HOUR - 1)
    void renewals.ensureFresh(account.id)
    const answers = await Promise.all(Array.from({ length: 1_000 }, list))
    expect(answers.filter(({ ok }) => !ok)).toEqual([])
    expect([countRequests(REFRESH), countRequests(`${LIST} ${state.good}`)]).toEqual([1, 1_000])
  })

  it('stores the new token before its first use', async () => {
    const { list, clock, service, start, account } = await setUp()
    await clock.advance(HOUR - 1)
    let onDisk: unknown
    service.on(LIST, async () => {
      onDisk = await start().vault.get(account.id)
      return { status: 200, body: { data: { sessions: [] } } }
    })
    await list()
    expect(onDisk).toMatchObject({ token: '2|renewed', sequence: 2 })
  })

  it('repeats a call that the old token lost to a renewal', async () => {
    const { list, service, renewals, account, countRequests, renewed, state } = await setUp()
    const first = later<Answer>()
    service.on(LIST, ({ token }) =>
      token === '1|first' ? first.promise : { status: 200, body: { data: { sessions: [] } } },
    )
    const listing = list()
    await settled()
    service.on(REFRESH, renewed)
    await renewals.renew(account.id)
    first.resolve(unauthenticated)
    expect(await listing).toMatchObject({ ok: true })
    expect([countRequests(LIST), countRequests(`${LIST} ${state.good}`)]).toEqual([2, 1])
  })

  it('runs on request, although a check of the deadline is running', async () => {
    const { list, renewals, account, countRequests, state } = await setUp()
    const listing = list()
    const renewing = [renewals.renew(account.id), renewals.renew(account.id)]
    expect(await Promise.all(renewing)).toEqual([ok(null), ok(null)])
    await listing
    expect([countRequests(REFRESH), state.good]).toEqual([1, '2|renewed'])
  })

  it.each([
    ['an unknown account', 'unknown', true],
    ['an unknown account without a token', 'unknown', false],
    ['an account without a token', accountOf(7).id, false],
    ['an API token', tokenAccountOf('sk_canary').id, true],
    ['an account whose address was edited', 'edited', true],
  ])('leaves %s alone', async (_case, id, hasToken) => {
    const instance = tokenAccountOf('sk_canary')
    const account = id === instance.id ? instance : accountOf(7, id === 'edited' ? { id } : {})
    const { renewals, vault, service, clock } = await setUp({ all: [account] })
    await vault.remove(id)
    const life = { issuedAt: clock.now() - HOUR, expiresAt: clock.now() }
    if (hasToken) await vault.put(id, 'token', life)
    const stored = await vault.get(id)
    if (stored.state === 'readable') renewals.tokenFound(id, stored)
    expect(renewals.dueIn(id)).toBe(id === 'edited' ? 0 : null)
    void renewals.ensureFresh(id)
    expect(await renewals.underWay(id)).toEqual(ok(null))
    const refused = id === instance.id ? 'forbidden' : 'unauthenticated'
    expect(await renewals.renew(id)).toEqual(
      hasToken && id !== instance.id ? ok(null) : failed({ kind: refused }),
    )
    expect(service.calls).toEqual([])
  })

  it.each<[string, Answer, Failure['kind']]>([
    ['logged out', { status: 204 }, 'cancelled'],
    ['reported, if it cannot be logged out', { status: 500 }, 'outcomeUnknown'],
  ])('does not restore a token after a sign-out: the new one is %s', async (_case, logout, kind) => {
    const { renewals, account, vault, service, renewed, countRequests, clock, unconfirmedSessions } =
      await setUp()
    const answer = later<Answer>()
    service.on(REFRESH, () => answer.promise)
    service.on('POST /auth/logout', () => logout)
    const renewing = renewals.renew(account.id)
    await settled()
    await vault.remove(account.id)
    answer.resolve(renewed())
    expect(await renewing).toMatchObject({ failure: { kind } })
    expect([await vault.get(account.id), countRequests('POST /auth/logout 2|renewed')]).toEqual([
      { state: 'none' },
      1,
    ])
    await clock.advance(HOUR)
    const reported = kind === 'outcomeUnknown' ? [{ deviceName: 'This desk' }] : []
    expect(unconfirmedSessions.all()).toMatchObject(reported)
  })

  it('does not delay the renewal of a token that a sign-in stored meanwhile', async () => {
    const { renewals, account, vault, service, renewed, clock } = await setUp()
    service.on('POST /auth/logout', () => ({ status: 204 }))
    service.on(REFRESH, async () => {
      await vault.put(account.id, '9|newer', {
        issuedAt: clock.now() - HOUR,
        expiresAt: clock.now() + 60_000,
      })
      return renewed()
    })
    expect(await renewals.renew(account.id)).toMatchObject({ failure: { kind: 'cancelled' } })
    expect(renewals.dueIn(account.id)).toBe(0)
  })

  it('is never automatic for a token without an expiry, unless an interval was chosen', async () => {
    const never = await setUp({ expiresIn: null })
    await never.clock.advance(1_000 * HOUR)
    await never.list()
    expect([never.countRequests(REFRESH), never.renewals.dueIn(never.account.id)]).toEqual([0, null])
    const daily = await setUp({ expiresIn: null, every: 24 * HOUR })
    await daily.clock.advance(24 * HOUR)
    await daily.list()
    expect(daily.countRequests(REFRESH)).toBe(1)
  })
})

describe('a renewal with a lost reply', () => {
  it('did not take place if the old token still works: nothing is lost, and it is retried later', async () => {
    const { list, clock, service, countRequests, accountStatus, files } = await setUp()
    await clock.advance(HOUR - 200_000)
    service.on(REFRESH, () => lost)
    expect(await list()).toMatchObject({ ok: true })
    expect([accountStatus(), files.journal.read()]).toEqual(['signedIn', {}])
    await list()
    expect(countRequests(REFRESH)).toBe(1)
    await clock.advance(61_000)
    await list()
    expect(countRequests(REFRESH)).toBe(2)
  })

  it('took place if the old token is refused: the person learns why they have to sign in', async () => {
    const { list, clock, service, accountStatus, files, renewed, vault, account, renewals } = await setUp()
    await clock.advance(HOUR - 1)
    service.on(REFRESH, () => (renewed(), lost))
    expect(await list()).toMatchObject({ failure: { kind: 'unauthenticated' } })
    expect(accountStatus()).toBe('renewalLost')
    expect([files.journal.read(), await vault.get(account.id)]).toEqual([{}, { state: 'none' }])
    expect(renewals.dueIn(account.id)).toBeNull()
  })

  it('says nothing about a token that a sign-in stored meanwhile', async () => {
    const { renewals, account, vault, service, countRequests, accountStatus, files } = await setUp()
    const answer = later<Answer>()
    service.on(REFRESH, () => answer.promise)
    const renewing = renewals.renew(account.id)
    await settled()
    await vault.put(account.id, '9|newer', LIFE)
    answer.resolve(lost)
    expect(await renewing).toMatchObject({ failure: { kind: 'outcomeUnknown' } })
    expect([countRequests(ME), accountStatus(), files.journal.read()]).toEqual([0, 'signedIn', {}])
  })

  it('sets the status before the token is removed, in case of a crash in between', async () => {
    const { list, clock, service, accountStatus, files, renewed } = await setUp()
    await clock.advance(HOUR - 1)
    service.on(REFRESH, () => (renewed(), lost))
    const { write } = files.vault
    files.vault.write = (value) => (expect(accountStatus()).toBe('renewalLost'), write(value))
    await list()
    expect(files.vault.read()).toEqual({})
  })

  it('stays open while the check is inconclusive, and is settled by a later one', async () => {
    const { list, clock, service, accountStatus, files, renewed, account } = await setUp()
    await clock.advance(HOUR - 200_000)
    service.on(REFRESH, () => (renewed(), lost))
    service.on(ME, () => ({ kind: 'timeout' }))
    service.on(LIST, () => ({ kind: 'timeout' }))
    await list()
    expect([accountStatus(), Object.keys(files.journal.read())]).toEqual(['signedIn', [account.id]])
    service.on(ME, () => unauthenticated)
    await clock.advance(HOUR)
    await list()
    expect(accountStatus()).toBe('renewalLost')
  })
})

describe('a renewal that a crash interrupted', () => {
  it('is explained by its journal entry at the next start', async () => {
    const { clock, service, renewals, account, start, renewed, files, lost } = await setUp()
    service.on(REFRESH, () => (renewed(), later<Answer>().promise))
    void renewals.renew(account.id)
    await settled()
    expect(files.journal.read()).toMatchObject({ [account.id]: { sequence: 1, at: clock.now() } })
    const again = start()
    await again.list()
    expect(again.accountStatus()).toBe('renewalLost')
    expect(lost).toEqual([{ at: clock.now(), session: { id: 1, name: 'This desk' } }])
  })

  it('names no session of the token before, which a sign-in replaced', async () => {
    const { service, renewals, account, renewed, files } = await setUp()
    service.on(REFRESH, () => (renewed(), later<Answer>().promise))
    renewals.signedIn(account.id)
    void renewals.renew(account.id)
    await settled()
    expect(files.journal.read()).toMatchObject({ [account.id]: { sequence: 1, session: null } })
  })

  it('is repeated if the old token still works', async () => {
    const { files, account, renewals, countRequests } = await setUp()
    files.journal.write({ [account.id]: { sequence: 1, at: 0, session: null } })
    expect(await renewals.renew(account.id)).toEqual(ok(null))
    expect([countRequests(ME), countRequests(REFRESH)]).toEqual([1, 1])
  })

  it('is closed if the new token had been stored', async () => {
    const { files, account, start, countRequests, list } = await setUp()
    files.journal.write({ [account.id]: { sequence: 0, at: 0, session: null } })
    await list()
    const again = start()
    expect(await again.list()).toMatchObject({ ok: true })
    expect([files.journal.read(), countRequests(ME)]).toEqual([{}, 0])
  })
})
