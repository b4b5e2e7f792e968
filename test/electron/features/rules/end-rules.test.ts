import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import type { RuleBlocker, RuleDays } from '../../../../electron/shared/rules.ts'
import type { ApiSession } from '../../../../electron/core/domain/api-session.ts'
import { tokenAccountOf } from '../../fake-service.ts'
import { A, DAY, setUpRules } from './rules-harness.ts'

type Harness = ReturnType<typeof setUpRules>

/** Rules of which that of the account ends sessions after 30 days; `ids` are those that were ended, by run. */
function setUp(afterDays: RuleDays | null = 30, exempt: number[] = []) {
  const harness = setUpRules()
  const rules = harness.start()
  rules.set(A, { afterDays, exempt })
  return { ...harness, rules, ids: () => harness.requested.map(({ ids }) => ids) }
}

describe('rules that end inactive sessions', () => {
  it('are off by default, and a preview sends nothing', () => {
    const harness = setUpRules()
    const rules = harness.start()
    rules.runIfDue(A)
    expect(rules.get(A)).toEqual({
      afterDays: null,
      exempt: [],
      lastRunAt: null,
      wouldRevoke: [],
      exemptListed: [],
      blockedBy: 'off',
    })
    const { wouldRevoke, blockedBy, afterDays } = rules.get(A, 30)
    expect(wouldRevoke.map(({ sessionId, days }) => [sessionId, days])).toEqual([
      [2, 100],
      [3, 40],
    ])
    expect({ blockedBy, afterDays }).toEqual({ blockedBy: null, afterDays: null })
    rules.runIfDue(A)
    expect([harness.requested, harness.file.writes]).toEqual([[], []])
  })

  it.each<[string, { afterDays: RuleDays | null; exempt: number[] }, left: number[]]>([
    ['off', { afterDays: null, exempt: [] }, []],
    ['to more days', { afterDays: 90, exempt: [] }, [2]],
    ['to spare a session', { afterDays: 30, exempt: [2] }, [3]],
  ])('leave in their undoable run what they still end, when turned %s', (_what, choice, left) => {
    const harness = setUp()
    harness.state.staysUndoable = true
    harness.rules.runIfDue(A)
    expect(harness.ids()).toEqual([[2, 3]])
    harness.file.broken = true
    expect(() => harness.rules.set(A, choice)).toThrow()
    expect(harness.left).toEqual([left])
  })

  it('leave out of their run what the person calls mine now', () => {
    const harness = setUp()
    harness.state.staysUndoable = true
    harness.rules.runIfDue(A)
    const { startedAt, calledMineAt } = harness.state
    calledMineAt.set(2, startedAt).set(3, startedAt - 1)
    harness.rules.reviewed(A)
    expect(harness.left).toEqual([[3]])
  })

  it('take nothing out of what a person asked for', () => {
    const harness = setUp()
    Object.assign(harness.state, { phase: 'undoable', startedAt: 1 })
    harness.state.calledMineAt.set(2, 1)
    harness.rules.runIfDue(A)
    harness.rules.set(A, { afterDays: null, exempt: [] })
    harness.rules.reviewed(A)
    expect([harness.ids(), harness.left]).toEqual([[], []])
  })

  it('end exactly the sessions of the preview, store the run first, and announce it', () => {
    const harness = setUpRules()
    const rules = harness.start()
    rules.runIfDue(A)
    expect(rules.set(A, { afterDays: 30, exempt: [3, 3, 99] })).toEqual(ok(null))
    // The revocation before it does not keep it busy.
    harness.state.phase = 'done'
    const { wouldRevoke, exemptListed } = rules.get(A)
    expect(wouldRevoke.map(({ sessionId }) => sessionId)).toEqual([2])
    expect(exemptListed).toEqual([{ sessionId: 3, name: 'D3', days: 40 }])
    rules.runIfDue(A)
    expect(harness.requested).toEqual([{ at: harness.clock.real(), ids: [2] }])
    expect(harness.lines).toEqual([1])
    expect(harness.ran).toEqual([{ accountId: A, afterDays: 30, count: 1 }])
    expect(rules.get(A)).toMatchObject({ lastRunAt: harness.now(), blockedBy: 'ranToday' })
  })

  it.each<[RuleBlocker, (harness: Harness) => unknown]>([
    ['deviceUnclear', ({ state, row }) => (state.sessions = [row(2, 100)])],
    ['agesUnclear', ({ state }) => (state.isSynced = false)],
    ['agesUnclear', ({ state }) => (state.skew = 2 * DAY)],
    ['notFresh', ({ state }) => (state.failed = true)],
    ['notFresh', ({ state }) => (state.sessions = null)],
    ['notFresh', ({ state }) => (state.hasHistory = false)],
    [
      'notFresh',
      ({ state }) => (state.accounts = state.accounts.map((a) => ({ ...a, status: 'signedOut' }))),
    ],
    ['busy', ({ state }) => (state.phase = 'undoable')],
    ['busy', ({ state }) => (state.phase = 'paused')],
    ['busy', ({ state }) => (state.pendingCount = 1)],
  ])('do nothing, and report why: %s', (blockedBy, change) => {
    const harness = setUpRules()
    const rules = harness.start()
    rules.set(A, { afterDays: 30, exempt: [] })
    change(harness)
    rules.runIfDue(A)
    expect(rules.get(A).blockedBy).toBe(blockedBy)
    expect(harness.requested).toEqual([])
    expect(rules.get(A).lastRunAt).toBeNull()
  })

  it('do nothing for an API token, even if the file has a rule', () => {
    const account = tokenAccountOf('sk_x', { id: A })
    const harness = setUpRules(account)
    expect(harness.start().set(A, { afterDays: 30, exempt: [] })).toMatchObject({
      failure: { kind: 'conflict' },
    })
    harness.file.write({ [A]: { afterDays: 30, exempt: [], lastRun: null } })
    harness.start().runIfDue(A)
    expect(harness.start().get(A, 30)).toMatchObject({ blockedBy: 'apiToken', wouldRevoke: [] })
    expect(harness.requested).toEqual([])
  })

  it('send nothing if the run could not be stored', () => {
    const { rules, file, requested } = setUp()
    file.broken = true
    rules.runIfDue(A)
    expect(requested).toEqual([])
    expect(() => rules.set(A, { afterDays: 60, exempt: [] })).toThrow('ENOSPC')
    expect(rules.get(A).afterDays).toBe(30)
    file.broken = false
    rules.runIfDue(A)
    expect(requested).toHaveLength(1)
  })

  it('do not run again after a kill between storing and sending', () => {
    const harness = setUpRules()
    harness.start().set(A, { afterDays: 30, exempt: [] })
    harness.state.isKilled = true
    expect(() => harness.start().runIfDue(A)).toThrow('killed')
    harness.state.isKilled = false
    harness.start().runIfDue(A)
    expect(harness.requested).toEqual([])
    harness.clock.sleep(DAY)
    harness.state.sessions = [harness.row(1, 0), harness.row(2, 101)]
    harness.start().runIfDue(A)
    expect(harness.requested.map(({ ids }) => ids)).toEqual([[2]])
  })

  it('run once a day, also when turned off and on again', () => {
    const { rules, requested } = setUp()
    rules.runIfDue(A)
    rules.set(A, { afterDays: null, exempt: [] })
    rules.set(A, { afterDays: 60, exempt: [] })
    rules.runIfDue(A)
    expect(requested).toHaveLength(1)
  })

  it('delete exemptions that are long gone, and the rules of a removed account', () => {
    const { rules, state, file, row, clock } = setUp(null, [2, 3])
    state.sessions = [row(1, 0), row(3, 40)]
    rules.runIfDue(A)
    clock.sleep(30 * DAY)
    rules.runIfDue(A)
    expect(rules.get(A).exempt).toEqual([2, 3])
    clock.sleep(1)
    rules.runIfDue(A)
    expect(rules.get(A).exempt).toEqual([3])
    rules.forget(A)
    expect(file.read()).toEqual({})
  })

  it('store exemptions only when they changed, and learn when their sessions began', () => {
    const { rules, state, file, row } = setUp(null, [2, 3])
    const lists = [
      [row(1, 0), row(2, 100), row(3, 40)],
      [row(1, 0), row(2, 100, { createdAt: 5 }), row(3, 40)],
      [row(1, 0), row(2, 100), row(3, 40)],
      [row(1, 0), row(2, 100)],
    ]
    const writes = lists.flatMap((sessions) => {
      state.sessions = sessions
      rules.runIfDue(A)
      rules.runIfDue(A)
      return file.writes.length
    })
    expect(writes).toEqual([1, 2, 2, 3])
    state.sessions = null
    rules.runIfDue(A)
    rules.set(A, { afterDays: 30, exempt: [2, 9] })
    expect(file.read()[A]?.exempt).toMatchObject([
      { key: 2, id: 2, createdAt: 5 },
      { key: null, id: 9, createdAt: null, goneAt: null },
    ])
    expect(rules.get(A)).toMatchObject({ wouldRevoke: [], exemptListed: [], blockedBy: 'notFresh' })
    state.accounts = []
    expect(rules.get(A).blockedBy).toBe('notFresh')
    expect(rules.set(A, { afterDays: 30, exempt: [] })).toEqual(failed({ kind: 'notFound' }))
  })

  it('never end this device, an exempt session or one of unknown age, and run at most once a day, in any sequence', () => {
    const far = fc.integer({ min: -400 * DAY, max: 400 * DAY })
    const near = fc.integer({ min: -DAY, max: DAY })
    const step = fc.oneof(
      fc.constantFrom('list', 'restart', 'killed', 'set').map((what) => ({ what, ms: 0 })),
      fc.record({ what: fc.constant('wait'), ms: fc.integer({ min: 0, max: 2 * DAY }) }),
      fc.record({ what: fc.constant('jump'), ms: fc.oneof(near, far) }),
    )
    let runs = 0
    fc.assert(
      // Only one of the clocks is wrong; two wrong clocks cannot be detected.
      fc.property(fc.array(step, { maxLength: 40 }), fc.boolean(), (steps, isOurs) => {
        const harness = setUpRules()
        const { clock, state, row } = harness
        let rules = harness.start()
        let error = 0
        rules.set(A, { afterDays: 30, exempt: [3] })
        for (const { what, ms } of steps) {
          state.isKilled = what === 'killed'
          if (what === 'wait') clock.sleep(ms)
          if (what === 'jump' && isOurs) clock.jump(ms - error)
          if (what === 'jump') {
            state.skew += isOurs ? error - ms : ms - error
            error = ms
          }
          if (what === 'restart') rules = harness.start()
          if (what === 'set') rules.set(A, { afterDays: 60, exempt: [3] })
          state.sessions = [row(1, 0), row(2, 100), row(3, 100), row(4, null)]
          try {
            rules.runIfDue(A)
          } catch {
            rules = harness.start()
          }
        }
        runs += harness.requested.length
        for (const { ids } of harness.requested) expect(ids).toEqual([2])
        harness.requested.reduce((before, { at }) => {
          expect(at - before).toBeGreaterThanOrEqual(DAY)
          return at
        }, -Infinity)
      }),
    )
    expect(runs).toBeGreaterThan(0)
  })

  it('exempt a session after its renewal too, even if the disk refuses to store its new id', () => {
    const { rules, state, file, row, clock, ids } = setUp(30, [2])
    const [device, phone] = [row(1, 0), row(2, 0, { createdAt: 5 })]
    state.sessions = [device, phone]
    rules.runIfDue(A)
    state.sessions = [device, { ...phone, id: 12, createdAt: 9 }]
    file.broken = true
    rules.runIfDue(A)
    file.broken = false
    clock.sleep(40 * DAY)
    expect(rules.get(A, 30).exemptListed).toEqual([{ sessionId: 12, name: 'D2', days: 40 }])
    state.sessions = [row(1, 0), row(3, 40), { ...phone, id: 12, createdAt: 9 }]
    rules.runIfDue(A)
    expect(rules.get(A).exempt).toEqual([12])
    expect(ids()).toEqual([[3]])
    expect(file.read()[A]?.exempt).toEqual([{ key: 2, id: 12, createdAt: 9, goneAt: null }])
  })

  it.each<[string, Partial<ApiSession>[][]]>([
    ['at once', [[{ createdAt: 9 }]]],
    ['later', [[], [{ createdAt: 9 }]]],
    ['later, with another name and no time', [[], [{ name: 'Tablet', createdAt: null }]]],
  ])('do not exempt another session that reuses the id %s, unless the person does', (_when, lists) => {
    const { rules, state, row, ids } = setUp(null)
    const device = row(1, 0)
    state.sessions = [device, row(5, 100, { createdAt: 5 })]
    rules.set(A, { afterDays: null, exempt: [5] })
    expect(rules.get(A).exemptListed).toHaveLength(1)
    for (const rows of lists) {
      state.sessions = [device, ...rows.map((part) => row(5, 90, part))]
      rules.runIfDue(A)
    }
    const preview = rules.get(A, 30)
    expect([preview.wouldRevoke.length, preview.exemptListed.length]).toEqual([1, 0])
    rules.set(A, { afterDays: 30, exempt: [5] })
    expect(rules.get(A)).toMatchObject({ wouldRevoke: [], exemptListed: [{ sessionId: 5, days: 90 }] })
    rules.runIfDue(A)
    expect(ids()).toEqual([])
    rules.set(A, { afterDays: 30, exempt: [] })
    rules.runIfDue(A)
    expect(ids()).toEqual([[5]])
  })

  it('are off after a sign-out, and keep the exemptions and the last run', () => {
    const { rules, file, clock, forget } = setUp(30, [2])
    rules.runIfDue(A)
    const before = file.read()[A]
    rules.signedOut(A)
    forget(A)
    rules.signedOut('unknown')
    expect([before?.lastRun?.here, before?.exempt.length]).toEqual([clock.now(), 1])
    expect(file.read()).toEqual({ [A]: { ...before, afterDays: null } })
  })

  it('keep what they know of an exemption when it is set again', () => {
    const { rules, state, file, row } = setUp(null, [2, 3])
    state.sessions = [row(1, 0), row(2, 100)]
    rules.runIfDue(A)
    const before = file.read()[A]?.exempt
    expect(before?.map(({ goneAt }) => goneAt)).toEqual([null, expect.any(Number)])
    rules.set(A, { afterDays: 30, exempt: [3, 2] })
    expect(file.read()[A]?.exempt).toEqual(before?.toReversed())
  })

  it('move no exemption to another session that reuses the id when only the days change, and keep it', () => {
    const { rules, state, file, row } = setUp(null)
    state.sessions = [row(1, 0), row(5, 100, { createdAt: 5 })]
    rules.set(A, { afterDays: null, exempt: [5] })
    state.sessions = [row(1, 0), row(5, 90, { createdAt: 9 })]
    rules.runIfDue(A)
    expect(rules.get(A).exempt).toEqual([])
    rules.set(A, { afterDays: 60, exempt: rules.get(A).exempt })
    expect(rules.get(A).wouldRevoke.map(({ sessionId }) => sessionId)).toEqual([5])
    expect(file.read()[A]?.exempt).toMatchObject([{ id: 5, createdAt: 5 }])
  })

  it('wait until the record has the list', () => {
    const { rules, state, ids } = setUp()
    state.isRecorded = false
    rules.runIfDue(A)
    expect([ids(), rules.get(A).blockedBy]).toEqual([[], 'notFresh'])
    state.isRecorded = true
    rules.runIfDue(A)
    expect(ids()).toEqual([[2, 3]])
  })

  it('spare a session that a review called mine, until the days of the rule have passed', () => {
    const { rules, state, clock, row, ids } = setUp()
    state.calledMineAt.set(2, clock.now())
    rules.runIfDue(A)
    expect(ids()).toEqual([[3]])
    for (const [days, ended] of [
      [29, [[3]]],
      [1, [[3], [2]]],
    ] as const) {
      clock.sleep(days * DAY)
      state.sessions = [row(1, 0), row(2, 200)]
      rules.runIfDue(A)
      expect(ids()).toEqual(ended)
    }
  })

  it('stay stored for an account that is not known now', () => {
    const harness = setUpRules()
    const rules = harness.start()
    harness.file.write({ unknown: { afterDays: 30, exempt: [], lastRun: null } })
    rules.set(A, { afterDays: 60, exempt: [] })
    expect(Object.keys(harness.file.read())).toEqual(['unknown', A])
    harness.startUnseen().forget('unknown')
    expect(Object.keys(harness.file.read())).toEqual([A])
  })

  it('trust no age before this device’s last use has changed', () => {
    const harness = setUpRules()
    const { state, used, row, clock } = harness
    const rules = harness.startUnseen()
    rules.set(A, { afterDays: 30, exempt: [] })
    const [own, ...others] = [row(1, 0), row(2, 100)]
    state.sessions = [own, ...others]
    for (let lists = 0; lists < 5; lists++) rules.runIfDue(A)
    expect([rules.get(A).blockedBy, rules.get(A).wouldRevoke, harness.requested]).toEqual([
      'agesUnclear',
      [],
      [],
    ])
    clock.sleep(10_000)
    state.sessions = [used(own, 10_000), ...others]
    rules.runIfDue(A)
    expect(harness.requested.map(({ ids }) => ids)).toEqual([[2]])
  })
})
