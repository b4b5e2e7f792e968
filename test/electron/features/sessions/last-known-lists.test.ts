import { describe, expect, it } from 'vitest'
import { createLastKnownLists } from '../../../../electron/features/sessions/last-known-lists.ts'
import {
  MAX_LAST_KNOWN_ROWS,
  type LastKnownList,
  type WholeList,
} from '../../../../electron/shared/last-known-list.ts'
import type { DeviceSession } from '../../../../electron/shared/session.ts'
import type { SessionList } from '../../../../electron/shared/session-list.ts'
import { list } from '../../../renderer/fake-bridge.ts'
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
  const wholeFiles = fakeAccountFiles<WholeList>()
  const [clock, forgetting] = [fakeClock(), fakeForgetting()]
  const lists = createLastKnownLists({
    files,
    wholeFiles,
    clock,
    log: fakeLog(),
    onAccountForgotten: forgetting.on,
  })
  return { files, wholeFiles, clock, lists, forget: forgetting.forget }
}

describe('the last known lists', () => {
  it('stores the first rows of a list, with what a table shows and nothing else, soon after it is shown', async () => {
    const { files, clock, lists } = setUp()
    lists.store(listOf(null, null))
    lists.store(listOf(sessionsOf(100), 10))
    expect(files.writes).toEqual([])
    await clock.advance(1_000)
    expect(files.writes).toHaveLength(1)
    const [accountId, stored] = files.writes[0]!
    expect(accountId).toBe('a1')
    expect(stored).toMatchObject({ checkedAt: 10, skew: 4, count: 100 })
    expect(stored?.sessions).toHaveLength(MAX_LAST_KNOWN_ROWS)
    expect(stored?.sessions[0]).toEqual({
      id: 0,
      name: 'Device 0',
      kind: 'unknown',
      lastUsedAt: 2,
      createdAt: 1,
      firstSeenAt: null,
      isCurrent: false,
    })
  })

  it('stores the whole list with the names of the service, of a list of this run only', async () => {
    const { wholeFiles, clock, lists } = setUp()
    const all = sessionsOf(3_000)
    lists.store({ ...listOf(all, 10), isLive: false })
    await clock.advance(60_000)
    expect(wholeFiles.writes).toEqual([])
    lists.store(listOf(all, 10))
    await clock.advance(1_000)
    const stored = lists.read('a1')
    expect(stored).toMatchObject({ checkedAt: 10, skew: 4 })
    expect(stored?.sessions).toHaveLength(3_000)
    expect(stored?.sessions[2_999]).toEqual({
      id: 2_999,
      name: 'raw',
      lastUsedAt: 2,
      createdAt: 1,
      isCurrent: false,
    })
    // Of another session behind the first ones, the whole list is stored soon too.
    lists.store(listOf([...all.slice(0, -1), session(9_999)], 11))
    await clock.advance(1_000)
    expect(lists.read('a1')?.sessions.at(-1)?.id).toBe(9_999)
  })

  it('stores another list soon, and new times of the same rows once a minute', async () => {
    const { files, clock, lists } = setUp()
    lists.store(listOf([session(1), session(2)], 10))
    await clock.advance(1_000)
    for (let checkedAt = 20; checkedAt < 26; checkedAt++) {
      lists.store(listOf([session(1, { lastUsedAt: checkedAt }), session(2)], checkedAt))
      await clock.advance(9_000)
    }
    expect(files.writes).toHaveLength(1)
    await clock.advance(6_000)
    expect(files.writes).toHaveLength(2)
    expect(files.writes[1]?.[1]).toMatchObject({ checkedAt: 25 })

    lists.store(listOf([session(1), session(2)], 30))
    lists.store(listOf([session(1)], 31))
    await clock.advance(1_000)
    expect(files.writes).toHaveLength(3)
    expect(files.writes[2]?.[1]).toMatchObject({ checkedAt: 31, count: 1 })
    expect(clock.pending()).toBe(0)
  })

  it('does nothing when the same list is published again', async () => {
    const { files, clock, lists } = setUp()
    lists.store(listOf([session(1)], 10))
    await clock.advance(1_000)
    lists.store({ ...listOf([session(1)], 10), checking: true })
    expect(clock.pending()).toBe(0)
    lists.save()
    expect(files.writes).toHaveLength(1)
  })

  it('is on disk after the app quits', () => {
    const { files, clock, lists } = setUp()
    lists.store(listOf([session(1)], 10))
    lists.save()
    expect(files.writes).toHaveLength(1)
    expect(clock.pending()).toBe(0)
  })

  it('is deleted with its account, and a list that is not written yet never is', async () => {
    const { files, wholeFiles, clock, lists, forget } = setUp()
    lists.store(listOf([session(1)], 10))
    forget('a1')
    await clock.advance(1_000)
    lists.save()
    expect(files.writes).toEqual([['a1', null]])
    expect(wholeFiles.writes).toEqual([['a1', null]])
  })

  it('is written later where the disk refuses', async () => {
    const { files, clock, lists } = setUp()
    files.broken = true
    lists.store(listOf([session(1)], 10))
    await clock.advance(1_000)
    files.broken = false
    lists.store(listOf([session(1)], 20))
    await clock.advance(1_000)
    expect(files.writes).toMatchObject([['a1', { checkedAt: 20 }]])
  })
})
