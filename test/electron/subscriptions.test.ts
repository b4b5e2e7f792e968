import { describe, expect, it } from 'vitest'
import { createServices } from '../../electron/create-services.ts'
import { subscribeServices } from '../../electron/subscriptions.ts'
import type { ServiceDependencies } from '../../electron/dependencies.ts'
import { createAccounts } from '../../electron/core/accounts.ts'
import { createFailures } from '../../electron/core/failures.ts'
import { createServiceEvents } from '../../electron/core/service-events.ts'
import { createSettings, INITIAL_SETTINGS } from '../../electron/core/settings.ts'
import { ok } from '../../electron/shared/result.ts'
import { accountOf, BASE_URL, fakeService, later, type Answer } from './fake-service.ts'
import { fakeAccountFiles, fakeCipher, fakeClock, fakeLog, fakeStore, LIFE, settled } from './fakes.ts'
import { translations } from './translations.ts'

const ANA = accountOf(7)
const T0 = Date.parse('2024-11-01T00:00:00Z')
const identity = (id: number) => ({ id, createdAt: T0 + id * 1_000 })

/** All subscribed services over files in memory and a fake service, which lists this device as session 1. */
async function setUp() {
  const clock = fakeClock()
  const service = fakeService(clock, () => T0 + 86_400_000)
  const log = fakeLog()
  const events = createServiceEvents()
  const state = { listed: [1, 2, 3], answer: null as Answer | null, isOnline: true, ids: 0 }
  service.on('GET /auth/sessions', () => {
    const sessions = state.listed.map((id) => ({
      id,
      name: `Device ${id}`,
      is_current: id === 1,
      created_at: new Date(identity(id).createdAt).toISOString(),
    }))
    return state.answer ?? { status: 200, body: { data: { sessions } } }
  })
  const files: ServiceDependencies['files'] = {
    vault: fakeStore({}),
    renewals: fakeStore({}),
    orphans: fakeStore({}),
    passwords: fakeStore({}),
    revocations: fakeStore({}),
    notes: fakeStore({}),
    history: fakeAccountFiles(),
    lists: fakeAccountFiles(),
    wholeLists: fakeAccountFiles(),
    queuedEnds: fakeAccountFiles(),
    reviews: fakeAccountFiles(),
    rules: fakeStore({}),
    logouts: fakeStore({}),
    unconfirmed: fakeStore([]),
  }
  const services = createServices({
    files,
    accounts: createAccounts(fakeStore({ accounts: [ANA], activeAccountId: ANA.id }), log, () => undefined),
    settings: createSettings(fakeStore(INITIAL_SETTINGS), null, log, () => undefined),
    cipher: fakeCipher(),
    transportOf: (_key, baseUrl) => service.transportTo(baseUrl),
    releaseTransports: () => undefined,
    clock,
    log,
    newId: () => `id-${++state.ids}`,
    version: '1.2.3',
    random: () => 0.5,
    locale: () => 'en',
    translate: translations(),
    visibility: () => 'visible',
    page: () => 1,
    isOnline: () => state.isOnline,
    failures: createFailures(clock, log),
    events,
  })
  subscribeServices(services, events, clock)
  await services.vault.put(ANA.id, '1|token', LIFE)
  const check = () => services.lists.refresh(ANA.id)
  return { services, service, clock, state, files, check }
}

describe('a fetched list', () => {
  it('raises no alert while a token is on its way, and is evaluated once that arrived', async () => {
    const { services, service, state, check } = await setUp()
    await check()
    const reply = later<Answer>()
    service.on('POST /auth/login', () => reply.promise)
    const typed = { server: BASE_URL, email: 'bo@example.com', password: 'p', deviceName: 'Desk' }
    const signingIn = services.signIn.signIn(typed)
    await settled()
    state.listed = [1, 2, 3, 4]
    await check()
    expect(services.alerts.open()).toEqual([])
    reply.resolve({ status: 422, body: { message: 'No.', errors: { email: ['No.'] } } })
    expect(await signingIn).toMatchObject({ ok: false })
    expect(services.alerts.open()).toMatchObject([{ accountId: ANA.id, newest: [{ sessionId: 4 }] }])
  })

  it('sends the ends that were queued without it', async () => {
    const { services, state, check } = await setUp()
    await check()
    state.isOnline = false
    expect(services.revocations.single.revoke(ANA.id, identity(2))).toEqual(ok(null))
    expect(services.publishedLists.get(ANA.id).queuedEnds).toMatchObject([{ id: 2 }])
    state.isOnline = true
    await check()
    expect(services.publishedLists.get(ANA.id)).toMatchObject({
      queuedEnds: [],
      pendingRevocations: [{ sessionId: 2 }],
    })
  })

  it('is stored for the next start', async () => {
    const { services, files, check } = await setUp()
    await check()
    services.lastKnownLists.save()
    expect(files.wholeLists.readOne(ANA.id)?.sessions.map(({ id }) => id)).toEqual([1, 3, 2])
  })
})

describe('a failed check', () => {
  it('shows the last known list at once, and nothing as live', async () => {
    const { services, files, state, check } = await setUp()
    const rows = [1, 2].map((id) => ({
      ...identity(id),
      name: `Device ${id}`,
      lastUsedAt: null,
      isCurrent: id === 1,
    }))
    files.wholeLists.write(ANA.id, { checkedAt: T0, skew: 0, sessions: rows })
    state.answer = { status: 503, body: {} }
    await check()
    await settled()
    const { sessions, isLive, checkedAt } = services.publishedLists.get(ANA.id)
    expect([sessions?.map(({ id }) => id), isLive, checkedAt]).toEqual([[1, 2], false, T0])
  })
})

describe('a bulk revocation', () => {
  it('names its rows as the list does, after a person named one too', async () => {
    const { services, check } = await setUp()
    await check()
    services.revocations.bulk.start(ANA.id, { kind: 'others' })
    services.publishedLists.annotate(ANA.id, 2, { alias: 'Old phone' })
    const { rows } = services.revocations.bulk.get(ANA.id)
    expect(rows.map(({ name }) => name)).toEqual(['Device 3', 'Old phone'])
  })
})
