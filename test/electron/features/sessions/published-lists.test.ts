import { describe, expect, it, vi } from 'vitest'
import type { PendingRevocation } from '../../../../electron/shared/bulk-revocation.ts'
import type { SessionList } from '../../../../electron/shared/session-list.ts'
import type { ApiSession } from '../../../../electron/core/domain/api-session.ts'
import { createPublishedLists } from '../../../../electron/features/sessions/published-lists.ts'
import type { FetchedList } from '../../../../electron/features/sessions/session-lists.ts'
import { fakeForgetting } from '../../fakes.ts'
import { plainly } from '../revocation/lists-harness.ts'

const row = (id: number): ApiSession => ({
  id,
  name: `Device ${id}`,
  lastUsedAt: null,
  createdAt: id,
  isCurrent: id === 1,
})
const pending: PendingRevocation = { sessionId: 2, name: 'Device 2', sendAt: 5, phase: 'undoable' }

function setUp() {
  const state = {
    fetched: new Map<string, readonly ApiSession[]>(),
    pending: [] as PendingRevocation[],
    orphan: null as number | null,
    suffix: '',
  }
  const { on, forget } = fakeForgetting()
  const published: SessionList[] = []
  const renamed: string[] = []
  const present = vi.fn((_accountId: string, fetched: readonly ApiSession[]) =>
    fetched.map((session) => ({ ...plainly(session), name: `${session.name}${state.suffix}` })),
  )
  const lists = createPublishedLists({
    lists: {
      get: (accountId): FetchedList => ({
        accountId,
        sessions: state.fetched.get(accountId) ?? null,
        checkedAt: 7,
        skew: 3,
        checking: false,
        failure: null,
      }),
    },
    presenter: { present },
    orphans: { findId: () => state.orphan },
    notes: { write: () => undefined },
    pendingOf: (accountId) => (accountId === 'a' ? state.pending : []),
    published: (list) => published.push(list),
    renamed: (accountId) => renamed.push(accountId),
    onAccountForgotten: on,
  })
  return { state, lists, published, renamed, present, forget }
}

describe('a published list', () => {
  it('has no rows before the first answer, but pending revocations', () => {
    const { lists, state, published } = setUp()
    state.pending = [pending]
    lists.publish('a')
    lists.refreshOrphan('a')
    const empty = {
      accountId: 'a',
      sessions: null,
      orphanId: null,
      pendingRevocations: [pending],
      checkedAt: 7,
      skew: 3,
    }
    expect(published).toMatchObject([empty, empty])
  })

  it('joins current names, pending revocations and the orphan when it is published or read', () => {
    const { lists, state, published } = setUp()
    Object.assign(state, { orphan: 2, suffix: '!' })
    state.fetched.set('a', [row(1), row(2)])
    lists.publish('a')
    state.pending = [pending]
    lists.publish('a')
    expect(published.map(({ pendingRevocations, orphanId }) => [pendingRevocations, orphanId])).toEqual([
      [[], 2],
      [[pending], 2],
    ])
    expect(lists.get('a')).toEqual(published[1])
    expect(lists.get('a').sessions?.map(({ name }) => name)).toEqual(['Device 1!', 'Device 2!'])
    expect(lists.get('b')).toMatchObject({ sessions: null, pendingRevocations: [] })
  })

  it('names the rows of one fetched list once, and those of the next one again', () => {
    const { lists, state, present, published } = setUp()
    state.fetched.set('a', [row(1)])
    for (let turn = 0; turn < 3; turn++) lists.publish('a')
    expect(present).toHaveBeenCalledOnce()
    // The same array: the serializer compares arrays before it compares rows.
    expect(published[2]?.sessions).toBe(published[0]?.sessions)
    state.fetched.set('a', [row(1)])
    lists.publish('a')
    expect(present).toHaveBeenCalledTimes(2)
  })

  it('has new names, of one account or of all, once they changed', () => {
    const { lists, state, published, renamed } = setUp()
    for (const id of ['a', 'b']) {
      state.fetched.set(id, [row(1)])
      lists.publish(id)
    }
    published.length = 0
    state.suffix = '?'
    lists.refreshPresentation('a')
    expect([lists.get('a'), lists.get('b')].map(({ sessions }) => sessions?.[0]?.name)).toEqual([
      'Device 1?',
      'Device 1',
    ])
    lists.refreshPresentation()
    expect(published.map(({ accountId, sessions }) => [accountId, sessions?.[0]?.name])).toEqual([
      ['a', 'Device 1?'],
      ['a', 'Device 1?'],
      ['b', 'Device 1?'],
    ])
    expect(renamed).toEqual(['a', 'a', 'b'])
  })

  it('has no orphan any more once it is refreshed', () => {
    const { lists, state, published } = setUp()
    state.orphan = 2
    state.fetched.set('a', [row(1), row(2)])
    lists.publish('a')
    state.orphan = null
    expect(lists.get('a').orphanId).toBe(2)
    lists.refreshOrphan('a')
    expect(published.map(({ orphanId }) => orphanId)).toEqual([2, null])
  })

  it('of a forgotten account is not rebuilt', () => {
    const { lists, state, published, forget } = setUp()
    state.fetched.set('a', [row(1)])
    lists.publish('a')
    state.fetched.delete('a')
    forget('a')
    lists.refreshPresentation()
    expect(published).toHaveLength(1)
    expect(lists.get('a').sessions).toBeNull()
  })
})
