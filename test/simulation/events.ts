import fc from 'fast-check'
import { DISTORTIONS, FAULTS, type Distortion, type Fault } from './world/service.ts'
import { DEVICE_NAMES, type Habits } from './world/truth.ts'

/** One member of the union for each name. */
type ByName<E> = E extends { kind: infer D extends string }
  ? D extends D
    ? Omit<E, 'kind'> & { kind: D }
    : never
  : never

/** One event of a life. Numbers choose among what there is at that moment, so that an event fits every life. */
export type LifeEvent = ByName<
  // Others and their devices
  | { kind: 'otherSignsIn'; user: number; name: string }
  | { kind: 'deviceRenews' | 'deviceLeaves' | 'otherEnds' | 'deviceUses'; user: number; which: number }
  | { kind: 'othersEndUs'; user: number }
  // The service and the line
  | { kind: 'distort'; how: Distortion; times: number }
  | { kind: 'fault'; on: 'list' | 'delete' | 'write' | 'any'; fault: Fault }
  | { kind: 'line'; to: 'up' | 'down' | 'captive' }
  // The computer
  | { kind: 'wait' | 'sleep'; ms: number }
  | { kind: 'clock'; ms: number }
  | { kind: 'disk'; file: string; refuses: boolean }
  | { kind: 'kill'; afterWrites: number }
  | ({ kind: 'damage' } & Damage)
  | { kind: 'restart' | 'quit' }
  | { kind: 'window'; to: 'visible' | 'minimised' | 'closed' }
  // The person
  | { kind: 'signIn' | 'connect'; user: number; base: number }
  | { kind: 'select'; account: number }
  | { kind: 'end' | 'undo'; account: number; which: number }
  | { kind: 'endSome' | 'endPlan'; account: number; which: number; count: number }
  | { kind: 'pause' | 'resume' | 'cancel' | 'retry' | 'dismiss'; account: number; which: number }
  | { kind: 'trayEnd'; account: number; which: number; confirms: boolean }
  | { kind: 'trayEndOthers' | 'trayEndInactive'; account: number; confirms: boolean }
  | {
      kind:
        | 'endOthers'
        | 'undoBulk'
        | 'refresh'
        | 'startReview'
        | 'finishReview'
        | 'discardReview'
        | 'undoDecision'
        | 'renew'
        | 'signOut'
        | 'signOutEverywhere'
        | 'signOutUnseen'
        | 'acknowledge'
        | 'exportHistory'
      account: number
    }
  | { kind: 'decide'; account: number; which: number; as: 'mine' | 'notMine' | 'notSure' }
  | { kind: 'decideRest'; account: number; as: 'mine' | 'notMine' }
  | { kind: 'rule'; account: number; on: boolean }
  | { kind: 'exempt' | 'annotate'; account: number; which: number }
>

/**
 * What became of a file while the app was down: it lost its end, part of it became zero bytes, a root field got another name or
 * is missing, or a part is null.
 */
export const DAMAGES = ['truncated', 'garbled', 'renamed', 'removed', 'odd'] as const
/** A damage to one of the files that there are then; `where` chooses the part. */
export interface Damage {
  how: (typeof DAMAGES)[number]
  which: number
  where: number
}

/** A life: how its service behaves, the seed of everything that is left to chance, and what happens. */
export interface Life {
  habits: Habits
  chance: number
  events: LifeEvent[]
}

/** Files that a disk may refuse, those of ends more often. */
const FILES = ['ledger', 'ledger', 'ledger', 'ledger', 'history', 'review', 'rules', 'accounts', 'vault', '*']

/** Newest first: people and services deal with what is new more often. */
const index = fc.oneof(
  { weight: 3, arbitrary: fc.nat({ max: 30 }) },
  { weight: 2, arbitrary: fc.constant(0) },
)
const account = fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) })
const user = fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) })

/** Events of one kind that belong together; a life has some of the groups only. */
type Group = fc.WeightedArbitrary<LifeEvent>[]
const of = (weight: number, arbitrary: fc.Arbitrary<LifeEvent>): fc.WeightedArbitrary<LifeEvent> => ({
  weight,
  arbitrary,
})
const plain = (...names: LifeEvent['kind'][]): fc.Arbitrary<LifeEvent> =>
  fc.record({ kind: fc.constantFrom(...names), account }) as fc.Arbitrary<LifeEvent>
/** One of several of a kind. */
const chosen = (...names: LifeEvent['kind'][]): fc.Arbitrary<LifeEvent> =>
  fc.record({ kind: fc.constantFrom(...names), account, which: index }) as fc.Arbitrary<LifeEvent>

const ALWAYS: Group = [
  of(
    14,
    fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(300, 1_000, 2_500, 4_000, 6_000, 6_000, 12_000, 12_000, 30_000, 90_000),
    }),
  ),
  of(4, fc.record({ kind: fc.constant('end' as const), account, which: index })),
  of(2, fc.record({ kind: fc.constant('undo' as const), account, which: index })),
  of(
    2,
    fc.record({ kind: fc.constant('otherSignsIn' as const), user, name: fc.constantFrom(...DEVICE_NAMES) }),
  ),
  of(3, plain('refresh')),
]

const GROUPS: Group[] = [
  [
    of(
      4,
      fc.record({
        kind: fc.constant('endSome' as const),
        account,
        which: index,
        count: fc.integer({ min: 2, max: 5 }),
      }),
    ),
    of(
      1,
      fc.record({
        kind: fc.constant('endPlan' as const),
        account,
        which: index,
        count: fc.integer({ min: 1, max: 3 }),
      }),
    ),
    of(2, plain('endOthers')),
    of(2, plain('undoBulk')),
    of(9, chosen('pause', 'pause', 'resume', 'resume', 'cancel', 'cancel', 'retry', 'retry', 'dismiss')),
  ],
  [
    of(4, fc.record({ kind: fc.constant('deviceRenews' as const), user, which: index })),
    of(2, fc.record({ kind: fc.constant('deviceUses' as const), user, which: index })),
  ],
  [
    of(
      3,
      fc.record({ kind: fc.constant('otherSignsIn' as const), user, name: fc.constantFrom(...DEVICE_NAMES) }),
    ),
    of(
      2,
      fc.record({ kind: fc.constantFrom('deviceLeaves' as const, 'otherEnds' as const), user, which: index }),
    ),
    of(1, fc.record({ kind: fc.constant('othersEndUs' as const), user })),
  ],
  [
    of(
      5,
      fc.record({
        kind: fc.constant('distort' as const),
        how: fc.constantFrom(...DISTORTIONS),
        // Rarely a whole release or an outage, longer than the ten minutes after which unclear lists are shown.
        times: fc.oneof(
          { weight: 6, arbitrary: fc.constant(1) },
          { weight: 3, arbitrary: fc.constantFrom(2, 3) },
          { weight: 1, arbitrary: fc.constant(100) },
        ),
      }),
    ),
  ],
  [
    of(
      5,
      fc.record({
        kind: fc.constant('fault' as const),
        on: fc.constantFrom(
          'list' as const,
          'delete' as const,
          'delete' as const,
          'write' as const,
          'any' as const,
        ),
        fault: fc.constantFrom(...FAULTS),
      }),
    ),
  ],
  [
    of(
      5,
      fc.record({
        kind: fc.constant('line' as const),
        to: fc.constantFrom('up' as const, 'up' as const, 'down' as const, 'captive' as const),
      }),
    ),
  ],
  [
    of(
      3,
      fc.record({
        kind: fc.constant('disk' as const),
        file: fc.constantFrom(...FILES),
        refuses: fc.constantFrom(true, true, false),
      }),
    ),
  ],
  [
    of(3, fc.record({ kind: fc.constant('kill' as const), afterWrites: fc.nat({ max: 4 }) })),
    of(2, fc.record({ kind: fc.constantFrom('restart' as const, 'quit' as const) })),
  ],
  [
    of(
      3,
      fc.record({
        kind: fc.constant('window' as const),
        to: fc.constantFrom('visible' as const, 'minimised' as const, 'closed' as const),
      }),
    ),
    of(
      3,
      fc.record({
        kind: fc.constant('trayEnd' as const),
        account,
        which: index,
        confirms: fc.boolean(),
      }),
    ),
    of(
      2,
      fc.record({
        kind: fc.constantFrom('trayEndOthers' as const, 'trayEndInactive' as const),
        account,
        confirms: fc.boolean(),
      }),
    ),
  ],
  [
    of(3, plain('startReview')),
    of(
      4,
      fc.record({
        kind: fc.constant('decide' as const),
        account,
        which: index,
        as: fc.constantFrom('mine' as const, 'notMine' as const, 'notMine' as const, 'notSure' as const),
      }),
    ),
    of(
      3,
      fc.record({
        kind: fc.constant('decideRest' as const),
        account,
        as: fc.constantFrom('mine' as const, 'notMine' as const),
      }),
    ),
    of(3, plain('finishReview')),
    of(1, plain('undoDecision', 'discardReview')),
  ],
  [
    of(4, fc.record({ kind: fc.constant('rule' as const), account, on: fc.boolean() })),
    of(2, fc.record({ kind: fc.constant('exempt' as const), account, which: index })),
  ],
  [
    of(
      2,
      fc.record({
        kind: fc.constant('sleep' as const),
        ms: fc.constantFrom(600_000, 30_000_000, 90_000_000, 700_000_000),
      }),
    ),
    of(
      1,
      fc.record({
        kind: fc.constant('clock' as const),
        ms: fc.constantFrom(-90_000_000, -3_600_000, 3_600_000, 90_000_000),
      }),
    ),
  ],
  [
    of(2, fc.record({ kind: fc.constant('signIn' as const), user, base: fc.nat({ max: 1 }) })),
    of(1, fc.record({ kind: fc.constant('select' as const), account: index })),
    of(2, fc.record({ kind: fc.constant('connect' as const), user, base: fc.nat({ max: 1 }) })),
    of(1, plain('signOut', 'signOutEverywhere', 'signOutUnseen', 'renew')),
  ],
  [
    of(2, fc.record({ kind: fc.constant('annotate' as const), account, which: index })),
    of(2, plain('acknowledge', 'exportHistory')),
  ],
]

/** Every service tells which session asks, by the mark that the API has or by the number in the token. */
const tells = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ marks: true, numbersInTokens: 'sessions' as const }) },
  { weight: 2, arbitrary: fc.constant({ marks: true, numbersInTokens: 'others' as const }) },
  { weight: 2, arbitrary: fc.constant({ marks: true, numbersInTokens: 'none' as const }) },
  { weight: 1, arbitrary: fc.constant({ marks: false, numbersInTokens: 'sessions' as const }) },
)

const otherHabits = fc.record({
  renewsInPlace: fc.oneof(
    { weight: 3, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  reusesIds: fc.oneof(
    { weight: 3, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  replicaLagMs: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.constantFrom(1_500, 4_000) },
  ),
  tokenLifeMs: fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom(120_000, 3_600_000) },
  ),
  skewMs: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.constantFrom(-7_200_000, 45_000) },
  ),
  deleted: fc.constantFrom(200 as const, 204 as const),
  wayMs: fc.oneof({ weight: 3, arbitrary: fc.constant(10) }, { weight: 1, arbitrary: fc.constant(900) }),
  devices: fc.oneof({ weight: 4, arbitrary: fc.constant(6) }, { weight: 1, arbitrary: fc.constant(20) }),
})

const habits: fc.Arbitrary<Habits> = fc
  .tuple(tells, otherHabits)
  // Ids come again where one small database counts them, which has no replicas, and no other numbers for its tokens.
  .map(([how, other]) => {
    const reusesIds = other.reusesIds && how.numbersInTokens !== 'others'
    return { ...how, ...other, reusesIds, ...(reusesIds ? { replicaLagMs: 0 } : {}) }
  })

/** The person has an API token of the user who is signed in. */
const WITH_TOKEN: LifeEvent = { kind: 'connect', user: 0, base: 0 }

/** Lives of up to `length` events. Each has some groups of events only: what is left out makes room for the rest. */
export function lives(length: number): fc.Arbitrary<Life> {
  return fc.subarray(GROUPS, { minLength: 2, maxLength: 7 }).chain((groups) =>
    fc.record({
      habits,
      chance: fc.nat(),
      events: fc
        .tuple(
          fc.constantFrom([WITH_TOKEN], [], []),
          fc.array(fc.oneof(...ALWAYS, ...groups.flat()), {
            minLength: Math.floor(length / 4),
            maxLength: length,
            size: 'max',
          }),
        )
        .map(([first, events]) => [...first, ...events]),
    }),
  )
}
