import { describe, expect, it } from 'vitest'
import { StorageError } from '../../../../electron/core/storage-error.ts'
import type { ListedSessions } from '../../../../electron/api/sessions.ts'
import type { ListDoubt } from '../../../../electron/shared/failure.ts'
import { failed, ok, type Result } from '../../../../electron/shared/result.ts'
import type {
  FetchedList,
  SessionListDependencies,
} from '../../../../electron/features/sessions/session-lists.ts'
import { gatewayOver, listsOver, sessionOf } from '../revocation/lists-harness.ts'
import { fakeClock, fakeForgetting, fakeLog, settled } from '../../fakes.ts'
import { accountOf, later } from '../../fake-service.ts'
import type { Gateway } from '../../../../electron/core/gateway.ts'
import type { Transport } from '../../../../electron/api/transport.ts'
import {
  createRecordedSession,
  type RecordedSession,
} from '../../../../electron/features/sessions/domain/record.ts'

type Listed = Result<ListedSessions>

/** Sessions of which 1 is this device. */
const rows = (...ids: number[]) => ids.map((id) => sessionOf(id, { isCurrent: id === 1 }))
const listed = (ids: number[], skew: number | null = 0): Listed =>
  ok({ sessions: rows(...ids), isPaged: false, skew })
/** The same with session 2 since `createdAt`, and those with these ids. */
const listedSince = (createdAt: number, ...others: number[]): Listed => {
  const sessions = [...rows(1), sessionOf(2, { createdAt }), ...rows(...others)]
  return ok({ sessions, isPaged: false, skew: 0 })
}
/** A page of a longer list. */
const page = (ids: number[]): Listed => ok({ sessions: rows(...ids), isPaged: true, skew: 0 })
const doubt = (reason: ListDoubt) => failed({ kind: 'unexpectedAnswer', reason })
const idsOf = ({ sessions }: FetchedList): number[] => sessions?.map(({ id }) => id) ?? []
const timeout: Listed = failed({ kind: 'timeout' })

/** Lists whose requests wait until `answer` answers the next one. */
function setUp(dependencies: Partial<SessionListDependencies> = {}) {
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
  const record = { sessions: [] as readonly RecordedSession[] }
  const lists = listsOver(gateway, clock, {
    sync: (_accountId, time) => void synced.push(time - clock.now()),
    recorded: () => record.sessions,
    onFetched(accountId, sessions) {
      announced.push(`fetched ${accountId}`)
      record.sessions = sessions.map((session) => createRecordedSession(session, session.id, 0))
    },
    onUpdated: (accountId) => void announced.push(`updated ${accountId}`),
    changed: (accountId) => void published.push(lists.get(accountId)),
    onAccountForgotten: on,
    log,
    ...dependencies,
  })
  return { record, asked, answer, state, clock, published, announced, synced, lists, forget, log }
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
    expect(lists.ageOf('a')).toBe(Infinity)
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
    expect(lists.ageOf('a')).toBe(10_000)
    expect(lists.failuresOf('b')).toBe(0)
    void lists.refresh('a')
    await answer(listed([1, 2]))
    expect([lists.failuresOf('a'), lists.get('a').failure]).toEqual([0, null])
  })

  it('changes nothing by an unclear list, which is a failed check, but not of the service', async () => {
    const { lists, answer, announced, clock, log } = setUp()
    void lists.refresh('a')
    await answer(listed([1, 2]))
    const before = lists.get('a')
    announced.length = 0
    await clock.advance(10_000)
    const checking = lists.refresh('a')
    await answer(page([1, 3]))
    expect(await checking).toEqual(doubt('listPaged'))
    const failure = { kind: 'unexpectedAnswer', reason: 'listPaged' }
    expect([lists.get('a'), lists.ageOf('a')]).toEqual([{ ...before, failure }, 0])
    expect([lists.failuresOf('a'), announced]).toEqual([0, []])
    expect(log.lines).toContain('list.unclear {"account":"a","reason":"listPaged"}')
    void lists.refresh('a')
    await answer(listed([1, 2, 3]))
    expect([idsOf(lists.get('a')), lists.get('a').failure]).toEqual([[1, 2, 3], null])
  })

  it('shows an unclear list as what is there if there never was a good one, or none for ten minutes', async () => {
    const { lists, answer, clock } = setUp()
    const check = async (given: Listed) => {
      void lists.refresh('a')
      await answer(given)
      return [idsOf(lists.get('a')), lists.get('a').isUnclear]
    }
    expect(await check(page([1, 3]))).toEqual([[1, 3], true])
    expect(await check(listed([1, 2]))).toEqual([[1, 2], false])
    await clock.advance(599_999)
    expect(await check(page([1, 3]))).toEqual([[1, 2], false])
    await clock.advance(1)
    // What has its id twice cannot be ended.
    expect(await check(listed([1, 3, 4, 4]))).toEqual([[1, 3], true])
    expect(lists.get('a').checkedAt).toBe(clock.now() - 600_000)
    expect(await check(listed([1, 2]))).toEqual([[1, 2], false])
  })

  it('waits ten minutes after a start with a record before it shows an unclear list', async () => {
    const { record, lists, answer, clock } = setUp()
    record.sessions = rows(1).map((session) => createRecordedSession(session, 1, 0))
    for (const shown of [null, rows(2)]) {
      void lists.refresh('a')
      await answer(listed([2]))
      expect(lists.get('a').sessions).toEqual(shown)
      await clock.advance(600_000)
    }
  })

  it('takes a row with the number of our token for this device in an unclear list too', async () => {
    const clock = fakeClock()
    const marked = [sessionOf(5), sessionOf(6, { isCurrent: true }), sessionOf(7, { isCurrent: true })]
    const given = ok({ sessions: marked, isPaged: false, skew: 0 })
    const callAs: Gateway['callAs'] = async (_id, call) => (
      await call({ request: async () => failed({ kind: 'timeout' }) } as unknown as Transport, '5|secret'),
      given as never
    )
    const lists = listsOver({ callAs, callAsOnce: callAs, rateLimitedUntil: () => null }, clock)
    await lists.refresh('a')
    expect(lists.get('a').sessions?.map(({ isCurrent }) => isCurrent)).toEqual([true, true, true])
  })

  it('takes what was this device in the last good list for it in an unclear one too', async () => {
    const { record, lists, answer, clock } = setUp()
    record.sessions = rows(1, 2).map((session) => createRecordedSession(session, session.id, 0))
    lists.get('a')
    await clock.advance(600_000)
    void lists.refresh('a')
    await answer(ok({ sessions: [sessionOf(1), sessionOf(2)], isPaged: false, skew: 0 }))
    expect(lists.get('a').isUnclear).toBe(true)
    expect(lists.get('a').sessions?.map(({ id, isCurrent }) => [id, isCurrent])).toEqual([
      [1, true],
      [2, false],
    ])
  })

  it('looks again a second later for what a good list lacks, and announces both together only then', async () => {
    const { lists, answer, asked, announced, clock } = setUp()
    void lists.refresh('a')
    await answer(listed([1, 2, 3]))
    announced.length = 0
    const checking = lists.refresh('a')
    await answer(listed([1, 4]))
    expect([idsOf(lists.get('a')), lists.get('a').checking, announced]).toEqual([[1, 2, 3], true, []])
    await clock.advance(999)
    expect(asked).toHaveLength(2)
    await clock.advance(1)
    await answer(listed([1, 3]))
    expect(await checking).toEqual(ok(rows(1, 4, 3)))
    expect([announced, lists.get('a').checking]).toEqual([['fetched a', 'updated a'], false])
  })

  it.each([
    ['as the first one', (): Listed => listedSince(6), true],
    ['as before', (): Listed => listedSince(5), false],
    ['not at all', () => timeout, true],
  ])(
    'tells whether a list forbids to end a session, until it is stored: a second one shows that %s',
    async (_how, second, isStill) => {
      const named: { wait: Promise<undefined> } = { wait: Promise.resolve(undefined) }
      const { lists, answer, clock } = setUp({ prepare: () => named.wait })
      const isOvertaken = (createdAt: number | null, id = 2) => lists.isOvertaken('a', { id, createdAt })
      void lists.refresh('a')
      await answer(listedSince(5, 3))
      expect(isOvertaken(4)).toBe(false)
      void lists.refresh('a')
      await answer(listedSince(6))
      await clock.advance(1_000)
      expect([5, 6, null].map((at) => isOvertaken(at))).toEqual([true, false, false])
      expect([isOvertaken(5, 3), lists.isOvertaken('b', { id: 2, createdAt: 5 })]).toEqual([false, false])
      // The list before it may have named another session as this device.
      expect(isOvertaken(null, 1)).toBe(true)
      const names = later<undefined>()
      named.wait = names.promise
      await answer(second())
      expect(isOvertaken(5)).toBe(isStill)
      names.resolve(undefined)
      await settled()
      expect([isOvertaken(5), lists.get('a').checking]).toEqual([false, false])
    },
  )

  it.each([
    ['fails', timeout],
    ['is unclear', page([1])],
  ])(
    'lets nothing go if the second list %s, but takes in what the first one shows',
    async (_what, second) => {
      const { lists, answer, announced, clock } = setUp()
      void lists.refresh('a')
      await answer(listed([1, 2]))
      void lists.refresh('a')
      await answer(listed([1, 3]))
      await clock.advance(1_000)
      announced.length = 0
      await answer(second)
      expect([idsOf(lists.get('a')), lists.get('a').failure]).toEqual([[1, 3, 2], null])
      expect(announced).toEqual(['fetched a', 'updated a'])
    },
  )

  it('waits ten seconds for a second list, and then takes in what the first one shows', async () => {
    const { lists, answer, announced, clock } = setUp()
    void lists.refresh('a')
    await answer(listed([1, 2]))
    const checking = lists.refresh('a')
    await answer(listed([1, 3]))
    announced.length = 0
    await clock.advance(9_999)
    expect(announced).toEqual([])
    await clock.advance(1)
    expect([await checking, announced]).toEqual([ok(rows(1, 3, 2)), ['fetched a', 'updated a']])
    await answer(listed([1, 3]))
    expect(idsOf(lists.get('a'))).toEqual([1, 3, 2])
  })

  it('does not look again for an account that was forgotten meanwhile', async () => {
    const { lists, answer, announced, forget, clock } = setUp()
    void lists.refresh('a')
    await answer(listed([1, 2]))
    void lists.refresh('a')
    await answer(listed([1]))
    forget('a')
    announced.length = 0
    await clock.advance(1_000)
    await answer(listed([1]))
    expect(announced).toEqual([])
  })

  it('needs no second look for a session whose DELETE was confirmed before the list was asked for', async () => {
    const { lists, record, answer, asked, clock } = setUp()
    const confirm = (key: number) =>
      (record.sessions = record.sessions.map((each) =>
        each.key === key ? { ...each, answer: 'ended' } : each,
      ))
    void lists.refresh('a')
    await answer(listed([1, 2, 3]))
    confirm(2)
    void lists.refresh('a')
    confirm(3)
    await answer(listed([1]))
    await clock.advance(1_000)
    expect(asked).toHaveLength(3)
  })

  it('asks again for a list that a request for a token overlaps, and waits for that', async () => {
    const token = later<undefined>()
    let isOpen = true
    const { lists, answer, asked, announced } = setUp({
      grants: { isOpenSince: () => isOpen, settled: () => token.promise },
    })
    const checking = lists.refresh('a')
    expect(asked).toEqual([])
    token.resolve(undefined)
    await settled()
    await answer(listedSince(6))
    const isOvertaken = lists.isOvertaken('a', { id: 2, createdAt: 5 })
    expect([asked.length, announced, isOvertaken]).toEqual([2, [], true])
    isOpen = false
    await answer(listed([1, 3]))
    expect(await checking).toEqual(ok(rows(1, 3)))
  })

  it('learns for an address what the numbers in its tokens mean', async () => {
    let number = '1'
    const given = ok({ sessions: rows(1, 2), isPaged: false, skew: 0 })
    const callAs: Gateway['callAs'] = async (_id, call) => {
      await call(
        { request: async () => failed({ kind: 'timeout' }) } as unknown as Transport,
        `${number}|secret`,
      )
      return given as never
    }
    const lists = listsOver({ callAs, callAsOnce: callAs, rateLimitedUntil: () => null }, fakeClock())
    expect(lists.numbersAt(accountOf(7).baseUrl)).toBe('unknown')
    await lists.refresh('a')
    expect(lists.numbersAt(accountOf(7).baseUrl)).toBe('agreed')
    number = '2'
    expect(await lists.refresh('a')).toEqual(doubt('listUnclear'))
  })

  it('takes no other session of the record for this device, whatever the number in the token is', async () => {
    const unmarked = ok({ sessions: [sessionOf(2), sessionOf(3)], isPaged: false, skew: 0 })
    const callAs: Gateway['callAs'] = async (_id, call) => {
      await call({ request: async () => failed({ kind: 'timeout' }) } as unknown as Transport, '2|secret')
      return unmarked as never
    }
    const known = [createRecordedSession(sessionOf(2), 2, 0)]
    const gateway = { callAs, callAsOnce: callAs, rateLimitedUntil: () => null }
    const lists = listsOver(gateway, fakeClock(), { recorded: () => known })
    expect(await lists.refresh('a')).toEqual(doubt('listUnclear'))
    expect(lists.numbersAt(accountOf(7).baseUrl)).toBe('none')
  })

  it('keeps its clock estimate, also that of an earlier run, while answers agree, and without a Date', async () => {
    const { lists, answer, synced } = setUp({ recordedSkew: () => 500 })
    const skews = [lists.get('a').skew]
    for (const skew of [900, 3_600_000, 3_600_900, null, 7_200_000]) {
      void lists.refresh('a')
      await answer(listed([1], skew))
      skews.push(lists.get('a').skew)
    }
    expect(skews).toEqual([500, 500, 3_600_000, 3_600_000, 3_600_000, 7_200_000])
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

  it('leaves nothing of a list that was not stored', async () => {
    const answers = [listedSince(5), listedSince(6)]
    const gateway = gatewayOver(async () => answers.shift()!)
    const onFetched = (): void => {
      if (answers.length === 0) throw new TypeError('canary')
    }
    const lists = listsOver(gateway, fakeClock(), { onFetched })
    await lists.refresh('a')
    expect(await lists.refresh('a')).toEqual(failed({ kind: 'cancelled' }))
    expect(lists.isOvertaken('a', { id: 2, createdAt: 5 })).toBe(false)
  })

  it('of a listener does not prevent the next refresh', async () => {
    let throws = true
    const gateway = gatewayOver(async () => listed([1]))
    const changed = (): void => {
      if (throws) throw new TypeError('Object has been destroyed')
    }
    const lists = listsOver(gateway, fakeClock(), { changed })
    const cancelled = failed({ kind: 'cancelled' })
    expect(await Promise.all([lists.refresh('a'), lists.refresh('a')])).toEqual([cancelled, cancelled])
    throws = false
    expect(await lists.refresh('a')).toEqual(ok(rows(1)))
    expect(lists.get('a').checking).toBe(false)
  })
})
