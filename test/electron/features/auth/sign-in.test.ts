import { describe, expect, it, vi } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { createRecovery } from '../../../../electron/features/auth/recovery.ts'
import { accountIdOf } from '../../../../electron/domain/account-id.ts'
import { LOGIN, LOGOUT, lost, ME, noNetwork, TWO_FACTOR } from '../../core/core-harness.ts'
import { accountOf, BASE_URL, later, userOf, type Answer } from '../../fake-service.ts'
import { settled } from '../../fakes.ts'
import { codeRequired, granted, PERSON, REGISTER, setUpAuth, TYPED } from './auth-harness.ts'

const ID = accountIdOf(BASE_URL, 7)
const CREDENTIALS = { email: 'ana@example.com', password: ' secret-canary ', device_name: 'Desk' }
const me: Answer = { status: 200, body: { data: { user: { id: 7, name: 'Ana', email: 'a@b.c' } } } }
const signedIn = ok({ kind: 'signedIn', accountId: ID })
const closed = failed({ kind: 'cancelled' })

/** A sign-in without accounts; `challenge` begins one that needs a code. */
async function setUp() {
  const harness = await setUpAuth({ all: [] })
  const { service, signIn } = harness
  async function challenge(): Promise<string> {
    service.on(LOGIN, () => codeRequired)
    const step = await signIn.signIn(TYPED)
    if (!step.ok || step.value.kind !== 'twoFactor') throw new Error('no code was asked for')
    return step.value.challengeId
  }
  return { ...harness, challenge, recovery: createRecovery(service.transportTo) }
}

describe('signing in', () => {
  it('sends the typed data, and signs in to an account that becomes active', async () => {
    const { signIn, service, accounts, vault, events } = await setUp()
    expect(await signIn.signIn(TYPED)).toEqual(signedIn)
    expect(service.calls).toMatchObject([{ to: BASE_URL, endpoint: LOGIN, body: CREDENTIALS }])
    expect(accounts.active()).toMatchObject({ id: ID, baseUrl: BASE_URL, status: 'signedIn' })
    expect(await vault.get(ID)).toMatchObject({ token: '7|token' })
    expect(events).toEqual([`server ${BASE_URL}`, `signedIn ${ID}`])
  })

  it('sends no device name that is blank', async () => {
    const { signIn, service } = await setUp()
    await signIn.signIn({ ...TYPED, deviceName: ' ' })
    const { device_name: _name, ...credentials } = CREDENTIALS
    expect(service.calls[0]?.body).toEqual(credentials)
  })

  it('stores the token before the account', async () => {
    const { signIn, files } = await setUp()
    const [vault, accounts] = [vi.spyOn(files.vault, 'write'), vi.spyOn(files.accounts, 'write')]
    await signIn.signIn(TYPED)
    expect(vault).toHaveBeenCalledBefore(accounts)
  })

  it('writes neither password nor token to a file or the log', async () => {
    const { signIn, files, log, events } = await setUp()
    await signIn.signIn(TYPED)
    const written = Object.values(files).map(({ writes }) => writes)
    expect(JSON.stringify([written, log.lines, events])).not.toMatch(/canary|7\|token/)
  })

  type Harness = Awaited<ReturnType<typeof setUp>>
  const server = 'http://chat.example'
  it.each<[string, (harness: Harness) => Promise<unknown>]>([
    ['a password', ({ signIn }) => signIn.signIn({ ...TYPED, server })],
    ['a registration', ({ register }) => register({ ...PERSON, server })],
    ['an API token', ({ addApiToken }) => addApiToken({ server, token: 'sk_canary' })],
    ['a request of recovery', ({ recovery }) => recovery.forgot({ server, email: 'a@b.c' })],
    ['a recovery', ({ recovery }) => recovery.reset({ ...PERSON, server, token: 'canary' })],
  ])('sends nothing to an invalid address: %s', async (_case, send) => {
    const harness = await setUp()
    expect(await send(harness)).toEqual(failed({ kind: 'misconfigured', reason: 'notHttps' }))
    expect([harness.service.calls, harness.events]).toEqual([[], []])
  })

  it.each<[string, Answer, object]>([
    ['404', { status: 404, body: {} }, { kind: 'misconfigured', reason: 'notTheApi' }],
    ['422', { status: 422, body: { errors: { email: ['No.'] } } }, { kind: 'invalid' }],
    ['401', { status: 401, body: {} }, { kind: 'unauthenticated' }],
    ['a lost answer', lost, lost],
  ])('reports %s, and stores nothing', async (_case, answer, failure) => {
    const { signIn, service, accounts, events } = await setUp()
    service.on(LOGIN, () => answer)
    expect(await signIn.signIn(TYPED)).toMatchObject({ ok: false, failure })
    expect([accounts.all(), events, service.calls.length]).toEqual([[], [], 1])
  })

  it.each([
    ['the password', LOGIN],
    ['the code', TWO_FACTOR],
    ['the registration', REGISTER],
  ])('is reported at the next start if the app ends before the answer to %s', async (_case, endpoint) => {
    const { signIn, register, service, challenge, start } = await setUp()
    const id = endpoint === TWO_FACTOR ? await challenge() : ''
    service.on(endpoint, () => later<Answer>().promise)
    if (endpoint === REGISTER) void register(PERSON)
    else void (id ? signIn.verify(id, '123456') : signIn.signIn(TYPED))
    const session = { cause: 'signIn', baseUrl: BASE_URL, name: null, deviceName: 'Desk' }
    expect(start().unconfirmedSessions.all()).toMatchObject([session])
  })

  it.each<[string, Answer, 'ended' | 'mayBeListed']>([
    ['confirms', { status: 204 }, 'ended'],
    ['does not know the token any more', { status: 401, body: {} }, 'ended'],
    ['does not confirm', { status: 200, body: { success: 'false' } }, 'mayBeListed'],
    ['is not reached', lost, 'mayBeListed'],
  ])(
    'ends the session of a token without a user, and reports whether the service %s',
    async (_case, answer, end) => {
      const { signIn, service, files, accounts } = await setUp()
      service.on(LOGIN, () => granted('7|token', null))
      // The first one asks for the user, a second one whether the token is revoked.
      service.on(ME, () => (service.countRequests(ME) > 1 ? { status: 401, body: {} } : { kind: 'timeout' }))
      service.on(LOGOUT, () => answer)
      expect(await signIn.signIn(TYPED)).toEqual(failed({ kind: 'timeout', issuedSession: end }))
      expect(service.requests().slice(0, 3)).toEqual([LOGIN, `${ME} 7|token`, `${LOGOUT} 7|token`])
      // It stays retired in the vault and is retried until the service confirms.
      expect([Object.keys(files.vault.read()).length, accounts.all()]).toEqual([end === 'ended' ? 0 : 1, []])
    },
  )

  it('logs the older token of the account out, once the newer one is stored', async () => {
    const { signIn, service, vault, accounts } = await setUp()
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

  it('does not log out a token that the service issued again', async () => {
    const { signIn, service } = await setUp()
    await signIn.signIn(TYPED)
    await signIn.signIn(TYPED)
    await settled()
    expect(service.requests()).toEqual([LOGIN, LOGIN])
  })

  it('creates another account for another user, and for the same user at another service', async () => {
    const { signIn, service, accounts } = await setUp()
    await signIn.signIn(TYPED)
    await signIn.signIn({ ...TYPED, server: 'other.example' })
    service.on(LOGIN, () => granted('9|token', 9))
    await signIn.signIn(TYPED)
    expect(new Set(accounts.all().map(({ id }) => id)).size).toBe(3)
    expect(service.requests()).not.toContain(`${LOGOUT} 7|token`)
  })

  it('succeeds although the disk refuses the account, which is written with the next change', async () => {
    const { signIn, files, accounts } = await setUp()
    files.accounts.broken = true
    expect(await signIn.signIn(TYPED)).toEqual(signedIn)
    files.accounts.broken = false
    accounts.setUser(ID, userOf(7))
    expect(files.accounts.read().accounts).toMatchObject([{ id: ID }])
  })
})

describe('the two-factor challenge', () => {
  it('is completed once by the code, with the credentials that main holds', async () => {
    const { signIn, service, challenge, accounts } = await setUp()
    const id = await challenge()
    service.on(TWO_FACTOR, () => granted('7|token'))
    expect(await signIn.verify(id, '123456')).toEqual(signedIn)
    expect(service.calls.at(-1)?.body).toEqual({ ...CREDENTIALS, code: '123456' })
    expect(accounts.active()?.status).toBe('signedIn')
    expect(await signIn.verify(id, '123456')).toEqual(closed)
  })

  it('gives the window an id and a time, no secret, and is in memory only', async () => {
    const { signIn, service, files, log, events, clock } = await setUp()
    service.on(LOGIN, () => codeRequired)
    const challengeId = expect.any(String) as string
    const expiresAt = clock.now() + 300_000
    expect(await signIn.signIn(TYPED)).toEqual(ok({ kind: 'twoFactor', challengeId, expiresAt }))
    expect([files.vault.writes, files.accounts.writes, log.lines, events]).toEqual([[], [], [], []])
  })

  it('can be answered for 5 minutes, and no longer', async () => {
    const { signIn, service, clock, challenge } = await setUp()
    const id = await challenge()
    service.on(TWO_FACTOR, () => ({ status: 422, body: { errors: { code: ['Wrong.'] } } }))
    await clock.advance(299_999)
    expect(await signIn.verify(id, '000000')).toMatchObject({ failure: { kind: 'invalid' } })
    await clock.advance(1)
    expect(await signIn.verify(id, '123456')).toEqual(closed)
    expect([service.calls.length, clock.pending()]).toEqual([2, 0])
  })

  it('expires during a sleep, although timers stopped', async () => {
    const { signIn, clock, challenge, service } = await setUp()
    const id = await challenge()
    signIn.wokeUp()
    expect(clock.pending()).toBe(1)
    clock.sleep(300_000)
    signIn.wokeUp()
    expect(clock.pending()).toBe(0)
    // Setting the clock back does not restore it.
    clock.jump(-600_000)
    expect([await signIn.verify(id, '123456'), service.calls.length]).toEqual([closed, 1])
  })

  it.each<[string, Answer]>([
    ['a wrong code', { status: 422, body: {} }],
    ['too many codes', { status: 429, body: {} }],
    ['a lost answer', lost],
    ['no network', noNetwork],
  ])('stays open after %s', async (_case, answer) => {
    const { signIn, service, challenge } = await setUp()
    const id = await challenge()
    service.on(TWO_FACTOR, () => answer)
    expect(await signIn.verify(id, '000000')).toMatchObject({ ok: false })
    service.on(TWO_FACTOR, () => granted('7|token'))
    expect(await signIn.verify(id, '123456')).toMatchObject({ ok: true })
  })

  it('reports a wrong address if the second step is missing', async () => {
    const { signIn, challenge } = await setUp()
    const answer = await signIn.verify(await challenge(), '123456')
    expect(answer).toEqual(failed({ kind: 'misconfigured', reason: 'notTheApi' }))
  })

  it('is deleted when it is cancelled, with its timer; another id cancels nothing', async () => {
    const { signIn, service, clock, challenge } = await setUp()
    const id = await challenge()
    signIn.cancel('another')
    expect([clock.pending(), await signIn.verify('another', '123456')]).toEqual([1, closed])
    signIn.cancel(id)
    signIn.cancel(id)
    expect([clock.pending(), await signIn.verify(id, '123456')]).toEqual([0, closed])
    expect(service.requests()).toEqual([LOGIN])
  })

  it('is replaced by that of the next sign-in, which has 5 minutes of its own', async () => {
    const { signIn, service, clock, challenge } = await setUp()
    const first = await challenge()
    await clock.advance(200_000)
    const second = await challenge()
    expect([clock.pending(), await signIn.verify(first, '123456')]).toEqual([1, closed])
    await clock.advance(200_000)
    service.on(TWO_FACTOR, () => granted('7|token'))
    expect(await signIn.verify(second, '123456')).toMatchObject({ ok: true })
  })

  it('is deleted when the next sign-in needs no code', async () => {
    const { signIn, service, challenge, clock } = await setUp()
    await challenge()
    service.on(LOGIN, () => granted('7|token'))
    await signIn.signIn(TYPED)
    expect(clock.pending()).toBe(0)
  })

  it('does not sign in after it was cancelled, nor close the next: the late token is logged out', async () => {
    const { signIn, service, challenge, accounts, files, clock } = await setUp()
    const id = await challenge()
    const answer = later<Answer>()
    service.on(TWO_FACTOR, () => answer.promise)
    service.on(LOGOUT, () => ({ status: 500 }))
    const verifying = signIn.verify(id, '123456')
    signIn.cancel(id)
    await challenge()
    answer.resolve(granted('7|late'))
    expect([await verifying, clock.pending()]).toEqual([closed, 1])
    await settled()
    expect([service.requests().at(-1), accounts.all()]).toEqual([`${LOGOUT} 7|late`, []])
    expect(Object.values(files.logouts.read())).toMatchObject([{ accountId: ID, userId: 7, name: null }])
  })
})

describe('a sign-in to an account whose data are kept', () => {
  /** An account of `email` that is signed out, and beside it a record of `recordedOwner`. */
  async function setUpKept(email: string, recordedOwner = '') {
    const harness = await setUpAuth({
      all: [accountOf(7, { user: userOf(7, { email }), status: 'signedOut' })],
    })
    harness.others.recordedOwner = recordedOwner
    return harness
  }

  it('deletes the data of another email before the token is stored', async () => {
    const { signIn, vault, events, others, accounts } = await setUpKept('bea@example.com')
    await vault.remove(ID)
    others.settle = async () => expect(await vault.get(ID)).toEqual({ kind: 'none' })
    expect(await signIn.signIn(TYPED)).toEqual(signedIn)
    expect(events).toEqual([`removed ${ID}`, `server ${BASE_URL}`, `signedIn ${ID}`])
    expect(await vault.get(ID)).toMatchObject({ token: '7|token' })
    expect(accounts.get(ID)).toMatchObject({ status: 'signedIn', user: { email: 'ana@example.com' } })
  })

  it.each([
    ['the account has another email', 'bea@example.com', '', true],
    ['the record has another email', '', 'bea@example.com', true],
    [
      'the account has the same email, which changed since the record',
      'Ana@example.com',
      'bea@example.com',
      false,
    ],
    ['the record has the same email', '', 'ANA@example.com', false],
    ['nothing tells', '', '', false],
  ])('takes it for somebody else’s or not when %s', async (_case, email, recorded, isAnother) => {
    const { signIn, events } = await setUpKept(email, recorded)
    expect(await signIn.signIn(TYPED)).toEqual(signedIn)
    expect(events.includes(`removed ${ID}`)).toBe(isAnother)
  })

  it.each([
    ['fetches the email that a login leaves out, to compare it', {}, true],
    ['takes the person for the same if the service tells no email', { email: '' }, false],
  ])('%s', async (_case, email, isAnother) => {
    const { signIn, service, events } = await setUpKept('ana@example.com')
    service.on(LOGIN, () => ({
      status: 200,
      body: { success: true, data: { user: { id: 7, name: 'Ana', ...email }, token: '7|other' } },
    }))
    service.on(ME, () => me)
    expect(await signIn.signIn(TYPED)).toEqual(signedIn)
    expect(events.includes(`removed ${ID}`)).toBe(isAnother)
  })
})
