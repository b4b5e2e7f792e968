import { describe, expect, it, vi } from 'vitest'
import type { DeviceSession } from '../../../../electron/shared/session.ts'
import type { SessionList } from '../../../../electron/shared/session-list.ts'
import { failed, ok } from '../../../../electron/shared/result.ts'
import type { ApiSession } from '../../../../electron/domain/api-session.ts'
import {
  createRecordedSession,
  type RecordedSession,
} from '../../../../electron/features/sessions/domain/record.ts'
import {
  createPublishedLists,
  type PublishedListDependencies,
} from '../../../../electron/features/sessions/published-lists.ts'
import type { FetchedList } from '../../../../electron/features/sessions/session-lists.ts'
import { keyOf } from '../../../support/builders.ts'
import { fakeForgetting } from '../../fakes.ts'
import { presentPlainly, sessionOf } from '../revocation/lists-harness.ts'

const row = (id: number): ApiSession => sessionOf(id, { createdAt: id, isCurrent: id === 1 })

function setUp() {
  const state = {
    fetched: new Map<string, readonly ApiSession[]>(),
    orphan: null as number | null,
    suffix: '',
    /** The id of a session that the record does not have. */
    unrecorded: null as number | null,
    isUnclear: false,
    /** What the record has listed. */
    listed: [] as readonly ApiSession[],
  }
  const { on, forget } = fakeForgetting()
  const published: SessionList[] = []
  const [renamed, read]: [string[], string[]] = [[], []]
  const present = vi.fn((_accountId: string, fetched: readonly ApiSession[]) =>
    fetched.map((session) => ({
      ...presentPlainly(session),
      name: `${session.name}${state.suffix}`,
      ...(session.id === state.unrecorded ? { key: -session.id } : {}),
    })),
  )
  const remark = vi.fn((_accountId: string, rows: readonly DeviceSession[]) =>
    rows.map((each) => ({ ...each, isKept: true })),
  )
  const record = {
    sessions: [1, 2].map((id): RecordedSession => createRecordedSession(row(id), keyOf({ id }), 5)),
    isBroken: false,
  }
  const mark = vi.fn<PublishedListDependencies['mark']>((_accountId, change) => {
    if (record.isBroken) throw new Error('ENOSPC')
    record.sessions = record.sessions.map(change)
  })
  const lists = createPublishedLists({
    lists: {
      get: (accountId): FetchedList => ({
        accountId,
        sessions: state.fetched.get(accountId) ?? null,
        checkedAt: 7,
        skew: 3,
        checking: false,
        failure: null,
        isUnclear: state.isUnclear,
      }),
    },
    presenter: { prepare: async () => undefined, present, remark },
    history: {
      listedSessions: (accountId) => (read.push(accountId), state.listed),
      of: () => ({ checkedAt: 13, skew: 9 }),
    },
    findOrphanId: () => state.orphan,
    mark,
    published: (list) => published.push(list),
    renamed: (accountId) => renamed.push(accountId),
    onAccountForgotten: on,
  })
  /** The service's list of these sessions arrives. */
  function fetch(accountId: string, ...ids: number[]): void {
    state.fetched.set(accountId, ids.map(row))
    lists.publish(accountId)
  }
  return { state, lists, fetch, mark, record, published, renamed, present, forget, read }
}

describe('a published list', () => {
  it('joins current names and the orphan when it is published or read', () => {
    const { lists, state, published, fetch } = setUp()
    lists.publish('a')
    const empty = { sessions: null, orphanKey: null, checkedAt: 7, skew: 3 }
    expect(published).toMatchObject([{ accountId: 'a', ...empty }])
    Object.assign(state, { orphan: 2, suffix: '!' })
    fetch('a', 1, 2)
    expect(published[1]).toMatchObject({ orphanKey: keyOf({ id: 2 }) })
    expect(lists.get('a')).toEqual(published[1])
    expect(lists.get('a').sessions?.map(({ name }) => name)).toEqual(['Device 1!', 'Device 2!'])
    expect(lists.get('b')).toMatchObject({ ...empty, accountId: 'b' })
    // An unclear list offers none.
    state.isUnclear = true
    expect(lists.get('a')).toMatchObject({ orphanKey: null, isUnclear: true })
  })

  it('names the rows of one fetched list once, and those of the next one again', () => {
    const { lists, state, present, published, fetch } = setUp()
    state.fetched.set('a', [row(1)])
    for (let turn = 0; turn < 3; turn++) lists.publish('a')
    expect(present).toHaveBeenCalledOnce()
    // The same array: the serializer compares arrays before it compares rows.
    expect(published[2]?.sessions).toBe(published[0]?.sessions)
    fetch('a', 1)
    expect(present).toHaveBeenCalledTimes(2)
  })

  it('says what the person says of sessions now, and names none again', () => {
    const { lists, present, published, renamed, fetch } = setUp()
    lists.refreshMarks('a')
    expect(published).toEqual([])
    fetch('a', 1, 2)
    lists.refreshMarks('a')
    expect(published[1]?.sessions?.map(({ isKept }) => isKept)).toEqual([true, true])
    expect(lists.get('a')).toEqual(published[1])
    expect(present).toHaveBeenCalledOnce()
    expect(renamed).toEqual([])
  })

  it('has new names, of one account or of all, once they changed', () => {
    const { lists, state, published, renamed, present, fetch } = setUp()
    for (const id of ['a', 'b']) fetch(id, 1)
    published.length = 0
    state.suffix = '?'
    lists.refreshPresentation('a')
    expect(['a', 'b'].map((id) => lists.get(id).sessions?.[0]?.name)).toEqual(['Device 1?', 'Device 1'])
    lists.refreshPresentation()
    const names = published.map(({ accountId, sessions }) => `${accountId}: ${sessions?.[0]?.name}`)
    expect(names).toEqual(['a: Device 1?', 'a: Device 1?', 'b: Device 1?'])
    expect(renamed).toEqual(['a', 'a', 'b'])
    expect(present).toHaveBeenCalledTimes(5)
  })

  it('has no orphan any more once it is refreshed', () => {
    const { lists, state, present, published, fetch } = setUp()
    lists.refreshOrphan('a')
    state.orphan = 2
    fetch('a', 1, 2)
    state.orphan = null
    lists.refreshPresentation('a')
    lists.refreshOrphan('a')
    expect(published.map(({ orphanKey }) => orphanKey)).toEqual([
      null,
      keyOf({ id: 2 }),
      keyOf({ id: 2 }),
      null,
    ])
    expect(present).toHaveBeenCalledTimes(2)
  })

  it('has what a person writes on one of its sessions, if the record has it and the disk takes it', () => {
    const { state, lists, fetch, mark, record } = setUp()
    const annotate = (key: number) => lists.annotate('a', key, { alias: ' Work ' })
    expect(annotate(keyOf({ id: 1 }))).toEqual(failed({ kind: 'notFound' }))
    fetch('a', 1, 2)
    expect(annotate(keyOf({ id: 9 }))).toEqual(failed({ kind: 'notFound' }))
    state.unrecorded = 2
    fetch('a', 1, 2)
    expect(annotate(-2)).toEqual(failed({ kind: 'notFound' }))
    state.unrecorded = null
    fetch('a', 1, 2)
    expect(mark).not.toHaveBeenCalled()
    record.isBroken = true
    expect(() => annotate(keyOf({ id: 1 }))).toThrow('ENOSPC')
    record.isBroken = false
    const [first, second] = record.sessions
    expect(annotate(keyOf({ id: 1 }))).toEqual(ok(null))
    expect(record.sessions).toEqual([{ ...first, alias: 'Work' }, second])
    expect(mark.mock.lastCall?.[0]).toBe('a')
  })

  it('of a forgotten account is not rebuilt', () => {
    const { lists, state, published, forget, fetch } = setUp()
    fetch('a', 1)
    state.fetched.delete('a')
    forget('a')
    lists.refreshPresentation()
    expect(published).toHaveLength(1)
    expect(lists.get('a').sessions).toBeNull()
  })
})

describe('the last known list', () => {
  it('is published with all its rows and its own time, until the first list of this run', async () => {
    const { lists, state, published, read, fetch } = setUp()
    Object.assign(state, { listed: [3, 1, 2].map(row), orphan: 2 })
    await lists.showLastKnown('a')
    await lists.showLastKnown('a')
    expect(read).toEqual(['a'])
    expect(published).toHaveLength(1)
    expect(published[0]).toMatchObject({ isLive: false, checkedAt: 4, orphanKey: null })
    expect(published[0]?.sessions?.map(({ id }) => id)).toEqual([1, 3, 2])
    fetch('a', 1)
    expect(published[1]).toMatchObject({ isLive: true, checkedAt: 7 })
    expect(published[1]?.sessions).toHaveLength(1)
    await lists.showLastKnown('a')
    expect(read).toHaveLength(1)
  })

  it('gets new names, as after a note', async () => {
    const { lists, state, published } = setUp()
    state.listed = [row(1)]
    await lists.showLastKnown('a')
    state.suffix = '?'
    lists.refreshPresentation('a')
    expect(published.at(-1)).toMatchObject({ isLive: false, sessions: [{ name: 'Device 1?' }] })
  })

  it('is there when the list is opened, once, and published to nobody', async () => {
    const { lists, state, published, read } = setUp()
    state.listed = [row(1)]
    expect(await lists.open('a')).toMatchObject({ isLive: false, checkedAt: 4, sessions: [{ id: 1 }] })
    await lists.showLastKnown('a')
    state.fetched.set('b', [row(1), row(2)])
    expect((await lists.open('b')).sessions).toHaveLength(2)
    expect([read, published]).toEqual([['a'], []])
  })

  it('is not published once the list of this run arrived, the account was removed, or none is stored', async () => {
    const { lists, state, published, forget } = setUp()
    await lists.showLastKnown('b')
    state.listed = [row(1)]
    const first = lists.showLastKnown('a')
    state.fetched.set('a', [row(1)])
    await first
    const second = lists.showLastKnown('c')
    forget('c')
    await second
    expect(published).toEqual([])
    expect(lists.get('c').sessions).toBeNull()
  })
})
