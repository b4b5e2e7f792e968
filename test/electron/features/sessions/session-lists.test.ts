import { describe, expect, it } from 'vitest'
import { StorageError } from '../../../../electron/core/storage-error.ts'
import type { ListedSessions } from '../../../../electron/api/sessions.ts'
import type { ListDoubt } from '../../../../electron/shared/failure.ts'
import { failed, ok, type Result } from '../../../../electron/shared/result.ts'
import type { KnownSessionsDependencies } from '../../../../electron/features/sessions/known-sessions.ts'
import type { FetchedList } from '../../../../electron/features/sessions/session-lists.ts'
import { gatewayOver, knownOver, listsOver, sessionOf } from '../revocation/lists-harness.ts'
import { fakeClock, fakeForgetting, fakeLog, settled } from '../../fakes.ts'
import { later } from '../../fake-service.ts'

type Listed = Result<ListedSessions>

const rows = (...ids: number[]) => ids.map((id) => sessionOf(id))
const listed = (ids: number[], skew: number | null = 0): Listed =>
  ok({ sessions: rows(...ids), isPaged: false, date: null, skew })
/** A page of a longer list. */
const page = (ids: number[]): Listed => ok({ sessions: rows(...ids), isPaged: true, date: null, skew: 0 })
const doubt = (reason: ListDoubt) => failed({ kind: 'unexpectedAnswer', reason })
const idsOf = ({ sessions }: FetchedList): number[] => sessions?.map(({ id }) => id) ?? []
const timeout: Listed = failed({ kind: 'timeout' })

/** Lists whose requests wait until `answer` answers the next one. */
function setUp(dependencies: Partial<KnownSessionsDependencies> = {}) {
  const asked: string[] = []
  const open: ((given: Listed) => void)[] = []
  const state = { rateLimitedUntil: null as number | null }
  const gateway = gatewayOver(
    (accountId) => {
      const { promise, resolve } = later<Listed>()
      asked.push(accountId)
      open.push(resolve)
      return promise
    },
    () => state.rateLimitedUntil,
  )
  async function answer(given: Listed): Promise<void> {
    open.shift()!(given)
    await settled()
  }
  const [clock, log] = [fakeClock(), fakeLog()]
  const published: FetchedList[] = []
  const { on, forget } = fakeForgetting()
  const [announced, synced]: [string[], number[]] = [[], []]
  const known = knownOver(clock, dependencies)
  const lists = listsOver(gateway, clock, {
    sync: (_accountId, time) => void synced.push(time - clock.now()),
    onFetched: (accountId) => void announced.push(`fetched ${accountId}`),
    onUpdated: (accountId) => void announced.push(`updated ${accountId}`),
    changed: (accountId) => void published.push(lists.get(accountId)),
    onAccountForgotten: on,
    log,
    known,
  })
  return { known, asked, answer, state, clock, published, announced, synced, lists, forget, log }
}

describe('refreshing a list', () => {
  it('has no sessions before the first answer, and is checking', async () => {
    const { lists, answer, published, announced, clock } = setUp()
    expect(lists.get('a')).toMatchObject({ sessions: null, checkedAt: null, checking: false, failure: null })
    const checking = lists.refresh('a')
    expect(lists.get('a')).toMatchObject({ sessions: null, checking: true })
    await answer(listed([1, 2]))
    expect(await checking).toEqual(ok(rows(1, 2)))
    expect(lists.get('a')).toMatchObject({ checking: false, checkedAt: clock.now(), failure: null })
    const states = published.map(({ checking: busy, sessions }) => `${busy} ${sessions?.length}`)
    expect(states).toEqual(['true undefined', 'false 2'])
    expect(announced).toEqual(['fetched a', 'updated a'])
  })

  it('sends one request at a time for each account; callers meanwhile get the next answer, all of them the same', async () => {
    const { lists, asked, answer } = setUp()
    const first = lists.refresh('a')
    const waiting = [lists.refresh('a'), lists.refresh('a')]
    expect(asked).toEqual(['a'])
    await answer(listed([1]))
    expect(asked).toHaveLength(2)
    const last = lists.refresh('a')
    await answer(listed([1, 2]))
    await answer(listed([1, 2, 3]))
    expect([await first, ...(await Promise.all(waiting)), await last]).toEqual(
      [rows(1), rows(1, 2), rows(1, 2), rows(1, 2, 3)].map(ok),
    )
    for (const id of ['a', 'b']) void lists.refresh(id)
    expect(asked).toEqual(['a', 'a', 'a', 'a', 'b'])
  })

  it('keeps the last list and its age after a failure, and counts failures until a success', async () => {
    const { lists, answer, clock } = setUp()
    void lists.refresh('a')
    await answer(listed([1, 2]))
    const checkedAt = clock.now()
    await clock.advance(10_000)
    for (const failures of [1, 2]) {
      const checking = lists.refresh('a')
      await answer(timeout)
      expect(await checking).toEqual(timeout)
      expect(lists.failuresOf('a')).toBe(failures)
    }
    const last = { sessions: rows(1, 2), checkedAt, checking: false }
    expect(lists.get('a')).toMatchObject({ ...last, failure: { kind: 'timeout' } })
    expect(lists.failuresOf('b')).toBe(0)
    void lists.refresh('a')
    await answer(listed([1]))
    expect([lists.failuresOf('a'), lists.get('a').failure]).toEqual([0, null])
  })

  it('adds the rows of a partial list, is as old as the last good one, and calls it a failure, but not of the service', async () => {
    const { lists, answer, announced, clock, log } = setUp()
    void lists.refresh('a')
    await answer(listed([1, 2]))
    const checkedAt = clock.now()
    await clock.advance(10_000)
    for (const id of [3, 4]) {
      const checking = lists.refresh('a')
      await answer(page([1, id]))
      expect(await checking).toEqual(doubt('listPaged'))
    }
    const failure = { kind: 'unexpectedAnswer', reason: 'listPaged' }
    expect(lists.get('a')).toMatchObject({ failure, checkedAt, checking: false })
    // The second one lacks what the first one added.
    expect(idsOf(lists.get('a'))).toEqual([4, 3, 2, 1])
    expect(lists.failuresOf('a')).toBe(0)
    expect(announced).toEqual(Array(3).fill(['fetched a', 'updated a']).flat())
    expect(log.lines).toContain('list.doubtful {"account":"a","reason":"listPaged"}')
    void lists.refresh('a')
    await answer(listed([1, 2, 3, 4]))
    expect([idsOf(lists.get('a')), lists.get('a').failure]).toEqual([[1, 2, 3, 4], null])
  })

  it('looks again a second later for what a good list lacks, and announces it as final only then', async () => {
    const { known, lists, answer, asked, announced, clock } = setUp()
    void lists.refresh('a')
    await answer(listed([1, 2, 3]))
    announced.length = 0
    const checking = lists.refresh('a')
    await answer(listed([1, 4]))
    expect(idsOf(lists.get('a'))).toEqual([4, 3, 2, 1])
    expect([...lists.get('a').missedIds]).toEqual([2, 3])
    expect(known.isSettled('a')).toBe(false)
    expect([lists.get('a').checking, announced]).toEqual([true, []])
    await clock.advance(999)
    expect(asked).toHaveLength(2)
    await clock.advance(1)
    await answer(listed([1, 3, 4]))
    expect(await checking).toEqual(ok(rows(1, 3, 4)))
    expect(announced).toEqual(['fetched a', 'updated a'])
    expect(lists.get('a')).toMatchObject({ checking: false, missedIds: new Set() })
    expect(known.isSettled('a')).toBe(true)
  })

  it('keeps what a list lacks if no second one can be fetched, until another list lacks it too', async () => {
    const { lists, answer, announced, clock } = setUp()
    void lists.refresh('a')
    await answer(listed([1, 2]))
    const checking = lists.refresh('a')
    await answer(listed([1]))
    await clock.advance(1_000)
    announced.length = 0
    await answer(timeout)
    expect(await checking).toEqual(timeout)
    expect(announced).toEqual(['fetched a'])
    expect([idsOf(lists.get('a')), lists.get('a').checking]).toEqual([[2, 1], false])
    void lists.refresh('a')
    await answer(listed([1]))
    expect([idsOf(lists.get('a')), lists.get('a').failure]).toEqual([[1], null])
  })

  it('announces what it keeps of the list before, which the next one may lack', async () => {
    const named = (id: number, name: string) => sessionOf(id, { name })
    const good = (...sessions: ReturnType<typeof named>[]): Listed =>
      ok({ sessions, isPaged: false, date: null, skew: 0 })
    const { lists, answer, announced, clock } = setUp()
    void lists.refresh('a')
    await answer(good(named(1, 'Mac'), named(2, 'Phone')))
    void lists.refresh('a')
    await answer(good(named(1, 'Mac'), named(3, 'Phone'), named(4, 'Phone')))
    await clock.advance(1_000)
    await answer(timeout)
    announced.length = 0
    void lists.refresh('a')
    await answer(good(named(1, 'Mac'), named(3, 'Phone')))
    expect(idsOf(lists.get('a'))).toEqual([4, 3, 1])
    expect(announced).toEqual(['fetched a', 'updated a'])
  })

  it('looks a third time, 5 s later, for what the second list lacks', async () => {
    const { lists, answer, asked, announced, clock } = setUp()
    void lists.refresh('a')
    await answer(listed([1, 2, 3]))
    const checking = lists.refresh('a')
    await answer(listed([1, 3]))
    await clock.advance(1_000)
    await answer(listed([1]))
    expect(await checking).toEqual(ok(rows(3, 1)))
    expect(announced.slice(2)).toEqual(['fetched a', 'updated a'])
    await clock.advance(4_999)
    expect(asked).toHaveLength(3)
    await clock.advance(1)
    await answer(listed([1]))
    expect(idsOf(lists.get('a'))).toEqual([1])
    await clock.advance(60_000)
    expect(asked).toHaveLength(4)
  })

  it('asks once more at once which session is this device, and not again while it stays unclear', async () => {
    const { lists, answer, asked, clock } = setUp()
    const marked = [sessionOf(1, { isCurrent: true }), sessionOf(2)]
    void lists.refresh('a')
    await answer(ok({ sessions: marked, isPaged: false, date: null, skew: 0 }))
    const unclear = doubt('listUnclear')
    const first = lists.refresh('a')
    await answer(listed([1, 2]))
    await clock.advance(1_000)
    await answer(listed([1, 2]))
    expect([await first, asked.length]).toEqual([unclear, 3])
    const second = lists.refresh('a')
    await answer(listed([1, 2]))
    expect([await second, asked.length]).toEqual([unclear, 4])
  })

  it('does not look again for an account that was forgotten meanwhile', async () => {
    const { lists, answer, asked, forget, clock } = setUp()
    void lists.refresh('a')
    await answer(listed([1, 2]))
    const checking = lists.refresh('a')
    await answer(listed([1]))
    forget('a')
    await clock.advance(1_000)
    expect(await checking).toMatchObject({ ok: true })
    expect(asked).toHaveLength(2)
  })

  it('needs no second look for a session whose DELETE was answered before the list was asked for', async () => {
    const { lists, known, answer, asked } = setUp()
    void lists.refresh('a')
    await answer(listed([1, 2, 3]))
    known.answered('a', { id: 2, createdAt: null }, 'ended')
    void lists.refresh('a')
    known.answered('a', { id: 3, createdAt: null }, 'ended')
    await answer(listed([1, 3]))
    expect([idsOf(lists.get('a')), asked.length]).toEqual([[1, 3], 2])
  })

  it('takes nothing from a foreign list', async () => {
    const { lists, answer, announced, clock } = setUp()
    void lists.refresh('a')
    await answer(listed([1, 2]))
    const before = lists.get('a')
    await clock.advance(10_000)
    const checking = lists.refresh('a')
    await answer(listed([8, 9]))
    expect(await checking).toEqual(doubt('listForeign'))
    const failure = { kind: 'unexpectedAnswer', reason: 'listForeign' }
    expect(lists.get('a')).toEqual({ ...before, failure })
    expect(announced).toEqual(['fetched a', 'updated a'])
  })

  it('compares the first list with the last known one', async () => {
    const { lists, answer } = setUp({ readLastKnown: () => rows(1, 2) })
    const checking = lists.refresh('a')
    await answer(listed([8, 9]))
    expect([await checking, lists.get('a').sessions]).toEqual([doubt('listForeign'), null])
    void lists.refresh('a')
    await answer(page([1]))
    expect([idsOf(lists.get('a')), lists.get('a').checkedAt]).toEqual([[2, 1], null])
  })

  it.each<[string, Listed, boolean]>([
    ['is a page', page([1, 2]), true],
    ['is empty', listed([]), true],
    ['is empty for an API token', listed([]), false],
  ])(
    'shows a first list that %s; it counts for later ones only if it is whole',
    async (_what, given, isUser) => {
      const token = isUser
        ? { service: 's', id: null, grantedAt: null, origin: null, deviceName: null }
        : null
      const { lists, answer, announced } = setUp({ describeToken: () => token })
      void lists.refresh('a')
      await answer(given)
      expect(lists.get('a').sessions).not.toBeNull()
      expect(announced).toEqual(isUser ? [] : ['fetched a', 'updated a'])
      void lists.refresh('a')
      await answer(listed([1, 2, 9]))
      expect(idsOf(lists.get('a'))).toEqual([1, 2, 9])
    },
  )

  it('is compared with less after a new sign-in', async () => {
    const { lists, answer, known, clock } = setUp()
    void lists.refresh('a')
    await answer(listed([1, 2]))
    known.signedIn('a')
    void lists.refresh('a')
    await answer(listed([8, 9]))
    await clock.advance(1_000)
    await answer(listed([8, 9]))
    expect([idsOf(lists.get('a')), lists.get('a').failure]).toEqual([[8, 9], null])
    void lists.refresh('a')
    await answer(listed([1, 2]))
    expect(idsOf(lists.get('a'))).toEqual([8, 9])
  })

  it('shows this device by a new token, though the list of that is empty and the last one was for the token before', async () => {
    const token = { service: 's', id: 1, grantedAt: null, origin: null, deviceName: null }
    const { lists, answer, known } = setUp({ describeToken: () => token })
    void lists.refresh('a')
    await answer(
      ok({
        sessions: [sessionOf(1, { name: 'Desk', isCurrent: true }), sessionOf(2, { name: 'Desk' })],
        isPaged: false,
        date: null,
        skew: 0,
      }),
    )
    const own = (): number[] =>
      (lists.get('a').sessions ?? []).filter(({ isCurrent }) => isCurrent).map(({ id }) => id)
    expect(own()).toEqual([1])
    Object.assign(token, { id: 2 })
    known.signedIn('a')
    void lists.refresh('a')
    await answer(listed([]))
    expect([own(), lists.get('a').failure]).toEqual([[2], { kind: 'unexpectedAnswer', reason: 'listEmpty' }])
    const shown = lists.get('a').sessions
    void lists.refresh('a')
    await answer(listed([]))
    expect(lists.get('a').sessions).toBe(shown)
  })

  it('keeps a new sign-in as this device when a foreign list follows, also soon after another sign-in', async () => {
    const at = Date.UTC(2026, 10, 1)
    const token = { service: 's', id: null, grantedAt: at, origin: 'signIn' as const, deviceName: 'Desk' }
    const { lists, answer, known } = setUp({ describeToken: () => token })
    const row = (id: number, seconds: number, isCurrent = false) =>
      sessionOf(id, { name: id > 7 ? 'Desk' : 'Phone', createdAt: at + seconds * 1_000, isCurrent })
    const receive = async (...sessions: ReturnType<typeof row>[]) => {
      void lists.refresh('a')
      await answer(ok({ sessions, isPaged: false, date: null, skew: 0 }))
    }
    const own = () => lists.get('a').sessions?.flatMap(({ id, isCurrent }) => (isCurrent ? [id] : []))
    await receive(row(1, -9_000), row(8, 0, true))
    Object.assign(token, { grantedAt: at + 7_000 })
    known.signedIn('a')
    await receive(row(1, -9_000, true), row(9, 7, true))
    expect([own(), lists.get('a').failure]).toMatchObject([[9], { reason: 'listPartial' }])
    await receive(row(3, -9_000), row(4, -9_000))
    expect([own(), lists.get('a').failure]).toMatchObject([[9], { reason: 'listForeign' }])
  })

  it('learns from a list that the ids in tokens are those of sessions', async () => {
    const { lists, answer } = setUp({
      describeToken: () => ({ service: 's', id: 1, grantedAt: null, origin: null, deviceName: null }),
    })
    for (const marked of [1, 2]) {
      void lists.refresh('a')
      const sessions = [1, 2].map((id) => sessionOf(id, { isCurrent: id === marked }))
      await answer(ok({ sessions, isPaged: false, date: null, skew: 0 }))
      expect(lists.get('a').failure).toBeNull()
      expect(lists.get('a').sessions?.map(({ isCurrent }) => isCurrent)).toEqual([true, false])
    }
  })

  it('keeps its clock estimate while answers agree, and without a Date', async () => {
    const { lists, answer, synced } = setUp()
    const skews: number[] = []
    for (const skew of [900, 3_600_000, 3_600_900, null, 7_200_000]) {
      void lists.refresh('a')
      await answer(listed([1], skew))
      skews.push(lists.get('a').skew)
    }
    expect(skews).toEqual([900, 3_600_000, 3_600_000, 3_600_000, 7_200_000])
    expect(synced).toEqual([900, 3_600_000, 3_600_900, 7_200_000])
  })

  it('sends nothing during a pause, reports its end, and does not count it as a failure', async () => {
    const { lists, asked, answer, state, clock } = setUp()
    void lists.refresh('a')
    await answer(listed([1, 2]))
    state.rateLimitedUntil = clock.now() + 30_000
    const failure = { kind: 'rateLimited', retryAt: state.rateLimitedUntil } as const
    expect(await lists.refresh('a')).toEqual(failed(failure))
    expect([asked, lists.failuresOf('a')]).toEqual([['a'], 0])
    expect(lists.get('a')).toMatchObject({ failure, checking: false, sessions: rows(1, 2) })
  })

  it('announces nothing about an account that was forgotten during the request', async () => {
    const { lists, answer, published, announced, forget } = setUp()
    void lists.refresh('a')
    forget('a')
    await answer(listed([1]))
    expect([published.length, announced, lists.get('a').sessions]).toEqual([1, [], null])
  })

  it('sends no two requests at once if called between two answers', async () => {
    const { lists, asked, answer } = setUp()
    const first = lists.refresh('a').then(() => lists.refresh('a'))
    void lists.refresh('a')
    await answer(listed([1]))
    expect(asked).toHaveLength(2)
    await answer(listed([1, 2]))
    expect(await first).toEqual(ok(rows(1, 2)))
  })
})

describe('an exception in a dependency', () => {
  it('leaves neither the list checking nor its waiting caller without an answer', async () => {
    let calls = 0
    const answer = async () => (calls++ === 0 ? Promise.reject(new StorageError('ENOSPC')) : listed([1]))
    const lists = listsOver(gatewayOver(answer), fakeClock())
    const [, waiting] = await Promise.allSettled([lists.refresh('a'), lists.refresh('a')])
    expect(waiting).toEqual({ status: 'fulfilled', value: ok(rows(1)) })
    expect(lists.get('a').checking).toBe(false)
  })

  it('of a listener does not prevent the next refresh', async () => {
    let throws = true
    const gateway = gatewayOver(async () => listed([1]))
    const changed = (): void => {
      if (throws) throw new TypeError('Object has been destroyed')
    }
    const lists = listsOver(gateway, fakeClock(), { changed })
    await Promise.allSettled([lists.refresh('a'), lists.refresh('a')])
    throws = false
    expect(await lists.refresh('a')).toEqual(ok(rows(1)))
    expect(lists.get('a').checking).toBe(false)
  })
})
