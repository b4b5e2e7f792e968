import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import type { RevocationCommand } from '../../../../electron/features/revocation/bulk-revocations.ts'
import { accountOf, tokenAccountOf } from '../../fake-service.ts'
import { identityOf, setUpRevocations } from './revocations-harness.ts'

const these = (...ids: number[]) => ({ kind: 'these' as const, sessions: ids.map((id) => identityOf(id)) })
const conflict = failed({ kind: 'conflict' })
const notFound = failed({ kind: 'notFound' })

/** The world, and the functions of one account's bulk revocation. */
async function setUp(...options: Parameters<typeof setUpRevocations>) {
  const world = await setUpRevocations(...options)
  const { bulk, single } = world.revocations
  const start = (target: Parameters<typeof bulk.start>[1] = { kind: 'others' }) => bulk.start('a', target)
  const control = (command: RevocationCommand) => bulk.control('a', command)
  return { ...world, bulk, single, start, control }
}

/** As `setUp`, with all others to revoke. */
async function setUpOthers(...options: Parameters<typeof setUpRevocations>) {
  const world = await setUp(...options)
  expect(world.start()).toEqual(ok(null))
  return world
}

describe('a bulk revocation', () => {
  it('sends nothing for 5 seconds and nothing after Undo, and deletes its stored items', async () => {
    const { bulk, start, control, clock, deletes, file, summary } = await setUp()
    expect(control('undo')).toEqual(notFound)
    expect(start()).toEqual(ok(null))
    expect(file.read()['a']?.queued).toEqual([7, 6, 5, 4, 3, 2].map((id) => [id, null]))
    await clock.advance(4_900)
    expect([summary().phase, deletes()]).toEqual([{ is: 'undoable' }, []])
    expect(control('undo')).toEqual(ok(null))
    await clock.advance(60_000)
    expect([bulk.get('a').revocation, deletes(), file.read()]).toEqual([null, [], {}])
  })

  it('sends 4 at a time, and is done when a fresh list confirms it', async () => {
    const { bulk, control, clock, deletes, summary, service, file } = await setUpOthers()
    await clock.advance(5_050)
    expect(deletes()).toEqual([7, 6, 5, 4])
    expect(summary().counts).toMatchObject({ queued: 2, sent: 4 })
    await clock.advance(1_000)
    expect(summary()).toMatchObject({ phase: { is: 'done' }, counts: { confirmed: 6 }, answered: 6 })
    expect(service.countRequests('GET')).toBe(2)
    expect(file.read()).toEqual({})
    expect(control('dismiss')).toEqual(ok(null))
    expect(bulk.get('a').revocation).toBeNull()
  })

  it('sends up to 6 at a time while answers take as long as before, and one at a time after a 429', async () => {
    const { clock, state, summary } = await setUpOthers({ others: 80 })
    const inFlight = (): number => summary().counts.sent - (summary().answered - summary().counts.confirmed)
    await clock.advance(5_550)
    expect(inFlight()).toBe(6)
    state.answer = { status: 429, retryAfter: '2' }
    await clock.advance(100)
    state.answer = null
    await clock.advance(2_050)
    expect(inFlight()).toBe(1)
    await clock.advance(60_000)
    expect(summary()).toMatchObject({ phase: { is: 'done' }, counts: { confirmed: 80 } })
  })

  it('refuses a second one while one is running, this device, and an unclear list', async () => {
    const { bulk, start, control, state, lists } = await setUp()
    expect(start(these(1, 2))).toEqual(conflict)
    expect(start(these(99))).toEqual(notFound)
    expect(bulk.start('b', { kind: 'others' })).toEqual(notFound)
    start(these(2))
    expect(start()).toEqual(conflict)
    control('undo')
    state.current = []
    await lists.refresh('a')
    expect(start()).toEqual(conflict)
  })

  it('revokes the sessions that a person with an API token selected, but not "all others"', async () => {
    const { credential } = tokenAccountOf('sk_x')
    const { start, state, lists, clock, deletes } = await setUp({ others: 3, account: { credential } })
    state.current = []
    await lists.refresh('a')
    expect(start()).toEqual(conflict)
    expect(start(these(2, 3))).toEqual(ok(null))
    await clock.advance(6_000)
    expect(deletes()).toEqual([3, 2])
  })

  it('skips sessions that are revoked singly, and the other way round', async () => {
    const { single, start, clock, deletes, summary } = await setUp()
    single.revoke('a', identityOf(2))
    expect(start(these(2))).toEqual(notFound)
    start()
    expect(summary().total).toBe(5)
    expect(single.revoke('a', identityOf(3))).toEqual(ok(null))
    await clock.advance(7_000)
    expect(deletes().toSorted()).toEqual([2, 3, 4, 5, 6, 7])
  })

  it('names its rows as the list does, also after a change, but not by a session that reuses an id', async () => {
    const { lists, state, restart } = await setUp({ others: 2 })
    const names = new Map([[2, 'Old phone']])
    const nameOf = (_accountId: string, { id, name }: { id: number; name: string }) => names.get(id) ?? name
    const { revocations } = restart({}, { nameOf })
    const rows = () => revocations.bulk.get('a').rows.map(({ sessionId, name }) => [sessionId, name])
    revocations.bulk.start('a', { kind: 'others' })
    names.set(3, 'Work')
    expect(Object.fromEntries(rows())).toEqual({ 2: 'Old phone', 3: 'D3' })
    revocations.applyList('a')
    expect(Object.fromEntries(rows())).toEqual({ 2: 'Old phone', 3: 'Work' })
    state.listed.set(2, Date.UTC(2026, 0, 2))
    await lists.refresh('a')
    const stored = {
      startedAt: 0,
      queued: [[2, 5] as [number, number]],
      sent: [],
      done: [],
      gone: [],
      cancelled: [],
    }
    const after = restart({ a: stored }, { nameOf }).revocations
    after.applyList('a')
    expect(after.bulk.get('a').rows).toMatchObject([{ sessionId: 2, name: null, state: 'alreadyGone' }])
  })

  it('publishes at most ten times a second, only changes, and always the last one', async () => {
    const { clock, updates, summary } = await setUpOthers({ others: 100 })
    await clock.advance(9_000)
    expect(summary().phase).toEqual({ is: 'done' })
    expect(updates.length).toBeLessThan(45)
    expect(updates.at(-1)?.revocation?.phase).toEqual({ is: 'done' })
    const rows = updates.flatMap((update) => update.rows)
    const last = new Map(rows.map(({ sessionId, state }) => [sessionId, state]))
    expect([...last.values()]).toEqual(Array(100).fill('confirmed'))
  })
})

describe('a bulk revocation after a restart', () => {
  const restarted = { is: 'interrupted', reason: 'restarted' }

  it('is offered, with the sent items verified by the first list', async () => {
    const { clock, state, file, lists, deletes, restart } = await setUpOthers({ others: 100 })
    await clock.advance(5_250)
    const { sent, queued } = file.read()['a']!
    expect([sent.length, queued.length]).toEqual([64, 36])
    const { revocations } = restart(file.read())
    expect(revocations.bulk.get('a').revocation?.phase).toEqual(restarted)
    const [gone, before] = [101 - state.listed.size, deletes().length]
    await lists.refresh('a')
    revocations.applyList('a')
    const { revocation } = revocations.bulk.get('a')
    expect(revocation?.counts).toMatchObject({ confirmed: gone, queued: 100 - gone, sent: 0 })
    expect(deletes()).toHaveLength(before)
  })

  it.each(['a pause', 'a restart'])('fetches a list before it sends anything after %s', async (cause) => {
    const { control, clock, service, lists, file, restart, revocations } = await setUpOthers({ others: 100 })
    await clock.advance(5_050)
    control('pause')
    await clock.advance(1_000)
    const app = cause === 'a pause' ? { clock, revocations } : restart(file.read())
    await lists.refresh('a')
    const before = service.requests().length
    expect(app.revocations.bulk.control('a', 'resume')).toEqual(ok(null))
    await app.clock.advance(1)
    expect(service.requests()[before]).toBe('GET /auth/sessions t')
  })

  it('stays on disk for an account that is not known yet, and is deleted with a removed one', async () => {
    const { clock, file, restart } = await setUpOthers({ others: 10 })
    await clock.advance(5_050)
    const a = file.read()['a']!
    const known = new Set<string>()
    const accounts = { get: (id: string) => (known.has(id) ? accountOf(7, { id }) : null) }
    const app = restart({ a, b: a }, { accounts })
    expect(app.revocations.bulk.get('a').revocation).toBeNull()
    expect(app.file.read()).toEqual({ a, b: a })
    known.add('a')
    expect(app.revocations.bulk.get('a').revocation?.phase).toEqual(restarted)
    expect(app.revocations.bulk.get('a').rows).toHaveLength(10)
    app.forget('b')
    expect(Object.keys(app.file.read())).toEqual(['a'])
  })

  it('sends nothing by itself, even if it could be undone before', async () => {
    const { file, restart, deletes } = await setUpOthers({ others: 2 })
    const app = restart(file.read())
    await app.clock.advance(60_000)
    expect(deletes()).toEqual([])
    expect(app.revocations.bulk.get('a').revocation?.phase).toEqual(restarted)
  })

  it('is deleted with its account, and sends nothing more', async () => {
    const { revocations, bulk, clock, deletes, file, forget } = await setUpOthers({ others: 20 })
    await clock.advance(5_050)
    const leaving = revocations.settle('a')
    await clock.advance(200)
    await leaving
    forget('a')
    await clock.advance(60_000)
    expect([deletes().length, file.read(), bulk.get('a').revocation]).toEqual([4, {}, null])
  })
})

describe('a bulk revocation with interruptions', () => {
  it('after the service became unreachable, sends only what a list still has', async () => {
    const { clock, state, summary, deletes } = await setUpOthers()
    state.answer = { kind: 'outcomeUnknown', reason: 'unreachable' }
    state.list = { kind: 'offline', reason: 'refused' }
    await clock.advance(5_150)
    expect(summary().phase).toMatchObject({ is: 'waiting' })
    await clock.advance(20_000)
    expect(deletes()).toEqual([7, 6, 5, 4])
    // The service carried out two of them.
    for (const id of [7, 6]) state.listed.delete(id)
    state.answer = state.list = null
    await clock.advance(120_000)
    expect(summary()).toMatchObject({ phase: { is: 'done' }, counts: { confirmed: 6 } })
    expect(deletes()).toEqual([7, 6, 5, 4, 3, 2, 5, 4])
  })

  it('survives sleep: due work and finished waits continue at once', async () => {
    const { revocations, clock, deletes, summary, state } = await setUpOthers()
    state.answer = { status: 429, retryAfter: '60' }
    clock.jump(-5 * 3_600_000)
    clock.sleep(6_000)
    revocations.wake()
    await clock.advance(150)
    expect([deletes().length, summary().phase.is]).toEqual([4, 'waiting'])
    state.answer = null
    clock.sleep(3_600_000)
    revocations.wake()
    await clock.advance(1_000)
    expect(summary().phase.is).toBe('done')
  })

  it('cancels unsent items without another request', async () => {
    const { control, clock, summary, service, state } = await setUpOthers()
    state.online = false
    expect(control('cancel')).toEqual(conflict)
    await clock.advance(6_000)
    expect(control('cancel')).toEqual(ok(null))
    expect(summary()).toMatchObject({ phase: { is: 'done' }, counts: { cancelled: 6 } })
    await clock.advance(60_000)
    expect(service.requests()).toEqual(['GET /auth/sessions t'])
  })

  it('waits without a network, and continues at once when it is back', async () => {
    const { revocations, clock, deletes, summary, state } = await setUpOthers()
    state.online = false
    await clock.advance(30_000)
    expect([deletes(), revocations.remaining()]).toEqual([[], 6])
    expect(summary().phase).toMatchObject({ is: 'waiting', reason: { kind: 'offline', reason: 'noNetwork' } })
    state.online = true
    revocations.wake()
    await clock.advance(1_000)
    expect(summary().phase).toEqual({ is: 'done' })
  })

  it('fetches a list after several inconclusive answers, and stops if none can be fetched', async () => {
    const { control, clock, deletes, summary, state } = await setUpOthers({ others: 12 })
    state.answer = state.list = { status: 500 }
    await clock.advance(60_000)
    expect(deletes().length).toBeLessThan(9)
    expect(summary().phase).toEqual({ is: 'interrupted', reason: 'unproven' })
    state.answer = state.list = null
    expect(control('resume')).toEqual(ok(null))
    await clock.advance(10_000)
    control('retry')
    await clock.advance(10_000)
    expect([summary().counts.confirmed, [...state.listed.keys()]]).toEqual([12, [1]])
  })

  it('fails what the service refuses to a token that still works, and goes on', async () => {
    const { clock, summary, state } = await setUpOthers()
    state.answer = { status: 401, body: { message: 'Unauthenticated.' } }
    await clock.advance(6_000)
    expect(summary()).toMatchObject({ phase: { is: 'done' }, counts: { failed: 6 } })
  })

  it('stops when the service signs the account out, and continues after a new sign-in', async () => {
    const { revocations, control, clock, summary, state } = await setUpOthers()
    state.answer = { status: 401, body: { message: 'Unauthenticated.' } }
    state.status = 'signedOut'
    await clock.advance(6_000)
    expect(summary().phase).toEqual({ is: 'interrupted', reason: 'signedOut' })
    expect(revocations.remaining()).toBe(0)
    Object.assign(state, { answer: null, status: 'signedIn', token: 'another' })
    control('resume')
    await clock.advance(3_000)
    expect(summary().counts.confirmed).toBe(6)
  })

  it('includes a single end, unless it is interrupted: then that begins, and its item is cancelled', async () => {
    const { single, clock, summary, state, deletes } = await setUpOthers()
    await clock.advance(1_000)
    expect(single.revoke('a', identityOf(2))).toEqual(ok(null))
    expect(single.pending('a')).toEqual([])
    // A renewal makes this device unclear.
    Object.assign(state, { token: 'renewed', current: [] })
    await clock.advance(5_000)
    expect(summary().phase).toEqual({ is: 'interrupted', reason: 'deviceUnclear' })
    expect(deletes()).toEqual([])
    expect(single.revoke('a', identityOf(2))).toEqual(ok(null))
    expect(single.pending('a')).toMatchObject([{ sessionId: 2 }])
    expect(summary().counts).toMatchObject({ cancelled: 1, queued: 5 })
  })

  it('never ends a session that became this device meanwhile', async () => {
    const { clock, summary, state, deletes } = await setUpOthers()
    Object.assign(state, { token: 'renewed', current: [3] })
    await clock.advance(8_000)
    expect(summary().counts).toMatchObject({ confirmed: 5, cancelled: 1 })
    expect(deletes()).not.toContain(3)
  })

  it('does not fetch lists endlessly if the token changes before each request, and reports the failure', async () => {
    const { bulk, clock, summary, state, deletes, service } = await setUpOthers()
    let tokens = 0
    Object.defineProperty(state, 'token', { get: () => `token-${++tokens}` })
    await clock.advance(10_000)
    expect(service.calls.length).toBeLessThan(5)
    await clock.advance(120_000)
    expect(summary()).toMatchObject({ phase: { is: 'done' }, counts: { failed: 6 } })
    expect([deletes(), service.calls.length]).toEqual([[], 6])
    expect(bulk.get('a').rows.map(({ failure }) => failure)).toEqual(Array(6).fill({ kind: 'conflict' }))
  })

  it('continues if the token changed twice, however slowly', async () => {
    const { clock, summary, state } = await setUpOthers()
    const tokens = ['second', 'second', 'third', 'third']
    Object.defineProperty(state, 'token', { get: () => tokens.shift() ?? 'third' })
    await clock.advance(20_000)
    expect(summary()).toMatchObject({ phase: { is: 'done' }, counts: { confirmed: 6 } })
  })
})
