import { describe, expect, it } from 'vitest'
import { failed } from '../../../../electron/shared/result.ts'
import { settled } from '../../fakes.ts'
import { later, type Answer } from '../../fake-service.ts'
import { granted, LOGIN, setUpSignIn, TWO_FACTOR, TYPED } from './sign-in-harness.ts'

const gone = failed({ kind: 'cancelled' })

describe('the two-factor challenge', () => {
  it('is completed by the code, with the credentials that main holds', async () => {
    const { signIn, service, challenge, accounts } = setUpSignIn()
    const id = await challenge()
    service.on(TWO_FACTOR, () => granted('7|token'))
    expect(await signIn.verify(id, '123456')).toMatchObject({ ok: true })
    expect(service.calls.at(-1)?.body).toEqual({
      email: 'ana@example.com',
      password: ' secret-canary ',
      device_name: 'Desk',
      code: '123456',
    })
    expect(accounts.active()?.status).toBe('signedIn')
    expect(await signIn.verify(id, '123456')).toEqual(gone)
  })

  it('gives the window an id and a time, and no secret', async () => {
    const { signIn, service, clock, challenge } = setUpSignIn()
    await challenge()
    const step = await signIn.signIn(TYPED)
    expect(step).toEqual({
      ok: true,
      value: { next: 'twoFactor', challengeId: 'challenge-2', expiresAt: clock.now() + 300_000 },
    })
    expect(service.requests()).toEqual([LOGIN, LOGIN])
  })

  it('is in memory only', async () => {
    const { challenge, vaultFile, accountsFile, log, remembered } = setUpSignIn()
    await challenge()
    expect([vaultFile.writes, accountsFile.writes, log.lines, remembered]).toEqual([[], [], [], []])
  })

  it('can be answered for 5 minutes, and no longer', async () => {
    const { signIn, service, clock, challenge } = setUpSignIn()
    const id = await challenge()
    service.on(TWO_FACTOR, () => ({ status: 422, body: { errors: { code: ['Wrong.'] } } }))
    await clock.advance(299_999)
    expect(await signIn.verify(id, '000000')).toMatchObject({ failure: { kind: 'invalid' } })
    await clock.advance(1)
    expect(await signIn.verify(id, '123456')).toEqual(gone)
    expect([service.calls.length, clock.pending()]).toEqual([2, 0])
  })

  it('expires during a sleep, although timers stopped', async () => {
    const { signIn, clock, challenge, service } = setUpSignIn()
    const id = await challenge()
    signIn.wokeUp()
    expect(clock.pending()).toBe(1)
    clock.sleep(300_000)
    signIn.wokeUp()
    expect(clock.pending()).toBe(0)
    // Setting the clock back does not restore it.
    clock.jump(-600_000)
    expect(await signIn.verify(id, '123456')).toEqual(gone)
    expect(service.calls).toHaveLength(1)
  })

  it.each<[string, Answer]>([
    ['a wrong code', { status: 422, body: {} }],
    ['too many codes', { status: 429, body: {} }],
    ['a lost answer', { kind: 'outcomeUnknown' }],
    ['no network', { kind: 'offline', reason: 'noNetwork' }],
  ])('stays open after %s', async (_case, answer) => {
    const { signIn, service, challenge } = setUpSignIn()
    const id = await challenge()
    service.on(TWO_FACTOR, () => answer)
    expect(await signIn.verify(id, '000000')).toMatchObject({ ok: false })
    service.on(TWO_FACTOR, () => granted('7|token'))
    expect(await signIn.verify(id, '123456')).toMatchObject({ ok: true })
  })

  it('reports a wrong address if the second step is missing', async () => {
    const { signIn, challenge } = setUpSignIn()
    const id = await challenge()
    expect(await signIn.verify(id, '123456')).toMatchObject({ failure: { reason: 'notTheApi' } })
  })

  it('is deleted when it is cancelled, with its timer; another id cancels nothing', async () => {
    const { signIn, service, clock, challenge } = setUpSignIn()
    const id = await challenge()
    signIn.cancel('another')
    expect(clock.pending()).toBe(1)
    signIn.cancel(id)
    expect(clock.pending()).toBe(0)
    expect(await signIn.verify(id, '123456')).toEqual(gone)
    expect(service.requests()).toEqual([LOGIN])
  })

  it('is replaced by that of the next sign-in, which has 5 minutes of its own', async () => {
    const { signIn, service, clock, challenge } = setUpSignIn()
    const first = await challenge()
    await clock.advance(200_000)
    const second = await challenge()
    expect([clock.pending(), await signIn.verify(first, '123456')]).toEqual([1, gone])
    await clock.advance(200_000)
    service.on(TWO_FACTOR, () => granted('7|token'))
    expect(await signIn.verify(second, '123456')).toMatchObject({ ok: true })
  })

  it('does not sign in after it was cancelled: the late token is logged out', async () => {
    const { signIn, service, challenge, accounts, vault } = setUpSignIn()
    const id = await challenge()
    const answer = later<Answer>()
    service.on(TWO_FACTOR, () => answer.promise)
    const verifying = signIn.verify(id, '123456')
    signIn.cancel(id)
    answer.resolve(granted('7|late'))
    expect(await verifying).toEqual(gone)
    await settled()
    expect(service.requests().at(-1)).toBe('POST /auth/logout 7|late')
    expect([accounts.all(), (await vault.get('any')).state]).toEqual([[], 'none'])
  })

  it('refuses an unknown id', async () => {
    const { signIn, service } = setUpSignIn()
    expect(await signIn.verify('challenge-1', '123456')).toEqual(gone)
    expect(service.calls).toEqual([])
  })

  it('is not closed by a late answer to a cancelled one', async () => {
    const { signIn, service, challenge, clock } = setUpSignIn()
    const first = await challenge()
    const answer = later<Answer>()
    service.on(TWO_FACTOR, () => answer.promise)
    const verifying = signIn.verify(first, '123456')
    signIn.cancel(first)
    await challenge()
    answer.resolve(granted('7|token'))
    await verifying
    await settled()
    expect(clock.pending()).toBe(1)
  })

  it('is deleted when the next sign-in needs no code', async () => {
    const { signIn, service, challenge, clock } = setUpSignIn()
    await challenge()
    service.on(LOGIN, () => granted('7|token'))
    await signIn.signIn(TYPED)
    expect(clock.pending()).toBe(0)
  })
})
