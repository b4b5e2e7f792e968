import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../electron/shared/dates.ts'
import {
  CHIP_KINDS,
  isShownBy,
  planOfChip,
  type ChipContext,
  type ChipKind,
} from '../../../electron/shared/needs-you.ts'
import type { DeviceSession } from '../../../electron/shared/session.ts'
import { deviceSession, keyOf } from '../../support/builders.ts'

/** By the service's clock. */
const NOW = Date.UTC(2026, 10, 21, 12)
const ago = (days: number): number => NOW - days * DAY_MS
const mine = (at: number) => ({ decision: 'mine', at }) as const
const notSure = (at: number) => ({ decision: 'notSure', at }) as const
const REVIEWED = { days: 90, finishedAt: ago(1) } as const
const HERE = deviceSession({ id: 1, isCurrent: true, isNew: true, lastUsedAt: ago(300), createdAt: ago(300) })
const OWN = { isApiToken: false, begun: new Set<number>() }

/** The chips that count a session beside this device. */
function chipsOf(
  over: Partial<DeviceSession>,
  context: Partial<ChipContext> = {},
  plan: Partial<typeof OWN> & { here?: boolean } = {},
): ChipKind[] {
  const { here = true, ...rest } = plan
  const session = deviceSession({ id: 2, ...USED, ...over })
  const rows = here ? [HERE, session] : [session]
  return CHIP_KINDS.filter((kind) => {
    const facts = { now: NOW, schedule: REVIEWED, ...context, ...OWN, ...rest }
    const { ends } = planOfChip(rows, { kind, days: 90 }, facts)
    return ends.some(({ key }) => key === session.key)
  })
}
/** Used just now, signed in long ago, called theirs lately: no chip. */
const USED: Partial<DeviceSession> = { lastUsedAt: NOW, createdAt: ago(200), mark: mine(ago(2)) }

describe('what needs a person counts a session as', () => {
  it.each<[what: string, over: Partial<DeviceSession>, chips: ChipKind[]]>([
    ['theirs and in use', {}, []],
    ['new', { isNew: true, mark: null }, ['new', 'notReviewed']],
    ['new, and called theirs', { isNew: true, createdAt: NOW }, []],
    ['signed in within a day', { createdAt: ago(1) + 1, mark: notSure(NOW) }, ['recent', 'notSure']],
    ['signed in a day ago', { createdAt: ago(1), mark: notSure(NOW) }, ['notSure']],
    ['signed in later than now', { createdAt: NOW + HOUR_MS, mark: notSure(NOW) }, ['recent', 'notSure']],
    ['never used', { lastUsedAt: null, createdAt: ago(89), mark: notSure(NOW) }, ['notSure', 'neverUsed']],
    ['never used, but theirs', { lastUsedAt: null, createdAt: ago(89) }, []],
    [
      'never used since a sign-in 90 days ago',
      { lastUsedAt: null, createdAt: ago(90), mark: null },
      ['neverUsed', 'unused', 'notReviewed'],
    ],
    ['unused for 90 days', { lastUsedAt: ago(90), mark: notSure(NOW) }, ['notSure', 'unused']],
    ['unused for almost 90 days', { lastUsedAt: ago(90) + 1, mark: notSure(NOW) }, ['notSure']],
    ['unused for 91 days, called theirs since', { lastUsedAt: ago(91), mark: mine(ago(89)) }, []],
    [
      'unused for 200 days, called theirs 90 days ago',
      { lastUsedAt: ago(200), mark: mine(ago(90)) },
      ['unused', 'notReviewed'],
    ],
    ['used after now', { lastUsedAt: NOW + HOUR_MS }, []],
    ['of unknown use', { lastUsedAt: 'unknown', createdAt: ago(400) }, []],
    [
      'never used, of unknown age',
      { lastUsedAt: null, createdAt: null, mark: null },
      ['neverUsed', 'notReviewed'],
    ],
    ['kept', { isKept: true, isNew: true, lastUsedAt: null, mark: notSure(ago(200)), createdAt: NOW }, []],
    ['this device', { isCurrent: true, isNew: true, lastUsedAt: null, mark: null, createdAt: NOW }, []],
  ])('%s', (what, over, chips) => {
    const isHere = what === 'this device'
    expect(chipsOf(over, {}, { here: !isHere })).toEqual(chips)
  })

  it.each<[what: string, schedule: ChipContext['schedule'], mark: DeviceSession['mark'], isCounted: boolean]>(
    [
      ['before the first review', { days: 90, finishedAt: null }, null, false],
      ['until the reviews are known', null, null, false],
      ['without a mark', REVIEWED, null, true],
      ['marked within the interval', REVIEWED, mine(ago(90) + 1), false],
      ['marked before the interval', REVIEWED, notSure(ago(90)), true],
      ['marked long ago, where no review is planned', { ...REVIEWED, days: null }, mine(ago(900)), false],
    ],
  )('not reviewed, or not: %s', (_what, schedule, mark, isCounted) => {
    expect(chipsOf({ mark }, { schedule }).includes('notReviewed')).toBe(isCounted)
  })
})

describe('the number of a chip is that of its plan', () => {
  const unused = { lastUsedAt: ago(90), mark: null }

  it('without what is being ended already', () => {
    expect(chipsOf(unused)).toContain('unused')
    expect(chipsOf(unused, {}, { begun: new Set([keyOf({ id: 2 })]) })).toEqual([])
  })

  it('and nobody where the list does not say which session is this device, but for an API token', () => {
    expect(chipsOf(unused, {}, { here: false })).toEqual([])
    expect(chipsOf(unused, {}, { here: false, isApiToken: true })).toContain('unused')
  })

  it.each([
    [0, 0],
    [3, 0],
    [-3, 0],
    [0, 3],
    [0, -3],
  ])('by the clock of its service: computer %i h off, service %i h', (computer, service) => {
    const there = NOW + service * HOUR_MS
    const skew = (service - computer) * HOUR_MS
    const now = NOW + computer * HOUR_MS + skew
    const used = (ms: number) => chipsOf({ lastUsedAt: there - ms, mark: null }, { now })
    expect(used(90 * DAY_MS)).toContain('unused')
    expect(used(90 * DAY_MS - 1)).not.toContain('unused')
  })

  it('of each of two accounts by its own clock, where their keys are equal', () => {
    const rows = [HERE, deviceSession({ id: 2, ...unused })]
    const count = (now: number) =>
      planOfChip(rows, { kind: 'unused', days: 90 }, { now, schedule: null, ...OWN }).ends.length
    expect([count(NOW), count(NOW - 60_000)]).toEqual([1, 0])
  })
})

it('shows what is kept under the chip of what is unused alone, where it does not count', () => {
  const kept = deviceSession({ id: 2, isKept: true, isNew: true, lastUsedAt: ago(90), createdAt: ago(200) })
  const shownBy = CHIP_KINDS.filter((kind) =>
    isShownBy(kept, { kind, days: 90 }, { now: NOW, schedule: REVIEWED }),
  )
  expect(shownBy).toEqual(['unused'])
  expect(isShownBy(kept, { kind: 'unused', days: 180 }, { now: NOW, schedule: REVIEWED })).toBe(false)
  expect(
    isShownBy({ ...kept, isCurrent: true }, { kind: 'unused', days: 90 }, { now: NOW, schedule: null }),
  ).toBe(false)
})
