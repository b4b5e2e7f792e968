import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import type { RevocationsFile } from '../../../../electron/features/revocation/revocation-file.ts'
import type { Gateway } from '../../../../electron/core/gateway.ts'
import { fakeStore, fakeClock } from '../../fakes.ts'
import { revocationsOver } from './revocations-harness.ts'
import { accountOf, tokenAccountOf } from '../../fake-service.ts'
import type { listsOver } from './lists-harness.ts'
import { setUpBulk } from './bulk-harness.ts'

const these = (...ids: number[]) => ids.map((id) => ({ id, createdAt: null }))

describe('a bulk revocation', () => {
  it('sends nothing for 5 seconds and nothing after Undo, and deletes its stored items', async () => {
    const { revocations, clock, deletes, file, summary } = await setUpBulk()
    expect(revocations.bulk.start('a', { kind: 'others' })).toEqual(ok(null))
    expect(file.read()['a']?.queued).toEqual([7, 6, 5, 4, 3, 2].map((id) => [id, null]))
    await clock.advance(4_900)
    expect([summary().phase, deletes()]).toEqual([{ is: 'undoable' }, []])
    expect(revocations.bulk.control('a', 'undo')).toEqual(ok(null))
    await clock.advance(60_000)
    expect([revocations.bulk.get('a').revocation, deletes(), file.read()]).toEqual([null, [], {}])
  })

  it('sends 4 at a time, and is done when a fresh list confirms it', async () => {
    const { revocations, clock, deletes, summary, service, file } = await setUpBulk()
    revocations.bulk.start('a', { kind: 'others' })
    await clock.advance(5_050)
    expect(deletes()).toHaveLength(4)
    expect(summary().counts).toMatchObject({ queued: 2, sent: 4 })
    await clock.advance(1_000)
    expect(summary()).toMatchObject({ phase: { is: 'done' }, counts: { confirmed: 6 }, answered: 6 })
    expect(service.requests().filter((request) => request.startsWith('GET'))).toHaveLength(2)
    expect(file.read()).toEqual({})
    expect(revocations.bulk.control('a', 'dismiss')).toEqual(ok(null))
    expect(revocations.bulk.get('a').revocation).toBeNull()
  })

  it('sends up to 6 at a time while answers take as long as before, and one at a time after a 429', async () => {
    const { revocations, clock, state, summary } = await setUpBulk(80)
    const inFlight = (): number => summary().counts.sent - (summary().answered - summary().counts.confirmed)
    revocations.bulk.start('a', { kind: 'others' })
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

  it('after the service became unreachable, sends only what a list still has', async () => {
    const { revocations, clock, state, summary, deletes } = await setUpBulk()
    revocations.bulk.start('a', { kind: 'others' })
    state.answer = { kind: 'outcomeUnknown', reason: 'unreachable' }
    state.list = { kind: 'offline', reason: 'refused' }
    await clock.advance(5_150)
    expect(summary().phase).toMatchObject({ is: 'waiting' })
    expect(deletes()).toHaveLength(4)
    await clock.advance(20_000)
    expect(deletes()).toHaveLength(4)
    // The service carried out two of them.
    state.listed = state.listed.filter((id) => id !== 7 && id !== 6)
    state.answer = null
    state.list = null
    await clock.advance(120_000)
    expect(summary()).toMatchObject({ phase: { is: 'done' }, counts: { confirmed: 6 } })
    expect(deletes().map((endpoint) => Number(endpoint.split(/[/ ]/)[4]))).toEqual([7, 6, 5, 4, 3, 2, 5, 4])
  })

  it('refuses a second one while one is running, this device, and an unclear list', async () => {
    const { revocations, state, lists } = await setUpBulk()
    expect(revocations.bulk.start('a', { kind: 'these', sessions: these(1, 2) })).toEqual(
      failed({ kind: 'conflict' }),
    )
    expect(revocations.bulk.start('a', { kind: 'these', sessions: these(99) })).toEqual(
      failed({ kind: 'notFound' }),
    )
    expect(revocations.bulk.start('b', { kind: 'others' })).toEqual(failed({ kind: 'notFound' }))
    revocations.bulk.start('a', { kind: 'these', sessions: these(2) })
    expect(revocations.bulk.start('a', { kind: 'others' })).toEqual(failed({ kind: 'conflict' }))
    revocations.bulk.control('a', 'undo')
    state.current = []
    await lists.refresh('a')
    expect(revocations.bulk.start('a', { kind: 'others' })).toEqual(failed({ kind: 'conflict' }))
  })

  it('revokes the sessions that a person with an API token selected, but not "all others"', async () => {
    const { revocations, state, lists, clock, deletes } = await setUpBulk(3, {
      credential: tokenAccountOf('sk_x').credential,
    })
    state.current = []
    await lists.refresh('a')
    expect(revocations.bulk.start('a', { kind: 'others' })).toEqual(failed({ kind: 'conflict' }))
    expect(revocations.bulk.start('a', { kind: 'these', sessions: these(2, 3) })).toEqual(ok(null))
    await clock.advance(6_000)
    expect(deletes()).toHaveLength(2)
  })

  it('skips sessions that are revoked singly, and the other way round', async () => {
    const { revocations, clock, deletes, summary } = await setUpBulk()
    revocations.single.revoke('a', { id: 2, createdAt: null })
    revocations.bulk.start('a', { kind: 'others' })
    expect(summary().total).toBe(5)
    expect(revocations.single.revoke('a', { id: 3, createdAt: null })).toEqual(ok(null))
    await clock.advance(7_000)
    expect(deletes()).toHaveLength(6)
  })

  it('is offered after a kill, with the sent items verified by the first list', async () => {
    const { revocations, clock, state, file, lists, deletes } = await setUpBulk(100)
    revocations.bulk.start('a', { kind: 'others' })
    await clock.advance(5_250)
    const written = file.read()['a']!
    expect([written.sent.length, written.queued.length]).toEqual([64, 36])
    const gone = state.listed.length
    const later = fakeClock()
    const app = revocationsOver({ lists, gateway: nobody, clock: later, file: fakeStore({ a: written }) })
    expect(app.revocations.bulk.get('a').revocation?.phase).toEqual({
      is: 'interrupted',
      reason: 'restarted',
    })
    const before = deletes().length
    await listed(lists)
    app.revocations.applyList('a')
    const { revocation } = app.revocations.bulk.get('a')
    expect(revocation?.counts).toMatchObject({ confirmed: 101 - gone, queued: gone - 1, sent: 0 })
    expect(deletes()).toHaveLength(before)
  })

  it('fetches a list before it sends anything, after a pause or a kill', async () => {
    const { revocations, clock, service, lists, file } = await setUpBulk(100)
    revocations.bulk.start('a', { kind: 'others' })
    await clock.advance(5_050)
    revocations.bulk.control('a', 'pause')
    await clock.advance(1_000)
    const written = file.read()['a']!
    const firstAskOf = async (app: typeof revocations, time: typeof clock): Promise<string | undefined> => {
      const before = service.requests().length
      expect(app.bulk.control('a', 'resume')).toEqual(ok(null))
      await time.advance(1)
      return service.requests()[before]
    }
    expect(await firstAskOf(revocations, clock)).toBe('GET /auth/sessions t')
    const later = fakeClock()
    const restarted = { lists, gateway: service.gateway(), clock: later, file: fakeStore({ a: written }) }
    const app = revocationsOver(restarted)
    await lists.refresh('a')
    expect(await firstAskOf(app.revocations, later)).toBe('GET /auth/sessions t')
  })

  it('names its rows as the list does, also after a change, but not by a session that reuses an id', async () => {
    const { clock, lists, gateway } = await setUpBulk(2)
    const names = new Map([[2, 'Old phone']])
    const nameOf = (_accountId: string, { id, name }: { id: number; name: string }): string =>
      names.get(id) ?? name
    const { revocations } = revocationsOver({ lists, gateway, clock, nameOf })
    const rows = () => revocations.bulk.get('a').rows.map(({ sessionId, name }) => [sessionId, name] as const)
    revocations.bulk.start('a', { kind: 'others' })
    names.set(3, 'Work')
    expect(Object.fromEntries(rows())).toEqual({ 2: 'Old phone', 3: 'D3' })
    revocations.applyList('a')
    expect(Object.fromEntries(rows())).toEqual({ 2: 'Old phone', 3: 'Work' })
    const others = (await listed(lists)).map((session) => ({ ...session, createdAt: 9 }))
    const after = revocationsOver({
      lists: { ...lists, get: () => ({ ...lists.get('a'), sessions: others }) },
      gateway,
      clock,
      file: fakeStore({ a: { startedAt: 0, queued: [[2, 5]], sent: [], done: [], gone: [], cancelled: [] } }),
    }).revocations
    after.applyList('a')
    expect(after.bulk.get('a').rows).toMatchObject([{ sessionId: 2, name: null, state: 'alreadyGone' }])
  })

  it('publishes at most ten times a second, only changes, and always the last one', async () => {
    const { revocations, clock, updates, summary } = await setUpBulk(100)
    revocations.bulk.start('a', { kind: 'others' })
    await clock.advance(9_000)
    expect(summary().phase).toEqual({ is: 'done' })
    expect(updates.length).toBeLessThan(45)
    expect(updates.at(-1)?.revocation?.phase).toEqual({ is: 'done' })
    const last = new Map(
      updates.flatMap(({ rows }) => rows.map(({ sessionId, state }) => [sessionId, state])),
    )
    expect([...last.values()].every((state) => state === 'confirmed')).toBe(true)
    expect(last.size).toBe(100)
  })

  it('stays on disk for an account that is not known yet, and is deleted with a removed one', async () => {
    const { revocations, clock, file, lists } = await setUpBulk(10)
    revocations.bulk.start('a', { kind: 'others' })
    await clock.advance(5_050)
    const written = file.read()['a']!
    const known = new Set<string>()
    const left = fakeStore<RevocationsFile>({ a: written, b: written })
    const app = revocationsOver({
      lists,
      gateway: nobody,
      clock: fakeClock(),
      file: left,
      accountsOf: (id) => (known.has(id) ? accountOf(7, { id }) : null),
    })
    expect(app.revocations.bulk.get('a').revocation).toBeNull()
    expect(left.read()).toEqual({ a: written, b: written })
    known.add('a')
    expect(app.revocations.bulk.get('a').revocation?.phase).toEqual({
      is: 'interrupted',
      reason: 'restarted',
    })
    expect(app.revocations.bulk.get('a').rows).toHaveLength(10)
    app.forget('b')
    expect(Object.keys(left.read())).toEqual(['a'])
  })

  it('is deleted with its account, and sends nothing more', async () => {
    const { revocations, clock, deletes, file, forget } = await setUpBulk(20)
    revocations.bulk.start('a', { kind: 'others' })
    await clock.advance(5_050)
    const leaving = revocations.settle('a')
    await clock.advance(200)
    await leaving
    forget('a')
    await clock.advance(60_000)
    expect([deletes().length, file.read(), revocations.bulk.get('a').revocation]).toEqual([4, {}, null])
  })
})

const nobody: Gateway = {
  callAs: () => Promise.reject(new Error('not used')),
  callAsOnce: () => Promise.reject(new Error('not used')),
  rateLimitedUntil: () => null,
}

async function listed(lists: ReturnType<typeof listsOver>) {
  const answer = await lists.refresh('a')
  return answer.ok ? [...answer.value] : []
}
