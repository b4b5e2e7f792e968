import { describe, expect, it } from 'vitest'
import type { ListedSessions } from '../../../../electron/api/sessions.ts'
import { failed, ok, type Result } from '../../../../electron/shared/result.ts'
import type { FetchedList } from '../../../../electron/features/sessions/session-lists.ts'
import { gatewayOver, listsOver, sessionOf } from '../revocation/lists-harness.ts'
import { fakeClock, fakeForgetting, settled } from '../../fakes.ts'
import { later } from '../../fake-service.ts'

type Listed = Result<ListedSessions>

const rows = (...ids: number[]) => ids.map((id) => sessionOf(id))
const listed = (ids: number[], skew: number | null = 0): Listed => ok({ sessions: rows(...ids), skew })
const timeout: Listed = failed({ kind: 'timeout' })

/** Lists whose requests wait until `answer` answers the next one. */
function setUp() {
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
  const clock = fakeClock()
  const published: FetchedList[] = []
  const { on, forget } = fakeForgetting()
  const [announced, synced]: [string[], number[]] = [[], []]
  const lists = listsOver(gateway, clock, {
    sync: (_accountId, time) => void synced.push(time - clock.now()),
    onFetched: (accountId) => void announced.push(`fetched ${accountId}`),
    onUpdated: (accountId) => void announced.push(`updated ${accountId}`),
    changed: (accountId) => void published.push(lists.get(accountId)),
    onAccountForgotten: on,
  })
  return { asked, answer, state, clock, published, announced, synced, lists, forget }
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
    await answer(listed([1, 2, 3]))
    expect(asked).toHaveLength(2)
    const last = lists.refresh('a')
    await answer(listed([1, 2]))
    await answer(listed([1]))
    expect([await first, ...(await Promise.all(waiting)), await last]).toEqual(
      [rows(1, 2, 3), rows(1, 2), rows(1, 2), rows(1)].map(ok),
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
    await answer(listed([1, 2]))
    expect(asked).toHaveLength(2)
    await answer(listed([1]))
    expect(await first).toEqual(ok(rows(1)))
  })
})

describe('an exception in a dependency', () => {
  it('leaves neither the list checking nor its waiting caller without an answer', async () => {
    let calls = 0
    const answer = async () => (calls++ === 0 ? Promise.reject(new Error('ENOSPC')) : listed([1]))
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
