import { describe, expect, it } from 'vitest'
import type { Answer } from '../../fake-service.ts'
import { ME, REFRESH } from '../../core/core-harness.ts'
import { HOUR, setUpRenewal as setUp } from './renewal-harness.ts'

describe('a failing renewal', () => {
  it.each<[string, Answer, number]>([
    ['no network', { kind: 'offline', reason: 'noNetwork' }, 10],
    ['a gateway’s 503', { status: 503 }, 10],
    ['an HTML page', { status: 200, body: '<!doctype html><html></html>' }, 10],
    ['a 429', { status: 429, body: {} }, 10],
    ['a 404', { status: 404, body: {} }, 1],
    ['a 403', { status: 403, body: {} }, 1],
  ])(
    'by %s: the old token stays in use, nobody is signed out, and retries are limited',
    async (_case, answer, most) => {
      const { list, clock, service, countRequests, accountStatus } = await setUp()
      await clock.advance(HOUR - 290_000)
      service.on(REFRESH, () => answer)
      for (let turn = 0; turn < 25; turn++) {
        expect(await list()).toMatchObject({ ok: true })
        await clock.advance(10_000)
      }
      expect(accountStatus()).toBe('signedIn')
      expect(countRequests(REFRESH)).toBeGreaterThan(0)
      expect(countRequests(REFRESH)).toBeLessThanOrEqual(most)
    },
  )

  it.each<[string, Answer, Answer, object]>([
    ['a 500', { status: 500 }, { kind: 'offline', reason: 'interrupted' }, { kind: 'server', status: 500 }],
    ['a 500 while all fails', { status: 500 }, { status: 503 }, { kind: 'server', status: 500 }],
    [
      'a page',
      { status: 200, body: '<!doctype html><html></html>' },
      { kind: 'timeout' },
      { kind: 'unexpectedAnswer', reason: 'html' },
    ],
    [
      'a reply that took too long',
      { kind: 'outcomeUnknown', reason: 'timeout' },
      { kind: 'offline', reason: 'refused' },
      { kind: 'outcomeUnknown', reason: 'timeout' },
    ],
    ['a 500 before a wait', { status: 500 }, { status: 429, retryAfter: '90' }, { kind: 'rateLimited' }],
  ])(
    'returns its own failure after %s, although the check of the old token fails too',
    async (_what, first, then, failure) => {
      const { renewals, account, service } = await setUp()
      service.on(REFRESH, () => first)
      service.on(ME, () => then)
      expect(await renewals.renew(account.id)).toMatchObject({ ok: false, failure })
    },
  )

  it('is repeated after a wait that grows', async () => {
    const { list, clock, service, renewals, account, countRequests } = await setUp()
    await clock.advance(HOUR - 300_000)
    service.on(REFRESH, () => ({ kind: 'offline', reason: 'noNetwork' }))
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
