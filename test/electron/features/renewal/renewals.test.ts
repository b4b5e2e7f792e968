import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noToken, type Failure } from '../../../../electron/shared/failure.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import {
  LIST,
  LOGOUT,
  lost,
  ME,
  noNetwork,
  PORTAL,
  REFRESH,
  unauthenticated,
} from '../../core/core-harness.ts'
import { accountOf, later, tokenAccountOf, type Answer } from '../../fake-service.ts'
import { LIFE, settled } from '../../fakes.ts'
import { grantedUntil, HOUR, setUpRenewal as setUp } from './renewal-harness.ts'

const SECOND = 1_000
const sessions: Answer = { status: 200, body: { data: { sessions: [] } } }

/** An account whose renewal waits for the returned answer. */
async function setUpRunning(begin?: (harness: Awaited<ReturnType<typeof setUp>>) => void) {
  const harness = await setUp()
  const answer = later<Answer>()
  harness.service.on(REFRESH, () => answer.promise)
  begin?.(harness)
  const renewing = harness.renewals.renew(harness.account.id)
  await settled()
  return { ...harness, answer, renewing }
}

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
    if (stored.kind !== 'readable') throw new Error('There is no token')
    const state = () => [renewals.dueIn(account.id), renewals.isExpiryDoubtful(account.id)]
    renewals.tokenFound('unknown', stored)
    expect(state()).toEqual([null, false])
    renewals.tokenFound(account.id, stored)
    expect(state()).toEqual([HOUR - 300_000, false])
    renewals.tokenFound(account.id, { ...stored, issuedAt: HOUR, expiresAt: HOUR })
    expect(state()).toEqual([null, true])
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
    service.on(LIST, async () => ((onDisk = await start().vault.get(account.id)), sessions))
    await list()
    expect(onDisk).toMatchObject({ token: '2|renewed', sequence: 2 })
  })

  it('runs on request, although a check of the deadline is running', async () => {
    const { list, renewals, account, countRequests, state } = await setUp()
    const listing = list()
    const renewing = [renewals.renew(account.id), renewals.renew(account.id)]
    expect(await Promise.all(renewing)).toEqual([ok(null), ok(null)])
    await listing
    expect([countRequests(REFRESH), state.good]).toEqual([1, '2|renewed'])
  })

  it('fails on request, if the one it waited for ended the token', async () => {
    const { list, renewals, account, clock, service, accountStatus } = await setUp()
    const answer = later<Answer>()
    service.on(REFRESH, () => answer.promise)
    service.on(ME, () => unauthenticated)
    await clock.advance(HOUR - SECOND)
    const listing = list()
    await settled()
    const renewing = renewals.renew(account.id)
    answer.resolve(lost)
    expect(await renewing).toEqual(failed(noToken()))
    await listing
    expect(accountStatus()).toBe('renewalLost')
  })

  it('keeps the token that arrives while a 401 of the old one is checked', async () => {
    const { list, renewals, service, accountStatus, renewed, vault, account } = await setUp()
    const [check, answer] = [later<Answer>(), later<Answer>()]
    service.on(LIST, () => unauthenticated)
    service.on(ME, () => check.promise)
    service.on(REFRESH, () => answer.promise)
    const listing = list()
    await settled()
    const renewing = renewals.renew(account.id)
    check.resolve(unauthenticated)
    await settled()
    answer.resolve(renewed())
    expect(await renewing).toEqual(ok(null))
    await listing
    expect([accountStatus(), (await vault.get(account.id)).kind]).toEqual(['signedIn', 'readable'])
  })

  it.each([
    ['an unknown account', 'unknown', true],
    ['an unknown account without a token', 'unknown', false],
    ['an account without a token', accountOf(7).id, false],
    ['an API token', tokenAccountOf('sk_canary').id, true],
    ['an account whose address was edited', 'edited', true],
  ])('leaves %s alone', async (_case, id, hasToken) => {
    const tokenAccount = tokenAccountOf('sk_canary')
    const account = id === tokenAccount.id ? tokenAccount : accountOf(7, id === 'edited' ? { id } : {})
    const { renewals, vault, service, clock } = await setUp({ all: [account] })
    await vault.remove(id)
    const life = { issuedAt: clock.now() - HOUR, expiresAt: clock.now() }
    if (hasToken) await vault.put(id, 'token', life)
    const stored = await vault.get(id)
    if (stored.kind === 'readable') renewals.tokenFound(id, stored)
    expect(renewals.dueIn(id)).toBe(id === 'edited' ? 0 : null)
    void renewals.ensureFresh(id)
    expect(await renewals.underWay(id)).toEqual(ok(null))
    const refused = failed(id === tokenAccount.id ? { kind: 'forbidden' } : noToken())
    expect(await renewals.renew(id)).toEqual(hasToken && id !== tokenAccount.id ? ok(null) : refused)
    expect(service.calls).toEqual([])
  })

  it.each<[string, Answer, Failure['kind'], object[]]>([
    ['logged out', { status: 204 }, 'cancelled', []],
    ['reported, if that fails', { status: 500 }, 'outcomeUnknown', [{ deviceName: 'This desk' }]],
  ])(
    'does not restore a token after a sign-out: the new one is %s',
    async (_case, logout, kind, reported) => {
      const harness = await setUpRunning()
      const { renewing, answer, account, vault, service, renewed, countRequests, clock } = harness
      service.on(LOGOUT, () => logout)
      await vault.remove(account.id)
      answer.resolve(renewed())
      expect(await renewing).toMatchObject({ failure: { kind } })
      expect(await vault.get(account.id)).toEqual({ kind: 'none' })
      expect(countRequests(`${LOGOUT} 2|renewed`)).toBe(1)
      await clock.advance(HOUR)
      expect(harness.unconfirmedSessions.all()).toMatchObject(reported)
    },
  )

  it('does not delay the renewal of a token that a sign-in stored meanwhile', async () => {
    const { renewing, answer, renewals, account, vault, renewed, clock } = await setUpRunning()
    const life = { issuedAt: clock.now() - HOUR, expiresAt: clock.now() + 60_000 }
    await vault.put(account.id, '9|newer', life)
    answer.resolve(renewed())
    expect(await renewing).toMatchObject({ failure: { kind: 'cancelled' } })
    expect(renewals.dueIn(account.id)).toBe(0)
  })

  it.each([
    ['never automatic for a token without an expiry', null, 1_000 * HOUR, 0],
    ['automatic after the chosen interval', 24 * HOUR, 24 * HOUR, 1],
  ])('is %s', async (_case, every, after, count) => {
    const { clock, list, countRequests, renewals, account } = await setUp({ expiresIn: null, every })
    await clock.advance(after)
    await list()
    expect([countRequests(REFRESH), renewals.dueIn(account.id)]).toEqual([count, every])
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
    // The status comes first, in case of a crash in between.
    const { write } = files.vault
    files.vault.write = (value) => (expect(accountStatus()).toBe('renewalLost'), write(value))
    expect(await list()).toMatchObject({ failure: { kind: 'unauthenticated' } })
    expect([accountStatus(), files.vault.read(), files.journal.read()]).toEqual(['renewalLost', {}, {}])
    expect([await vault.get(account.id), renewals.dueIn(account.id)]).toEqual([{ kind: 'none' }, null])
  })

  it('says nothing about a token that a sign-in stored meanwhile', async () => {
    const { renewing, answer, account, vault, countRequests, accountStatus, files } = await setUpRunning()
    await vault.put(account.id, '9|newer', LIFE)
    answer.resolve(lost)
    expect(await renewing).toMatchObject({ failure: { kind: 'outcomeUnknown' } })
    expect([countRequests(ME), accountStatus(), files.journal.read()]).toEqual([0, 'signedIn', {}])
  })

  it('stays open while the check is inconclusive, and is settled by a later one', async () => {
    const { list, clock, service, accountStatus, files, renewed, account } = await setUp()
    await clock.advance(HOUR - 200_000)
    service.on(REFRESH, () => (renewed(), lost))
    for (const endpoint of [ME, LIST]) service.on(endpoint, () => ({ kind: 'timeout' }))
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
    const { clock, account, start, renewed, files, lost: orphans } = await setUpRunning()
    renewed()
    expect(files.journal.read()).toMatchObject({ [account.id]: { sequence: 1, at: clock.now() } })
    const again = start()
    await again.list()
    expect(again.accountStatus()).toBe('renewalLost')
    expect(orphans).toEqual([{ at: clock.now(), session: { id: 1, name: 'This desk' } }])
  })

  it('names no session of the token before, which a sign-in replaced', async () => {
    const { files, account } = await setUpRunning(({ renewals, account: { id } }) => renewals.signedIn(id))
    expect(files.journal.read()).toMatchObject({ [account.id]: { sequence: 1, session: null } })
  })

  it('is lost with the next sign-in, after which nobody can ask for its outcome', async () => {
    const { files, account, start, lost: orphans } = await setUp()
    const session = { id: 1, name: 'This desk' }
    files.journal.write({ [account.id]: { sequence: 1, at: 5, session } })
    const { renewals } = start()
    renewals.signedIn(account.id)
    expect([orphans, files.journal.read()]).toEqual([[{ at: 5, session }], {}])
    renewals.signedIn(account.id)
    expect(orphans).toHaveLength(1)
  })

  it('is repeated if the old token still works', async () => {
    const { files, account, start, countRequests } = await setUp()
    files.journal.write({ [account.id]: { sequence: 1, at: 0, session: null } })
    const { renewals } = start()
    expect(await renewals.renew(account.id)).toEqual(ok(null))
    expect([countRequests(ME), countRequests(REFRESH)]).toEqual([1, 1])
  })

  it('stays open while its token is only in memory, so that the next start knows that it was lost', async () => {
    const { files, account, renewals, list } = await setUp()
    files.vault.broken = true
    expect(await renewals.renew(account.id)).toEqual(ok(null))
    await list()
    expect([Object.keys(files.journal.read()), renewals.isOpen(account.id)]).toEqual([[account.id], true])
  })

  it('is closed if the new token had been stored', async () => {
    const { files, account, start, countRequests } = await setUp()
    files.journal.write({ [account.id]: { sequence: 0, at: 0, session: null } })
    expect(await start().list()).toMatchObject({ ok: true })
    expect([files.journal.read(), countRequests(ME)]).toEqual([{}, 0])
  })
})

describe('a failing renewal', () => {
  const page: Answer = { status: 200, body: PORTAL }
  it.each<[string, Answer, number]>([
    ['no network', noNetwork, 10],
    ['a gateway’s 503', { status: 503 }, 10],
    ['an HTML page', page, 10],
    ['a 404', { status: 404, body: {} }, 10],
  ])(
    'leaves the old token in use, and is retried a limited number of times: %s',
    async (_case, answer, most) => {
      const { list, clock, service, countRequests, accountStatus } = await setUp()
      await clock.advance(HOUR - 290 * SECOND)
      service.on(REFRESH, () => answer)
      for (let turn = 0; turn < 25; turn++) {
        expect(await list()).toMatchObject({ ok: true })
        await clock.advance(10 * SECOND)
      }
      expect(accountStatus()).toBe('signedIn')
      expect(countRequests(REFRESH)).toBeGreaterThan(0)
      expect(countRequests(REFRESH)).toBeLessThanOrEqual(most)
    },
  )

  it('lets all calls of the account wait as long as a 429 says, and no longer', async () => {
    const { list, clock, service, renewed, countRequests } = await setUp()
    await clock.advance(HOUR - 290 * SECOND)
    service.on(REFRESH, () => ({ status: 429, body: {}, retryAfter: '30' }))
    const limited = failed({ kind: 'rateLimited', retryAt: clock.now() + 30 * SECOND })
    expect(await list()).toEqual(limited)
    await clock.advance(30 * SECOND - 1)
    expect(await list()).toEqual(limited)
    expect([countRequests(LIST), countRequests(REFRESH)]).toEqual([0, 1])
    service.on(REFRESH, renewed)
    await clock.advance(1)
    expect(await list()).toMatchObject({ ok: true })
    expect(countRequests(LIST)).toBe(1)
  })

  it('leaves the old token in use after a 429, and is retried a limited number of times', async () => {
    const { list, clock, service, countRequests, accountStatus } = await setUp()
    await clock.advance(HOUR - 290 * SECOND)
    service.on(REFRESH, () => ({ status: 429, body: {} }))
    for (let turn = 0; turn < 25; turn++) {
      await list()
      await clock.advance(10 * SECOND)
    }
    expect(accountStatus()).toBe('signedIn')
    expect(countRequests(REFRESH)).toBeGreaterThan(1)
    expect(countRequests(REFRESH)).toBeLessThanOrEqual(10)
    expect(countRequests(LIST)).toBeGreaterThan(0)
  })

  const late: Answer = { kind: 'outcomeUnknown', reason: 'timeout' }
  it.each<[string, Answer, Answer, object]>([
    ['a 500', { status: 500 }, { kind: 'offline', reason: 'interrupted' }, { kind: 'server', status: 500 }],
    ['a 500 while all fails', { status: 500 }, { status: 503 }, { kind: 'server', status: 500 }],
    ['a page', page, { kind: 'timeout' }, { kind: 'unexpectedAnswer', reason: 'html' }],
    ['a reply that took too long', late, { kind: 'offline', reason: 'refused' }, late],
    ['a 500 before a wait', { status: 500 }, { status: 429, retryAfter: '90' }, { kind: 'rateLimited' }],
  ])(
    'returns its own failure after %s, although the check fails too',
    async (_case, first, then, failure) => {
      const { renewals, account, service } = await setUp()
      service.on(REFRESH, () => first)
      service.on(ME, () => then)
      expect(await renewals.renew(account.id)).toMatchObject({ ok: false, failure })
    },
  )

  it('is repeated after a wait that grows', async () => {
    const { list, clock, service, renewals, account, countRequests } = await setUp()
    await clock.advance(HOUR - 300 * SECOND)
    service.on(REFRESH, () => noNetwork)
    for (const wait of [60_000, 80_000]) {
      await list()
      expect(renewals.dueIn(account.id)).toBe(wait)
      await clock.advance(wait)
    }
    expect(countRequests(REFRESH)).toBe(2)
  })

  it('works without an entry in the journal on a full disk', async () => {
    const { list, clock, files, countRequests } = await setUp()
    await clock.advance(HOUR - 1)
    files.journal.broken = true
    expect(await list()).toMatchObject({ ok: true })
    expect(countRequests(REFRESH)).toBe(1)
  })

  it('is a sign-out, and no lost renewal, if the token was revoked', async () => {
    const { list, clock, state, accountStatus } = await setUp()
    await clock.advance(HOUR - 1)
    state.good = 'somebody else’s'
    expect(await list()).toMatchObject({ failure: { kind: 'unauthenticated' } })
    expect(accountStatus()).toBe('signedOut')
  })
})

describe('a service with a wrong clock or wrong expiries', () => {
  /** Uses a token at a service whose answers have any time, and expiries that may have passed; returns the renewals. */
  async function use({ ends, skews, gaps }: { ends: number[]; skews: number[]; gaps: number[] }) {
    let turn = 0
    const { clock, service, renewals, account, list, state, renewed } = await setUp({
      skew: () => skews[turn++ % skews.length] ?? 0,
    })
    const at: number[] = []
    service.on(REFRESH, () => {
      at.push(clock.real())
      renewed()
      return grantedUntil(state.good, clock.real() + (ends[at.length % ends.length] ?? 0))
    })
    renewals.signedIn(account.id)
    for (const gap of gaps) {
      await list()
      await clock.advance(gap)
    }
    return at
  }

  it('does not make the app renew more than twice in any 10 s', async () => {
    const few = { minLength: 1, maxLength: 4 }
    const soon = fc.integer({ min: -3 * HOUR, max: 40 * SECOND })
    const at = fc.integer({ min: 0, max: 5 * HOUR })
    const inputs = fc.record({
      ends: fc.array(fc.oneof(soon, at), few),
      skews: fc.array(fc.constantFrom(0, 2 * HOUR, -2 * HOUR, HOUR - 60 * SECOND), few),
      gaps: fc.array(fc.integer({ min: 1, max: 3 * SECOND }), { minLength: 60, maxLength: 60 }),
    })
    await fc.assert(
      fc.asyncProperty(inputs, async (input) => {
        const times = await use(input)
        const inTenSeconds = (from: number) =>
          times.filter((time) => time >= from && time <= from + 10 * SECOND).length
        expect(Math.max(0, ...times.map(inTenSeconds))).toBeLessThanOrEqual(2)
      }),
      { numRuns: 60 },
    )
  })

  it('gets no automatic renewal of a token that was due when it was issued, and the diagnostics show it', async () => {
    const { list, clock, countRequests, renewals, account, log, service, state, renewed } = await setUp()
    service.on(REFRESH, () => (renewed(), grantedUntil(state.good, clock.real() - 3 * HOUR)))
    await clock.advance(HOUR - 200 * SECOND)
    for (let turn = 0; turn < 100; turn++) {
      expect(await list()).toMatchObject({ ok: true })
      await clock.advance(30 * SECOND)
    }
    expect([countRequests(REFRESH), countRequests(LIST)]).toEqual([1, 100])
    expect([renewals.dueIn(account.id), renewals.isExpiryDoubtful(account.id)]).toEqual([null, true])
    expect(log.lines.filter((line) => line.startsWith('token.expiryDoubtful'))).toHaveLength(1)
  })
})
