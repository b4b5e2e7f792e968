import { describe, expect, it } from 'vitest'
import { StorageError } from '../../../../electron/core/storage-error.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { LOGOUT, lost, ME, noNetwork, PORTAL, unauthenticated } from '../../core/core-harness.ts'
import { later, tokenAccountOf, type Answer } from '../../fake-service.ts'
import { LIFE, settled } from '../../fakes.ts'
import { setUpAuth as setUp } from './auth-harness.ts'

const ALL = 'POST /auth/logout-all'
const confirmed = ok({ service: 'confirmed' })

describe('signing out everywhere', () => {
  it.each<[string, Answer, requests: string[], recorded: string[]]>([
    ['the service confirmed it', { status: 204 }, [], ['all ended']],
  ])('asks once, and removes the account if %s', async (_case, answer, requests, recorded) => {
    const { service, signOutEverywhere, account, accounts, vault, events } = await setUp()
    service.on(ALL, () => (service.on(ME, () => unauthenticated), events.push('asked'), answer))
    expect(await signOutEverywhere(account.id)).toEqual(confirmed)
    expect(service.requests()).toEqual([`${ALL} 7|token`, ...requests])
    expect([accounts.all(), await vault.get(account.id)]).toEqual([[], { kind: 'none' }])
    // The ends are held for good, and what it may end is on disk before it is asked.
    const { id } = account
    expect(events).toEqual([
      ...[`held ${id}`, 'all are to end', 'asked'],
      ...[...recorded, `signedOutEverywhere ${id}`],
    ])
  })

  it('is unclear if the answer was lost, also where the token is revoked by now: it may have expired', async () => {
    const { service, signOutEverywhere, account, accounts, events } = await setUp()
    service.on(ALL, () => (service.on(ME, () => unauthenticated), lost))
    expect(await signOutEverywhere(account.id)).toMatchObject({ failure: { kind: 'outcomeUnknown' } })
    expect(service.requests()).toEqual([`${ALL} 7|token`, `${ME} 7|token`])
    expect(accounts.all()).toEqual([account])
    expect(events).toEqual([`held ${account.id}`, 'all are to end', 'all lost', `released ${account.id}`])
  })

  it('logs out a newer token that was stored meanwhile', async () => {
    const { service, signOutEverywhere, account, accounts, vault } = await setUp()
    service.on(ME, ({ token }) => (token === '7|token' ? unauthenticated : { status: 200, body: {} }))
    service.on(ALL, async () => (await vault.put(account.id, '8|newer', LIFE), { status: 204 }))
    expect(await signOutEverywhere(account.id)).toEqual(confirmed)
    expect(service.requests()).toContain(`${LOGOUT} 8|newer`)
    expect([accounts.all(), await vault.get(account.id)]).toEqual([[], { kind: 'none' }])
  })

  it.each<[string, Answer, isUnclear: boolean]>([
    ['the answer was lost, and the token still works', lost, true],
    ['the service has a problem', { status: 500 }, true],
    ['a portal answers', { status: 200, body: PORTAL }, true],
    ['it is not allowed', { status: 403, body: { message: 'No.' } }, false],
    ['there is no network', noNetwork, false],
  ])('changes nothing here if %s', async (_case, answer, isUnclear) => {
    const { service, signOutEverywhere, account, accounts, vault, events } = await setUp()
    service.on(ME, () => ({ status: 200, body: {} }))
    service.on(ALL, () => answer)
    expect(await signOutEverywhere(account.id)).toMatchObject({ ok: false })
    expect([service.countRequests(ALL), service.countRequests(ME)]).toEqual([1, isUnclear ? 1 : 0])
    expect([accounts.all(), (await vault.get(account.id)).kind]).toEqual([[account], 'readable'])
    const [held, released] = [`held ${account.id}`, `released ${account.id}`]
    expect(events).toEqual([
      ...[held, 'all are to end', ...(isUnclear ? ['all lost'] : []), 'all null'],
      released,
    ])
  })

  it('holds the ends of the account while it asks, and asks once none of them is pending', async () => {
    const { service, signOutEverywhere, account, events, others } = await setUp()
    const [pending, answer] = [later<undefined>(), later<Answer>()]
    others.holdBack = () => pending.promise
    service.on(ALL, () => answer.promise)
    const signingOut = signOutEverywhere(account.id)
    await settled()
    expect([service.calls, events]).toEqual([[], [`held ${account.id}`]])
    pending.resolve(undefined)
    await settled()
    expect(service.requests()).toEqual([`${ALL} 7|token`])
    expect(events).not.toContain(`released ${account.id}`)
    answer.resolve({ status: 403, body: { message: 'No.' } })
    await signingOut
    expect(events.at(-1)).toBe(`released ${account.id}`)
  })

  it('lets the ends go on, and can be repeated, if the disk refuses to store what it may end', async () => {
    const { service, signOutEverywhere, account, events, others } = await setUp()
    service.on(ALL, () => ({ status: 204 }))
    others.mayEnd = () => {
      throw new StorageError('ENOSPC')
    }
    expect(await signOutEverywhere(account.id)).toMatchObject({ ok: false })
    const { id } = account
    expect([service.calls, events]).toEqual([[], [`held ${id}`, `released ${id}`]])
    others.mayEnd = () => undefined
    expect(await signOutEverywhere(id)).toEqual(confirmed)
  })

  it('is confirmed, and does not hold the ends of an account that stays because the disk refuses to remove its token', async () => {
    const { service, signOutEverywhere, account, accounts, files, events } = await setUp()
    service.on(ALL, () => ({ status: 204 }))
    files.vault.broken = true
    expect(await signOutEverywhere(account.id)).toEqual(confirmed)
    expect(accounts.all()).toEqual([account])
    expect(events).toEqual([`held ${account.id}`, 'all are to end', 'all ended', `released ${account.id}`])
  })

  it('leaves an account that is signed out, not one whose token was never stored, if the app is killed then', async () => {
    const { service, signOutEverywhere, account, files, events, changes } = await setUp()
    service.on(ALL, () => ({ status: 204 }))
    const atRemoval: unknown[] = []
    files.vault.write = () => void atRemoval.push(files.accounts.read().accounts, changes(), events.at(-1))
    await signOutEverywhere(account.id)
    // Nobody is told before it is removed.
    expect(atRemoval).toEqual([[{ ...account, status: 'signedOut' }], 0, 'all ended'])
  })

  it('is not proved by a revoked token if the service had a problem', async () => {
    const { service, signOutEverywhere, account, accounts, events } = await setUp()
    service.on(ME, () => unauthenticated)
    service.on(ALL, () => ({ status: 503 }))
    expect(await signOutEverywhere(account.id)).toMatchObject({ ok: false, failure: { kind: 'server' } })
    const { id } = account
    const expected = [`held ${id}`, 'all are to end', 'all lost', `released ${id}`]
    expect([events, accounts.all()]).toMatchObject([expected, [{ id }]])
  })

  it('is known to have ended nothing once its token fetches a list after the answer was lost', async () => {
    const { service, signOutEverywhere, disproveSignOut, account, events, others, clock } = await setUp()
    service.on(ME, () => noNetwork)
    service.on(ALL, () => lost)
    const at = clock.now()
    others.checkedAt = () => at
    await signOutEverywhere(account.id)
    const before = [`held ${account.id}`, 'all are to end', 'all lost', `released ${account.id}`]
    for (const [token, time] of [
      ['7|token', at],
      ['8|newer', at + 1],
    ] as const) {
      others.checkedAt = (used) => (used === token ? time : null)
      disproveSignOut(account.id)
    }
    expect(events).toEqual(before)
    // Somebody may have set this computer's clock back.
    others.checkedAt = (used) => (used === '7|token' ? at - 1 : null)
    disproveSignOut('another')
    disproveSignOut(account.id)
    disproveSignOut(account.id)
    expect(events).toEqual([...before, 'all null'])
  })

  it.each([
    ['unknown account', 'unknown', 'notFound'],
    ['API token', tokenAccountOf('sk_canary').id, 'forbidden'],
  ] as const)('refuses an %s', async (_case, id, kind) => {
    const { signOutEverywhere, service, events } = await setUp({ all: [tokenAccountOf('sk_canary')] })
    expect([await signOutEverywhere(id), service.calls, events]).toEqual([failed({ kind }), [], []])
  })
})
