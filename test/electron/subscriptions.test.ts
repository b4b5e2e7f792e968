import { describe, expect, it } from 'vitest'
import type { QueuedEndsFile } from '../../electron/features/revocation/index.ts'
import { probeName } from '../../electron/features/password/domain/password-verdict.ts'
import { BASE_URL, later, type Answer } from './fake-service.ts'
import { fakeAccountFiles, fakeStore, settled } from './fakes.ts'
import { ANA, DAY, HOUR, identity, interruptedBulk, MINUTE, NOW, setUp, T0 } from './subscriptions-harness.ts'

describe('a list that arrives', () => {
  it('is published when its check begins and when it ends', async () => {
    const { published, check } = await setUp()
    await check()
    const states = published.map(({ checking, sessions }) => [checking, sessions?.map(({ id }) => id)])
    expect(states).toEqual([
      [true, undefined],
      [false, [1, 3, 2]],
    ])
  })

  it('raises an alert about a new sign-in, before its rows are published', async () => {
    const { services, state, published, check } = await setUp()
    await check()
    state.listed = [1, 2, 3, 4]
    await check()
    expect(services.alerts.open()).toMatchObject([{ accountId: ANA, newest: [{ sessionId: 4 }] }])
    const first = published.find(({ sessions }) => sessions?.length === 4)
    expect(first?.sessions?.flatMap(({ id, isNew }) => (isNew ? [id] : []))).toEqual([4])
  })

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
    expect(services.alerts.open()).toMatchObject([{ accountId: ANA, newest: [{ sessionId: 4 }] }])
  })

  it('keeps the name of this device when a renewal gave its session another id', async () => {
    const { services, state, check } = await setUp()
    await check()
    services.publishedLists.annotate(ANA, 1, { alias: 'Desk' })
    Object.assign(state, { listed: [2, 3, 5], current: 5 })
    await check()
    const rows = services.publishedLists.get(ANA).sessions
    expect(rows?.flatMap(({ id, alias }) => (alias === null ? [] : [[id, alias]]))).toEqual([[5, 'Desk']])
  })

  it('ends the sessions that password checks left', async () => {
    const probes = [{ at: T0, madeAt: T0 }]
    const { service, state, check } = await setUp({
      passwords: fakeStore({ [ANA]: { open: null, probes } }),
    })
    state.listed = [1, 2, 9]
    state.names.set(9, probeName(T0, 'new'))
    await check()
    await settled()
    expect(service.requests()).toContain('DELETE /auth/sessions/9 1|token')
    expect(state.listed).toEqual([1, 2])
  })
})

describe('a stored list', () => {
  it('is kept for the next start', async () => {
    const { services, files, check } = await setUp()
    await check()
    services.lastKnownLists.save()
    expect(files.wholeLists.readOne(ANA)?.sessions.map(({ id }) => id)).toEqual([1, 3, 2])
  })

  it('summarizes what changed while the person was away', async () => {
    const { services, clock, state, check } = await setUp()
    await check()
    await clock.advance(9 * HOUR)
    state.listed = [1, 2, 3, 4]
    await check()
    expect(services.awaySummaries.all()).toMatchObject([{ accountId: ANA, signedIn: 1, ended: 0 }])
  })

  it('settles the sessions of an interrupted bulk revocation that are gone', async () => {
    const { services, check } = await setUp({ revocations: interruptedBulk(2, 9) })
    await check()
    const { rows } = services.revocations.bulk.get(ANA)
    expect(rows.map(({ sessionId, state, name }) => [sessionId, state, name])).toEqual([
      [2, 'queued', 'Device 2'],
      [9, 'alreadyGone', null],
    ])
  })

  it('tells which session a renewal replaces, so that a lost renewal names its orphan', async () => {
    const { services, service, state, files, check } = await setUp()
    await check()
    service.on('POST /auth/refresh', () => ({ kind: 'outcomeUnknown' }))
    service.on('GET /auth/me', () => ({ status: 401, body: { message: 'Unauthenticated.' } }))
    expect(await services.renewals.renew(ANA)).toMatchObject({ failure: { kind: 'unauthenticated' } })
    expect(files.orphans.read()[ANA]).toMatchObject([{ session: { id: 1, name: 'Device 1' } }])

    const user = { id: 7, name: 'Ana', email: 'ana@example.com' }
    service.on('POST /auth/login', () => ({
      status: 200,
      body: { success: true, data: { token: '5|token', user, expires_at: null } },
    }))
    Object.assign(state, { listed: [1, 2, 3, 5], current: 5 })
    await services.signIn.signIn({ server: BASE_URL, email: user.email, password: 'p', deviceName: 'Desk' })
    await check()
    expect(services.publishedLists.get(ANA).orphanId).toBe(1)
  })

  it('sends the ends that were queued without it', async () => {
    const { services, state, check } = await setUp()
    await check()
    state.isOnline = false
    services.revocations.single.revoke(ANA, identity(2))
    expect(services.publishedLists.get(ANA).queuedEnds).toMatchObject([{ id: 2 }])
    state.isOnline = true
    await check()
    expect(services.publishedLists.get(ANA)).toMatchObject({
      queuedEnds: [],
      pendingRevocations: [{ sessionId: 2 }],
    })
  })

  it('runs the rule that ends unused sessions', async () => {
    const { services, events, clock, check } = await setUp()
    const runs: unknown[] = []
    events.on('ruleRan', (run) => void runs.push(run))
    await check()
    services.rules.set(ANA, { afterDays: 30, exempt: [3] })
    await clock.advance(MINUTE)
    await check()
    expect(runs).toEqual([{ accountId: ANA, afterDays: 30, count: 1 }])
    expect(services.revocations.bulk.get(ANA).rows).toMatchObject([{ sessionId: 2 }])
  })

  it('settles an interrupted bulk revocation before it sends the queued ends', async () => {
    const queuedEnds = fakeAccountFiles<QueuedEndsFile>()
    const queued = [2, 3].map((id) => ({ ...identity(id), name: `Device ${id}`, queuedAt: NOW }))
    queuedEnds.write(ANA, { queued, unsent: [] })
    const { services, check } = await setUp({ queuedEnds, revocations: interruptedBulk(9) })
    await check()
    const { rows } = services.revocations.bulk.get(ANA)
    expect(rows.map(({ sessionId }) => sessionId)).toEqual([3, 2])
    expect(services.publishedLists.get(ANA).queuedEnds).toEqual([])
  })

  it('sends the queued ends before a rule would end sessions', async () => {
    const { services, events, clock, state, check } = await setUp()
    const runs: unknown[] = []
    events.on('ruleRan', (run) => void runs.push(run))
    state.listed = [1, 2, 3, 4]
    await check()
    services.rules.set(ANA, { afterDays: 30, exempt: [] })
    state.isOnline = false
    for (const id of [2, 3]) services.revocations.single.revoke(ANA, identity(id))
    state.isOnline = true
    await clock.advance(MINUTE)
    await check()
    const { rows } = services.revocations.bulk.get(ANA)
    expect(rows.map(({ sessionId }) => sessionId)).toEqual([3, 2])
    expect(runs).toEqual([])
  })

  it('updates the open review', async () => {
    const { services, state, check } = await setUp()
    await check()
    services.reviews.start(ANA)
    state.listed = [1, 2, 4]
    await check()
    const { items } = services.reviews.get(ANA)
    expect(items.map(({ id, isGone, hasArrived }) => [id, isGone, hasArrived])).toEqual([
      [1, false, false],
      [3, true, false],
      [2, false, false],
      [4, false, true],
    ])
  })

  it('reports a due review', async () => {
    const { services, events, clock, check, review } = await setUp()
    const due: string[] = []
    events.on('reviewDue', (accountId) => void due.push(accountId))
    await check()
    services.reviews.schedule(ANA, 90)
    review()
    services.revocations.bulk.control(ANA, 'cancel')
    await check()
    expect(due).toEqual([])
    await clock.advance(90 * DAY)
    await check()
    expect(due).toEqual([ANA])
  })
})

describe('changed alerts', () => {
  it('announce a change of the state', async () => {
    const { services, events, state, check } = await setUp()
    await check()
    state.listed = [1, 2, 3, 4]
    await check()
    let changes = 0
    events.on('stateChanged', () => (changes += 1))
    services.alerts.acknowledge(ANA, 4)
    expect(changes).toBe(1)
  })

  it('mark the session of an acknowledged alert as known in the published rows', async () => {
    const { services, state, published, check } = await setUp()
    await check()
    state.listed = [1, 2, 3, 4]
    await check()
    const isNew = () => published.at(-1)?.sessions?.find(({ id }) => id === 4)?.isNew
    expect(isNew()).toBe(true)
    services.alerts.acknowledge(ANA, 4)
    await settled()
    expect(isNew()).toBe(false)
  })
})
