import { describe, expect, it } from 'vitest'
import { ok } from '../../electron/shared/result.ts'
import { fakeStore } from './fakes.ts'
import { ANA, identity, interruptedBulk, NOW, setUp } from './subscriptions-harness.ts'

/** All services after a check, with data of the account in every file. */
async function setUpWithData() {
  const at = NOW
  const session = { id: 1, name: 'Device 1' }
  const all = await setUp({
    passwords: fakeStore({ [ANA]: { open: null, probes: [{ at, madeAt: at }] } }),
    renewals: fakeStore({ [ANA]: { at, session, sequence: 1 } }),
    orphans: fakeStore({ [ANA]: [{ at, session }] }),
    revocations: interruptedBulk(3),
  })
  const { services, state, files } = all
  await all.check()
  services.reviews.start(ANA)
  services.publishedLists.annotate(ANA, 2, { note: 'The old phone' })
  services.rules.set(ANA, { afterDays: 30, exempt: [] })
  services.lastKnownLists.save()
  state.isOnline = false
  services.revocations.single.revoke(ANA, identity(2))
  state.isOnline = true
  /** The names of the files with data of the account. */
  const stored = () => Object.entries(files).flatMap(([name, file]) => (ANA in file.read() ? [name] : []))
  return { ...all, stored }
}

describe('an account that is signed out', () => {
  it('leaves only its history and its reviews for the next sign-in', async () => {
    const { services, files, stored } = await setUpWithData()
    const withoutAccounts = ['logouts', 'unconfirmed']
    expect(stored()).toEqual(Object.keys(files).filter((name) => !withoutAccounts.includes(name)))
    expect(await services.signOut.signOut(ANA)).toEqual(ok({ service: 'confirmed' }))
    expect(stored()).toEqual(['history', 'reviews'])
  })

  it('gets an entry in its history, and its own session counts as ended', async () => {
    const { services, check, entries } = await setUp()
    await check()
    await services.signOut.signOut(ANA)
    expect(entries()).toEqual([['signedOut', 'thisApp', null]])
    const ended = services.history.of(ANA)?.sessions.filter(({ endedAt }) => endedAt !== null)
    expect(ended?.map(({ id }) => id)).toEqual([1])
  })

  it('gets another entry when it is signed out everywhere, and all sessions count as ended', async () => {
    const { services, service, check, entries } = await setUp()
    await check()
    service.on('POST /auth/logout-all', () => ({ status: 200, body: { success: true } }))
    await services.signOutEverywhere(ANA)
    expect(entries()).toEqual([['signedOutEverywhere', 'thisApp', null]])
    expect(services.history.of(ANA)?.sessions.every(({ endedAt }) => endedAt !== null)).toBe(true)
  })
})

describe('an account without a token that the person removes', () => {
  it('leaves nothing', async () => {
    const { services, stored } = await setUpWithData()
    await services.vault.remove(ANA)
    expect(await services.signOut.signOut(ANA)).toEqual(ok({ service: 'notAsked' }))
    expect(stored()).toEqual([])
    expect(services.history.of(ANA)).toBeNull()
    expect(services.reviews.shown(ANA)).toBeNull()
  })
})
