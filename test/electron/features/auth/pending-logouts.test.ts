import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import { ownerOf } from '../../../../electron/features/auth/pending-logouts.ts'
import { createVault, type Ciphertexts } from '../../../../electron/core/vault.ts'
import { fakeStore, fakeCipher, fakeClock, fakeLog, LIFE, settled } from '../../fakes.ts'
import { accountOf, fakeService, later, type Answer } from '../../fake-service.ts'
import { logoutFiles, logoutsOver } from './logout-harness.ts'

const LOGOUT = 'POST /auth/logout'
const account = accountOf(7)
const owner = ownerOf(account, 'This desk')
const DAY = 86_400_000

/** A token to log out, in the files of an app that a test can restart. */
async function setUp({ isProtecting = true, canShowOutcome = true } = {}) {
  const clock = fakeClock()
  const service = fakeService(clock)
  const cipher = fakeCipher(isProtecting)
  const store = fakeStore<Ciphertexts>({})
  const files = logoutFiles()
  const removed: string[] = []
  function start() {
    const vault = createVault({ cipher, store, log: fakeLog() })
    const parts = {
      vault,
      clock,
      files,
      transportTo: service.transportTo,
      canShowOutcome: () => canShowOutcome,
    }
    return { vault, ...logoutsOver({ ...parts, removeAccount: (id) => void removed.push(id) }) }
  }
  const app = start()
  await app.vault.put(account.id, '7|token', LIFE)
  const kept = () => [store.read(), files.logouts.read()]
  return { ...app, clock, service, cipher, store, files, removed, start, kept }
}

/** Retires the token while the service does not answer, and ends the app. */
async function cutOff(harness: Awaited<ReturnType<typeof setUp>>): Promise<void> {
  harness.service.on(LOGOUT, () => later<Answer>().promise)
  await harness.logouts.retire(owner, () => undefined)
  await settled()
}

describe('logging out a given-up token', () => {
  it('keeps it encrypted, outside the account, until the service confirms', async () => {
    const { logouts, service, vault, store, files, kept } = await setUp()
    const answer = later<Answer>()
    service.on(LOGOUT, () => answer.promise)
    const retired = await logouts.retire(owner, () => undefined)
    expect(await vault.get(account.id)).toEqual({ state: 'none' })
    expect(Object.keys(store.read())).toEqual(Object.keys(files.logouts.read()))
    expect(JSON.stringify(kept())).not.toContain('token"')
    answer.resolve({ status: 200, body: { success: true } })
    expect(await retired.answer).toEqual(ok(null))
    expect(kept()).toEqual([{}, {}])
  })

  it('deletes it unconfirmed only if a window shows the outcome', async () => {
    const visible = await setUp()
    visible.service.on(LOGOUT, () => ({ status: 500 }))
    expect(await (await visible.logouts.retire(owner, () => undefined)).answer).toMatchObject({ ok: false })
    expect(visible.kept()).toEqual([{}, {}])
    const hidden = await setUp({ canShowOutcome: false })
    hidden.service.on(LOGOUT, () => ({ status: 500 }))
    await (
      await hidden.logouts.retire(owner, () => undefined)
    ).answer
    expect(hidden.kept().map((file) => Object.keys(file).length)).toEqual([1, 1])
  })

  it('logs it out at the next start if the app ended before the answer', async () => {
    const harness = await setUp()
    await cutOff(harness)
    harness.service.on(LOGOUT, () => ({ status: 200, body: { success: true } }))
    const next = harness.start()
    await next.logouts.resume()
    await next.work.settled()
    expect(harness.service.requests()).toEqual([`${LOGOUT} 7|token`, `${LOGOUT} 7|token`])
    expect([harness.kept(), next.unconfirmedSessions.all()]).toEqual([[{}, {}], []])
  })

  it('never logs out the token of a later sign-in', async () => {
    const harness = await setUp()
    await cutOff(harness)
    await harness.vault.put(account.id, '8|newer', LIFE)
    harness.service.on(LOGOUT, () => ({ status: 200, body: { success: true } }))
    const next = harness.start()
    await next.logouts.resume()
    await next.work.settled()
    expect(harness.service.requests()).not.toContain(`${LOGOUT} 8|newer`)
    expect([await next.vault.get(account.id), harness.removed]).toMatchObject([{ token: '8|newer' }, []])
  })

  it.each<[string, Answer, number]>([
    ['fails each time', { status: 500 }, 5],
    ['cannot be reached', { kind: 'offline', reason: 'refused' }, 5],
    ['knows no logout', { status: 404, body: {} }, 1],
  ])('reports the session, and deletes the token, if the service %s', async (_case, answer, tries) => {
    const harness = await setUp()
    await cutOff(harness)
    harness.service.calls.length = 0
    harness.service.on(LOGOUT, () => answer)
    const next = harness.start()
    await next.logouts.resume()
    await next.work.settled()
    await harness.clock.advance(3_600_000)
    expect(harness.service.requests()).toHaveLength(tries)
    expect(next.unconfirmedSessions.all()).toMatchObject([
      { cause: 'signOut', name: 'User 7', deviceName: 'This desk', at: 1_000_000 },
    ])
    expect([harness.kept(), next.added]).toEqual([[{}, {}], ['signOut User 7']])
    const later = harness.start()
    expect(later.unconfirmedSessions.all()).toHaveLength(1)
    later.unconfirmedSessions.dismiss(later.unconfirmedSessions.all()[0]!.id)
    expect(harness.files.unconfirmed.read()).toEqual([])
  })

  it('waits up to a week for a network, then reports the session', async () => {
    const harness = await setUp()
    await cutOff(harness)
    harness.service.on(LOGOUT, () => ({ kind: 'offline', reason: 'noNetwork' }))
    const next = harness.start()
    await next.logouts.resume()
    await next.work.settled()
    await harness.clock.advance(DAY / 8)
    expect(next.added).toEqual([])
    harness.clock.jump(7 * DAY)
    await harness.clock.advance(60_000)
    expect([next.added, harness.kept()]).toEqual([['signOut User 7'], [{}, {}]])
  })

  it('waits for a keyring that does not open', async () => {
    const harness = await setUp()
    await cutOff(harness)
    harness.cipher.protecting = false
    harness.service.calls.length = 0
    harness.service.on(LOGOUT, () => ({ status: 200, body: { success: true } }))
    const next = harness.start()
    await next.logouts.resume()
    await next.work.settled()
    await harness.clock.advance(600_000)
    expect([harness.service.requests(), next.added]).toEqual([[], []])
    harness.cipher.protecting = true
    await next.vault.checkStatus()
    await harness.clock.advance(60_000)
    expect([harness.service.requests(), harness.kept()]).toEqual([[`${LOGOUT} 7|token`], [{}, {}]])
  })

  it('reports at the next start a token that was only in memory', async () => {
    const harness = await setUp({ isProtecting: false })
    await cutOff(harness)
    const next = harness.start()
    await next.logouts.resume()
    expect([next.added, harness.removed, harness.kept()]).toEqual([['signOut User 7'], [], [{}, {}]])
  })

  it('removes the account at the next start if the app ended before its removal', async () => {
    const harness = await setUp()
    const { logouts } = harness
    const dies = (): never => {
      throw new Error('killed')
    }
    const write = harness.files.logouts.write
    await logouts
      .retire(owner, () => {
        harness.files.logouts.write = dies
        dies()
      })
      .catch(() => undefined)
    harness.files.logouts.write = write
    harness.service.on(LOGOUT, () => ({ status: 200, body: { success: true } }))
    const next = harness.start()
    await next.logouts.resume()
    await next.work.settled()
    expect([harness.removed, harness.kept()]).toEqual([[account.id], [{}, {}]])
  })

  it('changes nothing if the disk refuses, and can be repeated', async () => {
    const { logouts, store, files, vault, service } = await setUp()
    files.logouts.broken = true
    await expect(logouts.retire(owner, () => undefined)).rejects.toThrow()
    files.logouts.broken = false
    store.broken = true
    await expect(logouts.retire(owner, () => undefined)).rejects.toThrow('ENOSPC')
    expect([await vault.get(account.id), service.calls, files.logouts.read()]).toMatchObject([
      { token: '7|token' },
      [],
      {},
    ])
  })

  it('never sends a token to an address that was edited into the file', async () => {
    const harness = await setUp()
    await cutOff(harness)
    harness.service.calls.length = 0
    const [[key, entry] = ['', undefined]] = Object.entries(harness.files.logouts.read())
    harness.files.logouts.write({ [key]: { ...entry!, baseUrl: 'https://evil.example/api/v1' } })
    const next = harness.start()
    await next.logouts.resume()
    await next.work.settled()
    expect([harness.service.calls, next.added]).toEqual([[], ['signOut User 7']])
  })

  it.each([
    ['is only in memory is tried once more', false, 2],
    ['is on disk waits for the next start', true, 1],
  ])('when the app quits, a token that %s', async (_case, isProtecting, requests) => {
    const { logouts, service, clock } = await setUp({ isProtecting, canShowOutcome: false })
    service.on(LOGOUT, () => ({ status: 500 }))
    const retired = await logouts.retire(owner, () => undefined)
    await retired.answer
    await logouts.finish()
    await clock.advance(DAY)
    expect(service.requests()).toHaveLength(requests)
  })

  it('discards an unused token, and retries', async () => {
    const { logouts, service, clock, kept } = await setUp()
    const answers: Answer[] = [{ status: 503 }, { status: 200, body: { success: true } }]
    service.on(LOGOUT, () => answers.shift() ?? { status: 500 })
    expect(await logouts.discard(owner, '9|unwanted', LIFE)).toEqual(failed({ kind: 'server', status: 503 }))
    await clock.advance(60_000)
    expect(service.requests()).toEqual([`${LOGOUT} 9|unwanted`, `${LOGOUT} 9|unwanted`])
    expect(Object.keys(kept()[1]!)).toEqual([])
  })
})

describe('an interrupted sign-in', () => {
  const facts = { cause: 'signIn', baseUrl: account.baseUrl, name: null, deviceName: 'Desk' } as const

  it('is reported at the next start, unless it was answered', async () => {
    const harness = await setUp()
    expect(await harness.unconfirmedSessions.during(facts, async () => 'done')).toBe('done')
    expect(harness.start().unconfirmedSessions.all()).toEqual([])
    void harness.unconfirmedSessions.during(facts, () => later<null>().promise)
    expect(harness.unconfirmedSessions.all()).toEqual([])
    expect([harness.work.isAny(), harness.start().unconfirmedSessions.all()]).toMatchObject([true, [facts]])
  })

  it('continues although the disk refuses', async () => {
    const { files, unconfirmedSessions } = await setUp()
    files.unconfirmed.broken = true
    expect(await unconfirmedSessions.during(facts, async () => 'done')).toBe('done')
  })
})
