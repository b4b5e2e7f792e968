import fc from 'fast-check'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../../../electron/shared/result.ts'
import type { RuleBlocker, RuleDays } from '../../../../electron/shared/rules.ts'
import type { ApiSession } from '../../../../electron/domain/api-session.ts'
import type { EndRules } from '../../../../electron/features/rules/end-rules.ts'
import { tokenAccountOf } from '../../fake-service.ts'
import { createEntry } from '../../../../electron/features/activity/domain/history.ts'
import { keyOf } from '../../../support/builders.ts'
import { A, DAY, setUpRules } from './rules-harness.ts'

const [KEY_2, KEY_3, KEY_5] = [keyOf({ id: 2 }), keyOf({ id: 3 }), keyOf({ id: 5 })]

type Harness = ReturnType<typeof setUpRules>

/** Turns the rule of the account on with these days, or off, as the question shows it. */
function choose(rules: EndRules, days: RuleDays | null) {
  return rules.set(A, days, days === null ? [] : rules.wouldEnd(A, days))
}

/** Rules of which that of the account ends sessions after 30 days; `ids` are those that were ended, by run. */
function setUp(afterDays: RuleDays | null = 30, exempt: number[] = []) {
  const harness = setUpRules()
  const rules = harness.start()
  choose(rules, afterDays)
  for (const key of exempt) rules.exempt(A, key, true)
  const ids = () => harness.requested.map((run) => run.ids)
  return { ...harness, rules, ids }
}

/** The same while their run of sessions 2 and 3 is undoable; `runIds` are those that it still ends. */
function setUpRun() {
  const harness = setUp()
  const { state, rules, row, idOf } = harness
  state.staysUndoable = true
  state.sessions = [row(1, 0), row(2, 100, { createdAt: 5 }), row(3, 40, { createdAt: 5 })]
  rules.runIfDue(A)
  const runIds = () => state.run.map(idOf)
  expect(runIds()).toEqual([2, 3])
  return { ...harness, runIds }
}

describe('rules that end inactive sessions', () => {
  it('are off by default, and a preview sends nothing', () => {
    const harness = setUpRules()
    const rules = harness.start()
    rules.runIfDue(A)
    expect(rules.get(A)).toEqual({
      afterDays: null,
      lastEndedAt: null,
      nextRunAt: null,
      blockedBy: null,
    })
    expect(rules.wouldEnd(A, 30)).toEqual([KEY_2, KEY_3])
    rules.runIfDue(A)
    expect([harness.requested, harness.file.writes]).toEqual([[], []])
  })

  it.each<[string, (rules: EndRules) => unknown, left: number[]]>([
    ['that turns them off', (rules) => choose(rules, null), []],
    ['of more days', (rules) => choose(rules, 90), [2]],
    ['of a session to spare', (rules) => rules.exempt(A, KEY_2, true), [3]],
  ])('leave in their unfinished run what they still end by a choice %s', (_what, choose, left) => {
    const { rules, file, state, runIds } = setUpRun()
    file.broken = state.refusesMarks = true
    expect(() => choose(rules)).toThrow('ENOSPC')
    expect(runIds()).toEqual(left)
  })

  it('do not name in their preview what they are ending, and say when they run again', () => {
    const { rules, clock, now, state, row } = setUpRun()
    clock.sleep(DAY / 2)
    expect([rules.wouldEnd(A, 30), rules.get(A).nextRunAt]).toEqual([[], null])
    state.sessions = [...(state.sessions ?? []), row(4, 30)].map((session) =>
      session.isCurrent ? { ...session, lastUsedAt: now() } : session,
    )
    const { nextRunAt } = rules.get(A)
    expect([rules.wouldEnd(A, 30), nextRunAt]).toEqual([[keyOf({ id: 4 })], now() + DAY / 2])
  })

  it('leave out of their unfinished run what the person calls mine now', () => {
    const { rules, state, say, runIds } = setUpRun()
    say(2, 'mine')
    say(3, 'mine', 30 * DAY)
    rules.marksChanged(A)
    expect(runIds()).toEqual([3])
    say(3, 'notSure')
    rules.marksChanged(A)
    expect(runIds()).toEqual([3])
    say(3, 'mine', 30 * DAY - 1)
    state.accounts = []
    rules.marksChanged(A)
    expect(runIds()).toEqual([3])
  })

  it.each<[string, (harness: Harness) => unknown, left: number[]]>([
    ['says the same', ({ state, row }) => (state.sessions = [row(1, 0), row(2, 100), row(3, 40)]), [2, 3]],
    [
      'shows that one was used',
      ({ state, row }) => (state.sessions = [row(1, 0), row(2, 100), row(3, 29)]),
      [2],
    ],
    [
      'marks one as this device',
      ({ state, row }) => (state.sessions = [row(2, 100, { isCurrent: true }), row(3, 40)]),
      [3],
    ],
    ['lacks one', ({ state, row }) => (state.sessions = [row(1, 0), row(3, 40)]), [2, 3]],
    [
      'has another session under the id of one',
      ({ state, row }) => (state.sessions = [row(1, 0), row(2, 5, { createdAt: 9 }), row(3, 40)]),
      [2, 3],
    ],
    ['comes after a decision in a review', ({ say }) => say(2, 'mine'), [3]],
    ['could not be fetched', ({ state }) => Object.assign(state, { sessions: null, failed: true }), [2, 3]],
    ['comes after they are forgotten', ({ say, state }) => (say(2, 'mine'), (state.accounts = [])), [2, 3]],
  ])('check their unfinished run again with each list: one that %s', (_what, change, left) => {
    const harness = setUpRun()
    change(harness)
    harness.rules.runIfDue(A)
    expect([harness.runIds(), harness.ids()]).toEqual([left, [[2, 3]]])
  })

  it('end nothing more of their unfinished run after a sign-out', () => {
    const { rules, runIds } = setUpRun()
    rules.turnOff(A)
    rules.runIfDue(A)
    expect(runIds()).toEqual([])
  })

  it('report no run that could not start', () => {
    const { rules, state, ran, lines } = setUp()
    state.refusesEnds = true
    rules.runIfDue(A)
    expect([ran, lines]).toEqual([[], []])
  })

  it('end exactly the sessions of the preview, store the run first, and announce it', () => {
    const harness = setUpRules()
    const rules = harness.start()
    rules.runIfDue(A)
    expect([rules.exempt(A, KEY_3, true), choose(rules, 30)]).toEqual([ok(null), ok(null)])
    expect([rules.wouldEnd(A, 30), harness.exemptIds()]).toEqual([[KEY_2], [3]])
    rules.runIfDue(A)
    expect(harness.requested).toEqual([{ at: harness.clock.real(), ids: [2], cause: 'rule' }])
    expect(harness.lines).toEqual([1])
    expect(harness.ran).toEqual([{ accountId: A, afterDays: 30, count: 1 }])
    expect(rules.get(A)).toMatchObject({ lastEndedAt: null, blockedBy: 'ranToday' })
    const at = harness.now() + 5_000
    harness.state.entries = (['rule', 'thisApp'] as const).map((actor, index) =>
      createEntry('ended', actor, at + index),
    )
    expect(rules.get(A).lastEndedAt).toBe(at)
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
    ['busy', ({ state }) => (state.isBusy = true)],
  ])('do nothing, and report why: %s', (blockedBy, change) => {
    const harness = setUpRules()
    const rules = harness.start()
    choose(rules, 30)
    change(harness)
    rules.runIfDue(A)
    expect(rules.get(A).blockedBy).toBe(blockedBy)
    expect(harness.requested).toEqual([])
    expect(rules.get(A).lastEndedAt).toBeNull()
    // Nobody can tell what other days would end.
    const isDoubtful = blockedBy !== 'busy'
    const isOk = ([60, isDoubtful ? 30 : 60, null, 60] as const).map((days) => choose(rules, days).ok)
    expect(isOk).toEqual([!isDoubtful, true, true, !isDoubtful])
    expect(rules.exempt(A, KEY_2, true)).toEqual(ok(null))
  })

  it('do nothing for an API token, even if the file has a rule', () => {
    const account = tokenAccountOf('sk_x', { id: A })
    const harness = setUpRules(account)
    const refused = failed({ kind: 'conflict' })
    const rules = harness.start()
    expect([choose(rules, 30), rules.exempt(A, KEY_2, true)]).toEqual([refused, refused])
    harness.file.write({ [A]: { afterDays: 30, lastRun: null } })
    harness.start().runIfDue(A)
    expect(harness.start().get(A).blockedBy).toBe('apiToken')
    expect(harness.requested).toEqual([])
  })

  it('have run today because the ledger has their batch, although the disk refused to store the run', () => {
    const { rules, file, requested, state } = setUp()
    file.broken = true
    rules.runIfDue(A)
    expect(requested).toHaveLength(1)
    rules.runIfDue(A)
    expect([requested.length, rules.get(A).blockedBy]).toEqual([1, 'ranToday'])
    expect(() => choose(rules, 60)).toThrow('ENOSPC')
    expect(rules.get(A).afterDays).toBe(30)
    // The person has seen the results, and nothing says any more that it ran.
    state.ruleRun = null
    rules.runIfDue(A)
    expect(requested).toHaveLength(2)
  })

  it('have not run after a kill before the ledger had their batch, and run once after one that came later', () => {
    const harness = setUpRules()
    choose(harness.start(), 30)
    harness.state.isKilled = true
    expect(() => harness.start().runIfDue(A)).toThrow('killed')
    harness.state.isKilled = false
    harness.start().runIfDue(A)
    harness.start().runIfDue(A)
    expect(harness.requested).toHaveLength(1)
    harness.clock.sleep(DAY)
    harness.state.sessions = [harness.row(1, 0), harness.row(2, 101)]
    harness.start().runIfDue(A)
    expect(harness.requested.at(-1)?.ids).toEqual([2])
  })

  it('run once a day, also when turned off and on again', () => {
    const { rules, requested } = setUp()
    rules.runIfDue(A)
    choose(rules, null)
    choose(rules, 60)
    rules.runIfDue(A)
    expect(requested).toHaveLength(1)
  })

  it.each<[string, (rules: EndRules) => unknown, 'record' | 'rules']>([
    ['an exemption', (rules) => rules.exempt(A, KEY_3, true), 'record'],
    ['the end of one', (rules) => rules.exempt(A, KEY_2, false), 'record'],
    ['other days', (rules) => choose(rules, 60), 'rules'],
  ])('store %s if the disk does not refuse it', (_what, choose, its) => {
    const { rules, state, file, exemptIds } = setUp(30, [KEY_2])
    const chosen = () => [rules.get(A), exemptIds()]
    for (const refused of ['record', 'rules']) {
      const before = chosen()
      state.refusesMarks = refused === 'record'
      file.broken = refused === 'rules'
      if (refused === its) expect(() => choose(rules)).toThrow('ENOSPC')
      else expect(choose(rules)).toEqual(ok(null))
      expect(isDeepStrictEqual(chosen(), before)).toBe(refused === its)
    }
  })

  it('exempt a session again that was gone, whatever was chosen meanwhile, and are deleted with the account', () => {
    const { rules, state, file, row, ids, exemptIds } = setUp(30, [KEY_2, KEY_3])
    const [device, two, three] = [row(1, 0), row(2, 100), row(3, 40)]
    state.sessions = [device, three]
    rules.runIfDue(A)
    // What no good list has shown cannot be exempt, nor what is gone.
    for (const key of [-3, KEY_2])
      for (const isExempt of [true, false])
        expect(rules.exempt(A, key, isExempt)).toEqual(failed({ kind: 'notFound' }))
    expect(exemptIds()).toEqual([3])
    rules.exempt(A, KEY_3, false)
    expect(exemptIds()).toEqual([])
    state.sessions = [device, two, three]
    rules.runIfDue(A)
    expect([exemptIds(), ids()]).toEqual([[2], [[3]]])
    rules.forget(A)
    expect(file.read()).toEqual({})
  })

  it('know neither exemptions without a record, nor an account that is gone', () => {
    const { rules, state, exemptIds } = setUp()
    Object.assign(state, { sessions: null })
    expect([rules.wouldEnd(A, 30), exemptIds(), rules.get(A).blockedBy]).toEqual([[], [], 'notFresh'])
    state.accounts = []
    expect(rules.get(A).blockedBy).toBe('notFresh')
    expect(choose(rules, 60)).toEqual(failed({ kind: 'conflict' }))
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
        choose(rules, 30)
        rules.exempt(A, KEY_3, true)
        for (const { what, ms } of steps) {
          state.isKilled = what === 'killed'
          if (what === 'wait') clock.sleep(ms)
          if (what === 'jump' && isOurs) clock.jump(ms - error)
          if (what === 'jump') {
            state.skew += isOurs ? error - ms : ms - error
            error = ms
          }
          if (what === 'restart') rules = harness.start()
          if (what === 'set') choose(rules, 60)
          state.sessions = [row(1, 0), row(2, 100), row(3, 100), row(4, null)]
          const { nextRunAt } = rules.get(A)
          const before = harness.requested.length
          try {
            rules.runIfDue(A)
          } catch {
            rules = harness.start()
          }
          // Null: of a device whose use this run saw once, no age is trusted before the list itself.
          if (harness.requested.length > before)
            expect(nextRunAt ?? -Infinity).toBeLessThanOrEqual(harness.now())
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

  it('exempt a session after its renewal too', () => {
    const { rules, state, row, clock, ids, exemptIds } = setUp(30, [KEY_2])
    const [device, phone] = [row(1, 0), row(2, 0, { createdAt: 5 })]
    state.sessions = [device, phone]
    rules.runIfDue(A)
    state.sessions = [device, { ...phone, id: 12, createdAt: 9 }]
    rules.runIfDue(A)
    clock.sleep(40 * DAY)
    expect(exemptIds()).toEqual([12])
    state.sessions = [row(1, 0), row(3, 40), { ...phone, id: 12, createdAt: 9 }]
    rules.runIfDue(A)
    expect(ids()).toEqual([[3]])
  })

  it.each<[string, Partial<ApiSession>[][]]>([
    ['at once', [[{ createdAt: 9 }]]],
    ['later', [[], [{ createdAt: 9 }]]],
    ['later, with another name and no time', [[], [{ name: 'Tablet', createdAt: null }]]],
  ])('do not exempt another session that reuses the id %s, unless the person does', (_when, lists) => {
    const { rules, state, row, ids, exemptIds } = setUp(null)
    const device = row(1, 0)
    state.sessions = [device, row(5, 100, { createdAt: 5 })]
    rules.exempt(A, KEY_5, true)
    expect(exemptIds()).toHaveLength(1)
    for (const rows of lists) {
      state.sessions = [device, ...rows.map((part) => row(5, 90, part))]
      rules.runIfDue(A)
    }
    const [key = 0, ...others] = rules.wouldEnd(A, 30)
    expect([others, exemptIds()]).toEqual([[], []])
    expect(rules.exempt(A, KEY_5, true)).toEqual(failed({ kind: 'notFound' }))
    rules.exempt(A, key, true)
    choose(rules, 30)
    expect([rules.wouldEnd(A, 30), exemptIds()]).toEqual([[], [5]])
    rules.runIfDue(A)
    expect(ids()).toEqual([])
    rules.exempt(A, key, false)
    rules.runIfDue(A)
    expect(ids()).toEqual([[5]])
  })

  it('are off after a sign-out, and keep the exemptions and the last run', () => {
    const { rules, file, clock, forget, exemptIds } = setUp(30, [KEY_2])
    rules.runIfDue(A)
    const before = file.read()[A]
    rules.turnOff(A)
    forget(A)
    rules.turnOff('unknown')
    expect([before?.lastRun?.here, exemptIds()]).toEqual([clock.now(), [2]])
    expect(file.read()).toEqual({ [A]: { ...before, afterDays: null } })
  })

  it('spare a session that the person called theirs, until the days of the rule have passed', () => {
    const { rules, state, clock, row, ids, say } = setUp()
    // By the service's clock, whatever this computer's shows.
    state.skew = 3_600_000
    say(2, 'mine')
    say(3, 'notSure')
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
    harness.file.write({ unknown: { afterDays: 30, lastRun: null } })
    choose(harness.start(), 60)
    expect(Object.keys(harness.file.read())).toEqual(['unknown', A])
    harness.startUnseen().forget('unknown')
    expect(Object.keys(harness.file.read())).toEqual([A])
  })

  it('trust no age before this device’s last use has changed', () => {
    const harness = setUpRules()
    const { state, used, row, clock } = harness
    harness.file.write({ [A]: { afterDays: 30, lastRun: null } })
    const rules = harness.startUnseen()
    const [own, ...others] = [row(1, 0), row(2, 100)]
    state.sessions = [own, ...others]
    for (let lists = 0; lists < 5; lists++) rules.runIfDue(A)
    expect([rules.get(A).blockedBy, rules.wouldEnd(A, 30), harness.requested]).toEqual([
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
