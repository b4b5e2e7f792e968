import { describe, expect, it } from 'vitest'
import { ok } from '../../../../electron/shared/result.ts'
import type { Answer } from '../../fake-service.ts'
import { aloneIn, rowsIn, setUpOthers, setUpRevocations } from './revocations-harness.ts'
import { keyFor } from './lists-harness.ts'

const UNAUTHENTICATED: Answer = { status: 401, body: { message: 'Unauthenticated.' } }

describe('a bulk revocation with interruptions', () => {
  it('after the service became unreachable, sends only what a list still has', async () => {
    const { clock, state, summary, deletes } = await setUpOthers()
    state.answer = { kind: 'outcomeUnknown', reason: 'unreachable' }
    state.list = { kind: 'offline', reason: 'refused' }
    await clock.advance(5_100)
    const reason = { kind: 'offline', reason: 'interrupted' }
    expect(summary().phase).toEqual({ kind: 'waiting', until: clock.now() + 5_000, reason })
    await clock.advance(600_000)
    expect([deletes(), summary().phase.kind]).toEqual([[7, 6, 5, 4], 'waiting'])
    // The service carried out two of them.
    for (const id of [7, 6]) state.listed.delete(id)
    state.answer = state.list = null
    await clock.advance(120_000)
    expect(summary()).toMatchObject({ phase: { kind: 'done' }, counts: { confirmed: 6 } })
    expect(deletes()).toEqual([7, 6, 5, 4, 3, 2, 5, 4])
  })

  it('survives sleep: due work and finished waits continue at once', async () => {
    const { revocations, clock, deletes, summary, state } = await setUpOthers()
    state.answer = { status: 429, retryAfter: '60' }
    clock.jump(-5 * 3_600_000)
    clock.sleep(6_000)
    revocations.wake()
    await clock.advance(150)
    expect([deletes().length, summary().phase.kind]).toEqual([4, 'waiting'])
    state.answer = null
    clock.sleep(3_600_000)
    revocations.wake()
    await clock.advance(1_000)
    expect(summary().phase.kind).toBe('done')
  })

  it('waits longer after each attempt that fails, and begins anew after an answer', async () => {
    const { clock, summary, state } = await setUpOthers({ others: 20 })
    const wait = (): number | null => {
      const { phase } = summary()
      return phase.kind === 'waiting' ? phase.until - clock.now() : null
    }
    state.answer = { kind: 'offline', reason: 'refused' }
    const waits: unknown[] = []
    clock.jump(3_600_000)
    for (const ms of [5_100, 5_100, 10_100]) {
      await clock.advance(ms)
      waits.push(wait())
    }
    state.answer = null
    await clock.advance(20_150)
    state.answer = { kind: 'offline', reason: 'refused' }
    await clock.advance(100)
    expect([...waits, wait()]).toEqual([5_000, 10_000, 20_000, 4_950])
    expect(summary().phase).toMatchObject({ reason: state.answer })
  })

  it.each<[string, Answer, boolean]>([
    ['continues at once, after a failure,', { kind: 'offline', reason: 'refused' }, true],
    ['does not shorten a pause of the service', { status: 429, retryAfter: '12' }, false],
  ])('%s when the network is back', async (_what, answer, isSent) => {
    const { revocations, clock, summary, state, deletes } = await setUpOthers()
    state.answer = answer
    await clock.advance(5_150)
    Object.assign(state, { answer: null, online: false })
    revocations.wake()
    await clock.advance(1_000)
    const offline = { kind: 'offline', reason: 'noNetwork' }
    expect(summary().phase).toEqual({ kind: 'waiting', until: expect.any(Number), reason: offline })
    state.online = true
    revocations.wake()
    await clock.advance(1)
    expect(deletes().length > 4).toBe(isSent)
  })

  it('is said to go on as soon as the network is back, though no list is answered yet', async () => {
    const { revocations, clock, state, service, updates } = await setUpOthers()
    state.online = false
    revocations.wake()
    await clock.advance(6_000)
    expect(updates.at(-1)?.batches).toMatchObject([{ phase: { kind: 'waiting' } }])
    service.on('GET /auth/sessions', () => new Promise<never>(() => undefined))
    state.online = true
    revocations.wake()
    await clock.advance(1_000)
    expect(updates.at(-1)?.batches).toMatchObject([{ phase: { kind: 'running' } }])
  })

  it('is said to go on after its time to undo, if a wait was over before that', async () => {
    const { single, clock, state, service, lists, updates } = await setUpRevocations()
    const createdAt = Date.UTC(2024, 10, 1)
    state.listed.set(2, createdAt)
    await lists.refresh('a')
    Object.assign(state, { online: false, list: { status: 503 } })
    single.revoke('a', keyFor(2))
    state.online = true
    await clock.advance(11_000)
    state.list = null
    await lists.refresh('a')
    expect(updates.at(-1)?.batches).toMatchObject([{ phase: { kind: 'undoable' } }])
    service.on('GET /auth/sessions', () => new Promise<never>(() => undefined))
    await clock.advance(5_100)
    expect(updates.at(-1)?.batches).toMatchObject([{ phase: { kind: 'running' } }])
  })

  it('waits as long as other requests of the account have to', async () => {
    const { revocations, clock, summary, state, deletes } = await setUpOthers()
    state.limitedUntil = clock.now() + 30_000
    await clock.advance(20_000)
    const until = state.limitedUntil
    expect(summary().phase).toEqual({
      kind: 'waiting',
      until,
      reason: { kind: 'rateLimited', retryAt: until },
    })
    expect([deletes(), summary().msLeft, revocations.remaining()]).toEqual([[], null, 6])
  })

  it('fetches no list while it waits, although all are sent', async () => {
    const { clock, summary, state, service } = await setUpOthers({ others: 4 })
    await clock.advance(5_050)
    state.online = false
    await clock.advance(30_000)
    expect([summary().phase.kind, service.countRequests('GET')]).toEqual(['waiting', 1])
  })

  it('confirms what it sent while it is paused, and is done if nothing else is left', async () => {
    const { control, clock, summary, state } = await setUpOthers({ others: 5 })
    await clock.advance(5_050)
    control('pause')
    await clock.advance(1_000)
    expect(summary()).toMatchObject({ phase: { kind: 'paused' }, counts: { confirmed: 4, queued: 1 } })
    control('resume')
    await clock.advance(50)
    control('pause')
    expect(summary()).toMatchObject({ phase: { kind: 'paused' }, counts: { confirmed: 4, sent: 1 } })
    await clock.advance(1_000)
    expect(summary()).toMatchObject({ phase: { kind: 'done' }, counts: { confirmed: 5 } })
    expect([control('resume').ok, [...state.listed.keys()]]).toEqual([false, [1]])
  })

  it('is paused before the person signs out, but not in its undo window', async () => {
    const { revocations, clock, summary, deletes } = await setUpOthers({ others: 20 })
    await revocations.settle('a')
    expect([deletes(), summary().phase]).toEqual([[], { kind: 'undoable', until: clock.now() + 5_000 }])
    await clock.advance(5_050)
    const settling = revocations.settle('a')
    await clock.advance(100)
    await settling
    expect([deletes().length, summary().phase]).toEqual([4, { kind: 'paused' }])
  })

  it('is left to the next run when the app quits, and nothing more of it is sent', async () => {
    const { revocations, clock, summary, deletes, files, single } = await setUpOthers({ others: 20 })
    await clock.advance(5_050)
    single.revoke('a', keyFor(2))
    let isSettled = false
    void revocations.finish().then(() => (isSettled = true))
    expect(isSettled).toBe(false)
    await clock.advance(300)
    expect([isSettled, summary().phase]).toEqual([true, { kind: 'running' }])
    await clock.advance(60_000)
    // The single end was sent all the same.
    expect(deletes()).toEqual([21, 20, 19, 18, 2])
    expect(files.read()['a']?.batches).toMatchObject([{ cause: 'many', phase: 'going' }])
  })

  it('cancels unsent items without another request', async () => {
    const { control, clock, summary, service, state } = await setUpOthers()
    state.online = false
    await clock.advance(6_000)
    expect(control('cancel')).toEqual(ok(null))
    expect(summary()).toMatchObject({ phase: { kind: 'done' }, counts: { cancelled: 6 } })
    await clock.advance(60_000)
    expect(service.requests()).toEqual(['GET /auth/sessions t'])
  })

  it('sends nothing while the last list is not good, and goes on after a good one', async () => {
    const { clock, summary, state, lists, deletes } = await setUpOthers()
    const { listed } = state
    state.listed = new Map([...listed].filter(([id]) => id !== 1))
    await lists.refresh('a')
    await clock.advance(10_000)
    expect([deletes(), summary().phase.kind]).toEqual([[], 'waiting'])
    state.listed = listed
    await clock.advance(60_000)
    expect(summary().counts.confirmed).toBe(6)
  })

  it('fetches a list after several inconclusive answers, and stops if none can be fetched', async () => {
    const { control, pass, deletes, summary, state } = await setUpOthers({ others: 12 })
    state.answer = state.list = { status: 500 }
    await pass(60)
    expect(deletes().length).toBeLessThan(9)
    expect(summary().phase).toEqual({ kind: 'asking', reason: 'unproven' })
    state.answer = state.list = null
    expect(control('resume')).toEqual(ok(null))
    await pass(10)
    expect(control('retry')).toEqual(ok(null))
    await pass(10)
    expect([summary().counts.confirmed, [...state.listed.keys()]]).toEqual([12, [1]])
  })

  it('fails what the service refuses to a token that still works, and goes on', async () => {
    const { clock, summary, state, control, service } = await setUpOthers()
    state.answer = UNAUTHENTICATED
    await clock.advance(6_000)
    expect(summary()).toMatchObject({ phase: { kind: 'done' }, counts: { failed: 6 }, answered: 6 })
    const before = service.calls.length
    state.answer = null
    control('retry')
    await clock.advance(1_000)
    expect(summary().counts.confirmed).toBe(6)
    expect(service.calls[before]?.endpoint).toBe('GET /auth/sessions')
  })

  it.each<[string, { answer: Answer } | { list: Answer }]>([
    ['a DELETE', { answer: UNAUTHENTICATED }],
    ['a list', { list: UNAUTHENTICATED }],
  ])('stops when the answer to %s signs the account out, until it signs in again', async (_what, refusal) => {
    const { revocations, control, clock, summary, state } = await setUpOthers()
    await clock.advance(5_050)
    control('pause')
    await clock.advance(100)
    Object.assign(state, { ...refusal, status: 'signedOut' })
    control('resume')
    await clock.advance(150)
    expect(summary().phase).toEqual({ kind: 'asking', reason: 'signedOut' })
    expect(revocations.remaining()).toBe(0)
    Object.assign(state, { answer: null, list: null, status: 'signedIn', token: 'another' })
    control('resume')
    await clock.advance(3_000)
    expect(summary().counts.confirmed).toBe(6)
  })

  it('lets a single end of one of its sessions go while it waits for a good list, and while it asks', async () => {
    const { single, clock, summary, view, state, lists, deletes, outcomes } = await setUpOthers()
    // Since a renewal the lists do not say which session is this device.
    Object.assign(state, { token: 'renewed', current: [] })
    await clock.advance(6_000)
    const reason = { kind: 'unexpectedAnswer', reason: 'listUnclear' }
    expect(summary().phase).toMatchObject({ kind: 'waiting', reason })
    await clock.advance(60_000)
    expect(summary().phase).toEqual({ kind: 'asking', reason: 'unproven' })
    expect(deletes()).toEqual([])
    // After so long, an unclear list is what is there now.
    clock.sleep(600_000)
    await lists.refresh('a')
    expect(single.revoke('a', keyFor(2))).toEqual(ok(null))
    const phase = { kind: 'undoable', until: clock.now() + 5_000 }
    expect(aloneIn(view())).toMatchObject([{ key: keyFor(2), phase }])
    expect(summary().counts).toMatchObject({ cancelled: 0, queued: 6 })
    await clock.advance(5_200)
    expect(deletes()).toEqual([2])
    state.current = [1]
    await clock.advance(60_000)
    expect(outcomes).toMatchObject([{ key: keyFor(2), outcome: { kind: 'ended' } }])
    expect(summary()).toMatchObject({ phase: { kind: 'asking' }, counts: { confirmed: 1, queued: 5 } })
  })

  it('asks, if it waited for the network for more than a week', async () => {
    const { revocations, control, clock, pass, summary, state, deletes, lists } = await setUpOthers()
    state.online = false
    await clock.advance(6_000)
    clock.sleep(7 * 86_400_000)
    state.online = true
    revocations.wake()
    await pass(10)
    await lists.refresh('a')
    expect([deletes(), summary().phase]).toEqual([[], { kind: 'asking', reason: 'tooOld' }])
    expect(control('resume')).toEqual(ok(null))
    await pass(2)
    await lists.refresh('a')
    expect(summary()).toMatchObject({ phase: { kind: 'done' }, counts: { confirmed: 6 } })
  })

  it('asks when the next list comes, if the network is not back before', async () => {
    const { control, clock, summary, state, deletes, lists } = await setUpOthers()
    state.online = false
    await clock.advance(6_000)
    clock.sleep(7 * 86_400_000)
    await lists.refresh('a')
    expect(summary().phase).toEqual({ kind: 'asking', reason: 'tooOld' })
    state.online = true
    expect(control('cancel')).toEqual(ok(null))
    await clock.advance(10_000)
    expect([deletes(), summary().counts.cancelled]).toEqual([[], 6])
  })

  it('never ends a session that became this device meanwhile', async () => {
    const { clock, summary, state, deletes } = await setUpOthers()
    Object.assign(state, { token: 'renewed', current: [3] })
    // A second list says which session is this device.
    await clock.advance(6_100)
    expect(deletes().length).toBeGreaterThan(0)
    await clock.advance(3_000)
    expect(summary()).toMatchObject({ counts: { confirmed: 5, cancelled: 1 }, answered: 5, total: 6 })
    expect(deletes()).not.toContain(3)
  })

  it('does not fetch lists endlessly if the token changes before each request, and reports the failure', async () => {
    const { view, clock, summary, state, deletes, service } = await setUpOthers()
    let tokens = 0
    Object.defineProperty(state, 'token', { get: () => `token-${++tokens}` })
    await clock.advance(10_000)
    expect(service.calls.length).toBeLessThan(5)
    await clock.advance(120_000)
    expect(summary()).toMatchObject({ phase: { kind: 'done' }, counts: { failed: 6 } })
    expect([deletes(), service.calls.length]).toEqual([[], 6])
    expect(rowsIn(view()).map(({ failure }) => failure)).toEqual(Array(6).fill({ kind: 'conflict' }))
  })

  it('is sent before a sign-out although the token changed twice just now, which needs another list', async () => {
    const { revocations, clock, state, deletes, service } = await setUpRevocations()
    revocations.single.revoke('a', keyFor(2))
    const token = () => `token-${Math.min(service.countRequests('GET'), 2)}`
    Object.defineProperty(state, 'token', { get: token })
    const settling = revocations.settle('a')
    await clock.advance(5_000)
    await settling
    expect(deletes()).toEqual([2])
  })

  it('continues if the token changed twice, however slowly', async () => {
    const { clock, summary, state } = await setUpOthers()
    const tokens = ['second', 'second', 'third', 'third']
    Object.defineProperty(state, 'token', { get: () => tokens.shift() ?? 'third' })
    await clock.advance(20_000)
    expect(summary()).toMatchObject({ phase: { kind: 'done' }, counts: { confirmed: 6 } })
  })
})
