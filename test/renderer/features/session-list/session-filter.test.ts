import { describe, expect, it } from 'vitest'
import type { Filter } from '../../../../electron/shared/view-state.ts'
import type { DeviceSession } from '../../../../electron/shared/session.ts'
import { matchesFilter } from '../../../../renderer/features/session-list/session-filter.ts'
import { session } from '../../fake-bridge.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 10, 21, 12)
const kept = (sessions: DeviceSession[], filter: Filter, now = NOW): number[] =>
  sessions.filter((each) => matchesFilter(each, filter, now)).map(({ id }) => id)

describe('the filter by days without use', () => {
  it.each([
    [0, 0],
    [3, 0],
    [-3, 0],
    [0, 3],
    [0, -3],
  ])('is right at 89, 90 and 91 days: computer %i h off, service %i h', (computer, service) => {
    const [here, there] = [NOW + computer * HOUR, NOW + service * HOUR]
    const used = (id: number, ms: number): DeviceSession =>
      session(id, `${id}`, { lastUsedAt: there - ms, createdAt: 0 })
    const rows = [used(89, 89 * DAY), used(1, 90 * DAY - 1), used(90, 90 * DAY), used(91, 91 * DAY)]
    expect(kept(rows, { kind: 'inactive', days: 90 }, here + (there - here))).toEqual([90, 91])
  })

  it.each<[string, Partial<DeviceSession>, Filter['kind'][]]>([
    [
      'never used, signed in 30 days ago',
      { lastUsedAt: null, createdAt: NOW - 30 * DAY },
      ['inactive', 'neverUsed'],
    ],
    ['never used, signed in 29 days ago', { lastUsedAt: null, createdAt: NOW - 29 * DAY }, ['neverUsed']],
    ['never used, of unknown age', { lastUsedAt: null, createdAt: null }, ['neverUsed']],
    ['used in the future', { lastUsedAt: NOW + HOUR }, []],
    ['with an unreadable last use', { lastUsedAt: 'unknown', createdAt: NOW - 400 * DAY }, []],
    ['new', { lastUsedAt: NOW, isNew: true }, ['new']],
  ])('a session that is %s passes no filter but its own', (_what, over, kinds) => {
    const filters: Filter[] = [
      { kind: 'inactive', days: 30 },
      { kind: 'neverUsed' },
      { kind: 'new' },
      { kind: 'all' },
    ]
    const passed = filters.filter((filter) => matchesFilter(session(1, 'a', over), filter, NOW))
    expect(passed.map(({ kind }) => kind)).toEqual([...kinds, 'all'])
  })
})
