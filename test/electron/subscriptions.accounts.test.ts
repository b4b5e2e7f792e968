import { describe, expect, it } from 'vitest'
import { ok } from '../../electron/shared/result.ts'
import { ANA, identity, setUp } from './subscriptions-harness.ts'

/** All services after a check, with a review, a note, a rule and a queued end. */
async function setUpWithData() {
  const all = await setUp()
  const { services, state, files } = all
  await all.check()
  services.reviews.start(ANA)
  services.publishedLists.annotate(ANA, 2, { note: 'The old phone' })
  services.rules.set(ANA, { afterDays: 30, exempt: [] })
  services.lastKnownLists.save()
  state.isOnline = false
  services.revocations.single.revoke(ANA, identity(2))
  state.isOnline = true
  const stored = () => ({
    notes: ANA in files.notes.read(),
    rules: ANA in files.rules.read(),
    queuedEnds: files.queuedEnds.readOne(ANA) !== null,
    lists: files.lists.readOne(ANA) !== null,
    wholeLists: files.wholeLists.readOne(ANA) !== null,
    history: files.history.readOne(ANA) !== null,
    reviews: files.reviews.readOne(ANA) !== null,
  })
  return { ...all, stored }
}

const NOTHING = {
  notes: false,
  rules: false,
  queuedEnds: false,
  lists: false,
  wholeLists: false,
  history: false,
  reviews: false,
}
const ALL = Object.fromEntries(Object.keys(NOTHING).map((name) => [name, true]))

describe('an account that is signed out', () => {
  it('leaves only its history and its reviews for the next sign-in', async () => {
    const { services, stored } = await setUpWithData()
    expect(stored()).toEqual(ALL)
    expect(await services.signOut.signOut(ANA)).toEqual(ok({ service: 'confirmed' }))
    expect(stored()).toEqual({ ...NOTHING, history: true, reviews: true })
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
    expect(stored()).toEqual(NOTHING)
    expect(services.history.of(ANA)).toBeNull()
    expect(services.reviews.shown(ANA)).toBeNull()
  })
})
