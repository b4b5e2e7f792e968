import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import type { SessionIdentity } from '../../../../electron/shared/session.ts'
import { createRecordedSession } from '../../../../electron/features/sessions/domain/record.ts'
import type { RevocationsFile } from '../../../../electron/features/revocation/revocation-file.ts'
import type { RevocationCommand } from '../../../../electron/features/revocation/bulk-revocations.ts'
import { settled } from '../../fakes.ts'
import { accountOf, tokenAccountOf } from '../../fake-service.ts'
import { sessionOf } from './lists-harness.ts'
import { identityOf, setUpOthers, setUpRevocations } from './revocations-harness.ts'

const these = (...ids: number[]) => ({ kind: 'these' as const, sessions: ids.map((id) => identityOf(id)) })
const conflict = failed({ kind: 'conflict' })
const notFound = failed({ kind: 'notFound' })

describe('a bulk revocation', () => {
  it('sends nothing for 5 seconds and nothing after Undo, and deletes its stored items', async () => {
    const { bulk, start, control, clock, deletes, file, summary } = await setUpRevocations()
    expect(control('undo')).toEqual(notFound)
    expect(start()).toEqual(ok(null))
    expect(file.read()['a']?.queued).toEqual([7, 6, 5, 4, 3, 2].map((id) => [id, null]))
    await clock.advance(4_900)
    expect([summary().phase, deletes()]).toEqual([{ is: 'undoable' }, []])
    expect(control('undo')).toEqual(ok(null))
    await clock.advance(60_000)
    expect([bulk.get('a').revocation, deletes(), file.read()]).toEqual([null, [], {}])
  })

  it('can be narrowed while it can be undone; what is left is sent', async () => {
    const { bulk, start, clock, deletes, file } = await setUpRevocations()
    bulk.narrow('a', () => false)
    start()
    bulk.narrow('a', ({ id }) => id < 4)
    expect(file.read()['a']).toMatchObject({
      queued: [
        [3, null],
        [2, null],
      ],
    })
    await clock.advance(5_050)
    expect(deletes()).toEqual([3, 2])
    bulk.narrow('a', () => false)
    await clock.advance(1_000)
    expect(bulk.get('a').revocation).toMatchObject({
      phase: { is: 'done' },
      counts: { confirmed: 2, cancelled: 4 },
    })
  })

  it('can be narrowed while it runs by what was not sent yet, and is not undone then', async () => {
    const { bulk, clock, deletes, summary } = await setUpOthers()
    await clock.advance(5_050)
    bulk.narrow('a', () => false)
    expect(summary()).toMatchObject({ phase: { is: 'running' }, counts: { sent: 4, cancelled: 2 } })
    await clock.advance(1_000)
    expect(deletes()).toEqual([7, 6, 5, 4])
    expect(summary()).toMatchObject({ phase: { is: 'done' }, counts: { confirmed: 4, cancelled: 2 } })
  })

  it('sends 4 at a time, and is done when a fresh list confirms it', async () => {
    const { bulk, control, clock, deletes, summary, service, file, revocations } = await setUpOthers()
    await clock.advance(5_050)
    expect(deletes()).toEqual([7, 6, 5, 4])
    expect(summary().counts).toMatchObject({ queued: 2, sent: 4 })
    expect([revocations.remaining(), file.writes.length]).toEqual([6, 2])
    await clock.advance(1_000)
    expect(summary()).toMatchObject({ phase: { is: 'done' }, counts: { confirmed: 6 }, answered: 6 })
    expect(service.countRequests('GET')).toBe(2)
    expect(file.read()).toEqual({})
    expect(control('dismiss')).toEqual(ok(null))
    expect([bulk.get('a'), revocations.remaining()]).toEqual([
      { accountId: 'a', revocation: null, rows: [] },
      0,
    ])
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
    const { bulk, start, control, state, lists, clock } = await setUpRevocations()
    expect(start(these(1, 2))).toEqual(conflict)
    expect(start(these(99))).toEqual(notFound)
    expect(bulk.start('b', { kind: 'others' })).toEqual(notFound)
    start(these(2))
    expect(start()).toEqual(conflict)
    control('undo')
    state.current = []
    const refreshed = lists.refresh('a')
    await settled()
    await clock.advance(1_000)
    await refreshed
    expect(start()).toEqual(failed({ kind: 'unexpectedAnswer', reason: 'listUnclear' }))
  })

  it('revokes the sessions that a person with an API token selected, but not "all others"', async () => {
    const { credential } = tokenAccountOf('sk_x')
    const { start, state, lists, clock, deletes, control } = await setUpRevocations({
      account: { credential },
    })
    state.current = []
    await lists.refresh('a')
    expect(start()).toEqual(conflict)
    expect(start(these(2, 3, 4, 5, 6))).toEqual(ok(null))
    await clock.advance(5_050)
    control('pause')
    await clock.advance(100)
    control('resume')
    await clock.advance(1_000)
    expect(deletes()).toEqual([6, 5, 4, 3, 2])
  })

  const COMMANDS = ['undo', 'pause', 'resume', 'cancel', 'retry', 'dismiss'] as const
  it.each<[string, (world: Awaited<ReturnType<typeof setUpRevocations>>) => unknown, RevocationCommand[]]>([
    ['undoable', () => undefined, ['undo']],
    ['running', ({ clock }) => clock.advance(5_050), ['pause', 'cancel']],
    [
      'paused',
      async ({ clock, control }) => (await clock.advance(5_050), control('pause')),
      ['resume', 'cancel'],
    ],
    ['done', ({ clock }) => clock.advance(6_000), ['dismiss']],
    [
      'done, but not for all',
      ({ clock, state }) => ((state.answer = { status: 403 }), clock.advance(6_000)),
      ['retry', 'dismiss'],
    ],
  ])('takes these commands only while it is %s', async (phase, reach, expected) => {
    const taken: RevocationCommand[] = []
    for (const command of COMMANDS) {
      const world = await setUpOthers()
      await reach(world)
      expect(world.summary().phase.is).toBe(phase.split(',')[0])
      const answer = world.control(command)
      if (answer.ok) taken.push(command)
      else expect(answer).toEqual(conflict)
    }
    expect(taken).toEqual(expected)
  })

  it('estimates the time left by the answers so far, pauses of the person not counted', async () => {
    const { revocations, control, clock, summary, state } = await setUpOthers({ others: 80 })
    const { startedAt, sendAt } = summary()
    expect([startedAt, sendAt]).toEqual([clock.now(), clock.now() + 5_000])
    const left = (ranFor: number) => Math.round(((80 - summary().answered) * ranFor) / summary().answered)
    expect([summary().msLeft, revocations.remaining()]).toEqual([null, 0])
    await clock.advance(5_350)
    // A refusal is an answer too.
    state.answer = { status: 403 }
    await clock.advance(100)
    state.answer = null
    await clock.advance(150)
    expect([summary().msLeft, revocations.remaining()]).toEqual([left(600), 80 - summary().counts.failed])
    control('pause')
    await clock.advance(3_600_000)
    const { confirmed, failed: refused, queued } = summary().counts
    expect([summary().msLeft, revocations.remaining(), confirmed + refused + queued]).toEqual([null, 0, 80])
    control('resume')
    await clock.advance(250)
    const ranFor = 850
    expect([summary().msLeft, revocations.remaining()]).toEqual([left(ranFor), 80 - confirmed - refused])
    await clock.advance(10_000)
    expect([summary().msLeft, summary().answered, revocations.remaining()]).toEqual([null, 80, 0])
  })

  it('confirms what it sent by a list every 5 seconds', async () => {
    const { clock, summary, service } = await setUpOthers({ others: 400 })
    await clock.advance(9_950)
    expect([summary().counts.confirmed, service.countRequests('GET')]).toEqual([0, 1])
    await clock.advance(100)
    expect([summary().counts.confirmed > 200, service.countRequests('GET')]).toEqual([true, 2])
  })

  it('skips sessions that are revoked singly, and the other way round', async () => {
    const { single, start, clock, deletes, summary } = await setUpRevocations()
    single.revoke('a', identityOf(2))
    expect(start(these(2))).toEqual(notFound)
    start()
    expect(summary().total).toBe(5)
    expect(single.revoke('a', identityOf(3))).toEqual(ok(null))
    await clock.advance(7_000)
    expect(deletes().toSorted()).toEqual([2, 3, 4, 5, 6, 7])
  })

  it('names its rows as the list does, also after a change, but not by a session that reuses an id', async () => {
    const { lists, state, restart } = await setUpRevocations({ others: 2 })
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

  it('never says of an unlisted session with another identity now that it is gone', async () => {
    const { clock, state, bulk, lists, deletes } = await setUpOthers({ others: 3 })
    state.renewed = [2]
    for (const id of [2, 3]) state.listed.delete(id)
    void lists.refresh('a')
    await settled()
    for (let second = 0; second < 10; second++) await clock.advance(1_000)
    expect(bulk.get('a').rows).toMatchObject([
      { sessionId: 4, state: 'confirmed' },
      { sessionId: 3, state: 'alreadyGone' },
      { sessionId: 2, state: 'failed', failure: { kind: 'conflict' } },
    ])
    expect(deletes()).toEqual([4])
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
    expect(revocation?.counts).toMatchObject({ alreadyGone: gone, queued: 100 - gone, sent: 0 })
    expect(deletes()).toHaveLength(before)
  })

  it('says that the last run ended a session only if its DELETE was answered so', async () => {
    const { lists, state, restart, clock } = await setUpRevocations()
    const sent: [number, null][] = [2, 3, 4].map((id) => [id, null])
    const a = { startedAt: 5, queued: [], sent, done: [], gone: [], cancelled: [] }
    const record = {
      resolve: (_account: string, { id }: SessionIdentity) => ({
        ...createRecordedSession(sessionOf(id), id, 0),
        answer: (['gone', 'lost', 'ended'] as const)[id - 2] ?? 'lost',
      }),
    }
    const { revocations } = restart({ a }, { record })
    state.listed = new Map([[1, null]])
    // The second list proves what the first one lacks.
    const refreshed = lists.refresh('a')
    await settled()
    await clock.advance(1_000)
    await refreshed
    revocations.applyList('a')
    expect(revocations.bulk.get('a').rows.map((each) => [each.sessionId, each.state])).toEqual([
      [2, 'alreadyGone'],
      [3, 'alreadyGone'],
      [4, 'confirmed'],
    ])
  })

  it('has the states of its items, which only a fresh list changes', async () => {
    const { lists, state, restart } = await setUpRevocations()
    const rows = { queued: [2], sent: [3], done: [4], gone: [5], cancelled: [6] }
    const stored = Object.entries(rows).map(([name, ids]) => [name, ids.map((id) => [id, null])])
    const a = { startedAt: 5, ...Object.fromEntries(stored) } as RevocationsFile[string]
    const unsure: unknown[] = []
    const mayHaveEnded = (...sent: unknown[]) => void unsure.push(sent)
    const { revocations, file } = restart({ a }, { mayHaveEnded })
    expect(unsure).toEqual([['a', [{ id: 3, createdAt: null }]]])
    const states = () => revocations.bulk.get('a').rows.map((each) => [each.sessionId, each.state])
    const before = [
      [6, 'cancelled'],
      [2, 'queued'],
      [3, 'sent'],
      [4, 'confirmed'],
      [5, 'alreadyGone'],
    ]
    expect(states()).toEqual(before)
    state.list = { kind: 'timeout' }
    await lists.refresh('a')
    for (const id of ['a', 'b']) revocations.applyList(id)
    expect(states()).toEqual(before)
    state.list = null
    await lists.refresh('a')
    revocations.applyList('a')
    expect(states()[2]).toEqual([3, 'queued'])
    expect(file.read()).toEqual({ a: { ...a, queued: [...a.queued, ...a.sent], sent: [] } })
    expect(revocations.bulk.get('a').revocation).toMatchObject({ answered: 2, total: 5, startedAt: 5 })
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
