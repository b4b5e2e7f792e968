import { describe, expect, it } from 'vitest'
import { createLastKnownLists } from '../../../../electron/features/sessions/last-known-lists.ts'
import { MAX_LAST_KNOWN_ROWS, type LastKnownList } from '../../../../electron/shared/last-known-list.ts'
import type { DeviceSession } from '../../../../electron/shared/session.ts'
import type { SessionList } from '../../../../electron/shared/session-list.ts'
import type { Order, ViewState } from '../../../../electron/shared/view-state.ts'
import type { ApiSession } from '../../../../electron/domain/api-session.ts'
import { list } from '../../../renderer/fake-bridge.ts'
import { keyOf } from '../../../support/builders.ts'
import { presentPlainly, sessionOf } from '../revocation/lists-harness.ts'
import { fakeAccountFiles, fakeClock, fakeForgetting, fakeLog } from '../../fakes.ts'

const session = (id: number, over: Partial<DeviceSession> = {}): DeviceSession => ({
  ...presentPlainly(sessionOf(id, { name: 'raw', lastUsedAt: 2, createdAt: 1 })),
  name: `Device ${id}`,
  note: 'a note',
  ...over,
})
const sessionsOf = (count: number) => Array.from({ length: count }, (_, id) => session(id))
const listOf = (sessions: DeviceSession[] | null, checkedAt: number | null): SessionList =>
  list({ sessions, checkedAt, skew: 4 })

function setUp() {
  const files = fakeAccountFiles<LastKnownList>()
  const [clock, forgetting, log] = [fakeClock(), fakeForgetting(), fakeLog()]
  const recorded = { checkedAt: null as number | null, sessions: [] as readonly ApiSession[] }
  const history = { listedSessions: () => recorded.sessions, of: () => recorded }
  let view: ViewState = {}
  const dependencies = {
    ...{ files, history, clock, log, onAccountForgotten: forgetting.on },
    view: { get: () => view },
    locale: () => 'en',
  }
  return {
    ...dependencies,
    recorded,
    sortBy: (order?: Order) => (view = order ? { order } : {}),
    lists: createLastKnownLists(dependencies),
    forget: forgetting.forget,
  }
}

describe('the last known lists', () => {
  it('stores what a table shows of the first rows, of this run only', async () => {
    const { files, clock, lists } = setUp()
    for (const other of [listOf(null, 9), listOf(sessionsOf(1), null)]) lists.store(other)
    for (const other of [{ isLive: false }, { isUnclear: true }])
      lists.store({ ...listOf(sessionsOf(1), 9), ...other })
    expect(clock.pending()).toBe(0)
    lists.store(listOf(sessionsOf(3_000), 10))
    expect(files.writes).toEqual([])
    await clock.advance(1_000)
    expect(files.writes).toMatchObject([['a1', { checkedAt: 10, skew: 4, count: 3_000 }]])
    const first = files.read()['a1']?.sessions
    expect(first).toHaveLength(MAX_LAST_KNOWN_ROWS)
    const row = { key: keyOf({ id: 0 }), id: 0, lastUsedAt: 2, createdAt: 1, isCurrent: false }
    expect(first?.[0]).toEqual({ ...row, name: 'Device 0', kind: 'unknown', firstSeenAt: null })
  })

  it('reads all rows from the record, in their order, with the time of its last list by this computer’s clock', async () => {
    const { clock, lists, recorded } = setUp()
    const rows = [sessionOf(1), sessionOf(2, { isCurrent: true }), sessionOf(3)]
    recorded.sessions = rows
    expect(lists.read('a1')).toBeNull()
    recorded.checkedAt = 14
    expect(lists.read('a1')).toMatchObject({ checkedAt: 14, skew: 0 })
    lists.store(listOf(sessionsOf(1), 10))
    await clock.advance(1_000)
    expect(lists.read('a1')).toEqual({ checkedAt: 10, skew: 4, sessions: [rows[1], rows[2], rows[0]] })
    recorded.sessions = []
    expect(lists.read('a1')).toBeNull()
  })

  const rows = sessionsOf(MAX_LAST_KNOWN_ROWS + 2)
  it.each<[string, DeviceSession[], isSoon: boolean]>([
    ['another name of a first row', rows.with(0, session(0, { name: 'Work' })), true],
    ['one session less', rows.slice(0, -1), true],
    ['another session behind the first rows', rows.with(-1, session(9_999)), false],
    ['other times', rows.with(0, session(0, { lastUsedAt: 9, createdAt: 9 })), false],
    ['the same rows', rows, false],
  ])('stores %s soon, or when the app quits', async (_what, next, isSoon) => {
    const { files, clock, lists } = setUp()
    const stored = () => files.writes.map(([, list]) => [list?.checkedAt, list?.count])
    lists.store(listOf(rows, 10))
    await clock.advance(1_000)
    lists.store(listOf(next, 20))
    await clock.advance(999)
    expect(stored()).toEqual([[10, rows.length]])
    await clock.advance(1)
    expect([stored().length, clock.pending()]).toEqual([isSoon ? 2 : 1, 0])
    lists.save()
    expect(stored().at(-1)).toEqual([20, next.length])
  })

  it('stores the last of several lists when the first change of them is due', async () => {
    const { files, clock, lists } = setUp()
    for (const checkedAt of [10, 20]) {
      lists.store(listOf(sessionsOf(checkedAt), checkedAt))
      await clock.advance(600)
    }
    expect(files.writes).toMatchObject([['a1', { checkedAt: 20, count: 20 }]])
    expect(clock.pending()).toBe(0)
  })

  it('is on disk after the app quits, without waiting', () => {
    const { files, clock, lists } = setUp()
    lists.store(listOf(sessionsOf(1), 10))
    lists.save()
    lists.store({ ...listOf(sessionsOf(1), 10), checking: true })
    expect([files.writes.length, clock.pending()]).toEqual([1, 0])
  })

  it('stores the rows that are first in the order of the window, after this device, and that order', async () => {
    const { files, clock, lists, sortBy } = setUp()
    const own = session(9_000, { name: 'This', isCurrent: true })
    const rows = [own, ...sessionsOf(100).map((one) => ({ ...one, lastUsedAt: one.id || null }))]
    const stored = () => files.read()['a1']
    const idsOf = () => stored()?.sessions.map(({ id }) => id)
    sortBy({ by: 'name', direction: 'down' })
    lists.store(listOf(rows, 10))
    await clock.advance(1_000)
    expect(stored()).toMatchObject({ order: { by: 'name', direction: 'down' }, count: 101 })
    expect(idsOf()).toEqual([9_000, ...Array.from({ length: MAX_LAST_KNOWN_ROWS - 1 }, (_, at) => 99 - at)])

    // Another order is stored soon after the next list, or when the app quits.
    sortBy({ by: 'lastUsed', direction: 'up' })
    lists.store(listOf(rows, 20))
    await clock.advance(1_000)
    expect(stored()?.order).toEqual({ by: 'lastUsed', direction: 'up' })
    expect(idsOf()?.slice(0, 3)).toEqual([9_000, 1, 2])
    sortBy()
    lists.save()
    expect(stored()?.order).toBeUndefined()
    expect(idsOf()?.slice(0, 3)).toEqual([9_000, 0, 1])
  })

  it('is deleted with its account, and a list that is not written yet never is', async () => {
    const { files, clock, log, lists, forget } = setUp()
    lists.store(listOf([session(1)], 10))
    forget('a1')
    await clock.advance(1_000)
    lists.save()
    expect(files.writes).toEqual([['a1', null]])
    files.broken = true
    forget('b')
    expect(log.lines).toEqual(['lastKnownList.notDeleted {"account":"b"}'])
  })

  it('is written later where the disk refuses', async () => {
    const { files, clock, log, lists } = setUp()
    files.broken = true
    lists.store(listOf([session(1)], 10))
    await clock.advance(1_000)
    expect(log.lines).toEqual(['lastKnownList.notSaved {"account":"a1"}'])
    files.broken = false
    lists.store(listOf([session(1)], 20))
    await clock.advance(1_000)
    expect(files.writes).toMatchObject([['a1', { checkedAt: 20 }]])
  })
})
