import { describe, expect, it } from 'vitest'
import type { ListedSessions } from '../../../../electron/api/sessions.ts'
import type { ApiSession } from '../../../../electron/core/domain/api-session.ts'
import { failed, ok, type Result } from '../../../../electron/shared/result.ts'
import type { Gateway } from '../../../../electron/core/gateway.ts'
import type { FetchedList } from '../../../../electron/features/sessions/session-lists.ts'
import { listsOver } from '../revocation/lists-harness.ts'
import { fakeClock, fakeForgetting, settled } from '../../fakes.ts'
import { later } from '../../fake-service.ts'

type Listed = Result<ListedSessions>

const row = (id: number): ApiSession => ({
  id,
  name: `Device ${id}`,
  lastUsedAt: null,
  createdAt: null,
  isCurrent: id === 1,
})
const listed = (ids: number[], skew: number | null = 0): Listed => ok({ sessions: ids.map(row), skew })

function setUp() {
  const questions: { accountId: string; answer: (with_: Listed) => Promise<void> }[] = []
  const state = { rateLimitedUntil: null as number | null }
  const gateway: Gateway = {
    callAs<T>(accountId: string) {
      const { promise, resolve } = later<Listed>()
      const answer = async (given: Listed): Promise<void> => (resolve(given), settled())
      questions.push({ accountId, answer })
      return promise as unknown as Promise<Result<T>>
    },
    callAsOnce: () => Promise.reject(new Error('not used')),
    rateLimitedUntil: () => state.rateLimitedUntil,
  }
  const clock = fakeClock()
  const published: FetchedList[] = []
  const { on, forget } = fakeForgetting()
  const lists = listsOver(gateway, clock, (accountId) => published.push(lists.get(accountId)), on)
  return { questions, state, clock, published, lists, forget }
}

describe('refreshing a list', () => {
  it('has no sessions before the first answer, and is checking', async () => {
    const { lists, questions, published, clock } = setUp()
    expect(lists.get('a')).toMatchObject({ sessions: null, checkedAt: null, checking: false, failure: null })
    const checking = lists.refresh('a')
    expect(lists.get('a')).toMatchObject({ sessions: null, checking: true })
    await questions[0]!.answer(listed([1, 2]))
    expect(await checking).toEqual(ok([row(1), row(2)]))
    expect(lists.get('a')).toMatchObject({ checking: false, checkedAt: clock.now(), failure: null })
    expect(published.map(({ checking: busy, sessions }) => [busy, sessions?.length])).toEqual([
      [true, undefined],
      [false, 2],
    ])
  })

  it('sends one request at a time; callers meanwhile get the next answer, all of them the same', async () => {
    const { lists, questions } = setUp()
    const first = lists.refresh('a')
    const second = lists.refresh('a')
    const third = lists.refresh('a')
    expect(questions).toHaveLength(1)
    await questions[0]!.answer(listed([1, 2]))
    expect(questions).toHaveLength(2)
    await questions[1]!.answer(listed([1]))
    expect(await first).toEqual(ok([row(1), row(2)]))
    expect([await second, await third]).toEqual([ok([row(1)]), ok([row(1)])])
    expect(questions).toHaveLength(2)
  })

  it('gives the next answer to callers during the second request too', async () => {
    const { lists, questions } = setUp()
    void lists.refresh('a')
    void lists.refresh('a')
    await questions[0]!.answer(listed([1, 2, 3]))
    const last = lists.refresh('a')
    await questions[1]!.answer(listed([1, 2]))
    await questions[2]!.answer(listed([1]))
    expect(await last).toEqual(ok([row(1)]))
  })

  it('sends requests for several accounts at once', () => {
    const { lists, questions } = setUp()
    void lists.refresh('a')
    void lists.refresh('b')
    expect(questions.map(({ accountId }) => accountId)).toEqual(['a', 'b'])
  })

  it('keeps the last list and its age after a failure, and counts failures until a success', async () => {
    const { lists, questions, clock } = setUp()
    void lists.refresh('a')
    await questions[0]!.answer(listed([1, 2]))
    const checkedAt = clock.now()
    await clock.advance(10_000)
    for (const turn of [1, 2]) {
      const checking = lists.refresh('a')
      await questions[turn]!.answer(failed({ kind: 'timeout' }))
      expect(await checking).toEqual(failed({ kind: 'timeout' }))
    }
    expect(lists.get('a')).toMatchObject({
      sessions: [row(1), row(2)],
      checkedAt,
      failure: { kind: 'timeout' },
    })
    expect([lists.failuresOf('a'), lists.failuresOf('b')]).toEqual([2, 0])
    void lists.refresh('a')
    await questions[3]!.answer(listed([1]))
    expect([lists.failuresOf('a'), lists.get('a').failure]).toEqual([0, null])
  })

  it('answers a waiting caller after a failure too', async () => {
    const { lists, questions } = setUp()
    void lists.refresh('a')
    const second = lists.refresh('a')
    await questions[0]!.answer(failed({ kind: 'timeout' }))
    await questions[1]!.answer(listed([1]))
    expect(await second).toEqual(ok([row(1)]))
  })

  it('keeps its clock estimate while answers agree, and without a Date', async () => {
    const { lists, questions } = setUp()
    const skews: number[] = []
    for (const [turn, skew] of [3_600_000, 3_600_900, null, 7_200_000].entries()) {
      void lists.refresh('a')
      await questions[turn]!.answer(listed([1], skew))
      skews.push(lists.get('a').skew)
    }
    expect(skews).toEqual([3_600_000, 3_600_000, 3_600_000, 7_200_000])
  })

  it('sends nothing during a pause, reports its end, and does not count it as a failure', async () => {
    const { lists, questions, state, clock } = setUp()
    void lists.refresh('a')
    await questions[0]!.answer(listed([1, 2]))
    state.rateLimitedUntil = clock.now() + 30_000
    const refused = { kind: 'rateLimited', retryAt: state.rateLimitedUntil } as const
    expect(await lists.refresh('a')).toEqual(failed(refused))
    expect(questions).toHaveLength(1)
    expect(lists.get('a')).toMatchObject({ failure: refused, checking: false, sessions: [row(1), row(2)] })
    expect(lists.failuresOf('a')).toBe(0)
  })

  it('announces nothing about an account that was forgotten during the request', async () => {
    const { lists, questions, published, forget } = setUp()
    void lists.refresh('a')
    forget('a')
    const before = published.length
    await questions[0]!.answer(listed([1]))
    expect([published.length, lists.get('a').sessions]).toEqual([before, null])
  })

  it('sends no two requests at once if called between two answers', async () => {
    const { lists, questions } = setUp()
    const first = lists.refresh('a').then(() => lists.refresh('a'))
    void lists.refresh('a')
    await questions[0]!.answer(listed([1, 2]))
    expect(questions).toHaveLength(2)
    await questions[1]!.answer(listed([1]))
    expect(await first).toEqual(ok([row(1)]))
  })
})

describe('an exception in a dependency', () => {
  it('leaves neither the list checking nor its waiting caller without an answer', async () => {
    let calls = 0
    const callAs = async () => (calls++ === 0 ? Promise.reject(new Error('ENOSPC')) : listed([1]))
    const gateway = { callAs, rateLimitedUntil: () => null } as unknown as Gateway
    const lists = listsOver(gateway, fakeClock())
    const [, waiting] = await Promise.allSettled([lists.refresh('a'), lists.refresh('a')])
    expect(waiting).toEqual({ status: 'fulfilled', value: ok([row(1)]) })
    expect(lists.get('a').checking).toBe(false)
  })

  it('of a listener does not prevent the next refresh', async () => {
    const callAs = async () => listed([1])
    const gateway = { callAs, rateLimitedUntil: () => null } as unknown as Gateway
    let throws = true
    const lists = listsOver(gateway, fakeClock(), () => {
      if (throws) throw new TypeError('Object has been destroyed')
    })
    await Promise.allSettled([lists.refresh('a'), lists.refresh('a')])
    throws = false
    expect(await lists.refresh('a')).toEqual(ok([row(1)]))
    expect(lists.get('a').checking).toBe(false)
  })
})
