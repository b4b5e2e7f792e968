import { describe, expect, it } from 'vitest'
import { ok } from '../../../../electron/shared/result.ts'
import { setUpBulk } from './bulk-harness.ts'

describe('a bulk revocation with interruptions', () => {
  it('waits as long as the service requires, and sends nothing until then', async () => {
    const { revocations, clock, deletes, summary, state } = await setUpBulk()
    state.answer = { status: 429, retryAfter: '12' }
    revocations.bulk.start('a', { kind: 'others' })
    await clock.advance(5_150)
    expect(deletes()).toHaveLength(4)
    const waiting = { is: 'waiting', reason: { kind: 'rateLimited' } }
    expect(summary()).toMatchObject({ phase: waiting, counts: { queued: 6 } })
    state.answer = null
    await clock.advance(11_900)
    expect(deletes()).toHaveLength(4)
    await clock.advance(2_000)
    expect(summary()).toMatchObject({ phase: { is: 'done' }, counts: { confirmed: 6 } })
  })

  it('survives sleep: due work and finished waits continue at once', async () => {
    const { revocations, clock, deletes, summary, state } = await setUpBulk()
    state.answer = { status: 429, retryAfter: '60' }
    revocations.bulk.start('a', { kind: 'others' })
    clock.sleep(3_600_000)
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
    const { revocations, clock, deletes, summary, service, state } = await setUpBulk()
    state.online = false
    revocations.bulk.start('a', { kind: 'others' })
    await clock.advance(6_000)
    const before = service.calls.length
    expect(revocations.bulk.control('a', 'cancel')).toEqual(ok(null))
    expect(summary()).toMatchObject({ phase: { is: 'done' }, counts: { cancelled: 6 } })
    await clock.advance(60_000)
    expect([deletes(), service.calls.length]).toEqual([[], before])
  })

  it('waits without a network, and continues at once when it is back', async () => {
    const { revocations, clock, deletes, summary, state } = await setUpBulk()
    revocations.bulk.start('a', { kind: 'others' })
    state.online = false
    await clock.advance(30_000)
    expect([deletes(), revocations.remaining()]).toEqual([[], 6])
    expect(summary().phase).toMatchObject({ is: 'waiting', reason: { kind: 'offline' } })
    state.online = true
    revocations.wake()
    await clock.advance(1_000)
    expect(summary().phase).toEqual({ is: 'done' })
  })

  it('fetches a list after several inconclusive answers, and stops if none can be fetched', async () => {
    const { revocations, clock, deletes, summary, state } = await setUpBulk(12)
    state.answer = { status: 500 }
    state.list = { status: 500 }
    revocations.bulk.start('a', { kind: 'others' })
    await clock.advance(60_000)
    expect(deletes().length).toBeLessThan(9)
    expect(summary().phase).toEqual({ is: 'interrupted', reason: 'unproven' })
    state.answer = state.list = null
    expect(revocations.bulk.control('a', 'resume')).toEqual(ok(null))
    await clock.advance(10_000)
    revocations.bulk.control('a', 'retry')
    await clock.advance(10_000)
    expect([summary().counts.confirmed, state.listed]).toEqual([12, [1]])
  })

  it('fails what the service refuses to a token that still works, and goes on', async () => {
    const { revocations, clock, summary, state } = await setUpBulk()
    state.answer = { status: 401, body: { message: 'Unauthenticated.' } }
    revocations.bulk.start('a', { kind: 'others' })
    await clock.advance(6_000)
    expect(summary()).toMatchObject({ phase: { is: 'done' }, counts: { failed: 6 } })
  })

  it('stops when the service signs the account out, and continues after a new sign-in', async () => {
    const { revocations, clock, summary, state } = await setUpBulk()
    state.answer = { status: 401, body: { message: 'Unauthenticated.' } }
    state.status = 'signedOut'
    revocations.bulk.start('a', { kind: 'others' })
    await clock.advance(6_000)
    expect(summary().phase).toEqual({ is: 'interrupted', reason: 'signedOut' })
    expect(revocations.remaining()).toBe(0)
    Object.assign(state, { answer: null, status: 'signedIn', token: 'another' })
    revocations.bulk.control('a', 'resume')
    await clock.advance(3_000)
    expect(summary().counts.confirmed).toBe(6)
  })

  it('includes a single end, unless it is interrupted: then that begins, and its item is cancelled', async () => {
    const { revocations, clock, summary, state } = await setUpBulk()
    const session = { id: 2, createdAt: null }
    revocations.bulk.start('a', { kind: 'others' })
    await clock.advance(1_000)
    expect(revocations.single.revoke('a', session)).toEqual(ok(null))
    expect(revocations.single.pending('a')).toEqual([])
    Object.assign(state, { token: 'renewed', current: [] })
    await clock.advance(5_000)
    expect(summary().phase).toMatchObject({ is: 'interrupted' })
    expect(revocations.single.revoke('a', session)).toEqual(ok(null))
    expect(revocations.single.pending('a')).toMatchObject([{ sessionId: 2 }])
    expect(summary().counts).toMatchObject({ cancelled: 1, queued: 5 })
  })

  it('stops if a renewal makes this device unclear', async () => {
    const { revocations, clock, summary, state, deletes } = await setUpBulk()
    revocations.bulk.start('a', { kind: 'others' })
    Object.assign(state, { token: 'renewed', current: [] })
    await clock.advance(6_000)
    expect(summary().phase).toEqual({ is: 'interrupted', reason: 'deviceUnclear' })
    expect(deletes()).toEqual([])
  })

  it('never ends a session that became this device meanwhile', async () => {
    const { revocations, clock, summary, state, deletes } = await setUpBulk()
    revocations.bulk.start('a', { kind: 'others' })
    Object.assign(state, { token: 'renewed', current: [3] })
    await clock.advance(8_000)
    expect(summary().counts).toMatchObject({ confirmed: 5, cancelled: 1 })
    expect(deletes().some((request) => request.includes('/3 '))).toBe(false)
  })

  it('does not fetch lists endlessly if the token changes before each request, and reports the failure', async () => {
    const { revocations, clock, summary, state, deletes, service } = await setUpBulk()
    let tokens = 0
    Object.defineProperty(state, 'token', { get: () => `token-${++tokens}` })
    revocations.bulk.start('a', { kind: 'others' })
    await clock.advance(10_000)
    const early = service.calls.length
    await clock.advance(120_000)
    expect(summary()).toMatchObject({ phase: { is: 'done' }, counts: { failed: 6 } })
    expect([deletes(), service.calls.length]).toEqual([[], 6])
    expect(early).toBeLessThan(5)
    expect(revocations.bulk.get('a').rows.map(({ failure }) => failure)).toEqual(
      Array(6).fill({ kind: 'conflict' }),
    )
  })

  it('continues if the token changed twice, however slowly', async () => {
    const { revocations, clock, summary, state } = await setUpBulk()
    const tokens = ['second', 'second', 'third', 'third']
    Object.defineProperty(state, 'token', { get: () => tokens.shift() ?? 'third' })
    revocations.bulk.start('a', { kind: 'others' })
    await clock.advance(20_000)
    expect(summary()).toMatchObject({ phase: { is: 'done' }, counts: { confirmed: 6 } })
  })
})
