import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unusedSince } from '../../../../../electron/shared/last-use.ts'
import { RULE_DAYS } from '../../../../../electron/shared/rules.ts'
import {
  isSpared,
  MIN_DAYS,
  nextRunAt,
  runBlocker,
  sessionsToRevoke,
  type EndRule,
  type RuledSession,
  observeUse,
  type AgeFacts,
} from '../../../../../electron/features/rules/domain/end-rules.ts'
import { anyApiSession, apiSession, keyOf } from '../../../../support/builders.ts'

const NOW = 1_800_000_000_000
const DAY = 86_400_000
const clocks = (service: number, here = service): AgeFacts => ({
  ...{ service, here },
  ...{ hasMoved: true, isSynced: true },
})
const rule = (part: Partial<EndRule> = {}): EndRule => ({
  afterDays: 30,
  saidOf: () => null,
  ...part,
})
/** What the person said of the sessions, by id: that the rule never ends one, or when they called it theirs. */
const said = (of: (id: number) => 'kept' | number | null): Partial<EndRule> => ({
  saidOf(key) {
    const it = of(idOf(key))
    if (it === 'kept') return { isKept: true }
    return it === null ? null : { mark: { decision: 'mine', at: it } }
  },
})
const idOf = (key: number): number => key - keyOf({ id: 0 })
const row = (id: number, used: number | null, part: Partial<RuledSession> = {}): RuledSession => ({
  key: keyOf({ id }),
  ...apiSession({
    id,
    lastUsedAt: used === null ? null : NOW - used * DAY,
    createdAt: NOW - 400 * DAY,
    isCurrent: id === 1,
    ...part,
  }),
})
const here = row(1, 0)
const ended = (sessions: RuledSession[], part: Partial<EndRule> = {}): number[] =>
  sessionsToRevoke(rule(part), sessions, clocks(NOW)).map(({ id }) => id)

describe('the sessions that a rule would end', () => {
  it.each<[string, RuledSession[], Partial<EndRule>, number[]]>([
    ['nothing when it is off', [here, row(2, 300)], { afterDays: null }, []],
    ['what was not used for as long', [here, row(2, 30), row(3, 90)], {}, [2, 3]],
    ['nothing that was used since', [here, row(2, 29.9)], {}, []],
    ['never this device', [row(1, 1 / 24), row(2, 300)], {}, [2]],
    ['nothing when this device seems unused itself', [row(1, 1.01 / 24), row(2, 300)], {}, []],
    ['nothing when it seems to be used in the future', [row(1, -1.01 / 24), row(2, 300)], {}, []],
    ['nothing when the list contains no last use', [row(1, null), row(2, 300)], {}, []],
    ['nothing exempt', [here, row(2, 300), row(3, 300)], said((id) => (id === 3 ? 'kept' : null)), [2]],
    ['what was never used, by its sign-in', [here, row(2, null)], {}, [2]],
    ['nothing whose last use cannot be read', [here, row(2, 0, { lastUsedAt: 'unknown' })], {}, []],
    ['nothing when that of this device cannot', [row(1, 0, { lastUsedAt: 'unknown' }), row(2, 300)], {}, []],
    ['nothing of an unknown age', [here, row(2, null, { createdAt: null })], {}, []],
    ['nothing from the future', [here, row(2, -3)], {}, []],
    ['nothing when it is unclear which session is this device', [row(2, 300), row(3, 300)], {}, []],
    [
      'nothing when two claim to be this device',
      [here, row(2, 300), row(3, 300, { isCurrent: true })],
      {},
      [],
    ],
    ['nothing of the last days, whatever a file says', [here, row(2, 6), row(3, 7)], { afterDays: 0 }, [3]],
  ])('is %s', (_what, sessions, part, expected) => {
    expect(ended(sessions, part)).toEqual(expected)
  })

  it.each([
    ['spared until the days of the rule have passed', 30, 30 * DAY - 1, 0],
    ['not spared afterwards', 30, 30 * DAY, 1],
    ['spared until the least days have passed', 0, 7 * DAY - 1, 0],
    ['not spared after the least days', 0, 7 * DAY, 1],
    ['spared if the clock was set back since', 30, -DAY, 0],
  ])('are, once called mine, %s', (_what, afterDays, ms, count) => {
    const chosen = rule({ afterDays, ...said((id) => (id === 2 ? NOW - ms : null)) })
    const now = clocks(NOW, NOW - 3_600_000)
    const plan = sessionsToRevoke(chosen, [row(1, 0), row(2, 300), row(3, 300)], now)
    expect(plan.map(({ key }) => idOf(key))).toEqual(count ? [2, 3] : [3])
  })

  it.each<[string, RuledSession, Partial<EndRule>, boolean]>([
    ['that is unused is not', row(2, 30), {}, false],
    ['that was used since is', row(2, 29.9), {}, true],
    ['of an unknown age is', row(2, null, { createdAt: null }), {}, true],
    ['that is this device is', row(1, 300), {}, true],
    ['that is exempt is', row(2, 300), said((id) => (id === 2 ? 'kept' : null)), true],
    ['that the person called theirs is', row(2, 300), said(() => NOW - 29 * DAY), true],
    ['that the person called theirs long ago is not', row(2, 300), said(() => NOW - 30 * DAY), false],
    ['is, when the rule is off', row(2, 300), { afterDays: null }, true],
    ['is, of the last days, whatever a file says', row(2, 6), { afterDays: 0 }, true],
  ])('are those that are not spared: one %s', (_what, session, part, expected) => {
    // Of a doubtful list too: whether this device was used does not matter.
    expect(isSpared(rule(part), session, { ...clocks(NOW), hasMoved: false })).toBe(expected)
    expect(ended([here, session], part).length === 0).toBe(expected)
  })

  it('respect the exemptions and the marks for every list and every rule', () => {
    const age = fc.option(fc.integer({ min: -10, max: 500 }).map((days) => NOW - days * DAY))
    const lists = fc.uniqueArray(
      anyApiSession({
        id: fc.integer({ min: 1, max: 20 }),
        lastUsedAt: age,
        createdAt: age,
        isCurrent: fc.integer({ min: 0, max: 9 }).map((draw) => draw === 0),
      }).map((session): RuledSession => ({ ...session, key: keyOf(session) })),
      { selector: ({ id }) => id },
    )
    const ids = fc.integer({ min: 1, max: 20 })
    const rules = fc.record({
      afterDays: fc.option(fc.integer({ min: -5, max: 400 })),
      exempt: fc.array(ids),
      /** Ids and the days since the person called them theirs. */
      mine: fc.array(fc.tuple(ids, fc.integer({ min: 0, max: 400 }))).map((pairs) => new Map(pairs)),
    })
    const skews = fc.integer({ min: -2 * DAY, max: 2 * DAY })
    fc.assert(
      fc.property(lists, rules, skews, (others, { afterDays, exempt, mine: calledMine }, skew) => {
        const since = (id: number): number => calledMine.get(id) ?? Infinity
        const mineAt = (id: number) => (calledMine.has(id) ? NOW - since(id) * DAY : null)
        const chosen = rule({ afterDays, ...said((id) => (exempt.includes(id) ? 'kept' : mineAt(id))) })
        const minDays = Math.max(MIN_DAYS, afterDays ?? Infinity)
        // Otherwise half of the lists would have no device or two, and prove little.
        const sessions = [row(21, 0, { isCurrent: true }), ...others]
        const now = clocks(NOW, NOW + skew)
        const plan = sessionsToRevoke(chosen, sessions, now)
        if (afterDays === null || runBlocker(sessions, null, now) !== null) expect(plan).toEqual([])
        for (const session of plan) {
          const days = (NOW - (unusedSince(session) ?? NOW)) / DAY
          expect(session.isCurrent).toBe(false)
          expect(exempt).not.toContain(session.id)
          expect(Math.min(days, since(session.id))).toBeGreaterThanOrEqual(minDays)
        }
        // A longer period never ends more sessions.
        const longer = sessionsToRevoke({ ...chosen, afterDays: (afterDays ?? 0) + 30 }, sessions, now)
        const planned = new Set(plan.map(({ key }) => key))
        if (afterDays !== null) for (const { key } of longer) expect(planned).toContain(key)
      }),
    )
  })

  it('are never younger than the minimum', () => {
    for (const days of RULE_DAYS) expect(days).toBeGreaterThanOrEqual(MIN_DAYS)
  })
})

describe('the time of a run', () => {
  const last = NOW - DAY
  it.each([
    ['not without this device', [row(2, 1)], null, clocks(NOW), 'deviceUnclear'],
    [
      'not before the service’s clock is known',
      [here],
      null,
      { ...clocks(NOW), isSynced: false },
      'agesUnclear',
    ],
    ['not when the clocks are a day apart', [here], null, clocks(NOW, NOW - DAY), 'agesUnclear'],
    [
      'not before the last use of this device moved',
      [here],
      null,
      { ...clocks(NOW), hasMoved: false },
      'agesUnclear',
    ],
    ['the first time', [here], null, clocks(NOW), null],
    ['not twice a day', [here], clocks(last + 1), clocks(NOW), 'ranToday'],
    ['not again when clocks were set back', [here], clocks(NOW + DAY), clocks(NOW), 'ranToday'],
    ['not when only the service says so', [here], clocks(last, last + 1), clocks(NOW), 'ranToday'],
    ['not when only this computer says so', [here], clocks(last + 1, last), clocks(NOW), 'ranToday'],
    ['a day later', [here], clocks(last), clocks(NOW), null],
  ] as const)('%s', (_what, sessions, lastRun, now, blocker) => {
    expect(runBlocker(sessions, lastRun, now)).toBe(blocker)
  })
})

describe('the time of the next run', () => {
  const next = (sessions: RuledSession[], part: Partial<EndRule> = {}, lastRun: AgeFacts | null = null) =>
    nextRunAt(rule(part), sessions, lastRun, clocks(NOW))
  it.each<[string, number | null, number | null]>([
    ['unknown when it is off', next([here, row(2, 300)], { afterDays: null }), null],
    ['unknown of a doubtful list', next([row(2, 300)]), null],
    ['never while it could end none', next([here, row(2, null, { createdAt: null })]), null],
    [
      'never for what is exempt',
      next(
        [here, row(2, 300)],
        said((id) => (id === 2 ? 'kept' : null)),
      ),
      null,
    ],
    ['when the first session is due', next([here, row(2, 3), row(3, 8)]), NOW + 22 * DAY],
    ['a day after the last run', next([here, row(2, 300)], {}, clocks(NOW - DAY / 4)), NOW + 0.75 * DAY],
    [
      'a day after it by the clock that was set back',
      next([here, row(2, 300)], {}, clocks(NOW - DAY / 2, NOW + DAY)),
      NOW + 2 * DAY,
    ],
    [
      'later than a day, when the first session is due later',
      next([here, row(2, 28)], {}, clocks(NOW)),
      NOW + 2 * DAY,
    ],
    [
      'when what was called mine is due',
      next(
        [here, row(2, 300)],
        said(() => NOW - DAY),
      ),
      NOW + 29 * DAY,
    ],
  ])('is %s', (_what, told, expected) => {
    expect(told).toBe(expected)
  })

  it('is the first at which a session ends, if nobody uses one before', () => {
    const used = fc.option(fc.integer({ min: 0, max: 500 * DAY }))
    const since = fc.option(fc.integer({ min: -DAY, max: 2 * DAY }))
    fc.assert(
      fc.property(fc.array(used), used, since, since, (ages, mine, service, own) => {
        const sessions = [here, ...ages.map((age, at) => row(at + 2, age === null ? null : age / DAY))]
        const mineAt = said((id) => (id % 2 && mine !== null ? NOW - mine : null))
        const lastRun = service === null ? null : { service: NOW - service, here: NOW - (own ?? service) }
        const chosen = rule(mineAt)
        const at = nextRunAt(chosen, sessions, lastRun, clocks(NOW))
        const runsAt = (then: number): boolean => {
          const now = sessions.map((each) => (each.isCurrent ? { ...each, lastUsedAt: then } : each))
          const isFree = runBlocker(now, lastRun, clocks(then)) === null
          return isFree && sessionsToRevoke(chosen, now, clocks(then)).length > 0
        }
        expect(at === null).toBe(sessions.length === 1)
        if (at === null) return
        expect(runsAt(at)).toBe(true)
        if (at > NOW) expect(runsAt(at - 1)).toBe(false)
      }),
    )
  })
})

describe('the last use of this device', () => {
  const use = fc.oneof(fc.option(fc.integer({ min: 0, max: 5 })), fc.constant('unknown' as const))
  const list = fc.record({ id: fc.constantFrom(1, 2), lastUsedAt: use })

  it('has changed once two lists have two times, the second one later', () => {
    fc.assert(
      fc.property(fc.array(list), (lists) => {
        let observed: ReturnType<typeof observeUse> = null
        let expected = false
        for (const [index, { id, lastUsedAt }] of lists.entries()) {
          observed = observeUse(observed, [row(id, 0, { lastUsedAt, isCurrent: true }), row(9, 3)])
          const before = lists[index - 1]
          const [last, now] = [before?.lastUsedAt, lastUsedAt]
          const isLater =
            typeof now === 'number' && last !== undefined && last !== 'unknown' && now > (last ?? -1)
          expected = before?.id === id && (expected || isLater)
          expect(observed).toEqual({ id, lastUsedAt, hasMoved: expected })
        }
      }),
    )
  })

  it('is unknown if no session is this device, or two are', () => {
    const known = { id: 1, lastUsedAt: NOW, hasMoved: true }
    expect(observeUse(known, [row(2, 1)])).toBeNull()
    expect(observeUse(known, [here, row(2, 1, { isCurrent: true })])).toBeNull()
  })
})
