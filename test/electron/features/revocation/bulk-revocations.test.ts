import { describe, expect, it } from 'vitest'
import {
  BATCH_COMMANDS,
  type BatchCommand,
  type EndCause,
  type EndView,
  type RevocationTarget,
} from '../../../../electron/shared/ends.ts'
import { failed, ok, type Result } from '../../../../electron/shared/result.ts'
import { createRecordedSession } from '../../../../electron/features/sessions/domain/record.ts'
import type { Revocations } from '../../../../electron/features/revocation/revocations.ts'
import { fakeClock, settled } from '../../fakes.ts'
import { accountOf, tokenAccountOf, type Answer } from '../../fake-service.ts'
import { idOf, keyFor, sessionOf } from './lists-harness.ts'
import {
  aloneIn,
  manyIn,
  queuedIn,
  rowsIn,
  setUpOthers,
  setUpRevocations,
  storedEnd,
  storedLedger,
} from './revocations-harness.ts'

const these = (...ids: number[]) => ({ kind: 'these' as const, keys: ids.map((id) => keyFor(id)) })
const conflict = failed({ kind: 'conflict' })
const notFound = failed({ kind: 'notFound' })
const noDisk = failed({ kind: 'misconfigured', reason: 'storage' })
/** The view of an account without ends. */
const NOTHING = { accountId: 'a', batches: [], ends: [], unsent: [] }

type World = Awaited<ReturnType<typeof setUpRevocations>>

/** The stored ends of the account, as `ID STATE`. */
const stored = ({ files }: Pick<World, 'files'>): string[] =>
  files.read()['a']?.ends.map(({ id, state }) => `${id} ${state.is}`) ?? []

/** Commands the newest batch of many that does not wait for the network. */
function controlOf(revocations: Revocations, command: BatchCommand): Result<null> {
  return revocations.bulk.control('a', manyIn(revocations.view('a')).at(-1)?.number ?? 99, command)
}
const idsOf = (ends: readonly EndView[]): number[] => ends.map(idOf)

describe('a bulk revocation', () => {
  it.each<[asked: EndCause[], by: string]>([
    [['many'], 'thisApp'],
    [['rule'], 'rule'],
    [['review'], 'review'],
    [['rule', 'review'], 'review'],
    [['rule', 'many'], 'thisApp'],
  ])('names who asked for the end of a session, after a restart and its end too: %s', async (asked, by) => {
    const { revocations, start, clock, restart, summary } = await setUpRevocations()
    for (const cause of asked) start(these(2), cause)
    for (const world of [revocations, restart().revocations])
      expect([2, 3].map((id) => world.askedBy('a', keyFor(id)))).toEqual([by, 'thisApp'])
    await clock.advance(20_000)
    expect(summary().phase).toEqual({ kind: 'done' })
    expect(revocations.askedBy('a', keyFor(2))).toBe(by)
  })

  it('sends nothing for 5 seconds and nothing after Undo, and deletes what is stored', async () => {
    const { view, start, control, clock, deletes, files, summary, undone } = await setUpRevocations()
    expect([control('undo'), view()]).toEqual([notFound, NOTHING])
    expect(start()).toEqual(ok(null))
    expect(stored({ files })).toEqual([7, 6, 5, 4, 3, 2].map((id) => `${id} queued`))
    const askedAt = clock.now()
    await clock.advance(4_900)
    expect([summary().phase, deletes()]).toEqual([{ kind: 'undoable', until: askedAt + 5_000 }, []])
    expect(control('undo')).toEqual(ok(null))
    expect(undone).toEqual([{ cause: 'many', askedAt }])
    await clock.advance(60_000)
    expect([view(), deletes(), files.read()]).toEqual([NOTHING, [], {}])
  })

  it('sends nothing more after Undo in this run, though the disk refuses it, and says so', async () => {
    const { bulk, control, clock, deletes, files, view } = await setUpOthers()
    files.broken = true
    expect(control('undo')).toEqual(noDisk)
    await clock.advance(60_000)
    expect([view(), deletes(), stored({ files }).length]).toEqual([NOTHING, [], 6])
    files.broken = false
    bulk.start('a', these(2))
    expect(stored({ files })).toEqual(['2 queued'])
  })

  it.each<[string, RevocationTarget, EndCause]>([
    ['a selection', these(2, 3), 'many'],
    ['a rule', these(2, 3), 'rule'],
    ['a review', these(2, 3), 'review'],
    ['all others', { kind: 'others' }, 'many'],
  ])(
    'for %s includes a session that one list lacks, and sends it once the next list has it',
    async (_name, target, cause) => {
      const { start, lists, state, view, pass, deletes } = await setUpRevocations({ others: 2 })
      state.listed.delete(3)
      // A second look follows a second later.
      void lists.refresh('a')
      await settled()
      state.listed.set(3, null)
      expect(start(target, cause)).toEqual(ok(null))
      expect(idsOf(view().ends).toSorted()).toEqual([2, 3])
      await pass(12)
      expect(deletes().toSorted()).toEqual([2, 3])
    },
  )

  it('is not asked for, and sends nothing, if the disk refuses it', async () => {
    const { view, single, start, clock, deletes, files, updates, revocations } = await setUpRevocations()
    files.broken = true
    expect([start(), start(these(2), 'rule'), single.revoke('a', keyFor(3))]).toEqual([
      noDisk,
      noDisk,
      noDisk,
    ])
    expect(await single.revokeNow('a', keyFor(3))).toEqual(noDisk)
    await clock.advance(10_000)
    expect([view(), updates]).toEqual([NOTHING, []])
    expect([deletes(), revocations.hasPending()]).toEqual([[], false])
    files.broken = false
    expect(start()).toEqual(ok(null))
    await clock.advance(6_000)
    expect(deletes().toSorted()).toEqual([2, 3, 4, 5, 6, 7])
  })

  it('is sent at once, without time to undo, if a person wants that though the disk refuses it', async () => {
    const { bulk, single, control, clock, deletes, files, summary, outcomes } = await setUpRevocations()
    files.broken = true
    const plan = [{ accountId: 'a', target: these(2, 3) }]
    expect(bulk.startPlan(plan)).toEqual([{ accountId: 'a', failure: noDisk.failure }])
    expect(bulk.startPlan(plan, true)).toEqual([])
    expect(single.revoke('a', keyFor(4), true)).toEqual(ok(null))
    expect([control('undo'), single.undo('a', keyFor(4))]).toEqual([conflict, conflict])
    await clock.advance(1_000)
    expect(deletes().toSorted()).toEqual([2, 3, 4])
    expect([summary().counts.confirmed, outcomes.length, files.read()]).toEqual([2, 1, {}])
  })

  it('leaves what is being sent as it was, if the disk refuses another reason for it', async () => {
    const { start, clock, files, summary, control } = await setUpOthers({ others: 4 })
    await clock.advance(5_050)
    files.broken = true
    expect(start(these(2), 'review')).toEqual(noDisk)
    files.broken = false
    expect(summary()).toMatchObject({ phase: { kind: 'running' }, total: 4 })
    await clock.advance(1_000)
    expect(control('dismiss')).toEqual(ok(null))
    expect(files.read()).toEqual({})
  })

  it('of a rule can be narrowed while it can be undone; what is left is sent', async () => {
    const { bulk, start, clock, deletes, files, summary, undone } = await setUpRevocations()
    bulk.narrowRules('a', () => false, true)
    start(undefined, 'rule')
    const [here, service] = [clock.now(), clock.now()]
    expect(bulk.ruleRun('a')).toEqual({ service, here, isOpen: true })
    bulk.narrowRules('a', (key) => key < keyFor(4), true)
    expect(stored({ files }).filter((each) => each.endsWith('queued'))).toEqual(['3 queued', '2 queued'])
    await clock.advance(5_050)
    expect(deletes()).toEqual([3, 2])
    bulk.narrowRules('a', () => false, true)
    await clock.advance(1_000)
    expect(summary()).toMatchObject({ phase: { kind: 'done' }, counts: { confirmed: 2, cancelled: 4 } })
    expect([bulk.ruleRun('a'), undone]).toEqual([{ service, here, isOpen: false }, []])
  })

  it('of a rule that is narrowed to nothing before it is sent is undone', async () => {
    const { bulk, view, start, clock, deletes, undone, files } = await setUpRevocations()
    start(undefined, 'rule')
    const askedAt = clock.now()
    bulk.narrowRules('a', () => false, true)
    expect([view(), undone, files.read()]).toEqual([NOTHING, [{ cause: 'rule', askedAt }], {}])
    await clock.advance(60_000)
    expect(deletes()).toEqual([])
  })

  it('of a rule that is narrowed to nothing, though nobody asked for that, leaves a line that says so', async () => {
    const { bulk, start, clock, deletes, summary, undone } = await setUpRevocations()
    start(undefined, 'rule')
    bulk.narrowRules('a', () => false, false)
    expect(summary()).toMatchObject({ phase: { kind: 'done' }, counts: { cancelled: 6 } })
    await clock.advance(60_000)
    expect([undone, deletes()]).toEqual([[], []])
  })

  it('of a rule can be narrowed while it runs by what was not sent yet, and is not undone then', async () => {
    const { bulk, start, clock, deletes, summary, undone } = await setUpRevocations()
    start(undefined, 'rule')
    await clock.advance(5_050)
    bulk.narrowRules('a', () => false, true)
    expect(summary()).toMatchObject({ phase: { kind: 'running' }, counts: { sent: 4, cancelled: 2 } })
    await clock.advance(1_000)
    expect(deletes()).toEqual([7, 6, 5, 4])
    expect(summary()).toMatchObject({ phase: { kind: 'done' }, counts: { confirmed: 4, cancelled: 2 } })
    expect(undone).toEqual([])
  })

  it('that a person or a review asked for is not narrowed with the rules', async () => {
    const { bulk, start, clock, deletes } = await setUpRevocations()
    start(these(2))
    start(these(3), 'review')
    expect(bulk.ruleRun('a')).toBeNull()
    bulk.narrowRules('a', () => false, true)
    await clock.advance(6_000)
    expect(deletes().toSorted()).toEqual([2, 3])
  })

  it('sends 4 at a time, and is done when a fresh list confirms it', async () => {
    const { view, control, clock, deletes, summary, service, files, revocations } = await setUpOthers()
    await clock.advance(5_050)
    expect(deletes()).toEqual([7, 6, 5, 4])
    expect(summary().counts).toMatchObject({ queued: 2, sent: 4 })
    expect([revocations.remaining(), files.writes.length]).toEqual([6, 2])
    await clock.advance(1_000)
    expect(summary()).toMatchObject({ phase: { kind: 'done' }, counts: { confirmed: 6 }, answered: 6 })
    expect(service.countRequests('GET')).toBe(2)
    expect(control('dismiss')).toEqual(ok(null))
    expect(files.read()).toEqual({})
    expect([view(), revocations.remaining()]).toEqual([NOTHING, 0])
  })

  it('stores answers within a second, and its result until it is dismissed', async () => {
    const { clock, control, files, summary } = await setUpOthers({ others: 400 })
    await clock.advance(7_050)
    const answered = files.read()['a']?.ends.filter(({ state }) => state.is === 'sent' && state.answer) ?? []
    const { answered: known } = summary()
    await clock.advance(1_000)
    const later = files.read()['a']?.ends.filter(({ state }) => state.is === 'sent' && state.answer) ?? []
    expect(answered.length).toBeGreaterThan(0)
    expect(later.length).toBeGreaterThanOrEqual(known)
    await clock.advance(60_000)
    expect(summary().phase).toEqual({ kind: 'done' })
    expect(new Set(stored({ files }).map((each) => each.split(' ')[1]))).toEqual(new Set(['confirmed']))
    control('dismiss')
    expect(files.read()).toEqual({})
  })

  it('does not write a result that no list changed again', async () => {
    const { clock, files, lists, summary } = await setUpOthers()
    await clock.advance(10_000)
    expect(summary().phase).toEqual({ kind: 'done' })
    const before = files.writes.length
    for (let turn = 0; turn < 3; turn++) {
      await lists.refresh('a')
      await clock.advance(10_000)
    }
    expect(files.writes.length).toBe(before)
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
    expect(summary()).toMatchObject({ phase: { kind: 'done' }, counts: { confirmed: 80 } })
  })

  it('is refused for this device, for what is not listed, and by an unclear list', async () => {
    const { bulk, start, state, lists, clock } = await setUpRevocations()
    expect(start(these(1, 2))).toEqual(conflict)
    expect(start(these(99))).toEqual(notFound)
    expect(bulk.start('b', { kind: 'others' })).toEqual(notFound)
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

  const UNAUTHENTICATED: Answer = { status: 401, body: { message: 'Unauthenticated.' } }
  it.each<[string, (world: World) => unknown, BatchCommand[]]>([
    ['undoable', () => undefined, ['undo']],
    ['running', ({ clock }) => clock.advance(5_050), ['pause', 'cancel']],
    ['waiting', ({ clock, state }) => ((state.online = false), clock.advance(5_050)), ['pause', 'cancel']],
    [
      'asking',
      ({ clock, state }) => {
        Object.assign(state, { answer: UNAUTHENTICATED, status: 'signedOut' })
        return clock.advance(6_000)
      },
      ['resume', 'cancel'],
    ],
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
    const taken: BatchCommand[] = []
    for (const command of BATCH_COMMANDS) {
      const world = await setUpOthers()
      await reach(world)
      expect(world.summary().phase.kind).toBe(phase.split(',')[0])
      const answer = world.control(command)
      if (answer.ok) taken.push(command)
      else expect(answer).toEqual(conflict)
    }
    expect(taken).toEqual(expected)
  })

  it('takes only Undo while it waits for the network', async () => {
    for (const command of BATCH_COMMANDS) {
      const { bulk, clock, state, view, undone } = await setUpRevocations()
      state.online = false
      const askedAt = clock.now()
      expect(bulk.startPlan([{ accountId: 'a', target: these(2, 3) }])).toEqual([])
      expect(view().batches).toMatchObject([{ number: 1, phase: { kind: 'queued' } }])
      expect(bulk.control('a', 1, command)).toEqual(command === 'undo' ? ok(null) : conflict)
      expect(idsOf(queuedIn(view()))).toEqual(command === 'undo' ? [] : [3, 2])
      expect(undone).toEqual(command === 'undo' ? [{ cause: 'many', askedAt }] : [])
    }
  })

  it('estimates the time left by the answers so far, pauses of the person not counted', async () => {
    const { revocations, control, clock, summary, state } = await setUpOthers({ others: 80 })
    const { askedAt, phase } = summary()
    expect([askedAt, phase]).toEqual([clock.now(), { kind: 'undoable', until: clock.now() + 5_000 }])
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
    // What was sent before the pause was answered in the 100 ms after it.
    const ranFor = 950
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

  it('adds nothing to a single end; a single end of one of its sessions is another reason for the same DELETE', async () => {
    const { single, start, clock, deletes, summary, view, outcomes } = await setUpRevocations()
    single.revoke('a', keyFor(2))
    expect(start(these(2))).toEqual(notFound)
    start()
    expect(summary().total).toBe(5)
    expect(single.revoke('a', keyFor(3))).toEqual(ok(null))
    expect(idsOf(aloneIn(view()))).toEqual([2, 3])
    await clock.advance(7_000)
    expect(deletes().toSorted()).toEqual([2, 3, 4, 5, 6, 7])
    expect(outcomes.map(idOf).toSorted()).toEqual([2, 3])
    expect(view().ends).toMatchObject(
      [7, 6, 5, 4, 3].map((id) => ({ key: keyFor(id), state: 'confirmed', batches: [2] })),
    )
  })

  it('names its rows as the list does, also after a change, but not by a session that reuses an id', async () => {
    const { lists, state, restart } = await setUpRevocations({ others: 2 })
    const names = new Map([[2, 'Old phone']])
    const nameOf = (_accountId: string, { id, name }: { id: number; name: string }) => names.get(id) ?? name
    const { revocations } = restart({}, { nameOf })
    const rows = () => rowsIn(revocations.view('a')).map((end) => [idOf(end), end.name])
    revocations.bulk.start('a', { kind: 'others' })
    names.set(3, 'Work')
    expect(Object.fromEntries(rows())).toEqual({ 2: 'Old phone', 3: 'D3' })
    revocations.rename('a')
    expect(Object.fromEntries(rows())).toEqual({ 2: 'Old phone', 3: 'Work' })
    state.listed.set(2, Date.UTC(2026, 0, 2))
    await lists.refresh('a')
    const a = storedLedger([storedEnd(2, { is: 'queued' }, { createdAt: 5 })])
    const after = restart({ a }, { nameOf }).revocations
    after.applyList('a')
    expect(rowsIn(after.view('a'))).toMatchObject([{ key: keyFor(2), name: 'D2', state: 'alreadyGone' }])
  })

  it('never says of an unlisted session with another identity now that it is gone', async () => {
    const { clock, state, view, lists, deletes } = await setUpOthers({ others: 3 })
    state.renewed = [2]
    for (const id of [2, 3]) state.listed.delete(id)
    void lists.refresh('a')
    await settled()
    for (let second = 0; second < 10; second++) await clock.advance(1_000)
    expect(rowsIn(view())).toMatchObject([
      { key: keyFor(4), state: 'confirmed' },
      { key: keyFor(3), state: 'alreadyGone' },
      { key: keyFor(2), state: 'failed', failure: { kind: 'conflict' } },
    ])
    expect(deletes()).toEqual([4])
  })

  it('publishes at most ten times a second, only changes, and always the last one', async () => {
    const { clock, updates, summary } = await setUpOthers({ others: 100 })
    await clock.advance(9_000)
    expect(summary().phase).toEqual({ kind: 'done' })
    expect(updates.length).toBeLessThan(45)
    expect(updates.at(-1)?.batches).toEqual([summary()])
    const ends = updates.flatMap((update) => update.ends)
    const last = new Map(ends.map((end) => [idOf(end), end.state]))
    expect([...last.values()]).toEqual(Array(100).fill('confirmed'))
  })
})

describe('a bulk revocation after a restart', () => {
  const restarted = { kind: 'asking', reason: 'restarted' }

  it('is offered, with what was sent verified by the first list', async () => {
    const { clock, state, files, lists, deletes, restart } = await setUpOthers({ others: 100 })
    await clock.advance(5_250)
    const isSent = (each: string): boolean => each.endsWith('sent')
    expect([stored({ files }).filter(isSent).length, stored({ files }).length]).toEqual([64, 100])
    const { revocations } = restart(files.read())
    expect(manyIn(revocations.view('a'))).toMatchObject([{ phase: restarted, total: 100 }])
    const [gone, before] = [101 - state.listed.size, deletes().length]
    await lists.refresh('a')
    revocations.applyList('a')
    const counts = manyIn(revocations.view('a'))[0]!.counts
    expect(counts).toMatchObject({ queued: 100 - gone, sent: 0 })
    expect([counts.confirmed + counts.alreadyGone, counts.confirmed > 0]).toEqual([gone, true])
    expect(deletes()).toHaveLength(before)
  })

  it('says that the last run ended a session only if its DELETE was answered so', async () => {
    const { lists, state, restart, clock } = await setUpRevocations()
    const a = storedLedger([2, 3, 4].map((id) => storedEnd(id, { is: 'sent', answer: null })))
    const record = {
      find: () => null,
      byKey: (_account: string, key: number) => ({
        ...createRecordedSession(sessionOf(idOf({ key })), key, 0),
        answer: (['gone', 'lost', 'ended'] as const)[idOf({ key }) - 2] ?? 'lost',
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
    expect(rowsIn(revocations.view('a')).map((each) => [idOf(each), each.state])).toEqual([
      [2, 'alreadyGone'],
      [3, 'alreadyGone'],
      [4, 'confirmed'],
    ])
  })

  it('has the states of its rows, which only a fresh list changes', async () => {
    const { lists, state, restart } = await setUpRevocations()
    const a = storedLedger([
      storedEnd(6, { is: 'cancelled' }),
      storedEnd(2, { is: 'queued' }),
      storedEnd(3, { is: 'sent', answer: null }),
      storedEnd(4, { is: 'confirmed' }),
      storedEnd(5, { is: 'alreadyGone' }),
    ])
    const unsure: unknown[] = []
    const mayHaveEnded = (...sent: unknown[]) => void unsure.push(sent)
    const { revocations, files } = restart({ a }, { mayHaveEnded })
    expect(unsure).toMatchObject([['a', [{ id: 3, createdAt: null }]]])
    const states = () => rowsIn(revocations.view('a')).map((each) => [idOf(each), each.state])
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
    expect(stored({ files })[2]).toBe('3 queued')
    expect(manyIn(revocations.view('a'))).toMatchObject([{ answered: 2, total: 5, askedAt: 5 }])
  })

  it('is undoable anew if it was, and sends nothing before a good list', async () => {
    const { files, restart, deletes, lists, state } = await setUpOthers({ others: 2, takes: 0 })
    const app = restart(files.read())
    const phase = { kind: 'undoable', until: app.clock.now() + 5_000 }
    expect(manyIn(app.revocations.view('a'))).toMatchObject([{ phase }])
    await app.clock.advance(60_000)
    state.list = { kind: 'timeout' }
    await lists.refresh('a')
    app.revocations.wake()
    await app.clock.advance(1_000)
    expect(deletes()).toEqual([])
    state.list = null
    await lists.refresh('a')
    app.revocations.applyList('a')
    await app.clock.advance(60_000)
    expect(deletes()).toEqual([3, 2])
    expect(manyIn(app.revocations.view('a'))).toMatchObject([{ phase: { kind: 'done' } }])
  })

  it('asks for what a rule was about to send, of which nobody may have heard', async () => {
    const { start, files, restart, deletes } = await setUpRevocations()
    start(undefined, 'rule')
    const app = restart(files.read())
    expect(manyIn(app.revocations.view('a'))).toMatchObject([{ phase: restarted }])
    app.revocations.applyList('a')
    await app.clock.advance(60_000)
    expect(deletes()).toEqual([])
  })

  it('can be undone for 5 seconds in the new run, also though the list is good at once', async () => {
    const { files, restart, deletes, clock } = await setUpOthers({ others: 2 })
    await clock.advance(4_000)
    const app = restart(files.read())
    app.revocations.applyList('a')
    await app.clock.advance(4_900)
    expect([deletes(), controlOf(app.revocations, 'undo')]).toEqual([[], ok(null)])
    await app.clock.advance(60_000)
    expect([deletes(), app.files.read()]).toEqual([[], {}])
  })

  it('includes single ends that were going, and asks for all of them', async () => {
    const { single, state, clock, files, restart, deletes } = await setUpRevocations()
    state.answer = { kind: 'offline', reason: 'refused' }
    single.revoke('a', keyFor(2))
    await clock.advance(5_050)
    const before = deletes().length
    const app = restart(files.read())
    expect(aloneIn(app.revocations.view('a'))).toEqual([])
    expect(manyIn(app.revocations.view('a'))).toMatchObject([{ cause: 'one', phase: restarted, total: 1 }])
    app.revocations.applyList('a')
    await app.clock.advance(60_000)
    expect(deletes()).toHaveLength(before)
    state.answer = null
    expect(controlOf(app.revocations, 'resume')).toEqual(ok(null))
    await app.clock.advance(100)
    expect(deletes()).toHaveLength(before + 1)
  })

  it('asks though it was paused, and is shown until it is dismissed if it was done', async () => {
    const { clock, control, files, restart } = await setUpOthers()
    await clock.advance(5_050)
    control('pause')
    await clock.advance(1_000)
    const again = restart(files.read()).revocations
    expect(manyIn(again.view('a'))).toMatchObject([{ phase: restarted, total: 6 }])
    control('resume')
    await clock.advance(10_000)
    const app = restart(files.read())
    expect(manyIn(app.revocations.view('a'))).toMatchObject([
      { phase: { kind: 'done' }, counts: { confirmed: 6 } },
    ])
    expect(controlOf(app.revocations, 'dismiss')).toEqual(ok(null))
    expect(app.files.read()).toEqual({})
  })

  it.each(['a pause', 'a restart'])('fetches a list before it sends anything after %s', async (cause) => {
    const { control, clock, service, lists, files, restart, revocations } = await setUpOthers({ others: 100 })
    await clock.advance(5_050)
    control('pause')
    await clock.advance(1_000)
    const app = cause === 'a pause' ? { clock, revocations } : restart(files.read())
    await lists.refresh('a')
    const before = service.requests().length
    expect(controlOf(app.revocations, 'resume')).toEqual(ok(null))
    await app.clock.advance(1)
    expect(service.requests()[before]).toBe('GET /auth/sessions t')
  })

  it('stays on disk for an account that is not known yet, and is deleted with a removed one', async () => {
    const { clock, files, restart } = await setUpOthers({ others: 10 })
    await clock.advance(5_050)
    const a = files.read()['a']!
    const known = new Set<string>()
    const accounts = { get: (id: string) => (known.has(id) ? accountOf(7, { id }) : null) }
    const app = restart({ a, b: a }, { accounts })
    expect(app.revocations.view('a')).toEqual(NOTHING)
    expect(app.files.read()).toEqual({ a, b: a })
    known.add('a')
    expect(manyIn(app.revocations.view('a'))).toMatchObject([{ phase: restarted, total: 10 }])
    expect(rowsIn(app.revocations.view('a'))).toHaveLength(10)
    app.forget('b')
    expect(Object.keys(app.files.read())).toEqual(['a'])
  })

  it('is deleted with its account, and sends nothing more', async () => {
    const { revocations, view, clock, deletes, files, forget } = await setUpOthers({ others: 20 })
    await clock.advance(5_050)
    const leaving = revocations.settle('a')
    await clock.advance(200)
    await leaving
    forget('a')
    await clock.advance(60_000)
    expect([deletes().length, files.read(), view()]).toEqual([4, {}, NOTHING])
  })
})

describe('several bulk revocations', () => {
  const numbersOf = ({ view }: Pick<World, 'view'>): number[] => view().batches.map(({ number }) => number)
  const phasesOf = ({ view }: Pick<World, 'view'>): string[] => view().batches.map(({ phase }) => phase.kind)

  it('have each their own phase and time to undo, and Undo of the newest leaves the older', async () => {
    const { view, start, control, clock, summary, deletes, undone } = await setUpRevocations()
    start(these(2, 3))
    const first = clock.now()
    await clock.advance(2_000)
    expect(start(these(4, 5))).toEqual(ok(null))
    const second = clock.now()
    const older = { number: 1, askedAt: first, phase: { kind: 'undoable', until: first + 5_000 }, total: 2 }
    const newer = { number: 2, askedAt: second, phase: { kind: 'undoable', until: second + 5_000 }, total: 2 }
    expect(view().batches).toMatchObject([older, newer])
    expect(view().ends.map((end) => [idOf(end), end.batches])).toEqual([
      [3, [1]],
      [2, [1]],
      [5, [2]],
      [4, [2]],
    ])
    expect(control('undo')).toEqual(ok(null))
    expect(view().batches).toMatchObject([older])
    expect([idsOf(view().ends), undone]).toEqual([[3, 2], [{ cause: 'many', askedAt: second }]])
    await clock.advance(60_000)
    expect([deletes(), summary().counts.confirmed]).toEqual([[3, 2], 2])
  })

  it('are undone in any order, each by its number', async () => {
    const { bulk, view, start, clock, deletes, undone } = await setUpRevocations()
    start(these(2, 3))
    start(these(3, 4), 'review')
    const askedAt = clock.now()
    expect(bulk.control('a', 1, 'undo')).toEqual(ok(null))
    expect(view()).toMatchObject({
      batches: [{ number: 2, total: 2 }],
      ends: [
        { key: keyFor(3), batches: [2] },
        { key: keyFor(4), batches: [2] },
      ],
    })
    for (const number of [1, 3]) expect(bulk.control('a', number, 'undo')).toEqual(notFound)
    expect(bulk.control('b', 2, 'undo')).toEqual(notFound)
    expect(bulk.control('a', 2, 'undo')).toEqual(ok(null))
    expect([view(), undone]).toEqual([
      NOTHING,
      [
        { cause: 'many', askedAt },
        { cause: 'review', askedAt },
      ],
    ])
    await clock.advance(60_000)
    expect(deletes()).toEqual([])
  })

  it('leave the first one running when the second is undone', async () => {
    const { view, start, control, clock, summary, deletes, undone, revocations } = await setUpRevocations()
    start(these(2, 3))
    await clock.advance(3_000)
    const askedAt = clock.now()
    start(these(4, 5), 'review')
    await clock.advance(2_050)
    expect(deletes()).toEqual([3, 2])
    expect(view().batches).toMatchObject([
      { phase: { kind: 'running' }, counts: { sent: 2 }, total: 2 },
      { phase: { kind: 'undoable', until: askedAt + 5_000 }, counts: { queued: 2 }, total: 2 },
    ])
    expect(revocations.remaining()).toBe(2)
    expect(control('undo')).toEqual(ok(null))
    expect([idsOf(view().ends), undone]).toEqual([[3, 2], [{ cause: 'review', askedAt }]])
    await clock.advance(60_000)
    expect([deletes(), summary().counts.confirmed]).toEqual([[3, 2], 2])
  })

  it('are not told as undone if something of them was sent for another one', async () => {
    const { bulk, view, start, clock, deletes, undone } = await setUpRevocations()
    start(these(2, 3))
    await clock.advance(3_000)
    start(these(3, 4), 'review')
    await clock.advance(2_050)
    expect(bulk.control('a', 2, 'undo')).toEqual(ok(null))
    expect(view().batches).toMatchObject([
      { number: 1, phase: { kind: 'running' }, total: 2 },
      { number: 2, phase: { kind: 'running' }, counts: { sent: 1 }, total: 1 },
    ])
    await clock.advance(60_000)
    expect([deletes(), undone]).toEqual([[3, 2], []])
    expect(view().batches).toMatchObject([{ counts: { confirmed: 2 } }, { counts: { confirmed: 1 } }])
  })

  it('let one session be taken back while they can be undone; what vanishes whole is told', async () => {
    const { single, view, start, clock, deletes, undone, files } = await setUpRevocations()
    start(these(2, 3))
    const askedAt = clock.now()
    start(these(3, 4), 'review')
    expect(single.undo('a', keyFor(3))).toEqual(ok(null))
    expect(view().batches.map(({ number, total }) => [number, total])).toEqual([
      [1, 1],
      [2, 1],
    ])
    expect([idsOf(view().ends), undone, stored({ files })]).toEqual([[2, 4], [], ['2 queued', '4 queued']])
    expect(single.undo('a', keyFor(2))).toEqual(ok(null))
    expect([numbersOf({ view }), undone]).toEqual([[2], [{ cause: 'many', askedAt }]])
    await clock.advance(5_050)
    expect(single.undo('a', keyFor(4))).toEqual(notFound)
    await clock.advance(60_000)
    expect(deletes()).toEqual([4])
  })

  it('let one session be taken back in this run, though the disk refuses that, and say so', async () => {
    const { single, view, start, clock, deletes, undone, files } = await setUpRevocations()
    start(these(2))
    const askedAt = clock.now()
    files.broken = true
    expect(single.undo('a', keyFor(2))).toEqual(noDisk)
    expect([view(), undone]).toEqual([NOTHING, [{ cause: 'many', askedAt }]])
    await clock.advance(60_000)
    expect(deletes()).toEqual([])
  })

  it('are sent one after the other', async () => {
    const { view, start, clock, deletes } = await setUpRevocations({ others: 12 })
    start(these(2, 3, 4, 5, 6, 7))
    start(these(8, 9, 10, 11, 12, 13))
    await clock.advance(5_050)
    expect(view().batches).toMatchObject([
      { phase: { kind: 'running' }, counts: { sent: 4, queued: 2 } },
      { phase: { kind: 'running' }, counts: { sent: 0, queued: 6 } },
    ])
    await clock.advance(2_950)
    expect(deletes().slice(0, 6)).toEqual([7, 6, 5, 4, 3, 2])
    expect(deletes().slice(6)).toEqual([13, 12, 11, 10, 9, 8])
    const done = { phase: { kind: 'done' }, counts: { confirmed: 6 }, answered: 6, total: 6 }
    expect(view().batches).toMatchObject([done, done])
  })

  it('go on though one of them is paused', async () => {
    const { bulk, view, start, control, clock, deletes } = await setUpOthers({ others: 12 })
    await clock.advance(5_050)
    control('pause')
    const sent = deletes().length
    start(these(2, 3), 'review')
    expect(phasesOf({ view })).toEqual(['paused', 'undoable'])
    await clock.advance(7_000)
    // The review is a reason of its own for two of the paused ones.
    expect(deletes().slice(sent)).toEqual([3, 2])
    expect(view().batches).toMatchObject([
      { phase: { kind: 'paused' }, counts: { confirmed: sent + 2, queued: 10 - sent } },
      { phase: { kind: 'done' }, counts: { confirmed: 2 } },
    ])
    expect(bulk.control('a', 1, 'resume')).toEqual(ok(null))
    await clock.advance(3_000)
    expect(view().batches[0]).toMatchObject({ phase: { kind: 'done' }, counts: { confirmed: 12 } })
    expect(deletes().toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
  })

  it('send one DELETE for what several of them want, while one of them does', async () => {
    const { bulk, view, start, clock, deletes } = await setUpRevocations()
    start(these(2, 3))
    start(these(3, 4), 'rule')
    expect(view().ends.map((end) => [idOf(end), end.batches])).toEqual([
      [3, [1, 2]],
      [2, [1]],
      [4, [2]],
    ])
    bulk.narrowRules('a', () => false, true)
    expect([numbersOf({ view }), idsOf(view().ends)]).toEqual([[1], [3, 2]])
    start(these(3, 4), 'review')
    await clock.advance(8_000)
    expect(deletes().toSorted()).toEqual([2, 3, 4])
    expect(view().batches).toMatchObject([{ counts: { confirmed: 2 } }, { counts: { confirmed: 2 } }])
    expect(bulk.control('a', 1, 'dismiss')).toEqual(ok(null))
    expect([numbersOf({ view }), idsOf(view().ends)]).toEqual([[3], [3, 4]])
    expect(bulk.control('a', 3, 'dismiss')).toEqual(ok(null))
    expect(view()).toEqual(NOTHING)
  })

  it('keep the results of one that failed while the next one runs, and Retry sends its own again', async () => {
    const { bulk, view, start, clock, state, deletes } = await setUpRevocations()
    state.answer = { status: 403 }
    start(these(2, 3))
    await clock.advance(6_000)
    state.answer = null
    start(these(4, 5))
    await clock.advance(5_050)
    const [two, running] = [{ confirmed: 2, failed: 0 }, { kind: 'running' }]
    expect(view().batches).toMatchObject([
      { number: 1, phase: { kind: 'done' }, counts: { failed: 2 }, total: 2 },
      { number: 2, phase: running, counts: { sent: 2 }, total: 2 },
    ])
    expect([bulk.control('a', 2, 'retry'), bulk.control('a', 1, 'retry')]).toEqual([conflict, ok(null)])
    expect(view().batches).toMatchObject([
      { phase: running, counts: { failed: 0, queued: 2 } },
      { phase: running, counts: { sent: 2, queued: 0 } },
    ])
    await clock.advance(3_000)
    expect(deletes()).toEqual([3, 2, 5, 4, 3, 2])
    expect(view().batches).toMatchObject([
      { phase: { kind: 'done' }, counts: two },
      { phase: { kind: 'done' }, counts: two },
    ])
  })

  it('keep two results of one session apart; Retry of what was ended since sends nothing more', async () => {
    const { bulk, view, start, clock, state, deletes } = await setUpRevocations()
    state.answer = { status: 403 }
    start(these(2))
    await clock.advance(6_000)
    state.answer = null
    start(these(2), 'review')
    await clock.advance(6_000)
    const states = () => view().ends.map((end) => [idOf(end), end.state, end.batches])
    expect(states()).toEqual([
      [2, 'failed', [1]],
      [2, 'confirmed', [2]],
    ])
    expect(bulk.control('a', 1, 'retry')).toEqual(ok(null))
    await clock.advance(6_000)
    expect(deletes()).toEqual([2, 2])
    expect(states()).toEqual([
      [2, 'alreadyGone', [1]],
      [2, 'confirmed', [2]],
    ])
  })

  it('let a single end go first, also of a session that they include', async () => {
    const { single, clock, deletes, outcomes, summary } = await setUpOthers({ others: 40 })
    await clock.advance(5_050)
    const sent = deletes().length
    const ending = single.revokeNow('a', keyFor(2))
    await clock.advance(100)
    expect(deletes()[sent]).toBe(2)
    await clock.advance(10_000)
    expect(await ending).toEqual(ok(null))
    expect(deletes().filter((id) => id === 2)).toEqual([2])
    expect(outcomes).toMatchObject([{ key: keyFor(2), outcome: { kind: 'ended' } }])
    expect(summary().counts.confirmed).toBe(40)
  })

  it('let a single end go while they are paused, and keep their own end of it', async () => {
    const { single, control, clock, deletes, view } = await setUpOthers()
    await clock.advance(5_050)
    control('pause')
    expect(single.revoke('a', keyFor(2))).toEqual(ok(null))
    expect(phasesOf({ view })).toEqual(['paused', 'undoable'])
    await clock.advance(7_000)
    expect(deletes()).toEqual([7, 6, 5, 4, 2])
    expect(view().ends.at(-1)).toMatchObject({ key: keyFor(2), state: 'confirmed', batches: [1] })
    expect(phasesOf({ view })).toEqual(['paused'])
  })

  it('keep what a person wants by itself when the rest is cancelled or undone', async () => {
    const { single, control, clock, deletes, start } = await setUpOthers()
    single.revoke('a', keyFor(2))
    control('undo')
    await clock.advance(7_000)
    expect(deletes()).toEqual([2])
    start()
    await clock.advance(5_050)
    control('pause')
    single.revoke('a', keyFor(3))
    control('cancel')
    await clock.advance(7_000)
    expect(deletes()).toEqual([2, 7, 6, 5, 4, 3])
  })

  it('that are over make room for the next one, unless something in them did not succeed', async () => {
    const { view, start, clock, state } = await setUpRevocations()
    start(these(2))
    await clock.advance(7_000)
    state.answer = { status: 403 }
    start(these(3))
    expect([numbersOf({ view }), idsOf(view().ends)]).toEqual([[2], [3]])
    await clock.advance(7_000)
    state.answer = null
    start(these(4))
    expect(numbersOf({ view })).toEqual([2, 3])
    expect(view().ends).toMatchObject([
      { key: keyFor(3), state: 'failed' },
      { key: keyFor(4), state: 'queued' },
    ])
  })

  it('make room only once all of them are over', async () => {
    const { bulk, view, start, clock } = await setUpRevocations({ others: 12 })
    start(these(2))
    start(these(3, 4, 5, 6, 7, 8))
    await clock.advance(5_050)
    expect(bulk.control('a', 2, 'pause')).toEqual(ok(null))
    await clock.advance(2_000)
    expect(phasesOf({ view })).toEqual(['done', 'paused'])
    start(these(9))
    expect(numbersOf({ view })).toEqual([1, 2, 3])
    bulk.control('a', 2, 'cancel')
    await clock.advance(7_000)
    expect(phasesOf({ view })).toEqual(['done', 'done', 'done'])
    start(these(10))
    expect(numbersOf({ view })).toEqual([4])
  })

  it('are busy until they are over, and not while they wait for the network', async () => {
    const { bulk, start, control, clock, state, view, lists } = await setUpRevocations()
    const plan = [{ accountId: 'a', target: these(2) }]
    expect(bulk.isBusy('a')).toBe(false)
    state.online = false
    expect(bulk.startPlan(plan)).toEqual([])
    expect([phasesOf({ view }), idsOf(queuedIn(view())), bulk.isBusy('a')]).toEqual([['queued'], [2], false])
    expect(bulk.control('a', 1, 'undo')).toEqual(ok(null))
    state.online = true
    await lists.refresh('a')
    start()
    const seen: unknown[] = []
    const look = () => void seen.push([phasesOf({ view }), bulk.isBusy('a')])
    look()
    await clock.advance(5_050)
    look()
    control('pause')
    look()
    control('resume')
    await clock.advance(3_000)
    look()
    expect(seen).toEqual([
      [['undoable'], true],
      [['running'], true],
      [['paused'], true],
      [['done'], false],
    ])
    expect(bulk.isBusy('b')).toBe(false)
  })

  it('are busy while they ask, and while a single end is under way', async () => {
    const { bulk, single, files, start, restart } = await setUpRevocations()
    single.revoke('a', keyFor(2))
    expect(bulk.isBusy('a')).toBe(true)
    single.undo('a', keyFor(2))
    expect(bulk.isBusy('a')).toBe(false)
    start(undefined, 'rule')
    const app = restart(files.read()).revocations
    expect(manyIn(app.view('a'))).toMatchObject([{ phase: { kind: 'asking' } }])
    expect(app.bulk.isBusy('a')).toBe(true)
  })
})

describe('a plan for several accounts', () => {
  it('is asked for at one time in all of them, and names those that refuse it', async () => {
    const { lists, restart } = await setUpRevocations()
    for (const id of ['a', 'c']) await lists.refresh(id)
    const clock = fakeClock()
    const now = (): number => (clock.jump(1), clock.now())
    const shown = (id: string) => (id === 'b' ? [sessionOf(1, { isCurrent: true }), sessionOf(2)] : null)
    const { bulk, view } = restart({}, { clock: { ...clock, now }, shown }).revocations
    const before = clock.now()
    const plan = [
      { accountId: 'a', target: these(2, 3) },
      // Its list was never fetched in this run.
      { accountId: 'b', target: { kind: 'others' as const } },
      { accountId: 'c', target: these(1, 2) },
      { accountId: 'd', target: these(2) },
    ]
    expect(bulk.startPlan(plan)).toEqual([
      { accountId: 'c', failure: { kind: 'conflict' } },
      { accountId: 'd', failure: { kind: 'notFound' } },
    ])
    const askedAt = before + 1
    expect(view('a').batches).toMatchObject([
      { cause: 'many', askedAt, phase: { kind: 'undoable' }, total: 2 },
    ])
    expect(view('b').batches).toMatchObject([{ cause: 'many', askedAt, phase: { kind: 'queued' }, total: 1 }])
    expect([...view('c').batches, ...view('d').batches]).toEqual([])
    expect(clock.now()).toBeGreaterThan(askedAt)
  })

  it('is accepted if no account refuses it, and sent at once if a person wants that', async () => {
    const { bulk, lists, clock, revocations, deletes } = await setUpRevocations()
    await lists.refresh('b')
    const target = { kind: 'others' } as const
    expect(bulk.startPlan([{ accountId: 'a', target: these(2) }])).toEqual([])
    expect(bulk.startPlan([{ accountId: 'b', target }], true)).toEqual([])
    await clock.advance(50)
    expect(deletes()).toEqual([7, 6, 5, 4])
    expect(revocations.view('a').batches).toMatchObject([{ phase: { kind: 'undoable' } }])
    expect(revocations.view('b').batches).toMatchObject([{ phase: { kind: 'running' }, total: 6 }])
    expect(bulk.startPlan([])).toEqual([])
  })
})

describe('the updates of bulk revocations', () => {
  /** The updates of this time: whether each is whole, and the sessions of all ends in them. */
  async function published({ clock, updates }: Pick<World, 'clock' | 'updates'>, ms: number) {
    await clock.advance(ms)
    const all = updates.splice(0)
    const ids = new Set(all.flatMap(({ ends }) => idsOf(ends)))
    return { isWhole: all.map(({ isWhole }) => isWhole), ids: [...ids].toSorted() }
  }

  it('have all ends when one comes or goes, and else the changed ones', async () => {
    const world = await setUpRevocations()
    const { bulk, start, control, clock, updates, view } = world
    const whole = (...ids: number[]) => ({ isWhole: [true], ids })
    const changed = (...ids: number[]) => ({ isWhole: expect.not.arrayContaining([true]), ids })
    start(these(2, 3))
    expect(await published(world, 200)).toEqual(whole(2, 3))
    expect(await published(world, 4_000)).toEqual({ isWhole: [], ids: [] })
    start(these(4), 'review')
    expect(await published(world, 200)).toEqual(whole(2, 3, 4))
    expect(await published(world, 2_000)).toEqual(changed(2, 3))
    start(these(5))
    expect(await published(world, 200)).toEqual(whole(2, 3, 4, 5))
    control('undo')
    expect(await published(world, 200)).toEqual(whole(2, 3, 4))
    expect(await published(world, 6_000)).toEqual(changed(4))
    bulk.control('a', 1, 'dismiss')
    expect(await published(world, 200)).toEqual(whole(4))
    bulk.control('a', 2, 'dismiss')
    await clock.advance(200)
    expect([updates, view()]).toEqual([[{ ...NOTHING, isWhole: true }], NOTHING])
  })

  it('have all ends when one of them is asked for again, or is left to a single end', async () => {
    const { single, control, clock, updates, view } = await setUpOthers()
    await clock.advance(5_050)
    control('pause')
    await clock.advance(1_000)
    updates.splice(0)
    single.revoke('a', keyFor(2))
    expect(updates).toEqual([{ ...view(), isWhole: true }])
    expect(view().ends.at(-1)).toMatchObject({ key: keyFor(2), batches: [1, 2] })
    await clock.advance(200)
    updates.splice(0)
    control('cancel')
    expect(updates).toEqual([{ ...view(), isWhole: true }])
    expect(idsOf(rowsIn(view()))).toEqual([7, 6, 5, 4, 3])
    expect(view().ends.at(-1)).toMatchObject({ key: keyFor(2), state: 'queued', batches: [2] })
  })

  it('have all ends when those that are over make room, and none if only a phase changed', async () => {
    const { start, control, clock, updates, view } = await setUpRevocations({ takes: 1_000 })
    start(these(2))
    await clock.advance(7_000)
    updates.splice(0)
    start(these(3, 4))
    expect(updates).toEqual([{ ...view(), isWhole: true }])
    expect(idsOf(view().ends)).toEqual([4, 3])
    await clock.advance(5_500)
    updates.splice(0)
    control('pause')
    expect(updates).toEqual([{ ...view(), ends: [], isWhole: false }])
    expect(view().batches).toMatchObject([{ phase: { kind: 'paused' } }])
  })
})

describe('holding back', () => {
  it('sends nothing, and lets no time to undo pass, until it is released', async () => {
    const { revocations, control, clock, deletes, summary } = await setUpOthers()
    await clock.advance(3_000)
    const release = await revocations.holdBack('a')
    await clock.advance(60_000)
    expect([deletes(), summary().phase.kind]).toEqual([[], 'undoable'])
    release()
    release()
    expect(summary().phase).toEqual({ kind: 'undoable', until: clock.now() + 2_000 })
    await clock.advance(1_950)
    expect(deletes()).toEqual([])
    await clock.advance(100)
    expect(deletes().length).toBe(4)
    expect(control('undo')).toEqual(conflict)
  })

  it('waits for the requests that are pending, and confirms what was sent afterwards', async () => {
    const { revocations, clock, deletes, summary, service } = await setUpOthers()
    await clock.advance(5_050)
    const holding = revocations.holdBack('a')
    let isHeld = false
    void holding.then(() => (isHeld = true))
    await clock.advance(40)
    expect(isHeld).toBe(false)
    await clock.advance(60)
    const release = await holding
    await clock.advance(60_000)
    revocations.wake()
    expect([deletes().length, service.countRequests('GET'), summary().answered]).toEqual([4, 1, 4])
    release()
    await clock.advance(1_000)
    expect(summary()).toMatchObject({ phase: { kind: 'done' }, counts: { confirmed: 6 } })
  })

  it('ends when the last one that asked for it releases it', async () => {
    const { revocations, clock, deletes } = await setUpOthers()
    const [first, second] = [await revocations.holdBack('a'), await revocations.holdBack('a')]
    await clock.advance(10_000)
    first()
    await clock.advance(10_000)
    expect(deletes()).toEqual([])
    second()
    await clock.advance(5_050)
    expect(deletes()).toHaveLength(4)
  })

  it('leaves what was asked for meanwhile the whole time to undo, and no more', async () => {
    const { revocations, start, clock, summary, deletes } = await setUpRevocations()
    const release = await revocations.holdBack('a')
    await clock.advance(3_000)
    start()
    await clock.advance(7_000)
    release()
    expect(summary().phase).toEqual({ kind: 'undoable', until: clock.now() + 5_000 })
    await clock.advance(5_050)
    expect(deletes()).toHaveLength(4)
  })

  it('holds back one account only', async () => {
    const { revocations, bulk, lists, clock, deletes } = await setUpOthers()
    await lists.refresh('b')
    bulk.start('b', these(2))
    await revocations.holdBack('a')
    await clock.advance(5_050)
    expect(deletes()).toEqual([2])
  })
})
