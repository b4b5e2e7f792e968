import { describe, expect, it } from 'vitest'
import { failed, ok, type Result } from '../../../../electron/shared/result.ts'
import { fateOfSignIn } from '../../../../electron/features/auth/unconfirmed-sessions.ts'
import { ownerOf, type PendingLogout } from '../../../../electron/features/auth/pending-logouts.ts'
import { EVIL_URL, LOGOUT, noNetwork } from '../../core/core-harness.ts'
import { accountOf, later, type Answer } from '../../fake-service.ts'
import { LIFE, settled } from '../../fakes.ts'
import { setUpAuth } from './auth-harness.ts'

const account = accountOf(7)
const owner = ownerOf(account, 'This desk')
const DAY = 86_400_000
const removed = (): void => undefined
const silence = (): Promise<Answer> => later<Answer>().promise
const notReached = failed({ kind: 'server', status: 500 })

async function setUp(options: Parameters<typeof setUpAuth>[0] = {}) {
  const harness = await setUpAuth(options)
  const { service, files, log, logouts } = harness
  log.lines.length = 0
  /** Retires a token, and returns the response to its logout. */
  const retire = async (whose = owner) => (await logouts.retire(whose, removed)).response
  const answer = (given: Answer) => service.on(LOGOUT, () => given)
  /** The files of the tokens and of their logouts. */
  const kept = () => [files.vault.read(), files.logouts.read()]
  const sizes = () => kept().map((file) => Object.keys(file).length)
  return { ...harness, answer, kept, sizes, retire }
}

/** The next run of an app that ended before its logout was answered; `change` is what differs in its entry. */
async function setUpNext(change: Partial<PendingLogout> = {}, isProtecting = true) {
  const last = await setUp({ isProtecting })
  const { service, files, logouts, answer } = last
  service.on(LOGOUT, silence)
  await logouts.retire(owner, removed)
  await settled()
  const [[key, entry]] = Object.entries(files.logouts.read()) as [[string, PendingLogout]]
  files.logouts.write({ [key]: { ...entry, ...change } })
  service.calls.length = 0
  answer({ status: 204 })
  const app = last.start()
  const resume = async () => {
    await app.logouts.resume()
    await app.work.settled()
  }
  return { ...last, ...app, key, resume }
}

describe('logging out a retired token', () => {
  it('keeps it encrypted, outside the account, until the service confirms', async () => {
    const { logouts, service, vault, files, kept } = await setUp()
    const answer = later<Answer>()
    service.on(LOGOUT, () => answer.promise)
    const entries = () => Object.values(files.logouts.read())
    const retired = await logouts.retire(owner, () => {
      expect(entries()).toMatchObject([{ ...owner, isAccountListed: true }])
    })
    expect(entries()).toMatchObject([{ isAccountListed: false }])
    expect(await vault.get(account.id)).toEqual({ kind: 'none' })
    expect(Object.keys(files.vault.read())).toEqual(Object.keys(files.logouts.read()))
    expect(JSON.stringify(kept())).not.toContain('token"')
    answer.resolve({ status: 200, body: { success: true } })
    expect(await retired.response).toEqual(ok('loggedOut'))
    expect(kept()).toEqual([{}, {}])
  })

  it('leaves it to the next start if the account cannot be removed', async () => {
    const { logouts, sizes } = await setUp()
    const fault = (): void => {
      throw new TypeError('canary')
    }
    await expect(logouts.retire(owner, fault)).rejects.toThrow('canary')
    expect(sizes()).toEqual([1, 1])
  })

  it.each([
    ['deletes it unconfirmed if a window shows the outcome', true, 0],
    ['keeps it unconfirmed if no window shows the outcome', false, 1],
  ])('%s', async (_case, canShowOutcome, count) => {
    const { retire, answer, sizes } = await setUp({ canShowOutcome })
    answer({ status: 500 })
    expect(await retire()).toEqual(notReached)
    expect(sizes()).toEqual([count, count])
  })

  it('retries each of several tokens, under a key of its own', async () => {
    const other = accountOf(8)
    const harness = await setUp({ all: [account, other], canShowOutcome: false })
    const { retire, logouts, service, clock, answer, sizes, files } = harness
    answer({ status: 503 })
    await retire()
    await retire(ownerOf(other, null))
    expect(await logouts.discard(owner, '9|unwanted', LIFE)).toEqual(failed({ kind: 'server', status: 503 }))
    await logouts.discard(owner, '10|unwanted', LIFE)
    expect([sizes(), files.logouts.read()['']]).toEqual([[4, 4], undefined])
    const first = service.requests()
    answer({ status: 204 })
    await clock.advance(60_000)
    expect([service.requests().slice(4), sizes()]).toEqual([first, [0, 0]])
  })

  it('changes nothing if the disk refuses, and can be repeated', async () => {
    const { logouts, files, vault, service, log } = await setUp()
    files.logouts.broken = true
    await expect(logouts.retire(owner, removed)).rejects.toThrow('disk')
    expect(log.lines[0]).toBe(`logout.notStored {"account":"${account.id}"}`)
    files.logouts.broken = false
    files.vault.broken = true
    await expect(logouts.retire(owner, removed)).rejects.toThrow('ENOSPC')
    expect([service.calls, files.logouts.read()]).toEqual([[], {}])
    expect(await vault.get(account.id)).toMatchObject({ token: '7|token' })
  })

  it('writes no entry for an unreadable token, although the disk refuses to delete that', async () => {
    const { start, files, cipher } = await setUp()
    cipher.failing = true
    files.vault.broken = true
    await expect(start().logouts.retire(owner, removed)).rejects.toThrow('ENOSPC')
    expect(files.logouts.writes).toEqual([])
  })

  it('keeps the entry while the disk refuses to remove the token', async () => {
    const { retire, service, files, sizes, log } = await setUp()
    service.on(LOGOUT, () => ((files.vault.broken = true), { status: 204 }))
    expect(await retire()).toEqual(ok('loggedOut'))
    expect([sizes(), log.lines]).toEqual([[1, 1], [`vault.notRemoved {"account":"${account.id}"}`]])
  })

  it('never sends a token to an address that was edited into the file', async () => {
    const { logouts, service } = await setUp()
    const { response } = await logouts.retire({ ...owner, baseUrl: EVIL_URL }, removed)
    expect(await response).toEqual(failed({ kind: 'misconfigured', reason: 'notAnAddress' }))
    expect(service.calls).toEqual([])
  })
})

describe('logging out at the next start', () => {
  const report = ['unconfirmed signOut User 7']
  it.each<[string, Partial<PendingLogout>, where: 'retired' | 'signedIn' | 'gone', number, number, string[]]>(
    [
      ['the answer', {}, 'retired', 1, 1, []],
      ['the removal of the account', { isAccountListed: true }, 'retired', 1, 0, []],
      ['the retirement of the token', { isAccountListed: true }, 'signedIn', 0, 1, []],
      ['the removal of the entry', {}, 'gone', 0, 1, []],
      ['saving the token of an account', { isSaved: false }, 'gone', 0, 1, report],
      ['saving a token of nobody', { isSaved: false, name: null }, 'gone', 0, 1, ['unconfirmed signIn null']],
      ['an attack on its files', { baseUrl: EVIL_URL }, 'retired', 0, 1, report],
    ],
  )('continues if the app ended before %s', async (_case, change, where, sent, listed, reported) => {
    const { vault, key, resume, service, accounts, files, events, log } = await setUpNext(change)
    if (where !== 'retired') await vault.remove(key)
    if (where === 'signedIn') await vault.put(account.id, '7|token', LIFE)
    await resume()
    expect(service.requests()).toEqual(Array.from({ length: sent }, () => `${LOGOUT} 7|token`))
    expect([accounts.all().length, files.logouts.read(), events]).toEqual([listed, {}, reported])
    expect((await vault.get(account.id)).kind).toBe(where === 'signedIn' ? 'readable' : 'none')
    expect(log.lines.filter((line) => line.startsWith('account.signOutFailed'))).toEqual([])
  })

  it('never logs out the token of a later sign-in', async () => {
    const { vault, resume, service, kept, accounts } = await setUpNext()
    await vault.put(account.id, '8|newer', LIFE)
    await resume()
    expect([service.requests(), kept()[1], accounts.all().length]).toEqual([[`${LOGOUT} 7|token`], {}, 1])
    expect(await vault.get(account.id)).toMatchObject({ token: '8|newer' })
  })

  it('removes the account once, although its token stays valid', async () => {
    const { answer, resume, files, key } = await setUpNext({ isAccountListed: true })
    answer({ status: 500 })
    await resume()
    expect(files.logouts.read()[key]).toMatchObject({ ...owner, isSaved: true, isAccountListed: false })
  })

  it.each<[string, Answer, number]>([
    ['fails each time', { status: 500 }, 5],
    ['cannot be reached', { kind: 'offline', reason: 'refused' }, 5],
    ['knows no logout', { status: 404, body: {} }, 1],
  ])('reports the session, and deletes the token, if the service %s', async (_case, given, tries) => {
    const { answer, resume, clock, service, unconfirmedSessions, kept, events, log, files, start } =
      await setUpNext()
    answer(given)
    await resume()
    await clock.advance(3_600_000)
    expect([service.calls.length, kept(), events]).toEqual([tries, [{}, {}], report])
    expect(log.lines.filter((line) => line.startsWith('account.signOutFailed'))).toHaveLength(tries)
    const [session] = unconfirmedSessions.all()
    const { name, deviceName } = owner
    expect(session).toMatchObject({ cause: 'signOut', name, deviceName, at: 1_000_000 })
    const later = start().unconfirmedSessions
    expect(later.all()).toEqual([session])
    later.dismiss(session!.id)
    expect(files.unconfirmed.read()).toEqual([])
  })

  it('waits up to a week for a network, then reports the session', async () => {
    const { answer, resume, clock, events, kept } = await setUpNext()
    answer(noNetwork)
    await resume()
    await clock.advance(DAY / 8)
    expect(events).toEqual([])
    clock.sleep(7 * DAY)
    await clock.advance(60_000)
    expect([events, kept()]).toEqual([report, [{}, {}]])
  })

  it('is not given up because somebody sets the clock', async () => {
    const { answer, resume, clock, events } = await setUpNext()
    answer(noNetwork)
    await resume()
    for (const days of [8, -30, 60]) {
      clock.jump(days * DAY)
      await clock.advance(60_000)
    }
    expect(events).toEqual([])
  })

  it('waits for a keyring that does not open', async () => {
    const { cipher, resume, clock, service, events, vault, kept } = await setUpNext()
    cipher.protecting = false
    await resume()
    await clock.advance(600_000)
    expect([service.requests(), events]).toEqual([[], []])
    cipher.protecting = true
    await vault.checkStatus()
    await clock.advance(60_000)
    expect([service.requests(), kept()]).toEqual([[`${LOGOUT} 7|token`], [{}, {}]])
  })

  it('tries once, however often it is continued', async () => {
    const { resume, service, logouts } = await setUpNext()
    const reply = later<Answer>()
    service.on(LOGOUT, () => reply.promise)
    await Promise.all([logouts.resume(), logouts.resume()])
    await settled()
    expect(service.calls).toHaveLength(1)
    reply.resolve({ status: 500 })
    await resume()
    await resume()
    expect(service.calls).toHaveLength(1)
  })

  it.each([
    ['reports an unused token that was only in memory', false, report],
    ['takes an unused token that is gone from the disk as logged out', true, []],
  ])('%s', async (_case, isProtecting, reported) => {
    const { vault, logouts, answer, files, start, events } = await setUp({ isProtecting })
    await vault.remove(account.id)
    answer({ status: 500 })
    await logouts.discard(owner, '9|unwanted', LIFE)
    files.vault.write({})
    const next = start()
    await next.logouts.resume()
    expect([events, files.logouts.read(), next.accounts.all().length]).toEqual([reported, {}, 1])
  })
})

describe('quitting with a pending logout', () => {
  it.each([
    ['is only in memory is tried once more', false, 2],
    ['is on disk waits for the next start', true, 1],
  ])('a token that %s', async (_case, isProtecting, requests) => {
    const { retire, logouts, answer, service, clock } = await setUp({ isProtecting, canShowOutcome: false })
    answer({ status: 500 })
    await retire()
    await logouts.finish()
    await clock.advance(DAY)
    expect(service.requests()).toHaveLength(requests)
  })

  it('a token whose retry has no answer yet is not sent again', async () => {
    const { retire, logouts, answer, service, clock } = await setUp({
      isProtecting: false,
      canShowOutcome: false,
    })
    answer({ status: 500 })
    await retire()
    const reply = later<Answer>()
    service.on(LOGOUT, () => reply.promise)
    await clock.advance(60_000)
    const finishing = logouts.finish()
    await settled()
    expect(service.calls).toHaveLength(2)
    reply.resolve({ status: 204 })
    await finishing
  })
})

describe('an interrupted sign-in', () => {
  const facts = { cause: 'signIn', baseUrl: account.baseUrl, name: null, deviceName: 'Desk' } as const

  it('is reported at the next start, unless it was answered', async () => {
    const { unconfirmedSessions, start, work } = await setUp()
    expect(await unconfirmedSessions.during(facts, async () => 'done')).toBe('done')
    await expect(unconfirmedSessions.during(facts, () => Promise.reject(new Error('x')))).rejects.toThrow('x')
    expect(start().unconfirmedSessions.all()).toEqual([])
    void unconfirmedSessions.during(facts, () => later<null>().promise)
    expect(unconfirmedSessions.all()).toEqual([])
    expect([work.isAny(), start().unconfirmedSessions.all()]).toMatchObject([true, [facts]])
  })

  it('continues although the disk refuses', async () => {
    const { files, unconfirmedSessions, log } = await setUp()
    files.unconfirmed.broken = true
    expect(await unconfirmedSessions.during(facts, async () => 'done')).toBe('done')
    expect(log.lines[0]).toBe('unconfirmedSession.notSaved {}')
  })

  it('is one of the last twenty', async () => {
    const { unconfirmedSessions } = await setUp()
    for (let at = 1; at <= 21; at++) unconfirmedSessions.add(facts, at)
    expect(unconfirmedSessions.stored().map(({ at }) => at)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 2),
    )
  })

  it('whose outcome is not known is reported at the next start, once for all with its name', async () => {
    const { unconfirmedSessions, start } = await setUp()
    const signIn = (result: Result<null>, deviceName = 'Desk') =>
      unconfirmedSessions.during({ ...facts, deviceName }, async () => result, fateOfSignIn)
    await signIn(failed({ kind: 'timeout' }))
    await signIn(failed({ kind: 'outcomeUnknown' }))
    await signIn(failed({ kind: 'server', status: 500 }), 'Laptop')
    await signIn(failed({ kind: 'offline', reason: 'refused' }), 'Never sent')
    await signIn(failed({ kind: 'timeout', issuedSession: 'ended' }), 'Logged out')
    await signIn(ok(null), 'Signed in')
    expect([unconfirmedSessions.all(), unconfirmedSessions.stored()]).toEqual([[], []])
    const next = start().unconfirmedSessions
    expect(next.stored().map(({ deviceName }) => deviceName)).toEqual(['Desk', 'Desk', 'Laptop'])
    const [, last] = next.stored()
    expect(next.all().map(({ id }) => id)).toEqual([last?.id, expect.anything()])
    void next.during(facts, () => later<null>().promise)
    next.dismiss(last?.id ?? '')
    expect(next.all().map(({ deviceName }) => deviceName)).toEqual(['Laptop'])
    // What is running now is another one.
    expect(
      start()
        .unconfirmedSessions.all()
        .map(({ deviceName }) => deviceName),
    ).toEqual(['Laptop', 'Desk'])
    next.dismiss('gone')
    expect(next.all()).toHaveLength(1)
  })
})
